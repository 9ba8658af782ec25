import type { z } from 'zod';
import { isCallError } from '../../contract/errors.ts';
import type { Worded } from '../../contract/language.ts';
import type {
  AnswerReading,
  OperationArguments,
  OperationClient,
  OperationTaking,
} from '../../contract/operations/operation-client.ts';
import { worded } from '../../contract/worded.ts';
import { refusesFilter } from '../../names/object-filters.ts';
import { type Description, type RankQuality, rank } from '../../names/rank.ts';
import { searchPartsOf } from '../../names/search-parts.ts';
import { type Listed, listAll } from '../list-records.ts';
import { partPhrases, searchMessages } from '../messages.ts';

/** Result of a search by words. If it may be incomplete, `isCut` or `failure` is set. */
export interface SearchResult<Item> extends Listed<Item> {
  /** How well the best records match. Undefined if no record matches. */
  readonly fit: RankQuality | undefined;
  /** All records that were compared with the text. */
  readonly read: readonly Item[];
  /** Parts of the text for which the service was queried. */
  readonly tried: readonly string[];
  /** Error of a query that failed. Undefined if none failed. */
  readonly failure: unknown;
}

export interface RecordSearch<
  List extends OperationTaking<'PageSize'>,
  Item extends z.ZodType<{ Id: string }>,
> {
  readonly list: List;
  readonly text: string;
  readonly item: Item;
  readonly describe: (item: z.output<Item>) => Description;
  /** Returns filters that search for part of a name. Each filter is a separate query. */
  readonly questions: (part: string) => readonly Partial<OperationArguments[List]>[];
  /** True if the service may miss records. casebridge then compares the whole list itself. */
  readonly isUncertain?: true;
  /** Additional filters for every query, and options that determine how the results are checked. */
  readonly args?: Partial<OperationArguments[List]>;
  readonly reading?: AnswerReading;
  /** Maximum number of parts for which the service is queried. */
  readonly most?: number;
}

/**
 * Number of parts that are queried concurrently in the second and in the third round. Another round follows only if no
 * match was found or matches may be missing.
 */
const rounds = [3, 10];
const maxPages = 3;

/**
 * Finds records by approximate words. The service matches only literal substrings. Therefore this function queries the
 * service for parts of the text and ranks the returned rows.
 * @throws the errors of `OperationClient.call` if a query in the first round fails
 */
export async function searchRecords<
  List extends OperationTaking<'PageSize'>,
  Item extends z.ZodType<{ Id: string }>,
>(operations: OperationClient, search: RecordSearch<List, Item>): Promise<SearchResult<z.output<Item>>> {
  const { text, describe, most } = search;
  type Record = z.output<Item>;
  const whole = text.trim();
  const { strongest, others } = searchPartsOf(text);
  const parts = [...new Set([...strongest, whole, ...others])].slice(0, most);
  const found = new Map<string, Record>();
  const reads: (Listed<Record> & { readonly part: string })[] = [];
  let failure: unknown;
  let isIgnored = false;
  let ranked = await rank<Record>(text, [], describe);
  for (let round = 0; reads.length < parts.length; round += 1) {
    const count = round === 0 ? Math.max(strongest.length, 1) : (rounds[round - 1] ?? parts.length);
    const next = parts.slice(reads.length, reads.length + count);
    const answers = await Promise.allSettled(next.map((part) => askFor(operations, search, part)));
    for (const [index, answer] of answers.entries()) {
      if (answer.status === 'rejected') {
        isIgnored ||= refusesFilter(answer.reason);
        if (isIgnored) continue;
        if (!isCallError(answer.reason) || round === 0) throw answer.reason;
        failure = answer.reason;
      }
      const listed = answer.status === 'fulfilled' ? answer.value : nothing;
      for (const one of listed.items) found.set(one.Id, one);
      isIgnored ||= listed.isIgnored === true;
      reads.push({ ...listed, part: next[index] ?? '' });
    }
    if (isIgnored) break;
    ranked = await rank(text, [...found.values()], describe);
    // Query further parts only if this round found no match, or possibly missed a match.
    if (isFound(ranked.fit) && !isMissing(ranked.items, reads, strongest)) break;
  }
  if (isIgnored || (search.isUncertain && !isFound(ranked.fit) && !reads.some(({ isCut }) => isCut)))
    return lookThrough(operations, search);
  const asWritten = reads.find(({ part }) => part === whole)?.items ?? [];
  const { items, fit } =
    // Return the rows that the service found for the whole text, because it may have matched data that the rows do not
    // contain.
    ranked.fit === undefined && asWritten.length > 0 ? { items: asWritten, fit: 'similar' as const } : ranked;
  return {
    items,
    fit,
    isCut: isFound(fit) ? isMissing(items, reads, strongest) : reads.some(({ isCut }) => isCut),
    hasMoved: reads.some(({ hasMoved }) => hasMoved),
    read: [...found.values()],
    tried: reads.map(({ part }) => part),
    failure,
  };
}

/** Queries the service for one part of the text, once with each filter. */
export async function askFor<
  List extends OperationTaking<'PageSize'>,
  Item extends z.ZodType<{ Id: string }>,
>(
  operations: OperationClient,
  { list, questions, args, item, reading, isUncertain }: RecordSearch<List, Item>,
  part: string,
): Promise<Listed<z.output<Item>>> {
  const lists = await Promise.all(
    questions(part).map((question) =>
      listAll(operations, [list, { ...args, ...question } as OperationArguments[List]], item, {
        ...reading,
        maxPages,
        replaceable: Object.keys(question),
        asksAgain: isUncertain ?? false,
      }),
    ),
  );
  return {
    items: lists.flatMap(({ items }) => items),
    isCut: lists.some(({ isCut }) => isCut),
    hasMoved: lists.some(({ hasMoved }) => hasMoved),
    ...(lists.some(({ isIgnored }) => isIgnored) ? { isIgnored: true } : {}),
  };
}

/** Ranks the records of a list, up to `operations.lookThrough` of them. */
export async function lookThrough<
  List extends OperationTaking<'PageSize'>,
  Item extends z.ZodType<{ Id: string }>,
>(
  operations: OperationClient,
  { list, args, item, text, describe, reading }: RecordSearch<List, Item>,
): Promise<SearchResult<z.output<Item>>> {
  const { isIgnored: _, ...listed } = await listAll(
    operations,
    [list, { ...args } as OperationArguments[List]],
    item,
    { ...reading, maxPages: Math.ceil(operations.lookThrough / 100) },
  );
  const ranked = await rank(text, listed.items, describe);
  return {
    ...listed,
    ...ranked,
    read: listed.items,
    tried: [text.trim()],
    failure: undefined,
    notes: [
      ...(listed.isCut ? [worded(searchMessages.lookedThrough, { count: listed.items.length })] : []),
      ...namelessNotes(listed.items, describe),
    ],
  };
}

/** Returns a note if some records have no name, because such records could not be compared. */
function namelessNotes<Item>(items: readonly Item[], describe: (item: Item) => Description): Worded[] {
  const isNameless = (item: Item) => describe(item).names[0] === undefined;
  const count = items.filter(isNameless).length;
  return count === 0
    ? []
    : [
        worded(searchMessages.nameless, {
          records: worded(partPhrases.countOf, { some: count, all: items.length }),
        }),
      ];
}

const nothing: Listed<never> = { items: [], isCut: false, hasMoved: false };

const isFound = (fit: RankQuality | undefined) => fit !== undefined && fit !== 'similar';

/**
 * Checks whether matching records may be missing. None is missing if all matches are in lists that were read
 * completely: either in the lists for the strongest parts together, or in the list for a single part.
 */
function isMissing<Item extends { Id: string }>(
  items: readonly Item[],
  reads: readonly (Listed<Item> & { readonly part: string })[],
  strongest: readonly string[],
): boolean {
  const hold = (lists: typeof reads) => {
    const ids = new Set(lists.flatMap((list) => list.items.map(({ Id }) => Id)));
    return lists.every(({ isCut }) => !isCut) && items.every(({ Id }) => ids.has(Id));
  };
  return !hold(reads.filter(({ part }) => strongest.includes(part))) && !reads.some((read) => hold([read]));
}
