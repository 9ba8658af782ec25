import { InvalidArgumentsError } from '../../contract/errors.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import type { NameResolver } from '../../contract/records/name-resolver.ts';
import { normalise } from '../../names/normalise.ts';
import { objectQuestions, refusesFilter } from '../../names/object-filters.ts';
import { readId } from '../links.ts';
import type { Listed } from '../list-records.ts';
import { type CaseRecord, caseRecord } from '../records.ts';
import { askFor, lookThrough } from '../search/search-records.ts';

/** Where a case is found: all that is known of it before it is read. */
export interface CaseRef {
  readonly id: string;
  /** As its name was looked up. */
  readonly name?: string | undefined;
  /** As a list shows it. */
  readonly listed?: CaseRecord;
}

/** One case, or the several that the words fit. */
export type Located = CaseRef | readonly CaseRecord[];

const same = (left: string | undefined, right: string) => left?.toLowerCase() === right.toLowerCase();

/**
 * The case that a link, an id, a number or words of the name mean.
 * @throws NameError where there is none
 */
export async function locateCase(
  operations: OperationClient,
  names: NameResolver,
  text: string,
): Promise<Located> {
  const id = readId(text, 'object');
  if (id !== undefined) return { id };
  const wanted = text.trim();
  const cases = await called(operations, 'search_cases', wanted);
  // People call contracts and claims cases as well.
  const { items, isCut } =
    cases.items.length > 0 ? cases : await called(operations, 'search_objects', wanted);
  const exact = items.filter(({ Number: number, Name }) => same(number, wanted) || same(Name, wanted));
  const [one, second] = exact.length > 0 ? exact : isCut ? [] : items;
  // Spelt otherwise, or words around it.
  if (one === undefined) {
    const { id, name } = await names.find(operations, 'object', wanted, { guess: true });
    return { id, name };
  }
  return second === undefined ? { id: one.Id, listed: one } : exact.length > 1 ? exact : items;
}

/** Objects whose name or number holds all the words; services may answer with others as well. */
async function called(
  operations: OperationClient,
  list: 'search_cases' | 'search_objects',
  wanted: string,
): Promise<Listed<CaseRecord>> {
  const quarry = {
    list,
    text: wanted,
    item: caseRecord,
    questions: objectQuestions,
    describe: ({ Name, Number: number }: CaseRecord) => ({ names: [Name, number] }),
  };
  const asked = await askFor(operations, quarry, wanted).catch((error: unknown) => {
    if (!refusesFilter(error)) throw error;
    return undefined;
  });
  const listed = asked === undefined || asked.isIgnored ? await lookThrough(operations, quarry) : asked;
  const words = normalise(wanted).split(' ');
  const fits = ({ Name = '', Number: number = '' }: CaseRecord) => {
    const name = normalise(`${Name} ${number}`);
    return words.every((word) => name.includes(word));
  };
  return { ...listed, items: uniqueById(listed.items.filter(fits)) };
}

const uniqueById = <Item extends { Id: string }>(items: readonly Item[]): readonly Item[] => [
  ...new Map(items.map((item) => [item.Id, item])).values(),
];

/**
 * The one case that is meant.
 * @throws NameError where there is none, InvalidArgumentsError where there is more than one
 */
export async function locateOne(
  operations: OperationClient,
  names: NameResolver,
  text: string,
): Promise<CaseRef> {
  const place = await locateCase(operations, names, text);
  if ('id' in place) return place;
  throw new InvalidArgumentsError(
    `${place.length} cases fit ${JSON.stringify(text.slice(0, 80))}: give the number or link of one, from find_case.`,
  );
}
