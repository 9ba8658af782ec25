import type { OperationArguments, OperationClient } from '../contract/operations/operation-client.ts';
import { worded } from '../contract/worded.ts';
import { type Listed, type ListOptions, listAll } from './list-records.ts';
import { partialMessages } from './messages.ts';
import { type TaskRecord, taskRecord } from './records.ts';

/** Range of due dates for a second read, if there are too many tasks to read all of them. */
interface Near {
  readonly from: string;
  readonly until?: string;
}

/**
 * Lists tasks, with and without a due date. The first read has no date filter, because such a filter would exclude
 * tasks without a date. If there are more tasks than can be read, a second read adds those that are due in the given
 * range, and a note says so.
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
