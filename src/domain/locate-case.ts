import { InvalidArgumentsError } from '../contract/errors.ts';
import type { NameResolver } from '../contract/name-resolver.ts';
import type { OperationClient } from '../contract/operation-client.ts';
import { readId } from './links.ts';
import { listAll } from './list-records.ts';
import { type CaseRecord, caseRecord } from './records.ts';

/** Where a case is found: all that is known of it before it is read. */
export interface CaseRef {
  readonly id: string;
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
  const search = async (tool: 'search_cases' | 'search_objects') =>
    (await listAll(operations, [tool, { Name: wanted }], caseRecord, { maxPages: 1 })).items;
  const cases = await search('search_cases');
  // People call contracts and claims cases as well.
  const items = cases.length > 0 ? cases : await search('search_objects');
  const exact = items.filter(({ Number: number, Name }) => same(number, wanted) || same(Name, wanted));
  const [one, second] = exact.length > 0 ? exact : items;
  // Spelt otherwise, or words around it.
  if (one === undefined) return { id: (await names.find(operations, 'object', wanted, { guess: true })).id };
  return second === undefined ? { id: one.Id, listed: one } : exact.length > 1 ? exact : items;
}

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
