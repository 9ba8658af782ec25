import { NameError } from '../../contract/errors.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { isArchived, onlyInWork } from '../../contract/records/finality.ts';
import type { NameResolver } from '../../contract/records/name-resolver.ts';
import { type Note, worded } from '../../contract/worded.ts';
import { objectQuestions, refusesFilter } from '../../names/object-filters.ts';
import { distinctiveWords } from '../../names/rank.ts';
import { type Distinguishable, distinctCandidates } from '../../names/refusals/distinct.ts';
import { normalise } from '../../names/spelling/normalise.ts';
import { readId } from '../links.ts';
import type { Listed } from '../list-records.ts';
import { searchMessages } from '../messages.ts';
import { type CaseRecord, caseRecord } from '../records.ts';
import { readNames } from '../reference-names.ts';
import { searchByWords } from '../search/cases-by-words.ts';
import { askFor, lookThrough } from '../search/search-records.ts';
import { areToldByNumber } from './case-row.ts';

/** A located case, with the data that the search returned. The case record itself was not read. */
export interface CaseRef {
  readonly id: string;
  /** Display name that the name lookup returned. */
  readonly name?: string | undefined;
  readonly listed?: CaseRecord;
  /** Number of archived cases with the same match, if the case was chosen because it is the only active one. */
  readonly archived?: number | undefined;
}

export type Located = CaseRef | readonly CaseRecord[];

/** Maximum number of candidates that an error shows if several cases match. */
const maxCandidates = 8;
const candidateOf = (record: CaseRecord): Distinguishable => {
  const { Id, Name, Number: number, Type, Status, Responsible, Stage, Client, CreationDate } = record;
  return {
    id: Id,
    name: Name ?? number ?? Id,
    detail: [number, Type?.Name, Status, Responsible?.Name].filter(Boolean).join(', '),
    facts: [Stage?.Name, Client?.Name && `client ${Client.Name}`],
    created: CreationDate,
  };
};

const minLetters = 3;

const same = (left: string | undefined, right: string) => left?.toLowerCase() === right.toLowerCase();

/**
 * Finds a case by a link, an id, a number, or words from its name. If several cases match and only one of them is
 * active, returns that one.
 * @throws NameError if no case matches
 */
export async function locateCase(
  operations: OperationClient,
  names: NameResolver,
  text: string,
): Promise<Located> {
  const found = await locateAll(operations, names, text);
  if ('id' in found) return found;
  const inWork = onlyInWork(found, isArchived);
  return inWork === undefined ? found : { id: inWork.Id, listed: inWork, archived: found.length - 1 };
}

/** Returns a note if the case was chosen because the others that match equally well are archived. */
export const archivedNotes = ({ archived }: CaseRef): Note[] =>
  archived === undefined ? [] : [worded(searchMessages.onlyInWork, { count: archived })];

async function locateAll(operations: OperationClient, names: NameResolver, text: string): Promise<Located> {
  const id = readId(text, 'object');
  if (id !== undefined) return { id };
  const wanted = text.trim();
  const cases = await called(operations, 'search_cases', wanted);
  // Search all objects, because users may also call contracts and claims "cases".
  const { items, isCut } =
    cases.items.length > 0 ? cases : await called(operations, 'search_objects', wanted);
  const exact = items.filter(({ Number: number, Name }) => same(number, wanted) || same(Name, wanted));
  const [one, second] = exact.length > 0 ? exact : isCut ? [] : items;
  if (one === undefined) return locateByWords(operations, names, wanted);
  return second === undefined ? { id: one.Id, listed: one } : exact.length > 1 ? exact : items;
}

/** Finds a case by an approximate name, parties, type and stage. @throws NameError if no case matches */
async function locateByWords(
  operations: OperationClient,
  names: NameResolver,
  wanted: string,
): Promise<Located> {
  const unknown = await names.find(operations, 'object', wanted, { guess: true }).catch((error: unknown) => {
    if (error instanceof NameError) return error;
    throw error;
  });
  if (!(unknown instanceof NameError))
    return { id: unknown.id, name: unknown.name, archived: unknown.archived };
  // Words of one or two letters are too short for a search.
  if (distinctiveWords(wanted).every((word) => word.length < minLetters)) throw unknown;
  const { cases, isSimilar } = await searchByWords(operations, names, wanted, {});
  const [one, second] = isSimilar ? [] : cases;
  if (one === undefined) throw unknown;
  return second === undefined ? { id: one.Id, listed: one } : cases;
}

/**
 * Lists the cases or objects whose name or number contains all the words. Filters the returned rows again, because a
 * service may return rows that do not match.
 */
async function called(
  operations: OperationClient,
  list: 'search_cases' | 'search_objects',
  wanted: string,
): Promise<Listed<CaseRecord>> {
  const search = {
    list,
    text: wanted,
    item: caseRecord,
    questions: objectQuestions,
    isUncertain: true as const,
    describe: ({ Name, Number: number }: CaseRecord) => ({ names: [Name, number] }),
  };
  const asked = await askFor(operations, search, wanted).catch((error: unknown) => {
    if (!refusesFilter(error)) throw error;
    return undefined;
  });
  const listed = asked === undefined || asked.isIgnored ? await lookThrough(operations, search) : asked;
  const words = normalise(wanted).split(' ');
  const fits = ({ Name = '', Number: number = '' }: CaseRecord) => {
    const name = normalise(`${Name} ${number}`);
    const own = name.split(' ');
    return words.every((word) => (word.length < minLetters ? own.includes(word) : name.includes(word)));
  };
  return { ...listed, items: uniqueById(listed.items.filter(fits)) };
}

const uniqueById = <Item extends { Id: string }>(items: readonly Item[]): readonly Item[] => [
  ...new Map(items.map((item) => [item.Id, item])).values(),
];

/**
 * Finds exactly one case.
 * @param isRead false for a change, which must not choose between cases
 * @throws NameError if no case or several cases match. For several, it contains the candidates
 */
export async function locateOne(
  operations: OperationClient,
  names: NameResolver,
  text: string,
  isRead = true,
): Promise<CaseRef> {
  const place = await (isRead ? locateCase : locateAll)(operations, names, text);
  // For a change, let the lookup fail instead of choosing the only active case.
  if ('id' in place && place.archived !== undefined && !isRead)
    await names.find(operations, 'object', text, { guess: false });
  if ('id' in place) return place;
  throw await severalCases(operations, names, text, place);
}

/** Returns the error about several cases with the same match. */
export async function severalCases(
  operations: OperationClient,
  names: NameResolver,
  text: string,
  place: readonly CaseRecord[],
): Promise<NameError> {
  const shown = place.slice(0, maxCandidates);
  const { fill } = await readNames(operations, names, [
    { shape: 'case', rows: shown, fields: ['Type', 'Responsible'] },
  ]);
  return new NameError(
    'NAME_AMBIGUOUS',
    `${place.length} cases match ${JSON.stringify(text.slice(0, 80))}. Pass the ${areToldByNumber(place) ? 'number or id' : 'id'} of the right one.`,
    distinctCandidates(shown.map((one) => candidateOf(fill(one)))),
    Math.max(0, place.length - maxCandidates),
  );
}
