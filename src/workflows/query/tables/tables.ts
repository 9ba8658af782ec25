import { referenceTables } from './reference-tables.ts';
import {
  day,
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

const dates = [
  moment('created', 'CreationDate', 'Created / Создано'),
  moment('changed', 'LastChangeDate', 'Changed / Изменено'),
];
const ofCase = refers('case_name', 'Case', 'Case / Дело', {
  of: 'object',
  to: 'cases or objects',
  as: 'case_id',
});
const mine = (field: string, title: string) => flag('mine', `~mine.${field}`, title);
const caseNumber = written('case_number', '~case_number', 'Number of the case / Номер дела');
const named = [id(), written('name', 'Name', 'Name / Название')];

const object = [
  ...named,
  written('number', 'Number', 'Number / Номер'),
  ...refers('type', 'Type', 'Type / Тип', { of: 'object type' }),
  written('status', '~status', 'Status: in work or archived / Статус: в работе, в архиве'),
  ...refers('stage', 'Stage', 'Stage / Стадия', { of: 'stage' }),
  ...refers('responsible', 'Responsible', 'Responsible / Ответственный', { of: 'user', to: 'users' }),
  ...refers('client', 'Client', 'Client / Клиент', { of: 'participant', to: 'participants' }),
  ...refers('project', 'Project', 'Project / Проект', { of: 'project', to: 'projects' }),
  ...refers('folder', 'Folder', 'Folder / Папка', { of: 'folder', to: 'folders' }),
  written('description', 'Description', 'Description / Описание'),
  ...dates,
];

const mineAsResponsible = mine(
  'Responsible',
  'The signed-in user or one of their groups is responsible; other lawyers of the card do not count / Ответственный — я или одна из моих групп; другие юристы в карточке не учитываются',
);
const responsibles: TableColumn = {
  name: 'responsible',
  as: 'name',
  from: ['Responsibles'],
  title: 'People and groups responsible / Ответственные',
  of: 'user',
  between: ', ',
};

/** The name of a folder is read by the operation for documents. `*` omits it, because each folder costs a request. */
const folderName: TableColumn = {
  name: 'folder',
  as: 'name',
  from: ['Folder'],
  title: 'Folder of the document / Папка документа',
  of: 'document',
};

/** Names of the columns of a case in the tables that refer to cases. */
const caseNames: Readonly<Record<string, readonly string[]>> = {
  id: ['case_id'],
  name: ['case_name'],
  number: ['case_number'],
};

export const queryTables: readonly QueryTable[] = [
  {
    name: 'cases',
    title: 'Cases / Дела',
    rows: { list: 'search_cases', card: 'get_object', scope: { cases: 'args' } },
    types: 'list_case_types',
    columns: object.map((column) => ({ ...column, also: caseNames[column.name] ?? [] })),
    further: [mineAsResponsible],
  },
  {
    name: 'objects',
    title: 'Objects of all types, cases among them / Объекты всех типов',
    rows: { list: 'search_objects', card: 'get_object', includes: 'cases', scope: { cases: 'args' } },
    types: 'list_object_types',
    columns: object,
    further: [mineAsResponsible],
  },
  {
    name: 'parties',
    title: 'Participants of cases and other objects, and their roles / Участники дел и других объектов',
    rows: { in: 'objects', field: 'Participants', onCard: true },
    columns: [
      id('case_id', '^.Id', 'cases or objects'),
      ...refers('participant', 'Participant', 'Participant / Участник', {
        of: 'participant',
        to: 'participants',
        also: ['name'],
      }),
      ...refers('role', 'Role', 'Role / Роль', { of: 'role in case' }),
    ],
  },
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
      ...refers('author', 'Author', 'Who created it / Автор', {
        of: 'user',
        to: 'users',
        onCard: 'unless listed',
        also: ['created_by', 'creator'],
      }),
      number('changes', 'History.~changes', 'Number of changes since the creation / Число изменений', {
        onCard: 'unless listed',
      }),
      ...refers(
        'changed_by',
        'History.~last.User',
        'Who made the last change; NULL if there is none / Кто изменил',
        {
          of: 'user',
          to: 'users',
          onCard: 'unless listed',
          also: ['last_changed_by', 'last_change_by', 'modified_by', 'updated_by'],
        },
      ),
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
    title: 'Creation and changes of tasks: who and when / История задач: кто и когда создал и изменил',
    // The creation is in the history (API description, Tasks), so every task has at least one entry.
    rows: { in: 'tasks', field: 'History', onCard: 'unless listed', empty: 'not returned' },
    columns: [
      id('task_id', '^.Id', 'tasks'),
      written('task', '^.Name', 'Task / Задача'),
      moment('at', 'Date', 'When / Когда', { also: ['date', 'changed'] }),
      ...refers('user', 'User', 'Who / Кто', { of: 'user', to: 'users', also: ['name'] }),
      written('action', 'Action', 'Created or Changed / Создана или изменена', { also: ['kind', 'type'] }),
    ],
  },
  {
    name: 'events',
    title: 'Calendar events / События',
    rows: {
      list: 'list_events',
      scope: { from: 'StartDateFrom', to: 'StartDateTo', at: 'StartDate', case: 'CaseId' },
    },
    ofCase: 'Case',
    further: [caseNumber, mine('Attendees', 'The signed-in user attends / Я участник')],
    columns: [
      ...named,
      ...ofCase,
      ...refers('type', 'Type', 'Type / Тип', { of: 'event type' }),
      moment('starts', 'StartDate', 'Starts; a day if all day / Начало', { dayOf: 'first' }),
      moment('ends', 'EndDate', 'Ends; the last day if all day / Конец', { dayOf: 'last' }),
      flag('is_all_day', 'AllDay', 'All day / Весь день', { also: ['all_day'] }),
      written('location', 'Location', 'Place / Место'),
      written('description', 'Description', 'Description / Описание'),
      ...dates,
    ],
  },
  {
    name: 'attendees',
    title: 'Who attends events / Участники событий',
    rows: { in: 'events', field: 'Attendees' },
    columns: [
      id('event_id', '^.Id', 'events'),
      written('event', '^.Name', 'Event / Событие'),
      written('kind', 'Type', 'User, Participant or Email', { also: ['type'] }),
      { name: 'name', as: 'name', from: ['~attendee'], title: 'Name / Имя', of: 'user' },
      id('attendee_id', 'EntityId', 'users or participants'),
      written('email', 'Email', 'E-mail'),
    ],
  },
  {
    name: 'documents',
    title: 'Documents / Документы',
    rows: { own: 'documents', card: 'get_document' },
    ofCase: 'Case',
    further: [caseNumber, folderName],
    columns: [
      ...named,
      ...ofCase,
      ...refers('type', 'Type', 'Type / Тип', { of: 'document type' }),
      day('date', 'Date', 'Date / Дата'),
      ...refers('author', 'Author', 'Author / Автор', { of: 'user', to: 'users' }),
      id('folder_id', 'Folder'),
      written('extension', 'Extension', 'Extension / Расширение'),
      number('size', 'Size', 'Bytes / Размер'),
      ...dates,
    ],
  },
  {
    name: 'signatures',
    title: 'Signatures of documents / Подписи',
    rows: { in: 'documents', field: 'Signatures', onCard: true },
    columns: [
      id('document_id', '^.Id', 'documents'),
      written('document', '^.Name', 'Document / Документ'),
      written('name', 'UserName', 'Who signed / Кто подписал'),
      id('user_id', 'UserId', 'users'),
      moment('signed', 'Date', 'When / Когда'),
      written('status', 'Status', 'Status / Статус'),
    ],
  },
  {
    name: 'participants',
    title: 'Companies and individuals / Контрагенты',
    rows: { list: 'list_participants' },
    columns: [
      ...named,
      written('kind', 'Type', 'Company or Individual / Юр. или физ. лицо', { also: ['type'] }),
      written('inn', 'INN', 'INN / ИНН'),
      written('kpp', 'CompanyInfo.KPP', 'KPP / КПП'),
      written('email', 'ContactInfo.EmailMain', 'E-mail'),
      written('phone', 'ContactInfo.PhoneMain', 'Phone / Телефон'),
      written('address', 'ContactInfo.Address', 'Address / Адрес'),
      ...dates,
    ],
  },
  {
    name: 'users',
    title: 'Users / Пользователи',
    rows: { list: 'list_users', card: 'get_user' },
    columns: [
      ...named,
      written('email', 'Email', 'E-mail'),
      flag('is_client', 'IsClient', 'Client / Клиент'),
      flag('is_blocked', 'IsLocked', 'Blocked / Заблокирован'),
      written('working_status', 'WorkingStatus', 'Working or not / Рабочий статус'),
      moment('last_login', 'LastLoginDate', 'Last login / Последний вход'),
      written('position', 'WorkInfo.Position', 'Position / Должность', { onCard: true }),
      written('department', 'WorkInfo.Department', 'Department / Отдел', { onCard: true }),
      written('phone', 'WorkInfo.Phone', 'Phone / Телефон', { onCard: true }),
      written('time_zone', 'TimeZone', 'Time zone / Часовой пояс', { onCard: true }),
    ],
  },
  ...(['Groups', 'Roles'] as const).map(
    (field): QueryTable => ({
      name: `user_${field.toLowerCase()}`,
      title: field === 'Groups' ? 'Groups of users / Группы' : 'System roles of users / Роли',
      rows: { in: 'users', field, onCard: true },
      columns: [
        id('user_id', '^.Id', 'users'),
        written('user', '^.Name', 'User / Пользователь'),
        ...refers('name', '', 'Name / Название', { as: 'id' }),
      ],
    }),
  ),
  ...referenceTables,
];
