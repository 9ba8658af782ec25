import { isCallError } from '../../contract/errors.ts';
import type { SqlValue } from '../../contract/features/sql-engine.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import type { NameResolver } from '../../contract/records/name-resolver.ts';
import { isRow } from '../../contract/records/row.ts';
import { attendeeType } from '../../contract/records/vocabulary.ts';
import { asIs, type Note } from '../../contract/worded.ts';
import { part, whyMissing } from '../../domain/partial.ts';
import { findUser } from '../../domain/people/people.ts';
import { read, type TaskRecord, taskRecord, type UserRecord, userRecord } from '../../domain/records.ts';
import { showTask } from '../../domain/tasks.ts';
import type { Clock } from '../../domain/time/clock.ts';
import { readWorkingDays, weekendsOnly } from '../../domain/time/working-days.ts';
import type { Reader } from './reader.ts';
import type { TableColumn } from './tables/table.ts';
import { queryTables } from './tables/tables.ts';
import { cellOf, type RawRecord, statusCell } from './values.ts';

export interface Computing {
  readonly clock: Clock;
  readonly now: Date;
  readonly reader: Reader;
  readonly operations: OperationClient;
  readonly names: NameResolver;
  readonly note: (note: Note) => void;
}

type Compute = (record: RawRecord) => SqlValue;

/**
 * Returns functions that calculate the columns which no record contains. The key is the first segment of the column's
 * path.
 * @throws errors of `OperationClient.call`
 */
export async function readComputed(
  computing: Computing,
  columns: readonly TableColumn[],
  records: readonly RawRecord[],
): Promise<ReadonlyMap<string, Compute>> {
  const steps = new Set(columns.map(({ from }) => from[0] ?? ''));
  const computed = new Map<string, Compute>([['~status', statusCell]]);
  if (steps.has('~open')) {
    const isOpen = await computing.reader.isOpen();
    computed.set('~open', (record) => (isOpen(record as unknown as TaskRecord) ? 1 : 0));
  }
  if (steps.has('~works_on') || steps.has('~overdue')) {
    const late = await lateness(computing);
    for (const [step, compute] of late) computed.set(step, compute);
  }
  for (const column of columns) {
    const [step = '', field = ''] = column.from;
    if (isOwnColumn(column)) computed.set(step, await isMine(computing, field));
  }
  if (steps.has('~case_number')) computed.set('~case_number', await caseNumbers(computing, records));
  return computed;
}

/** Returns the signed-in user for the columns `mine`. @throws NameError if unknown; errors of `OperationClient.call` */
export const ownRecord = (
  operations: OperationClient,
  names: NameResolver,
): Promise<Pick<UserRecord, 'Id' | 'Name' | 'Email' | 'Groups'>> =>
  operations.cache.remember('own record', async () => {
    const id = await findUser(operations, names, 'me');
    return read(userRecord, await operations.call('get_user', { id }));
  });

/** Checks whether a column refers to the signed-in user. */
export const isOwnColumn = ({ from: [step] }: TableColumn): boolean => step === '~mine';

/** Returns a check for the signed-in user or one of their groups in a field. @throws the errors of `ownRecord` */
async function isMine({ operations, names }: Computing, field: string): Promise<Compute> {
  const { Id, Email, Groups } = await ownRecord(operations, names);
  const own = new Set([Id, ...Groups.flatMap((group) => group.Id ?? [])]);
  const isOwn = (one: unknown): boolean => {
    if (typeof one === 'string') return own.has(one);
    if (!isRow(one)) return false;
    const isByEmail = one.Type === attendeeType.email && Email !== undefined;
    return isByEmail
      ? String(one.Email).toLowerCase() === Email.toLowerCase()
      : own.has(String(one.EntityId ?? one.Id));
  };
  return (record) => (Object.hasOwn(record, field) ? Number([record[field]].flat().some(isOwn)) : null);
}

/** Returns the functions for due dates that are moved to working days, as `agenda` moves them. */
async function lateness({ reader, operations, clock, now, note }: Computing) {
  const isOpen = await reader.isOpen();
  const days = await part('non-working days', readWorkingDays(operations, clock));
  if (days.note !== undefined) note(days.note);
  const shown = (record: RawRecord) =>
    showTask(read(taskRecord, record), { clock, now, workingDays: days.value ?? weekendsOnly });
  const worksOn: Compute = (record) => {
    const { day, dueDay } = shown(record);
    if (day !== undefined && day !== dueDay) return day;
    return cellOf(record.ExecutionDate, { name: '', as: 'due', from: [] }, { clock, names: new Map() });
  };
  const overdue: Compute = (record) =>
    Number(shown(record).isOverdue && isOpen(record as unknown as TaskRecord));
  return [
    ['~works_on', worksOn],
    ['~overdue', overdue],
  ] as const;
}

/**
 * Reads the numbers of the cases to which records belong. If the list of cases lacks a case, reads the list of objects,
 * because the case may be an object of another class.
 */
async function caseNumbers({ reader, note }: Computing, records: readonly RawRecord[]): Promise<Compute> {
  const caseOf = ({ Case }: RawRecord) => (isRow(Case) ? Case : undefined);
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
