import { InvalidArgumentsError } from '../../contract/errors.ts';
import type { ArrangeList } from '../../contract/features/arranged-list.ts';
import type { SqlValue } from '../../contract/features/sql-engine.ts';
import type { WorkflowContext } from '../../contract/features/workflow.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { isRow } from '../../contract/records/row.ts';
import { type Note, worded } from '../../contract/worded.ts';
import { eachOnce } from '../../domain/partial.ts';
import { openBy, readStatuses } from '../../domain/tasks.ts';
import { localTime } from '../../domain/time/local-time.ts';
import { type Budget, TooDearError } from './budget.ts';
import { type CardField, readCardFields } from './card-columns.ts';
import { fillTable } from './fill.ts';
import { queryMessages } from './messages.ts';
import { namedColumn } from './names-and-values/named-columns.ts';
import type { Reader } from './reader.ts';
import { type AnyRecord, createSource } from './source.ts';
import type { QueryTable, TableColumn } from './tables/table.ts';
import { queryTables } from './tables/tables.ts';
import type { RawRecord } from './values.ts';

/** Tables by list operation, for lists whose rows belong to the table of another operation. */
const tableOf: Readonly<Record<string, string>> = {
  list_objects: 'objects',
  list_cases: 'cases',
  list_related_objects: 'objects',
  list_documents: 'documents',
  list_users_v1: 'users',
};

/** Fields that identify a row. They are shown in addition to the requested ones. */
const always = ['Id', 'Name', 'Number'];

/** Selects the columns of a list and sorts it. Accepts any column of a query, including fields of object cards. */
export const arrangeList: ArrangeList = async (operations, { tool, args, ...asked }, context) => {
  const table = queryTables.find(({ name, rows }) =>
    tableOf[tool] ? name === tableOf[tool] : 'list' in rows && !('each' in rows) && rows.list === tool,
  );
  if (table === undefined)
    throw new InvalidArgumentsError(`${tool} does not support show or sort: use fields, or query_records.`);
  const fields = await fieldsConcerned(operations, table, args);
  const shown = asked.show?.map((name) => namedColumn('show', name, table, fields));
  const sorted = (asked.sort ?? []).map((text) => sortKey(text, table, fields));
  return async (rows) => {
    const named = [
      ...new Map(
        [...(shown ?? []), ...sorted.map(({ column }) => column)].map((one) => [one.name, one]),
      ).values(),
    ];
    const records = rows.map((row) => (isRow(row) ? row : {}));
    const filled = await fill({ operations, context, table, fields }, records, named);
    const place = (column: TableColumn) => named.findIndex(({ name }) => name === column.name);
    const keys = sorted.map(({ column, isDown }) => ({ at: place(column), isDown }));
    const order = sortedOrder(filled.rows, keys);
    return {
      order,
      shown:
        shown && records.map((record, at) => shownRow(record, shown, filled.rows[at] as SqlValue[], place)),
      notes: filled.notes,
    };
  };
};

/** Returns the fields of all object cards, or only those of the requested type. */
async function fieldsConcerned(
  operations: OperationClient,
  table: QueryTable,
  { ObjectTypeId: type }: RawRecord,
): Promise<readonly CardField[]> {
  const fields = await readCardFields(operations, table);
  return typeof type === 'string' ? fields.filter(({ types }) => types.has(type)) : fields;
}

interface SortKey {
  readonly column: TableColumn;
  readonly isDown: boolean;
}

const downward = ['desc', 'descending', 'по убыванию'];
const upward = ['asc', 'ascending', 'по возрастанию'];

function sortKey(given: string, table: QueryTable, fields: readonly CardField[]): SortKey {
  const text = given.trim();
  const ending = (words: readonly string[]) =>
    words.find((word) => [` ${word}`, `:${word}`].some((end) => text.toLowerCase().endsWith(end)));
  const word = ending([...downward, ...upward]);
  const name = text.slice(/^[-+]/.test(text) ? 1 : 0, word === undefined ? undefined : -word.length - 1);
  const isDown = text.startsWith('-') || (word !== undefined && downward.includes(word));
  return { column: namedColumn('sort', name.trim(), table, fields), isDown };
}

interface Arranging {
  readonly operations: OperationClient;
  readonly context: WorkflowContext;
  readonly table: QueryTable;
  readonly fields: readonly CardField[];
}

/**
 * Fills columns from lists and object cards.
 * @throws InvalidArgumentsError if this needs more requests than allowed
 */
async function fill(
  { operations, context, table, fields }: Arranging,
  records: readonly RawRecord[],
  columns: readonly TableColumn[],
): Promise<{ readonly rows: readonly (readonly SqlValue[])[]; readonly notes: readonly Note[] }> {
  const { names, finalStatuses, query, progress } = context;
  const notes: Note[] = [];
  const note = (one: Note) => void notes.push(one);
  const { clock, notes: ofTime } = await localTime(operations, context);
  const budget: Budget = { limit: query.requests, isPlan: false, sent: 0, planned: 0 };
  const source = createSource({
    operations,
    budget,
    onStep: () => progress(budget.sent, budget.sent + budget.planned),
    note,
  });
  const card = 'card' in table.rows ? table.rows.card : undefined;
  const cards = async (): Promise<readonly RawRecord[]> => {
    const lacking = records.filter((record): record is AnyRecord => typeof record.Id === 'string');
    if (card === undefined || columns.every((column) => !column.onCard || isGiven(column, records)))
      return records;
    const read = await source.cards(table.name, card, lacking);
    return records.map((record) => read.get(String(record.Id)) ?? record);
  };
  const reader: Reader = {
    unread: new Set(),
    records: (_, onCard) => (onCard ? cards() : Promise.resolve(records)),
    isOpen: async () => openBy(await readStatuses(operations).catch(() => []), finalStatuses),
  };
  try {
    const filling = { reader, source, operations, names, clock, now: context.now, note };
    const { rows } = await fillTable(filling, table, columns, fields);
    const times = columns.some(isTimed)
      ? [...ofTime, worded(queryMessages.times, { zone: clock.timeZone })]
      : [];
    return { rows, notes: [...times, ...eachOnce(notes)] };
  } catch (error) {
    if (!(error instanceof TooDearError)) throw error;
    throw new InvalidArgumentsError(
      `This reads ${error.needed} cards, but one call may read only ${query.requests}: narrow the list, by ObjectTypeId, ResponsibleIds, Status or Filters.`,
    );
  }
}

const isTimed = ({ as }: TableColumn) => ['moment', 'due', 'any'].includes(as);

/** Checks whether the list already contains the column. Some services include fields of object cards in lists. */
const isGiven = ({ from: [first = '', key = ''] }: TableColumn, records: readonly RawRecord[]) =>
  records.every((record) => {
    const value = record[first];
    return first === 'Fields' ? isRow(value) && Object.hasOwn(value, key) : value !== undefined;
  });

const collator = new Intl.Collator('ru', { numeric: true, sensitivity: 'base' });

/** Returns the order of the rows. Empty values come last. Rows with equal values keep the service's order. */
function sortedOrder(
  rows: readonly (readonly SqlValue[])[],
  keys: readonly { readonly at: number; readonly isDown: boolean }[],
): number[] {
  const compare = (one: SqlValue, other: SqlValue, isDown: boolean): number => {
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    const found =
      typeof one === 'number' && typeof other === 'number'
        ? one - other
        : collator.compare(String(one), String(other));
    return isDown ? -found : found;
  };
  return Array.from(rows, (_, place) => place).sort((one, other) => {
    for (const { at, isDown } of keys) {
      const found = compare(rows[one]?.[at] ?? null, rows[other]?.[at] ?? null, isDown);
      if (found !== 0) return found;
    }
    return one - other;
  });
}

function shownRow(
  record: RawRecord,
  columns: readonly TableColumn[],
  cells: readonly SqlValue[],
  place: (column: TableColumn) => number,
): Record<string, unknown> {
  const asked = new Set(columns.map(({ name }) => name.toLowerCase()));
  const known = always.filter((name) => record[name] !== undefined && !asked.has(name.toLowerCase()));
  return {
    ...Object.fromEntries(known.map((name) => [name, record[name]])),
    ...Object.fromEntries(
      columns.map((column) => {
        const cell = cells[place(column)] ?? null;
        const isFlag = column.as === 'flag' && (cell === 0 || cell === 1);
        return [column.name, isFlag ? cell === 1 : cell];
      }),
    ),
  };
}
