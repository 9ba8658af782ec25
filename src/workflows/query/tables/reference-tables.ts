import { flag, id, number, type QueryTable, refers, written } from './table.ts';

const named = [id(), written('name', 'Name', 'Name / Название')];

export const referenceTables: readonly QueryTable[] = [
  {
    name: 'dictionaries',
    title: 'Dictionaries / Справочники',
    rows: { list: 'list_dictionaries', isWhole: true },
    columns: [...named, written('sys_name', 'SysName', 'System name / Системное имя')],
  },
  {
    name: 'dictionary_values',
    title: 'Values of dictionaries / Значения справочников',
    rows: { each: 'dictionaries', list: 'list_dictionary_values' },
    columns: [
      ...named,
      written('dictionary', '^.Name', 'Dictionary / Справочник'),
      id('dictionary_id', '^.Id', 'dictionaries'),
    ],
  },
  {
    name: 'folders',
    title: 'Folders of cases / Папки',
    rows: { own: 'folders' },
    columns: [
      ...named,
      ...refers('parent', '^', 'Parent / Родительская папка', { to: 'folders' }),
      written('class', 'ObjectClass', 'Class / Класс'),
    ],
  },
  {
    name: 'projects',
    title: 'Projects / Проекты',
    rows: { list: 'list_projects' },
    columns: [...named, ...refers('folder', 'Folder', 'Folder / Папка', { of: 'folder', to: 'folders' })],
  },
  {
    name: 'days',
    title:
      'Every day of the period, else of a year back and two ahead; counts the non-working days of the firm / Календарь с нерабочими днями фирмы',
    rows: { own: 'days' },
    columns: [
      written('day', 'day', 'Day / День', { also: ['date'] }),
      written('weekday', 'weekday', 'Mon to Sun / День недели'),
      flag('is_working', 'isWorking', 'Working / Рабочий'),
      written('next_working', 'next', 'It or the working day after it / Ближайший рабочий'),
      number('working_no', 'count', 'Working days so far: subtract / Номер рабочего дня'),
    ],
  },
  {
    name: 'non_working_days',
    title: 'Holidays beside weekends / Нерабочие дни',
    rows: { own: 'daysOff' },
    columns: [written('first', 'first', 'First day / С'), written('last', 'last', 'Last day / По')],
  },
];
