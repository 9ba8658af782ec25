import { LRUCache } from 'lru-cache';
import { SpentError, UnexpectedAnswerError } from '../contract/errors.ts';
import type { OperationClient, OperationResponse } from '../contract/operations/operation-client.ts';
import type { RecordKind } from '../contract/records/record-ref.ts';
import type { Inside, RecordSource } from '../contract/records/record-source.ts';
import { bytesOf } from '../json/bytes.ts';
import type { Row } from '../json/record-value.ts';
import { mapInTurns } from '../util/give-way.ts';
import { letGo } from '../util/let-go.ts';
import { type ListPage, pageIn, walkPages } from '../util/pages.ts';
import { goesDeep, readBelow } from './below.ts';
import type { NamedRecord } from './match.ts';
import { askList, entryOf, hasUsableId, rowsInside } from './sources.ts';

/** Records of a kind, or those that a search found. */
export interface CandidateList {
  readonly entries: readonly NamedRecord[];
  /** Whether there are more than were read. */
  readonly isCut: boolean;
  /** The service ignored what it was asked by: nothing but the whole list can be looked through. */
  readonly isIgnored?: true;
  /** Whether rows show that the list goes into folders, although none was given. */
  readonly isDeep?: true;
  /** Entries whose ids no call takes, where there are any: they tell names, and are no candidates. */
  readonly others?: readonly NamedRecord[];
  /** When they were asked for, on the monotonic clock. */
  readonly askedAt: number;
}

type List = Omit<CandidateList, 'askedAt'>;

export interface ListQuestion {
  readonly kind: RecordKind;
  readonly source: RecordSource;
  readonly args: Readonly<Record<string, unknown>>;
  /** Of what is remembered, nothing that was asked for before that, on the monotonic clock. */
  readonly since?: number | undefined;
}

const lifetimeMs = 60_000;
/** Of the records that are remembered, over all callers. */
const maxBytes = 64 * 1024 * 1024;
const pageSize = 100;
/** Records that are read one by one for what they hold, and how many of them at once. */
const maxHolders = 100;
const atOnce = 5;

/** Lists of records, each asked for once at a time and remembered for a minute for the caller who asked. */
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
  /** Generation: what was requested before an invalidation goes to its caller, and is not kept. */
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
        // That another call was cancelled, or has asked for too much, is no answer for this one.
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
    /** Forgets the lists of a caller whose kind passes the test. */
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

/** What the list shows, or what is inside of what it shows. */
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

/** Those that hold the records are told apart by their ids alone. */
const holdersOf = (source: RecordSource): RecordSource => ({
  ...source,
  ...{ inside: undefined, key: undefined, names: undefined, aliases: undefined, detail: undefined },
});

/** One that cannot be read may hold what is not found elsewhere. */
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
    // Nobody waits for them, or nobody may read any.
    if (operations.signal?.aborted || (failures.length > 0 && failures.length === ids.length))
      throw failures[0];
  }
  // The API description does not show such records: a deployment may call what they hold otherwise.
  if (entries.length === 0) throw new UnexpectedAnswerError(`The service’s records show no ${source.many}.`);
  return { entries: unique(entries), isCut: isCut || failures.length > 0 };
}

/** All pages up to the limit; of a list that takes no page the one that it is. */
async function readPages(operations: OperationClient, question: ListQuestion): Promise<List> {
  const { rows, ...rest } = await readRows(operations, question);
  const all = unique(await readEntries(question.source, rows));
  const [entries, others] = partition(all, (entry) => hasUsableId(question.source, entry));
  // Rows in a form that nobody can read may be the records that are meant.
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

/** A folder inside another that was found too comes twice. */
const unique = (entries: readonly NamedRecord[]) => [
  ...new Map(entries.map((entry) => [entry.id, entry])).values(),
];
