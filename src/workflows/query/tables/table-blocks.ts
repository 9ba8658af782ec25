import { ifCallFails } from '../../../contract/errors.ts';
import type { OperationClient } from '../../../contract/operations/operation-client.ts';
import { isRow } from '../../../contract/records/row.ts';
import { type Note, worded } from '../../../contract/worded.ts';
import { listAll } from '../../../domain/list-records.ts';
import { type CardField, fieldColumn, readCardFields } from '../card-columns.ts';
import { queryMessages } from '../messages.ts';
import { type AnyRecord, anyRecord, type Source } from '../source.ts';
import type { RawRecord } from '../values.ts';
import { id, moment, type QueryTable, written } from './table.ts';

/**
 * Tables for the objects in a table block of object cards (API description, GetTableObjects). Object types do not list
 * these blocks, so a statement names a block by its id, and its fields are taken from its rows.
 */

const keptMs = 60_000;
/** Matches names of system fields in a row. All other keys are object card fields. */
const ownKeys = /^(Id|Fields|Project_.+)$/;

const columns = [
  id(),
  written('name', 'Project_Name', 'Name / Название'),
  written('number', 'Project_FullNumber', 'Number / Номер'),
  written('type', 'Project_ProjectType_Name', 'Type / Тип'),
  written('status', '~status', 'Status: in work or archived / Статус: в работе, в архиве'),
  written('stage', 'Project_Stage_Name', 'Stage / Стадия'),
  written('responsible', 'Project_Responsible', 'Responsible / Ответственный'),
  written('client', 'Project_Client_Name', 'Client / Клиент'),
  written('description', 'Project_Description', 'Description / Описание'),
  moment('created', 'Project_CreationDate_Time', 'Created / Создано'),
];

/** Column with the case of a row. Each case is read if a statement names it. */
export const holderColumn = { ...id('case_id', '^.Id', 'cases'), onCard: true as const };

/** Returns the id of the block in a table name: `block_` and the id, with any separators. */
export function blockNamed(name: string): string | undefined {
  const digits = /^block((?:[ _-]?[0-9a-f]){32})$/i.exec(name)?.[1]?.replace(/[ _-]/g, '').toLowerCase();
  return digits?.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * Returns the table of a block, with the fields on the first page of its rows.
 * @throws errors of `OperationClient.call`, also for an unknown block
 */
export async function readTableBlock(
  operations: OperationClient,
  name: string,
  block: string,
): Promise<{ readonly table: QueryTable; readonly fields: readonly CardField[] }> {
  const [rows, known] = await Promise.all([
    operations.cache.remember(
      `query columns of ${block}`,
      async () => {
        const page = ['list_table_objects', { TableBlockId: block }] as const;
        return (await listAll(operations, page, anyRecord, { maxPages: 1 })).items;
      },
      keptMs,
    ),
    // Continue without types, because they only add titles and formats.
    readCardFields(operations, { name, types: 'list_object_types' }).catch(ifCallFails([])),
  ]);
  const fields = [...new Set(rows.flatMap((row) => Object.keys(fieldsOf(row))))].map(
    (key): CardField => ({
      ...(known.find((one) => one.key.toLowerCase() === key.toLowerCase()) ?? untyped),
      key,
      rowsIn: undefined,
    }),
  );
  const own = fields.map((field) => {
    const { onCard: _, ...column } = fieldColumn(field, field.key, ['Fields', field.key]);
    return column;
  });
  const taken = new Set(columns.map((column) => column.name));
  return {
    fields,
    table: {
      name,
      title: 'Objects in a table block / Таблица карточки',
      rows: { block },
      columns: [...columns, ...own.filter((column) => !taken.has(column.name.toLowerCase()))],
    },
  };
}

const untyped = {
  title: '',
  block: '',
  format: '',
  dictionary: undefined,
  types: new Set<string>(),
} as const;

const fieldsOf = (row: RawRecord): RawRecord => ({
  ...(isRow(row.Fields) ? row.Fields : {}),
  ...Object.fromEntries(Object.entries(row).filter(([key]) => !ownKeys.test(key))),
});

const rowOf = (row: RawRecord, holder?: RawRecord): RawRecord => ({
  ...row,
  Fields: fieldsOf(row),
  IsArchive: row.Project_IsArchive,
  ...(holder ? { '^': holder } : {}),
});

interface TableReading {
  readonly source: Source;
  readonly note: (note: Note) => void;
  /** Cases whose rows in the table block are read. Undefined: all cases. */
  readonly holders: readonly AnyRecord[] | undefined;
  /** Returns the cases to read separately, if rows do not contain their case. */
  readonly cases: () => Promise<readonly AnyRecord[]>;
}

/**
 * Reads the rows of a table block.
 * @param isByCase whether the case of each row is needed
 * @throws TooDearError if there are too many requests; errors of `OperationClient.call`
 */
export async function tableRows(
  { source, note, holders, cases }: TableReading,
  { name, block }: { readonly name: string; readonly block: string },
  isByCase: boolean,
): Promise<readonly RawRecord[]> {
  const all =
    holders === undefined
      ? await source.list(name, 'list_table_objects', { TableBlockId: block })
      : undefined;
  if (all?.length === 0 || (all && !isByCase)) return all.map((row) => rowOf(row));
  const asked = holders ?? (await cases());
  const found = await source.tables(block, asked);
  const rows = asked.flatMap((one) => (found.get(one.Id) ?? []).map((row) => rowOf(row, one)));
  if (isSameForAll([...found.values()])) note(worded(queryMessages.sameRows, { table: name }));
  const placed = new Set(rows.map(({ Id }) => Id));
  const others = (all ?? []).filter(({ Id }) => !placed.has(Id));
  if (others.length > 0) note(worded(queryMessages.placeless, { count: others.length, table: name }));
  return [...rows, ...others.map((row) => rowOf(row))];
}

/** Checks whether the service ignores the requested object and returns the same rows for all. */
const isSameForAll = (lists: readonly (readonly AnyRecord[])[]) =>
  lists.length > 1 &&
  lists.every((list) => list.length > 0) &&
  new Set(lists.map((list) => list.map(({ Id }) => Id).join())).size === 1;
