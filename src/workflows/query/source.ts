import { z } from 'zod';
import { ApiError, isCallError } from '../../contract/errors.ts';
import type { OperationClient, OperationName } from '../../contract/operations/operation-client.ts';
import { isRow } from '../../contract/records/row.ts';
import { asIs, type Note } from '../../contract/worded.ts';
import { type Listed, listAll, listWhole } from '../../domain/list-records.ts';
import { notesOfList, whyManyMissing } from '../../domain/partial.ts';
import { keepGroupNames } from '../../domain/people/group-names.ts';
import { read as toRecord, userRecord } from '../../domain/records.ts';
import { type Budget, TooDearError } from './budget.ts';
import type { CardOperation } from './tables/table.ts';
import type { RawRecord } from './values.ts';

/** Cache lifetime of read records, in milliseconds. */
const keptMs = 60_000;
/** Maximum number of records that are read in parallel. */
const lanes = 16;
/** Maximum number of consecutive refusals because of too many requests (429). A further refusal counts as a failure. */
const maxRefused = 2 * lanes;
const pageSize = 100;

export const anyRecord = z.looseObject({ Id: z.string().min(1) });
const userGroups = userRecord.pick({ Groups: true });
export type AnyRecord = z.output<typeof anyRecord>;

export interface SourceOptions {
  readonly operations: OperationClient;
  readonly budget: Budget;
  /** The last read of single objects for each `key` of `Each`. The next read with the same key waits for it. */
  readonly busy: Map<string, Promise<unknown>>;
  /** Called after each page and record. */
  readonly onStep: () => void;
  readonly note: (note: Note) => void;
}

/** Reads the data of tables through the API and caches it for a minute. */
export interface Source {
  /** Returns the number of requests that the query may still send, without those that are planned already. */
  left(): number;
  /**
   * Reads a complete list.
   * @param isWhole whether the list has no pages
   * @throws TooDearError if the request limit is exceeded; errors of `OperationClient.call`
   */
  list(
    table: string,
    operation: OperationName,
    args: RawRecord,
    isWhole?: boolean,
  ): Promise<readonly AnyRecord[]>;
  /**
   * Reads records by id. Adds notes about records that cannot be read. @throws TooDearError if the request limit would
   * be exceeded
   */
  cards(
    table: string,
    read: CardOperation,
    records: readonly AnyRecord[],
  ): Promise<ReadonlyMap<string, RawRecord>>;
  /**
   * Reads the rows of a table block for each case, by case id. A case whose type has no such block has no rows. @throws
   * TooDearError if the request limit would be exceeded
   */
  tables(block: string, cases: readonly AnyRecord[]): Promise<ReadonlyMap<string, readonly AnyRecord[]>>;
}

export function createSource(given: Omit<SourceOptions, 'busy'>): Source {
  const options: SourceOptions = { ...given, busy: new Map() };
  const { operations, budget, note, onStep } = options;
  const counted: OperationClient = {
    ...operations,
    answer: async (...call) => {
      budget.sent += 1;
      return patiently(() => operations.answer(...call));
    },
  };
  return {
    left: () => (budget.isPlan ? 0 : Math.max(0, budget.limit - budget.sent - budget.planned)),
    list: async (table, operation, args, isWhole = false) => {
      const readNow = async (): Promise<Listed<AnyRecord>> => {
        if (isWhole) {
          const items = await listWhole(counted, [operation, args] as never, anyRecord);
          return { items, isCut: false, hasMoved: false };
        }
        const maxPages = Math.max(1, budget.limit - budget.sent);
        // The cast is safe, because every list operation of the query tables has pages.
        const call = [operation as 'search_cases', args] as const;
        const found = await listAll(counted, call, anyRecord, { maxPages, isExact: true, onPage: onStep });
        if (found.isCut)
          throw new TooDearError(table, Math.ceil(found.items.length / pageSize) + 1, found.items, {
            isCut: true,
          });
        return found;
      };
      const key = `query ${operation} ${JSON.stringify(args)}`;
      const listed = await operations.cache.remember(key, readNow, keptMs);
      for (const one of notesOfList(asIs(table), listed)) note(one);
      return listed.items;
    },
    cards: async (table, read, records) => {
      const found = await each<RawRecord>(options, {
        table,
        what: 'cards',
        key: read,
        records,
        readOne: async (record) => {
          const card = await operations.call(read, { id: record.Id });
          return isRow(card) ? card : record;
        },
      });
      if (read === 'get_user')
        await keepGroupNames(
          operations,
          [...found.values()].map((user) => toRecord(userGroups, user)),
        );
      return found;
    },
    tables: (block, cases) => {
      const without = new Set<string>();
      return each<readonly AnyRecord[]>(options, {
        table: 'cases',
        what: 'table blocks',
        key: `rows of ${block} in`,
        records: cases,
        readOne: async ({ Id, Type }) => {
          const type = isRow(Type) ? String(Type.Id) : Id;
          if (without.has(type)) return [];
          const call = ['list_table_objects', { TableBlockId: block, ObjectId: Id }] as const;
          try {
            return (await listAll(operations, call, anyRecord, { isExact: true })).items;
          } catch (error) {
            // Status 400 means that the type has no such table block (API description, GetTableObjects). Skip its other
            // cases.
            if (!(error instanceof ApiError && error.status === 400)) throw error;
            without.add(type);
            return [];
          }
        },
      });
    },
  };
}

interface Each<Value extends object> {
  readonly table: string;
  /** Name of the objects that are read, in the plural. */
  readonly what: string;
  /** Part of the cache keys. */
  readonly key: string;
  readonly records: readonly AnyRecord[];
  readonly readOne: (record: AnyRecord) => Promise<Value>;
}

/**
 * Reads an object for each record. Waits for an earlier read with the same key, because two tables may need the same
 * objects.
 */
function each<Value extends object>(
  options: SourceOptions,
  asked: Each<Value>,
): Promise<ReadonlyMap<string, Value>> {
  const earlier = options.busy.get(asked.key) ?? Promise.resolve();
  const found = earlier.then(() => readEach(options, asked));
  options.busy.set(
    asked.key,
    found.catch(() => undefined),
  );
  return found;
}

/**
 * Reads an object for each record, with one request each. Returns them by record id. Each object is cached separately,
 * so that other queries need requests only for the objects that are not cached. @throws TooDearError if the request
 * limit would be exceeded; errors of `OperationClient.call` if none could be read
 */
async function readEach<Value extends object>(
  { operations: { cache }, budget, note, onStep }: SourceOptions,
  { table, what, key, records, readOne }: Each<Value>,
): Promise<ReadonlyMap<string, Value>> {
  const nameOf = ({ Id }: AnyRecord) => `query ${key} ${Id}`;
  const values = new Map<string, Value>();
  const missing: AnyRecord[] = [];
  for (const record of records) {
    const kept = cache.recall<Value>(nameOf(record));
    if (kept === undefined) missing.push(record);
    else values.set(record.Id, kept);
  }
  if (missing.length === 0) return values;
  budget.planned += missing.length;
  if (budget.isPlan || budget.sent + budget.planned > budget.limit)
    throw new TooDearError(table, budget.planned, records, { reading: what });
  const readAndKeep = (record: AnyRecord) => cache.remember(nameOf(record), () => readOne(record), keptMs);
  const found = await sideBySide(missing, readAndKeep, () => {
    budget.sent += 1;
    budget.planned -= 1;
    onStep();
  });
  for (const one of failureNotes(table, what, records.length, found.failures)) note(one);
  if (values.size === 0 && found.values.size === 0 && found.failures.length > 0) throw found.failures[0];
  return new Map([...values, ...found.values]);
}

const isRateLimited = (error: unknown) => error instanceof ApiError && error.status === 429;

/**
 * Repeats a request while the service refuses it because of too many requests. The transport waits before each retry.
 */
async function patiently<Value>(ask: () => Promise<Value>): Promise<Value> {
  for (let refused = 0; ; refused += 1)
    try {
      return await ask();
    } catch (error) {
      if (!isRateLimited(error) || refused === maxRefused) throw error;
    }
}

/** Reads records in parallel. A read that was refused because of too many requests is repeated after the others. */
async function sideBySide<Value>(
  records: readonly AnyRecord[],
  readOne: (record: AnyRecord) => Promise<Value>,
  onRead: () => void,
): Promise<{ readonly values: ReadonlyMap<string, Value>; readonly failures: readonly unknown[] }> {
  const values = new Map<string, Value>();
  const failures: unknown[] = [];
  const left = [...records].reverse();
  let refused = 0;
  const lane = async () => {
    for (let record = left.pop(); record !== undefined; record = left.pop()) {
      try {
        values.set(record.Id, await readOne(record));
        refused = 0;
      } catch (error) {
        if (!isCallError(error)) throw error;
        if (isRateLimited(error) && refused < maxRefused) {
          refused += 1;
          left.unshift(record);
          continue;
        }
        failures.push(error);
        // If all of the first reads fail, the remaining ones would fail, too.
        if (values.size === 0 && failures.length >= lanes) left.length = 0;
      }
      onRead();
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, records.length) }, lane));
  return { values, failures };
}

function failureNotes(table: string, what: string, all: number, failures: readonly unknown[]): string[] {
  const incomplete = what === 'cards' ? 'their values are NULL here' : 'their rows are missing here';
  const some = (count: number) => asIs(`${count} of ${all} ${what} of ${table}`);
  return whyManyMissing(some, failures).map(({ en }) => `${en} So ${incomplete}.`);
}
