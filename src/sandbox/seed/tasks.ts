import type { Responsible, Task } from '../state/entities/work.ts';
import { sampleId } from '../state/ids.ts';
import { notBefore, type Seeding } from './build.ts';
import { caseId } from './cases.ts';
import { taskPriorityId, taskStatusId, taskTypeId } from './dictionaries.ts';
import { documentId } from './documents.ts';
import { kinds } from './kinds.ts';
import { type TaskRow, taskRows } from './rows/task-rows.ts';
import { groupId, userId } from './users.ts';

/** Adds tasks with responsibles, sub-tasks, documents and history. */
export function seedTasks(seeding: Seeding): void {
  seeding.world.tasks.insert(...taskRows.map((row, index) => buildTask(seeding, row, index + 1)));
}

function buildTask(seeding: Seeding, row: TaskRow, number: number): Task {
  const [caseKey, name, who, due, state, more = {}] = row;
  const [status = '', priority = ''] = state.split(' ');
  const object = caseKey === null ? undefined : seeding.world.objects.get(caseId(caseKey));
  const authorId = object?.responsibleId ?? userId('head');
  const { created, changed } = ages(seeding, row);
  const entity = notBefore(seeding.entity(kinds.task, number, created, changed), object);
  return {
    ...entity,
    name,
    description: more.description ?? '',
    ...(object ? { caseId: object.id } : {}),
    typeId: taskTypeId(more.type ?? 'Task'),
    statusId: taskStatusId(status),
    priorityId: taskPriorityId(priority),
    responsibles: buildResponsibles(who),
    ...(due === null ? {} : { executionDate: seeding.day(seeding.offset(due), '15:00') }),
    ...(more.parent ? { parentId: taskId(more.parent) } : {}),
    authorId,
    documentIds: (more.documents ?? []).map(documentId),
    attributes: structuredClone(more.attributes ?? {}),
    history: [
      { at: entity.createdAt, userId: authorId, action: 'Created' },
      ...(entity.createdAt < entity.changedAt
        ? [{ at: entity.changedAt, userId: authorId, action: 'Changed' } as const]
        : []),
    ],
  };
}

/**
 * Returns the days since a task was created and changed. It was created 12 days ago, or 12 days before its due date if
 * it is overdue. All tasks except new ones have been changed since.
 */
function ages(seeding: Seeding, [, , , due, state]: TaskRow): { created: number; changed: number } {
  const overdueFor = due === null ? 0 : Math.max(-seeding.offset(due), 0);
  const created = overdueFor + 12;
  return { created, changed: state.startsWith('New') ? created : overdueFor + 2 };
}

function buildResponsibles(who: string): Responsible[] {
  return who
    .split(' ')
    .map((key) =>
      key.startsWith('#') ? { id: groupId(key.slice(1)), type: 'Group' } : { id: userId(key), type: 'User' },
    );
}

function taskId(key: string): string {
  const index = taskRows.findIndex(([, , , , , more]) => more?.key === key);
  if (index < 0) throw new Error(`sample data name the task ${key}, which does not exist`);
  return sampleId(kinds.task, index + 1);
}
