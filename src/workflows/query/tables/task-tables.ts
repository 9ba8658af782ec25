import { caseNumber, dates, mine, named, ofCase } from './shared-columns.ts';
import {
  due,
  flag,
  id,
  moment,
  number,
  type QueryTable,
  refers,
  type TableColumn,
  written,
} from './table.ts';

const responsibles: TableColumn = {
  name: 'responsible',
  as: 'name',
  from: ['Responsibles'],
  title: 'People and groups responsible / Ответственные',
  of: 'user',
  between: ', ',
};

/** Tables of tasks and of their parts. */
export const taskTables: readonly QueryTable[] = [
  {
    name: 'tasks',
    title: 'Tasks / Задачи',
    rows: {
      list: 'list_tasks',
      card: 'get_task',
      scope: { from: 'ExecutionDateFrom', to: 'ExecutionDateTo', at: 'ExecutionDate', case: 'CaseId' },
    },
    ofCase: 'Case',
    further: [
      caseNumber,
      ...refers('author', 'Author', 'Author / Автор', {
        of: 'user',
        to: 'users',
        onCard: 'unless listed',
        also: ['created_by', 'creator'],
      }),
      number('changes', 'History.~changes', 'Changes since created / Изменений', { onCard: 'unless listed' }),
      {
        name: 'changed_by',
        as: 'name',
        from: ['History', '~last', 'User'],
        title: 'Last change by / Кем изменена',
        of: 'user',
        onCard: 'unless listed',
        also: ['last_changed_by', 'last_change_by', 'modified_by', 'updated_by'],
      },
      mine(
        'Responsibles',
        'The signed-in user or one of their groups is responsible / Ответственный — я или одна из моих групп',
      ),
      due(
        'works_on',
        '~works_on',
        'Due, or the working day after it if that is a day off / Срок с переносом на рабочий день',
      ),
      flag('is_overdue', '~overdue', 'Open and overdue, judged by works_on / Просрочена'),
    ],
    columns: [
      ...named,
      ...ofCase,
      ...refers('type', 'Type', 'Type / Тип', { of: 'task type' }),
      ...refers('status', 'Status', 'Status / Статус', { of: 'task status' }),
      flag('is_open', '~open', 'Not done yet / Не завершена'),
      ...refers('priority', 'Priority', 'Priority / Приоритет', { of: 'task priority' }),
      due('due', 'ExecutionDate', 'Due / Срок'),
      responsibles,
      written('description', 'Description', 'Description / Описание'),
      ...dates,
    ],
  },
  {
    name: 'task_responsibles',
    title: 'Who is responsible for tasks / Ответственные за задачи',
    rows: { in: 'tasks', field: 'Responsibles' },
    columns: [
      id('task_id', '^.Id', 'tasks'),
      written('task', '^.Name', 'Task / Задача'),
      { name: 'name', as: 'name', from: [], title: 'Name / Имя', of: 'user', also: ['responsible', 'user'] },
      id('user_id', 'Id', 'users'),
      written('kind', 'Type', 'User or Group / Пользователь или группа', { also: ['type'] }),
    ],
  },
  {
    name: 'task_documents',
    title: 'Documents attached to tasks / Документы задач',
    // Services omit this field of a task that has no documents (API description, Task).
    rows: { in: 'tasks', field: 'Documents', onCard: 'unless listed', empty: 'no entries' },
    columns: [
      id('task_id', '^.Id', 'tasks'),
      written('task', '^.Name', 'Task / Задача'),
      id('document_id', 'Id', 'documents'),
      {
        name: 'name',
        as: 'name',
        from: [],
        title: 'Document / Документ',
        of: 'document',
        also: ['document'],
      },
    ],
  },
  {
    name: 'task_history',
    title: 'Who created and changed tasks / История задач',
    // The creation is in the history (API description, Tasks), so every task has at least one entry.
    rows: { in: 'tasks', field: 'History', onCard: 'unless listed', empty: 'not returned' },
    columns: [
      id('task_id', '^.Id', 'tasks'),
      written('task', '^.Name', 'Task / Задача'),
      moment('at', 'Date', 'When / Когда', { also: ['date', 'changed'] }),
      ...refers('user', 'User', 'Who / Кто', { of: 'user', to: 'users', also: ['name'] }),
      written('action', 'Action', 'Created or Changed / Действие', { also: ['kind', 'type'] }),
    ],
  },
];
