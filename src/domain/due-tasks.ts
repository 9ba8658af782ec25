import type { OperationArguments, OperationClient } from '../contract/operations/operation-client.ts';
import { worded } from '../contract/worded.ts';
import { type Listed, type ListOptions, listAll } from './list-records.ts';
import { partialMessages } from './messages.ts';
import { type TaskRecord, taskRecord } from './records.ts';

/** Between which moments tasks are read first where there are too many to read all. */
interface Near {
  readonly from: string;
  readonly until?: string;
}

/**
 * Tasks whenever they are due: a list that is asked for by dates leaves out tasks without one. Where there are more
 * than are read, those that are due near are among them.
 */
export async function listDueTasks(
  operations: OperationClient,
  asked: Pick<OperationArguments['list_tasks'], 'CaseId' | 'ResponsibleIds'>,
  { from, until }: Near,
  options: ListOptions = {},
): Promise<Listed<TaskRecord>> {
  const all = await listAll(operations, ['list_tasks', asked], taskRecord, options);
  if (!all.isCut) return all;
  const dates = { ExecutionDateFrom: from, ...(until === undefined ? {} : { ExecutionDateTo: until }) };
  const near = await listAll(operations, ['list_tasks', { ...asked, ...dates }], taskRecord, options);
  const items = new Map([...all.items, ...near.items].map((item) => [item.Id, item]));
  return {
    ...near,
    items: [...items.values()],
    notes: [...(near.notes ?? []), worded(partialMessages.cutTasks, { day: from.slice(0, 10) })],
  };
}
