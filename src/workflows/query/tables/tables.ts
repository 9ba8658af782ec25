import { referenceTables } from './reference-tables.ts';
import { caseNumber, dates, mine, named, ofCase } from './shared-columns.ts';
import {
  day,
  flag,
  id,
  moment,
  number,
  type QueryTable,
  refers,
  type TableColumn,
  written,
} from './table.ts';
import { taskTables } from './task-tables.ts';

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
  ...taskTables,
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
      written('email', 'ContactInfo.EmailMain', 'E-mail', { beside: 'Email' }),
      written('phone', 'ContactInfo.PhoneMain', 'Phone / Телефон', { beside: 'Phone' }),
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
