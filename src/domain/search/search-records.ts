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

/** Records that are called so, as far as the service could be asked. */
export interface Hunted<Item> extends Listed<Item> {
  /** How they fit; undefined where there are none. */
  readonly fit: RankQuality | undefined;
  /** All that was compared. */
  readonly read: readonly Item[];
  /** The words that the service was asked for. */
  readonly tried: readonly string[];
  /** Why it could not be asked for some of them. */
  readonly failure: unknown;
}

export interface Quarry<List extends OperationTaking<'PageSize'>, Item extends z.ZodType<{ Id: string }>> {
  /** The operation that lists such records. */
  readonly list: List;
  readonly text: string;
  readonly item: Item;
  readonly describe: (item: z.output<Item>) => Description;
  /** How it is asked for part of a name, in one question or several. */
  readonly questions: (part: string) => readonly Partial<OperationArguments[List]>[];
  /** Whether that may find nothing where there is something: then the whole list is looked through. */
  readonly isUncertain?: true;
  /** Further conditions of the list, and which of these are compared elsewhere. */
  readonly args?: Partial<OperationArguments[List]>;
  readonly reading?: AnswerReading;
  /** Most words that are asked for. */
  readonly most?: number;
}

/** How many more words are asked for at once where the first ones did not find it. */
const rounds = [3, 10];
const maxPages = 3;

/**
 * Looks for records by words as people remember them. The service finds only what holds the text as it stands, so it is
 * asked for parts of it, and what it answers is compared here.
 * @throws what `OperationClient.call` throws, where nothing could be asked
 */
export async function hunt<List extends OperationTaking<'PageSize'>, Item extends z.ZodType<{ Id: string }>>(
  operations: OperationClient,
  quarry: Quarry<List, Item>,
): Promise<Hunted<z.output<Item>>> {
  const { text, describe, most } = quarry;
  type Record = z.output<Item>;
  const whole = text.trim();
  const { surest, others } = searchPartsOf(text);
  const parts = [...new Set([...surest, whole, ...others])].slice(0, most);
  const found = new Map<string, Record>();
  const reads: (Listed<Record> & { readonly part: string })[] = [];
  let failure: unknown;
  let isIgnored = false;
  let ranked = await rank<Record>(text, [], describe);
  for (let round = 0; reads.length < parts.length; round += 1) {
    const count = round === 0 ? Math.max(surest.length, 1) : (rounds[round - 1] ?? parts.length);
    const next = parts.slice(reads.length, reads.length + count);
    const answers = await Promise.allSettled(next.map((part) => askFor(operations, quarry, part)));
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
    // The others are for what is not found so, or cannot be read to its end.
    if (isFound(ranked.fit) && !isMissing(ranked.items, reads, surest)) break;
  }
  if (isIgnored || (quarry.isUncertain && !isFound(ranked.fit) && !reads.some(({ isCut }) => isCut)))
    return lookThrough(operations, quarry);
  const asWritten = reads.find(({ part }) => part === whole)?.items ?? [];
  const { items, fit } =
    // The service may know more of them than it shows.
    ranked.fit === undefined && asWritten.length > 0 ? { items: asWritten, fit: 'similar' as const } : ranked;
  return {
    items,
    fit,
    isCut: isFound(fit) ? isMissing(items, reads, surest) : reads.some(({ isCut }) => isCut),
    hasMoved: reads.some(({ hasMoved }) => hasMoved),
    read: [...found.values()],
    tried: reads.map(({ part }) => part),
    failure,
  };
}

/** What the service finds by a part of the name, by each question once. */
export async function askFor<
  List extends OperationTaking<'PageSize'>,
  Item extends z.ZodType<{ Id: string }>,
>(
  operations: OperationClient,
  { list, questions, args, item, reading, isUncertain }: Quarry<List, Item>,
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

/** Compares all records that the service shows, as many as the operator lets be looked through. */
export async function lookThrough<
  List extends OperationTaking<'PageSize'>,
  Item extends z.ZodType<{ Id: string }>,
>(
  operations: OperationClient,
  { list, args, item, text, describe, reading }: Quarry<List, Item>,
): Promise<Hunted<z.output<Item>>> {
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

/** Where a deployment calls names otherwise, nothing fits words, and that says nothing. */
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

/** Whether there may be more such records: lists that were read to their end and hold all that fit have no more of them. */
function isMissing<Item extends { Id: string }>(
  items: readonly Item[],
  reads: readonly (Listed<Item> & { readonly part: string })[],
  surest: readonly string[],
): boolean {
  const hold = (lists: typeof reads) => {
    const ids = new Set(lists.flatMap((list) => list.items.map(({ Id }) => Id)));
    return lists.every(({ isCut }) => !isCut) && items.every(({ Id }) => ids.has(Id));
  };
  return !hold(reads.filter(({ part }) => surest.includes(part))) && !reads.some((read) => hold([read]));
}
