import { ifCallFails } from '../../../contract/errors.ts';
import type { OperationClient } from '../../../contract/operations/operation-client.ts';
import type { RecordKind } from '../../../contract/records/record-ref.ts';
import { isRow } from '../../../contract/records/row.ts';
import { listWhole } from '../../../domain/list-records.ts';
import { namedRecord } from '../../../domain/records.ts';
import { fewValued } from '../names-and-values/meanings.ts';
import type { QueryTable, TableColumn } from '../tables/table.ts';
import { type RawRecord, referenceOf, statusCell, valueAt } from '../values.ts';

/** Lists of all values of a kind. They have no pages. */
const lists = {
  'object type': 'list_object_types',
  'task type': 'list_task_types',
  'task status': 'list_task_statuses',
  'task priority': 'list_task_priorities',
  'event type': 'list_event_types',
  'role in case': 'list_roles_in_case',
} as const satisfies Partial<Record<RecordKind, string>>;

const isListed = (kind: RecordKind | undefined): kind is keyof typeof lists =>
  kind !== undefined && Object.hasOwn(lists, kind);

/**
 * Returns the values that the columns of a table can have, by column name. Values that occur in the rows come first.
 * @param rows rows of the table that were read for another purpose
 */
export async function valuesOfColumns(
  operations: OperationClient,
  { columns, types }: QueryTable,
  rows: readonly RawRecord[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await Promise.all(
    columns
      .filter(({ name, as }) => fewValued.test(name) && as !== 'id')
      .map(async (column) => {
        const list = column.of === 'object type' && types ? types : isListed(column.of) && lists[column.of];
        const listed = list ? await namesIn(operations, list) : [];
        return [column.name, [...new Set([...occurring(column, rows), ...listed])]] as const;
      }),
  );
  return new Map(found.filter(([, values]) => values.length > 0));
}

/** Returns the names in a list. Returns an empty array if it cannot be read, because values are only a help. */
async function namesIn(
  operations: OperationClient,
  list: (typeof lists)[keyof typeof lists] | 'list_case_types',
): Promise<readonly string[]> {
  const known = await operations.cache
    .remember(`query values of ${list}`, async () => {
      const items = await listWhole(operations, [list, {}], namedRecord);
      return { names: items.flatMap(({ Name }) => Name ?? []) };
    })
    .catch(ifCallFails(undefined));
  return known?.names ?? [];
}

/** Returns the different values in rows, the most frequent first. */
function occurring({ from }: TableColumn, rows: readonly RawRecord[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const value = from[0] === '~status' ? statusCell(row) : referenceOf(valueAt(row, from));
    const name = isRow(value) ? value.Name : value;
    if (typeof name === 'string' && name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([name]) => name);
}
