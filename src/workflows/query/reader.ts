import type { OperationClient, OperationName } from '../../contract/operations/operation-client.ts';
import type { NameResolver } from '../../contract/records/name-resolver.ts';
import { isRow } from '../../contract/records/row.ts';
import { asIs, type Note, worded } from '../../contract/worded.ts';
import { part } from '../../domain/partial.ts';
import { searchRecords } from '../../domain/search/search-records.ts';
import { type IsOpen, openBy, readStatuses } from '../../domain/tasks.ts';
import type { Clock } from '../../domain/time/clock.ts';
import { objectQuestions } from '../../names/object-filters.ts';
import { readTypes } from './card-columns.ts';
import { queryMessages } from './messages.ts';
import { calendar, daysOff, documentsOf, flatFolders, freeDays } from './own-rows.ts';
import type { Scope } from './scope.ts';
import { type AnyRecord, anyRecord, type Source } from './source.ts';
import type { CardOperation, QueryTable, RowSource } from './tables/table.ts';
import { tableRows } from './tables/table-blocks.ts';
import { hasEntries, type RawRecord, referenceOf } from './values.ts';

export interface ReaderOptions {
  readonly tables: readonly QueryTable[];
  readonly source: Source;
  readonly operations: OperationClient;
  readonly names: NameResolver;
  readonly clock: Clock;
  readonly scope: Scope;
  readonly finalStatuses: readonly string[];
  readonly note: (note: Note) => void;
  /** Returns the records of a list that the query may need. The others are not read one by one. */
  readonly needed: (table: QueryTable, records: readonly AnyRecord[]) => Promise<readonly AnyRecord[]>;
}

/** Reads the records of tables. Each list is read once per query. */
export interface Reader {
  /** @param onCard whether to read single records, because a list has fewer fields */
  records(table: QueryTable, onCard: boolean): Promise<readonly RawRecord[]>;
  /** Records that were not read one by one, because the query does not need them. They keep the fields of the list. */
  readonly unread: ReadonlySet<RawRecord>;
  readonly isOpen: () => Promise<IsOpen>;
}

type Entries = Extract<RowSource, { readonly in: string }>;

/** Maximum number of cases for which a list is requested separately. Beyond it, the whole list is read and filtered. */
const fewCases = 20;

export function createReader(options: ReaderOptions): Reader {
  const { tables, source, operations, clock, scope, finalStatuses } = options;
  const known = new Map<string, Promise<readonly RawRecord[]>>();
  const unread = new Set<RawRecord>();
  const once = (key: string, read: () => Promise<readonly RawRecord[]>) => {
    const records = known.get(key) ?? read();
    known.set(key, records);
    return records;
  };
  const table = (name: string) => tables.find((one) => one.name === name) as QueryTable;
  /** Returns the cases of the scope. Returns undefined if it does not select cases. */
  const casesOfScope = async () =>
    scope.isOfCases ? ((await listed(table('cases'))) as readonly AnyRecord[]) : undefined;

  const listed = (of: QueryTable) => once(of.name, () => list(of));

  async function list(of: QueryTable): Promise<readonly RawRecord[]> {
    const { rows, name } = of;
    if ('each' in rows) return ofEach(rows.each, rows.list, name);
    if ('in' in rows) return entries(name, rows);
    if ('block' in rows) return inTable(name, rows.block, false);
    if ('rowsOf' in rows) return rowsOfCards(rows.rowsOf, rows.fields);
    if ('own' in rows) {
      const found = await own(rows.own);
      return rows.own === 'documents' ? withinScope(of, found) : found;
    }
    const read = rows.list;
    if (rows.includes) return including(table(rows.includes), name, read);
    if (rows.scope?.cases) return casesIn(name, read);
    const asked = {
      ...rows.args,
      ...(rows.scope?.from && scope.from !== undefined ? { [rows.scope.from]: scope.from } : {}),
      ...(rows.scope?.to && scope.to !== undefined ? { [rows.scope.to]: scope.to } : {}),
    };
    const at = rows.scope?.at;
    const inPeriod = (found: readonly RawRecord[]) =>
      at === undefined ? found : found.filter((row) => scope.isInPeriod(row, at));
    const cases = rows.scope?.case ? await casesOfScope() : undefined;
    if (cases === undefined || cases.length > fewCases)
      return withinScope(of, inPeriod(await source.list(name, read, asked, rows.isWhole)));
    const lists = await Promise.all(
      cases.map(({ Id }) => source.list(name, read, { ...asked, [rows.scope?.case as string]: Id })),
    );
    return inPeriod(lists.flat());
  }

  async function casesIn(name: string, operation: OperationName): Promise<readonly RawRecord[]> {
    const { words, args, fits } = scope;
    if (words === undefined) return (await source.list(name, operation, args)).filter(fits);
    const found = await searchRecords(operations, {
      list: operation as 'search_cases',
      questions: objectQuestions,
      isUncertain: true,
      text: words,
      item: anyRecord,
      describe: ({ Name, Number: number }) => ({ names: [asText(Name), asText(number)], about: [] }),
      args,
    });
    if (found.isCut) options.note(worded(queryMessages.moreOfWords, { table: name }));
    return found.fit === 'similar' ? [] : found.items.filter(fits);
  }

  /** Adds the records of another table to a list that contains none of them, or that could not be read. */
  async function including(other: QueryTable, name: string, read: OperationName) {
    const own = await part(asIs(name), casesIn(name, read));
    const types = other.types ? await part(asIs(''), readTypes(operations, other.types)) : undefined;
    const isOfOther = ({ Type }: RawRecord) => types?.value?.some(({ Id }) => Id === idOf(Type));
    // If the scope requests a type that the other table does not have, none of the other table's records can match.
    const wanted = scope.args.ObjectTypeId;
    const isOther = wanted !== undefined && types?.value && !types.value.some(({ Id }) => Id === wanted);
    if (own.value && (isOther || own.value.some(isOfOther))) return own.value;
    const more = await part(asIs(other.name), listed(other));
    if (own.value === undefined && more.value === undefined) throw own.error;
    for (const { note } of [own, more])
      if (note) options.note(worded(queryMessages.listMissing, { why: note }));
    const all = [...(own.value ?? []), ...(more.value ?? [])];
    return [...new Map(all.map((one) => [one.Id, one])).values()];
  }

  async function withinScope(of: QueryTable, rows: readonly RawRecord[]): Promise<readonly RawRecord[]> {
    const cases = of.ofCase === undefined ? undefined : await casesOfScope();
    if (cases === undefined) return rows;
    const ids = new Set(cases.map(({ Id }) => Id));
    return rows.filter((row) => {
      const at = row[of.ofCase as string];
      return isRow(at) && ids.has(String(at.Id));
    });
  }

  async function own(what: 'days' | 'daysOff' | 'documents' | 'folders'): Promise<readonly RawRecord[]> {
    if (what === 'folders') return flatFolders(await source.list('folders', 'list_folders', {}));
    if (what === 'documents')
      return (await documentsOf(options, await casesOfScope())).filter((one) =>
        scope.isInPeriod(one, 'CreationDate'),
      );
    const off = await daysOff(operations, clock);
    return what === 'days' ? calendar(off, clock, scope) : freeDays(off);
  }

  async function ofEach(parent: string, operation: OperationName, name: string) {
    const parents = (await listed(table(parent))) as readonly AnyRecord[];
    const lists = await Promise.all(
      parents.map(async (one) =>
        (await source.list(name, operation, { id: one.Id }, true)).map((row) => ({ ...row, '^': one })),
      ),
    );
    return lists.flat();
  }

  async function entries(name: string, { in: parent, field, onCard, empty }: Entries) {
    const lacks = (one: RawRecord) =>
      empty === 'not returned' ? !hasEntries(one[field]) : !Object.hasOwn(one, field);
    const lacking = (all: readonly RawRecord[]) => {
      const read = all.filter((one) => !unread.has(one));
      return { some: read.filter(lacks).length, all: read.length };
    };
    let parents = await records(table(parent), onCard === true);
    const listed = lacking(parents);
    if (onCard === 'unless listed' && listed.some > 0 && listed.some === listed.all)
      parents = await records(table(parent), true);
    const { some, all } = lacking(parents);
    if (empty !== 'no entries' && some > 0 && some === all)
      options.note(worded(queryMessages.entriesNotGiven, { parent, field, table: name }));
    else if (empty === 'not returned' && some > 0)
      options.note(worded(queryMessages.someNotGiven, { parent, field, table: name, some, all }));
    return parents.flatMap((one) => {
      const items = one[field];
      return Array.isArray(items) ? items.filter(isRow).map((item) => ({ ...item, '^': one })) : [];
    });
  }

  async function rowsOfCards(parent: string, fields: readonly string[]): Promise<readonly RawRecord[]> {
    return (await records(table(parent), true)).flatMap((card) => {
      const given = isRow(card.Fields) ? card.Fields : {};
      const lists = fields.map((field) => [given[field] ?? []].flat());
      const count = Math.max(0, ...lists.map((list) => list.length));
      return Array.from({ length: count }, (_, index) => ({
        Fields: Object.fromEntries(fields.map((field, place) => [field, lists[place]?.[index]])),
        '^': card,
        '~row': index + 1,
      }));
    });
  }

  const inTable = async (name: string, block: string, isByCase: boolean) => {
    const cases = async () => (await listed(table('cases'))) as readonly AnyRecord[];
    const reading = { source, note: options.note, holders: await casesOfScope(), cases };
    return tableRows(reading, { name, block }, isByCase);
  };

  function records(of: QueryTable, onCard: boolean): Promise<readonly RawRecord[]> {
    const { rows, name } = of;
    if (onCard && 'block' in rows) return once(`${name} by case`, () => inTable(name, rows.block, true));
    const card = 'card' in of.rows ? of.rows.card : undefined;
    return onCard && card ? once(`${of.name} cards`, () => cards(of, card)) : listed(of);
  }

  /** Reads the single records of a table. A record that cannot be read keeps the fields of the list. */
  async function cards(of: QueryTable, read: CardOperation): Promise<readonly RawRecord[]> {
    const rows = (await listed(of)) as readonly AnyRecord[];
    const needed = await options.needed(of, rows);
    const wanted = new Set(needed);
    for (const row of rows) if (!wanted.has(row)) unread.add(row);
    const found = await source.cards(of.name, read, needed);
    return rows.map((row) => found.get(row.Id) ?? row);
  }

  return {
    records,
    unread,
    isOpen: async () => openBy(await readStatuses(operations).catch(() => []), finalStatuses),
  };
}

const idOf = (value: unknown) => {
  const reference = referenceOf(value);
  return isRow(reference) ? reference.Id : undefined;
};
const asText = (value: unknown) => (typeof value === 'string' ? value : undefined);
