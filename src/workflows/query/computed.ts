import { isCallError } from '../../contract/errors.ts';
import type { SqlValue } from '../../contract/features/sql-engine.ts';
import { asIs } from '../../contract/worded.ts';
import { whyMissing } from '../../domain/partial.ts';
import type { TaskRecord } from '../../domain/records.ts';
import type { Filling } from './fill.ts';
import type { TableColumn } from './tables/table.ts';
import { queryTables } from './tables/tables.ts';
import { isRecord, type RawRecord, statusCell } from './values.ts';

type Compute = (record: RawRecord) => SqlValue;

/**
 * Returns functions for the columns whose values no record contains, by the first step of their path.
 * @throws errors of `OperationClient.call`
 */
export async function readComputed(
  filling: Filling,
  columns: readonly TableColumn[],
  records: readonly RawRecord[],
): Promise<ReadonlyMap<string, Compute>> {
  const steps = new Set(columns.map(({ from }) => from[0] ?? ''));
  const computed = new Map<string, Compute>([['~status', statusCell]]);
  if (steps.has('~open')) {
    const isOpen = await filling.reader.isOpen();
    computed.set('~open', (record) => (isOpen(record as unknown as TaskRecord) ? 1 : 0));
  }
  if (steps.has('~case_number')) computed.set('~case_number', await caseNumbers(filling, records));
  return computed;
}

/** Reads the numbers of the cases of records from the list of cases. A case may be an object of another class. */
async function caseNumbers({ reader, note }: Filling, records: readonly RawRecord[]): Promise<Compute> {
  const caseOf = ({ Case }: RawRecord) => (isRecord(Case) ? Case : undefined);
  const numbers = new Map<unknown, SqlValue>();
  try {
    for (const name of ['cases', 'objects']) {
      const ids = new Set(records.flatMap((one) => caseOf(one)?.Id ?? []));
      const table = queryTables.find((one) => one.name === name);
      if (table === undefined || [...ids].every((id) => numbers.has(id))) continue;
      for (const { Id, Number: number } of await reader.records(table, false))
        numbers.set(Id, typeof number === 'string' ? number : null);
    }
  } catch (error) {
    if (!isCallError(error)) throw error;
    note(whyMissing(asIs('numbers of cases'), error));
  }
  return (record) => numbers.get(caseOf(record)?.Id) ?? null;
}
