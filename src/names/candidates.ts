import { LRUCache } from 'lru-cache';
import { SpentError, UnexpectedAnswerError } from '../contract/errors.ts';
import type { OperationClient, OperationResponse } from '../contract/operations/operation-client.ts';
import type { RecordKind } from '../contract/records/record-ref.ts';
import type { Inside, RecordSource } from '../contract/records/record-source.ts';
import type { Row } from '../contract/records/row.ts';
import { bytesOf } from '../json/bytes.ts';
import { mapInTurns } from '../util/give-way.ts';
import { letGo } from '../util/let-go.ts';
import { type ListPage, pageIn, walkPages } from '../util/pages.ts';
import { goesDeep, readBelow } from './below.ts';
import type { NamedRecord } from './match.ts';
import { askList, entryOf, hasUsableId, rowsInside } from './sources.ts';

/** All listed records of a kind, or those that a search returned. */
export interface CandidateList {
  readonly entries: readonly NamedRecord[];
  /** Whether the service has more records than were read. */
  readonly isCut: boolean;
  /** Set if the service ignored the search argument. The name must then be found in the whole list. */
  readonly isIgnored?: true;
  /** Set if the list contains records in folders although the request had no folder argument. */
  readonly isDeep?: true;
  /** Entries with ids that no operation accepts. Their names can be shown, but they are not candidates. */
  readonly others?: readonly NamedRecord[];
  /** Time at which the list was requested, on the monotonic clock. */
  readonly askedAt: number;
}

type List = Omit<CandidateList, 'askedAt'>;

export interface ListQuestion {
  readonly kind: RecordKind;
  readonly source: RecordSource;
  readonly args: Readonly<Record<string, unknown>>;
  /** Earliest acceptable request time of a cached list, on the monotonic clock. Older lists are not used. */
  readonly since?: number | undefined;
}

const lifetimeMs = 60_000;
/** Maximum size of the cache for all callers together. Beyond it, the least recently used lists are evicted. */
const maxBytes = 64 * 1024 * 1024;
const pageSize = 100;
/**
 * Maximum number of records that are read one by one because they contain the searched records (`maxHolders`), and how
 * many are read concurrently (`atOnce`).
 */
const maxHolders = 100;
const atOnce = 5;

/**
 * Creates the cache of candidate lists. Each caller has separate entries, which are kept for a minute. Concurrent calls
 * that need the same list share one request.
 */
export function createEntries() {
  const kept = letGo(
    new LRUCache<string, CandidateList>({
      maxSize: maxBytes,
      sizeCalculation: (list, key) => bytesOf([key, list]),
      ttl: lifetimeMs,
    }),
  );
  const running = new Map<
    string,
    { readonly list: Promise<CandidateList>; readonly owner: OperationClient }
  >();
  /** Counts calls to `forget`. A list requested before the latest one may be stale, so it is not cached. */
  let age = 0;

  const load = async (
    operations: OperationClient,
    key: string,
    question: ListQuestion,
  ): Promise<CandidateList> => {
    const began = age;
    const askedAt = performance.now();
    const list = { ...(await readList(operations, question)), askedAt };
    if (age === began) kept.set(key, list);
    return list;
  };
  const loadOnce = async (
    operations: OperationClient,
    key: string,
    question: ListQuestion,
  ): Promise<CandidateList> => {
    const shared = running.get(key);
    if (shared !== undefined)
      try {
        return await shared.list;
      } catch (error) {
        // Read again if the other call failed only because it was cancelled or had reached its request limit.
        if (!shared.owner.signal?.aborted && !(error instanceof SpentError)) throw error;
      }
    const list = load(operations, key, question).finally(() => {
      if (running.get(key)?.list === list) running.delete(key);
    });
    running.set(key, { list, owner: operations });
    return list;
  };

  return {
    list: async (operations: OperationClient, question: ListQuestion): Promise<CandidateList> => {
      const key = JSON.stringify([operations.principalId, question.kind, question.args]);
      const known = kept.get(key);
      if (known !== undefined && known.askedAt >= (question.since ?? 0)) return known;
      const askedAt = performance.now();
      return { ...(await loadOnce(operations, key, question)), askedAt };
    },
    /** Drops a caller's cached lists for all kinds that `concerns` selects. */
    forget: (principalId: string, concerns: (kind: RecordKind) => boolean): void => {
      age += 1;
      for (const key of kept.keys()) {
        const [owner, kind] = JSON.parse(key) as [string, RecordKind];
        if (owner === principalId && concerns(kind)) kept.delete(key);
      }
      running.clear();
    },
  };
}

/**
 * Reads the records of a list. If the source has `inside`, the list contains other records, and the requested records
 * are nested in them.
 */
async function readList(operations: OperationClient, question: ListQuestion): Promise<List> {
  const { source } = question;
  const { tree } = source;
  if (tree !== undefined && Object.keys(question.args).length === 0) {
    const level = async (one: RecordSource, args: ListQuestion['args']) => {
      const { rows, isCut } = await readRows(operations, { ...question, source: one, args });
      return { rows, isCut };
    };
    const { rows, isCut } = await readBelow(operations, { ...source, tree }, level);
    return { entries: unique(await entriesOf(source, rows)), isCut };
  }
  if (source.inside === undefined) return readPages(operations, question);
  const given = question.args.id;
  const holders =
    given === undefined ? await readPages(operations, { ...question, source: holdersOf(source) }) : undefined;
  const ids = holders?.entries.map(({ id }) => id) ?? [String(given)];
  return readInside(
    operations,
    source,
    source.inside,
    ids.slice(0, maxHolders),
    holders?.isCut === true || ids.length > maxHolders,
  );
}

/** Returns a source that lists the containing records, of which only the ids are used. */
const holdersOf = (source: RecordSource): RecordSource => ({
  ...source,
  ...{
    inside: undefined,
    key: undefined,
    names: undefined,
    aliases: undefined,
    detail: undefined,
    facts: undefined,
  },
});

/** Reads the records nested in those with the given ids. If one cannot be read, the result is incomplete. */
async function readInside(
  operations: OperationClient,
  source: RecordSource,
  inside: Inside,
  ids: readonly string[],
  isCut: boolean,
): Promise<List> {
  const entries: NamedRecord[] = [];
  const failures: unknown[] = [];
  for (let start = 0; start < ids.length; start += atOnce) {
    const read = await Promise.allSettled(
      ids.slice(start, start + atOnce).map((id) => operations.call(inside.read, { id })),
    );
    for (const answer of read) {
      if (answer.status === 'rejected') failures.push(answer.reason);
      const rows = answer.status === 'fulfilled' ? rowsInside(inside, (answer.value ?? {}) as Row) : [];
      for (const entry of await entriesOf(source, rows)) entries.push(entry);
    }
    // Stop if the call was cancelled, or if every containing record failed.
    if (operations.signal?.aborted || (failures.length > 0 && failures.length === ids.length))
      throw failures[0];
  }
  // Fail instead of returning nothing. The API description does not document these records, so the deployment may use
  // other field names.
  if (entries.length === 0)
    throw new UnexpectedAnswerError(`The service’s records contain no ${source.many}.`);
  return { entries: unique(entries), isCut: isCut || failures.length > 0 };
}

/** Reads the pages of a list, up to `lookThrough` records. If it has no pages, sends one request. */
async function readPages(operations: OperationClient, question: ListQuestion): Promise<List> {
  const { rows, ...rest } = await readRows(operations, question);
  const all = unique(await readEntries(question.source, rows));
  const [entries, others] = partition(all, (entry) => hasUsableId(question.source, entry));
  // If no row has a usable id, the wanted record may still be among the rows, so the result counts as incomplete.
  const isUnread = rows.length > 0 && entries.length === 0;
  return { ...rest, entries, ...(others.length > 0 ? { others } : {}), isCut: rest.isCut || isUnread };
}

async function readRows(
  operations: OperationClient,
  { source, args }: ListQuestion,
): Promise<Omit<List, 'entries'> & { readonly rows: readonly Row[] }> {
  const all: Row[] = [];
  const seen = new Set<unknown>();
  let isIgnored = false;
  let isFirst = true;
  const ask = (paging: object) => askList(operations, source, { ...args, ...paging });
  const take = async ({ body, held }: OperationResponse): Promise<ListPage> => {
    const rows = rowsOf(body, source);
    const { size } = seen;
    for (const { Id } of rows) if (Id !== undefined) seen.add(Id);
    all.push(...rows);
    const page = pageIn(body) ?? { next: undefined, count: 0 };
    isIgnored ||= held !== undefined && held.ignored.length > 0;
    const leftOut = held?.leftOut.length ?? 0;
    return { ...page, count: page.count + leftOut, isNew: leftOut > 0 || seen.size > size };
  };
  if (!source.isPaged) {
    const { next } = await take(await ask({}));
    return { rows: all, isCut: typeof next === 'string' };
  }
  const left = await walkPages({
    operation: source.list,
    habits: operations.paging,
    size: pageSize,
    read: async (page) => {
      const place = isFirst ? {} : { Page: page };
      isFirst = false;
      return take(await ask({ ...place, PageSize: pageSize }));
    },
    readOne: async () => pageIn((await ask({ PageSize: 1 })).body) ?? { next: undefined },
    goesOn: (pages) => !isIgnored && pages < Math.ceil(operations.lookThrough / pageSize),
  });
  const isCut = left !== undefined;
  const isDeep = goesDeep(source, args, all);
  return {
    rows: all,
    isCut,
    ...(isIgnored && isCut ? { isIgnored } : {}),
    ...(isDeep ? { isDeep } : {}),
  };
}

const readEntries = async (source: RecordSource, rows: readonly Row[]): Promise<NamedRecord[]> =>
  (await mapInTurns(rows, (row) => entryOf(source, row))).filter((entry) => entry !== undefined);

const entriesOf = async (source: RecordSource, rows: readonly Row[]): Promise<NamedRecord[]> =>
  (await readEntries(source, rows)).filter((entry) => hasUsableId(source, entry));

function rowsOf(answer: unknown, source: RecordSource): Readonly<Record<string, unknown>>[] {
  const items = (answer as { Items?: unknown } | null | undefined)?.Items ?? answer;
  if (!Array.isArray(items)) return [];
  return items
    .filter((item): item is Record<string, unknown> => typeof item === 'object' && item !== null)
    .flatMap((item) => (source.isNested ? [item, ...rowsOf(item.Items ?? [], source)] : [item]));
}

function partition<Item>(items: readonly Item[], fits: (item: Item) => boolean) {
  const parts: [Item[], Item[]] = [[], []];
  for (const item of items) parts[fits(item) ? 0 : 1].push(item);
  return parts;
}

/** Removes duplicates, because a record in a nested folder may be listed twice. */
const unique = (entries: readonly NamedRecord[]) => [
  ...new Map(entries.map((entry) => [entry.id, entry])).values(),
];
