import { z } from 'zod';
import { ApiError, isCallError } from '../../contract/errors.ts';
import type { OperationClient, OperationName } from '../../contract/operations/operation-client.ts';
import { type Listed, listAll, listWhole } from '../../domain/list-records.ts';
import { notesOfList, whyMissing } from '../../domain/partial.ts';
import { type Budget, TooDearError } from './budget.ts';
import type { CardOperation } from './table.ts';
import { isRecord, type RawRecord } from './values.ts';

/** How long what was read is kept for whoever read it, in milliseconds. */
const keptMs = 60_000;
/** Cards on their way at the same time. */
const sideBySide = 16;
const pageSize = 100;

/** A record as the service gives it, with an id. */
export const anyRecord = z.looseObject({ Id: z.string().min(1) });
export type AnyRecord = z.output<typeof anyRecord>;

export interface SourceOptions {
  readonly operations: OperationClient;
  readonly budget: Budget;
  /** Told after each page and card. */
  readonly onStep: () => void;
  readonly note: (note: string) => void;
}

/** Reads through the API what tables are made of, and keeps it for a minute. */
export interface Source {
  /**
   * A list to its end.
   * @param isWhole it has no pages
   * @throws TooDearError where that is too far; what `OperationClient.call` throws
   */
  list(
    table: string,
    operation: OperationName,
    args: RawRecord,
    isWhole?: boolean,
  ): Promise<readonly AnyRecord[]>;
  /**
   * The records themselves, by id; those that cannot be read are left out, and said.
   * @param key tells lists of records apart
   * @throws TooDearError
   */
  cards(
    table: string,
    read: CardOperation,
    key: string,
    records: readonly AnyRecord[],
  ): Promise<ReadonlyMap<string, RawRecord>>;
}

export function createSource(options: SourceOptions): Source {
  const { operations, budget, note, onStep } = options;
  const counted: OperationClient = {
    ...operations,
    answer: async (...call) => {
      budget.sent += 1;
      return operations.answer(...call);
    },
  };
  return {
    list: async (table, operation, args, isWhole = false) => {
      const readNow = async (): Promise<Listed<AnyRecord>> => {
        if (isWhole) {
          const items = await listWhole(counted, [operation, args] as never, anyRecord);
          return { items, isCut: false, hasMoved: false };
        }
        const maxPages = Math.max(1, budget.limit - budget.sent);
        // By the table of tables each of these has pages.
        const call = [operation as 'search_cases', args] as const;
        const found = await listAll(counted, call, anyRecord, { maxPages, isExact: true, onPage: onStep });
        if (found.isCut)
          throw new TooDearError(table, Math.ceil(found.items.length / pageSize) + 1, found.items, true);
        return found;
      };
      const key = `query ${operation} ${JSON.stringify(args)}`;
      const listed = await operations.cache.remember(key, readNow, keptMs);
      for (const one of notesOfList(table, listed)) note(one);
      return listed.items;
    },
    cards: async (table, read, key, records) => {
      const name = `query ${read} of ${table} ${key}`;
      const readNow = async (): Promise<Cards> => {
        budget.planned += records.length;
        if (budget.isPlan || budget.sent + budget.planned > budget.limit)
          throw new TooDearError(table, budget.planned, records);
        const found = await readCards(operations, read, records, () => {
          budget.sent += 1;
          budget.planned -= 1;
          onStep();
        });
        for (const one of cardNotes(table, records.length, found.failures)) note(one);
        // What could not be read is tried again the next time.
        if (found.failures.length > 0) throw new PartlyReadError(found);
        return found;
      };
      const kept = await operations.cache.recall<Cards>(name);
      const isKept = kept !== undefined && records.every(({ Id }) => kept.cards.has(Id));
      if (isKept) return kept.cards;
      // A list that has grown since is read anew, and kept the next time.
      const found = kept ? readNow() : operations.cache.remember(name, readNow, keptMs);
      return found.then(
        ({ cards }) => cards,
        (error: unknown) => {
          if (error instanceof PartlyReadError) return error.found.cards;
          throw error;
        },
      );
    },
  };
}

interface Cards {
  readonly cards: ReadonlyMap<string, RawRecord>;
}

/** Some cards could not be read, and the others are not kept. */
class PartlyReadError extends Error {
  readonly found: Cards;

  constructor(found: Cards) {
    super('partly read');
    this.found = found;
  }
}

/** @throws what `OperationClient.call` throws, where none could be read */
async function readCards(
  operations: OperationClient,
  read: CardOperation,
  records: readonly AnyRecord[],
  onCard: () => void,
): Promise<{ cards: Map<string, RawRecord>; failures: readonly unknown[] }> {
  const cards = new Map<string, RawRecord>();
  const failures: unknown[] = [];
  const left = records.map(({ Id }) => Id).reverse();
  const lane = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      try {
        const card = await operations.call(read, { id });
        if (isRecord(card)) cards.set(id, card);
      } catch (error) {
        if (!isCallError(error)) throw error;
        failures.push(error);
        // Where the first ones fail all do.
        if (cards.size === 0 && failures.length >= sideBySide) left.length = 0;
      }
      onCard();
    }
  };
  await Promise.all(Array.from({ length: Math.min(sideBySide, records.length) }, lane));
  if (cards.size === 0 && failures.length > 0) throw failures[0];
  return { cards, failures };
}

function cardNotes(table: string, all: number, failures: readonly unknown[]): string[] {
  const gone = failures.filter((error) => error instanceof ApiError && error.status === 404).length;
  const others = failures.filter((error) => !(error instanceof ApiError && error.status === 404));
  const incomplete = 'what stands on them is NULL here';
  return [
    ...(gone > 0
      ? [`${gone} of ${all} ${table} were gone, or withheld, when their cards were read: ${incomplete}.`]
      : []),
    ...(others.length > 0
      ? [`${whyMissing(`${others.length} of ${all} cards of ${table}`, others[0])} So ${incomplete}.`]
      : []),
  ];
}
