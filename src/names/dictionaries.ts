import { NameError } from '../contract/errors.ts';
import type { OperationArguments, OperationClient } from '../contract/operations/operation-client.ts';
import type { RecordSource, ShownValues } from '../contract/records/record-source.ts';
import type { Row } from '../contract/records/row.ts';
import type { CandidateList } from './candidates.ts';
import type { NamedRecord } from './match.ts';
import { dictionariesOf } from './sources.ts';
import { normalise } from './spelling/normalise.ts';
import { fill } from './templates.ts';

/** Maximum number of dictionaries whose values are read to find the right one. */
const maxRead = 20;

/**
 * Finds the dictionary that contains the records of a kind. Compares the names of the dictionaries first. If not
 * exactly one matches, compares the values in the dictionaries with the values of this kind that occur in other
 * records.
 * @param valuesIn reads the values in a dictionary
 * @throws NameError if no dictionary or more than one remains
 */
export async function dictionaryOf(
  operations: OperationClient,
  asked: RecordSource,
  { entries, isCut }: Pick<CandidateList, 'entries' | 'isCut'>,
  valuesIn: (id: string) => Promise<CandidateList>,
): Promise<string> {
  const called = dictionariesOf(asked, entries);
  if (called.length === 1 && called[0]) return called[0].id;
  const shown =
    asked.shown === undefined || entries.length === 0 ? [] : await shownValues(operations, asked.shown);
  const fitting =
    shown.length === 0 ? [] : await holding(shown, called.length > 0 ? called : entries, valuesIn);
  const [only, second] = fitting;
  if (only !== undefined && second === undefined) return only.id;
  const { many } = asked;
  if (called.length > 1)
    throw new NameError(
      'NAME_UNKNOWN',
      `the service has several dictionaries of ${many}. Pass an id, which list_dictionary_values returns.`,
      called.map(({ id, name }) => ({ id, name })),
    );
  const cause =
    entries.length === 0
      ? 'the service returned no dictionary that could be read'
      : `the service does not say which of its dictionaries contains ${many}`;
  const more = isCut ? ' Not all dictionaries could be searched.' : '';
  throw new NameError(
    'NAME_UNKNOWN',
    `${cause}.${more} Pass an id: list_dictionaries lists the dictionaries, list_dictionary_values their values.`,
  );
}

/**
 * Reads a list whose rows contain values of a dictionary, and returns these values without duplicates: their ids, or
 * their names if the rows contain no ids. Returns an empty list if the rows cannot be read.
 */
async function shownValues(
  operations: OperationClient,
  { list, args, of }: ShownValues,
): Promise<readonly string[]> {
  const asked = { ...args, PageSize: 100 } as OperationArguments[typeof list];
  const answer = await operations.answer(list, asked, { asksAgain: true }).catch(() => undefined);
  const body = answer?.body as Row | readonly Row[] | undefined;
  const rows = Array.isArray(body) ? body : (body as Row | undefined)?.Items;
  if (!Array.isArray(rows)) return [];
  return [...new Set(rows.flatMap((row) => fill(of, row as Row)?.toLowerCase() ?? []))];
}

/** Returns the dictionaries that contain all given values. Skips a dictionary that cannot be read. */
async function holding(
  shown: readonly string[],
  dictionaries: readonly NamedRecord[],
  valuesIn: (id: string) => Promise<CandidateList>,
): Promise<readonly NamedRecord[]> {
  const found: NamedRecord[] = [];
  for (const dictionary of dictionaries.slice(0, maxRead)) {
    const values = await valuesIn(dictionary.id).catch(() => undefined);
    const known = new Set(values?.entries.flatMap(({ id, names }) => [id.toLowerCase(), ...names]));
    if (shown.every((value) => known.has(value) || known.has(normalise(value)))) found.push(dictionary);
  }
  return found;
}
