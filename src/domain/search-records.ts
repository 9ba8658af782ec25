import type { z } from 'zod';
import { isCallError } from '../contract/errors.ts';
import type { OperationArguments, OperationClient, OperationTaking } from '../contract/operation-client.ts';
import { type Description, type RankQuality, rank } from '../names/rank.ts';
import { searchPartsOf } from '../names/search-parts.ts';
import { type Listed, listAll } from './list-records.ts';

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

/** Lists that find records by part of their names, in pages. */
type Searchable = OperationTaking<'Name'> & OperationTaking<'PageSize'>;

export interface Quarry<List extends Searchable, Item extends z.ZodType<{ Id: string }>> {
  /** The operation that lists such records. */
  readonly list: List;
  readonly text: string;
  readonly item: Item;
  readonly describe: (item: z.output<Item>) => Description;
  /** Further conditions of the list. */
  readonly args?: Partial<OperationArguments[List]>;
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
export async function hunt<List extends Searchable, Item extends z.ZodType<{ Id: string }>>(
  operations: OperationClient,
  { list, text, item, describe, args, most }: Quarry<List, Item>,
): Promise<Hunted<z.output<Item>>> {
  type Record = z.output<Item>;
  const whole = text.trim();
  const { surest, others } = searchPartsOf(text);
  const parts = [...new Set([...surest, whole, ...others])].slice(0, most);
  const found = new Map<string, Record>();
  const reads: (Listed<Record> & { readonly part: string })[] = [];
  let failure: unknown;
  let ranked = await rank<Record>(text, [], describe);
  for (let round = 0; reads.length < parts.length; round += 1) {
    const count = round === 0 ? Math.max(surest.length, 1) : (rounds[round - 1] ?? parts.length);
    const next = parts.slice(reads.length, reads.length + count);
    const answers = await Promise.allSettled(
      next.map((part) =>
        listAll(operations, [list, { ...args, Name: part } as OperationArguments[List]], item, { maxPages }),
      ),
    );
    for (const [index, answer] of answers.entries()) {
      if (answer.status === 'rejected') {
        if (!isCallError(answer.reason) || round === 0) throw answer.reason;
        failure = answer.reason;
      }
      const listed = answer.status === 'fulfilled' ? answer.value : nothing;
      for (const one of listed.items) found.set(one.Id, one);
      reads.push({ ...listed, part: next[index] ?? '' });
    }
    ranked = await rank(text, [...found.values()], describe);
    // The others are for what is not found so, or cannot be read to its end.
    if (isFound(ranked.fit) && !isMissing(ranked.items, reads, surest)) break;
  }
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
