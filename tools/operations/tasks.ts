import { z } from 'zod';
import { emptiable, presumed } from '../../src/contract/operations/field-marks.ts';
import type { Area } from '../../src/contract/operations/operation.ts';
import { createdArgument, operation } from '../../src/contract/operations/operation.ts';
import { ref } from '../../src/contract/records/record-ref.ts';
import {
  attributes,
  caseId,
  dayOrMoment,
  linked,
  manyNamed,
  moment,
  more,
  moreOf,
  named,
  paging,
  text,
} from './fields.ts';
import { equalsId, from, ofMore, until } from './row-checks.ts';

const taskId = linked('task', 'Task');
const ofTask = { id: taskId };
const documented = {
  Name: presumed(text(500, 'From the dictionary of task names; otherwise the refusal lists them').optional()),
  CaseId: presumed(caseId.optional()),
  Responsibles: presumed(
    z
      .array(
        z.strictObject({
          Id: ref({ kind: { by: 'Type', kinds: { User: 'user', Group: 'user group' } } }).describe(
            'User (or me) or group: id or name',
          ),
          Type: z.enum(['User', 'Group']).describe('Type'),
        }),
      )
      .max(50)
      .optional()
      .describe('Responsibles'),
  ),
  ExecutionDate: presumed(dayOrMoment('Due, day or ISO 8601 with zone').optional()),
};
const fields = {
  ...documented,
  NameId: presumed(named('task name', 'Instead of Name').optional()),
  Description: presumed(text(20_000, 'Description').optional()),
  TypeId: presumed(named('task type').optional()),
  StatusId: presumed(named('task status').optional()),
  PriorityId: presumed(named('task priority').optional()),
  ParentId: presumed(linked('task', 'Parent task').optional()),
};
const changed = emptiable(
  fields,
  ...(['CaseId', 'ExecutionDate', 'Description', 'TypeId', 'PriorityId', 'ParentId'] as const),
);
const changedDocumented = emptiable(documented, 'CaseId', 'ExecutionDate');
const document = ref({ kind: 'document' });
const attached = z.array(document).max(100).optional().describe('Documents to attach: ids or names');
/** Advice to the assistant after an error. `Name` accepts only values of a dictionary, so any other name fails. */
const errors = {
  400: 'Correct the arguments as the service says. Name is a value of the dictionary of task names: put other words into Description.',
};
const documents = z.array(document).max(100).nullable().optional();
const kept = documents.describe('Exactly these stay attached; left out or null: unchanged');
/**
 * Fields whose current values casebridge adds to the request. The API description says only for documents what happens
 * if a call omits them.
 */
const keeps = {
  Name: 'Name',
  CaseId: 'Case',
  Responsibles: 'Responsibles',
  ExecutionDate: 'ExecutionDate',
  Description: 'Description',
  TypeId: 'Type',
  StatusId: 'Status',
  PriorityId: 'Priority',
  ParentId: 'Parent',
  Attributes: 'Attributes',
};
/** The record of a task contains its name in words instead of the dictionary value's id. */
const inWords = { NameId: 'Name' };
const replaces = { Documents: { by: ['Id'], missing: 'told', isSparse: true } } as const;

export const tasks = {
  id: 'tasks',
  title: 'Tasks',
  search: 'task',
  operations: [
    operation({
      name: 'create_task',
      title: 'Create task',
      titleRu: 'Создать задачу',
      search: { words: 'assign reminder' },
      route: 'POST /api/v3/tasks',
      access: 'create',
      instead: { create_task_v2: 'POST /api/v2/tasks' },
      body: { ...fields, Documents: attached, Attributes: attributes, ...more },
      stores: { named: inWords, shownBy: 'get_task' },
      undoneBy: { tool: 'delete_task', args: { id: createdArgument } },
      verifiedBy: 'list_tasks',
      errors,
      description: 'Creates a task. For a date in the calendar use create_event.',
    }),
    operation({
      name: 'create_task_v2',
      title: 'Create task (v2)',
      titleRu: 'Создать задачу (v2)',
      route: 'POST /api/v2/tasks',
      access: 'create',
      body: { ...documented, Documents: attached, ...moreOf('create_task') },
      stores: { named: inWords, shownBy: 'get_task_v2' },
      undoneBy: { tool: 'delete_task', args: { id: createdArgument } },
      verifiedBy: 'list_tasks',
      errors,
      description: 'Like create_task (preferred), without additional attributes.',
    }),
    operation({
      name: 'update_task',
      title: 'Update task',
      titleRu: 'Изменить задачу',
      search: {
        words:
          'done reassign reschedule due status priority document detach rename, upload, add, comment, observer, restore, cancel',
      },
      route: 'PUT /api/v3/tasks/{id}',
      access: 'update',
      instead: { update_task_v2: 'PUT /api/v2/tasks/{id}' },
      params: ofTask,
      body: { ...changed, Documents: kept, Attributes: attributes, ...more },
      target: { tool: 'get_task', args: { id: 'id' } },
      keeps,
      replaces,
      loses: {},
      stores: { named: inWords },
      verifiedBy: 'get_task',
      errors,
      description:
        'Changes only the sent fields of a task; null empties. To finish it send StatusId Done alone. Responsibles are replaced as a whole.',
    }),
    operation({
      name: 'update_task_v2',
      title: 'Update task (v2)',
      titleRu: 'Изменить задачу (v2)',
      route: 'PUT /api/v2/tasks/{id}',
      access: 'update',
      params: ofTask,
      body: { ...changedDocumented, Documents: kept, ...moreOf('update_task') },
      target: { tool: 'get_task_v2', newest: 'get_task', args: { id: 'id' } },
      keeps,
      replaces,
      loses: {},
      stores: { named: inWords },
      verifiedBy: 'get_task_v2',
      errors,
      description:
        'Like update_task (preferred), without additional attributes; fields that only more can hold may be emptied if left out. The answer lists the documents.',
    }),
    operation({
      name: 'get_task',
      title: 'Get task',
      titleRu: 'Задача',
      search: { words: 'content, task, task attachments' },
      route: 'GET /api/v3/tasks/{id}',
      access: 'read',
      instead: { get_task_v2: 'GET /api/v2/tasks/{id}' },
      params: ofTask,
      description:
        'One task with its documents and additional attributes. Viewing leaves no trace in its history.',
    }),
    operation({
      name: 'get_task_v2',
      title: 'Get task (v2)',
      titleRu: 'Задача (v2)',
      route: 'GET /api/v2/tasks/{id}',
      access: 'read',
      params: ofTask,
      description: 'Like get_task (preferred), without additional attributes.',
    }),
    operation({
      name: 'list_tasks',
      title: 'List tasks',
      titleRu: 'Список задач',
      search: { words: 'overdue due my, мои, моя, task attachments' },
      route: 'GET /api/v2/tasks',
      access: 'read',
      certain: ['CaseId', 'ResponsibleIds', 'ExecutionDateFrom', 'ExecutionDateTo'],
      query: {
        CaseId: presumed(caseId.optional()),
        ResponsibleIds: presumed(manyNamed('user', 'Responsible users (groups: ids only)').optional()),
        ExecutionDateFrom: presumed(moment('Due from').optional()),
        ExecutionDateTo: presumed(moment('Due to').optional()),
        ...paging,
      },
      rows: {
        ...ofMore,
        CaseId: equalsId('Case', 'CaseId'),
        // The filter accepts only ids. A task matches if one of its responsible users or groups has one of these ids
        // (API description, Tasks).
        ResponsibleIds: equalsId('Responsibles', 'ResponsibleIds', 'Responsible', 'ResponsibleId'),
        ExecutionDateFrom: from('ExecutionDate'),
        ExecutionDateTo: until('ExecutionDate'),
      },
      description:
        'Tasks by case, due date and responsible. A user id does not find tasks of the user’s groups: give the group ids too.',
    }),
    operation({
      name: 'delete_task',
      title: 'Delete task',
      titleRu: 'Удалить задачу',
      route: 'DELETE /api/v2/tasks/{id}',
      access: 'delete',
      params: ofTask,
      target: { tool: 'get_task', args: { id: 'id' } },
      removes: {},
      verifiedBy: 'get_task',
      description: 'Deletes a task. To finish or cancel it use update_task with another status.',
    }),
    operation({
      name: 'get_task_type',
      title: 'Get task type',
      titleRu: 'Тип задачи',
      route: 'GET /api/v2/taskTypes/{id}',
      access: 'read',
      params: { id: named('task type') },
      description: 'One type of tasks, by id.',
    }),
    operation({
      name: 'list_task_types',
      title: 'List task types',
      titleRu: 'Типы задач',
      route: 'GET /api/v2/taskTypes',
      access: 'read',
      description: 'All types of tasks at once.',
    }),
    operation({
      name: 'get_task_status',
      title: 'Get task status',
      titleRu: 'Статус задачи',
      route: 'GET /api/v2/taskStatuses/{id}',
      access: 'read',
      params: { id: named('task status') },
      description: 'One status of tasks, by id.',
    }),
    operation({
      name: 'list_task_statuses',
      title: 'List task statuses',
      titleRu: 'Статусы задач',
      route: 'GET /api/v2/taskStatuses',
      access: 'read',
      description: 'All task statuses (new, in progress, done and so on).',
    }),
    operation({
      name: 'get_task_priority',
      title: 'Get task priority',
      titleRu: 'Приоритет задачи',
      route: 'GET /api/v2/taskPriorities/{id}',
      access: 'read',
      params: { id: named('task priority') },
      description: 'One priority of tasks, by id.',
    }),
    operation({
      name: 'list_task_priorities',
      title: 'List task priorities',
      titleRu: 'Приоритеты задач',
      route: 'GET /api/v2/taskPriorities',
      access: 'read',
      description: 'All task priorities.',
    }),
  ],
} satisfies Area;
