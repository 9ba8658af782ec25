/** Initial records of the firm, with dates relative to a given time. They are the state of the service. */
import type { CalendarEvent, LegalCase, Participant, StoredDocument, Task, World } from '../world.ts';
import type { Item, Memory } from './memory.ts';
import { companies, documentNames, eventNames, people, privates, subjects, taskNames } from './names.ts';
import type { Setting } from './schema.ts';

const day = 86_400_000;
export function seed(now: Date, setting: Setting): Memory {
  const counters = new Map<string, number>();
  const nextId = (table: string): string => {
    const number = (counters.get(table) ?? 0) + 1;
    counters.set(table, number);
    if (setting.isSequential) return String(number);
    const code = [...table].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 0xffff, 7);
    return `${(0x5a000000 + code * 251 + number * 40_503).toString(16).padStart(8, '0')}-${code.toString(16).padStart(4, '0')}-4c1d-9e2f-${(number * 7_368_787 + code).toString(16).padStart(12, '0')}`;
  };
  const table = (name: string, rows: readonly (string | Record<string, unknown>)[]): Item[] =>
    rows.map((row) => ({
      id: nextId(name),
      ...(typeof row === 'string' ? { name: row } : (row as { name: string })),
    }));
  const at = (days: number, hour = 9, minute = 0) =>
    new Date(Math.floor(now.getTime() / day) * day + days * day + hour * 3_600_000 + minute * 60_000);
  const pick = <One>(list: readonly One[], index: number): One => list[index % list.length] as One;

  const classes = table('classes', ['Дело', 'Проект']);
  const types = table('types', [
    { name: 'Судебное дело', class: 0, isActive: true },
    { name: 'Консультация', class: 0, isActive: true },
    { name: 'Сделка', class: 1, isActive: true },
    { name: 'Исполнительное производство', class: 0, isActive: false },
  ]);
  const folders = table('folders', ['Арбитраж', 'Суды общей юрисдикции', 'Корпоративное', 'Налоги']);
  folders.push({ id: nextId('folders'), name: 'Кассация', parent: folders[0]?.id });
  const projects = table('projects', [
    { name: 'Вектор 2026', folder: 0 },
    { name: 'Порт', folder: 2 },
    { name: 'Разное', folder: 1 },
  ]);
  const roles = table('roles', ['Истец', 'Ответчик', 'Третье лицо', 'Клиент']);
  const eventTypes = table('eventTypes', ['Заседание', 'Встреча', 'Срок']);
  const taskTypes = table('taskTypes', ['Процессуальная', 'Организационная']);
  const taskStatuses = table('taskStatuses', [
    { name: 'Новая', isFinal: false },
    { name: 'В работе', isFinal: false },
    { name: 'На проверке', isFinal: false },
    { name: 'Выполнена', isFinal: true },
    { name: 'Отменена', isFinal: true },
  ]);
  const taskPriorities = table('taskPriorities', ['Низкий', 'Обычный', 'Высокий']);
  const legalForms = table('legalForms', ['ООО', 'АО', 'ИП']);
  const dictionaries = table('dictionaries', ['Document type', 'Стадия дела', 'Название документа']);
  const values = [
    ...['Иск', 'Договор', 'Письмо', 'Доверенность'].map((name) => ({ name, dictionary: 0 })),
    ...['Досудебная', 'Первая инстанция', 'Апелляция', 'Исполнение'].map((name) => ({ name, dictionary: 1 })),
    ...documentNames.map((name) => ({ name, dictionary: 2 })),
  ].map(({ name, dictionary }) => ({ id: nextId('values'), name, dictionary: dictionaries[dictionary]?.id }));

  const users = people.map(([last, first, middle, position], index) => ({
    id: nextId('principals'),
    name: [last, first, middle].filter(Boolean).join(' '),
    login: index === 1 ? 'vorontsov' : `user${index + 1}`,
    ...(index === 9 ? {} : { email: `user${index + 1}@firm.example` }),
    isActive: index !== 10,
    isClient: position === 'клиент',
    extra: {
      position,
      phone: index % 3 === 0 ? undefined : `+7 495 000-10-${10 + index}`,
      lastLogin: index % 4 === 3 ? undefined : at(-index),
    },
  }));
  const userAt = (index: number) =>
    pick(
      users.filter(({ isClient, isActive }) => !isClient && isActive),
      index,
    ).id;
  const groups = [
    {
      id: nextId('principals'),
      name: 'Судебная практика',
      members: [1, 2, 4].map((index) => users[index]?.id as string),
    },
    {
      id: nextId('principals'),
      name: 'Корпоративная практика',
      members: [3, 6, 8].map((index) => users[index]?.id as string),
    },
    { id: nextId('principals'), name: 'Секретариат', members: [users[9]?.id as string] },
  ];
  const participants: Participant[] = [
    ...companies.map((name, index) => ({
      id: nextId('participants'),
      kind: 'company' as const,
      name: `ООО «${name}»`,
      ...(index === 3
        ? {}
        : { email: `office${index}@company.example`, phone: `+7 812 555-0${index}-0${index}` }),
      inn: `77${String(10_000_000 + index * 1_111_111)}`,
      extra: {
        kpp: `7701010${index}1`,
        address: `Москва, ул. Новая, ${index + 1}`,
        legalForm: legalForms[0]?.id,
        attributes: { Сегмент: 'крупный' },
        createdAt: at(-300),
        updatedAt: at(-20),
      },
    })),
    ...privates.map(([last, first, middle], index) => ({
      id: nextId('participants'),
      kind: 'individual' as const,
      name: `${last} ${first} ${middle}`,
      ...(index % 2 === 0 ? { email: `person${index}@mail.example` } : {}),
      ...(index === 3 ? {} : { phone: `+7 903 111-22-${30 + index}` }),
      ...(index === 1 ? {} : { inn: `50${String(1_000_000_000 + index * 99_999)}` }),
      extra: { last, first, middle, attributes: {}, createdAt: at(-200), updatedAt: at(-10) },
    })),
  ];
  const cases: LegalCase[] = Array.from({ length: 60 }, (_, index) => {
    const client = pick(participants, index * 5 + 2);
    const other = pick(participants, index * 3 + 1);
    const type = pick(types.slice(0, 3), index % 7 === 0 ? 1 : index % 5 === 0 ? 2 : 0);
    const project = index % 4 === 0 ? undefined : pick(projects, index);
    return {
      id: nextId('cases'),
      ...(index % 9 === 8 ? {} : { number: `Д-${String(index + 1).padStart(3, '0')}/2026` }),
      name: `${client.name.replace('ООО ', '')}: ${pick(subjects, index)}${index >= 50 ? ' (повторно)' : ''}`,
      type: type.name,
      ...(index % 13 === 12 ? {} : { responsible: userAt(index) }),
      isArchived: index % 8 === 7,
      createdAt: at(-400 + index * 6, 10, index),
      changedAt: at(-60 + index, 11, index),
      ...(project === undefined ? {} : { project: project.name }),
      ...(index % 6 === 5 ? {} : { folder: pick(folders, index).name }),
      parties: [
        { participant: client.id, role: roles[3]?.name as string },
        ...(other.id === client.id
          ? []
          : [{ participant: other.id, ...(index % 3 === 2 ? {} : { role: pick(roles, index).name }) }]),
      ],
      related: [],
      card: {
        Сумма_иска: index % 5 === 4 ? undefined : 100_000 + index * 12_345.5,
        Стадия: pick(['Досудебная', 'Первая инстанция', 'Апелляция', 'Исполнение'], index),
        Суд: index % 4 === 3 ? undefined : `АС города ${index + 1}`,
        Дата_подачи: index % 3 === 1 ? undefined : at(-100 + index, 0),
        Метки: index % 2 === 0 ? ['срочно', pick(['крупное', 'спорное'], index / 2)] : undefined,
      },
      extra: {
        version: 1 + (index % 4),
        description: index % 2 === 0 ? `Дело передано ${index + 1}-й группой.` : undefined,
        folderId: ``,
      },
    };
  });
  for (const [one, other] of [
    [0, 5],
    [2, 9],
    [10, 11],
  ] as const) {
    cases[one]?.related.push(cases[other]?.id as string);
    cases[other]?.related.push(cases[one]?.id as string);
  }
  const documentFolders: Item[] = table('documents', [{ name: 'Общие' }, { name: 'Шаблоны' }]);
  for (const one of cases) {
    const own = { id: nextId('documents'), name: one.name, case: one.id };
    documentFolders.push(own, {
      id: nextId('documents'),
      name: 'Процессуальные',
      parent: own.id,
      case: one.id,
    });
    one.extra.documentFolder = own.id;
  }
  const documents: StoredDocument[] = Array.from({ length: 60 }, (_, index) => {
    const isLoose = index % 15 === 14;
    const owner = pick(cases, index * 7);
    const isDeep = index % 3 === 0;
    const name = pick(documentNames, index);
    const folder = isLoose
      ? documentFolders[index % 2]
      : documentFolders.find(
          (one) => one.case === owner.id && (isDeep ? one.parent !== undefined : one.parent === undefined),
        );
    return {
      id: nextId('documents'),
      name: index < 30 ? `${name} № ${index + 1}` : name,
      ...(index % 5 === 4 ? {} : { type: pick(['Иск', 'Договор', 'Письмо', 'Доверенность'], index) }),
      date: at(-index * 2, 0),
      author: userAt(index + 1),
      createdAt: at(-index * 2, 12),
      ...(isLoose ? {} : { case: owner.id }),
      folders: isLoose ? [folder?.name as string] : isDeep ? [owner.name, 'Процессуальные'] : [owner.name],
      fileName: `document-${index + 1}.txt`,
      text: `${name}. Документ ${index + 1}. Сумма требований составляет ${(index + 1) * 1000} рублей. Подсудность: город ${index + 1}.`,
      isSigned: index % 10 === 3,
      extra: {
        folder: folder?.id,
        attributes: index % 4 === 0 ? { Листов: index + 2 } : {},
        signer: index % 10 === 3 ? userAt(index) : undefined,
        updatedAt: at(-index),
      },
    };
  });
  const tasks: Task[] = Array.from({ length: 150 }, (_, index) => {
    const status = pick(
      taskStatuses,
      index % 3 === 0 ? 0 : index % 5 === 0 ? 3 : index % 11 === 0 ? 4 : index % 2 === 0 ? 1 : 2,
    );
    const owner = pick(cases, index * 11);
    return {
      id: nextId('tasks'),
      name: `${pick(taskNames, index)}${index % 4 === 0 ? ` (${index + 1})` : ''}`,
      ...(index % 3 === 1 ? {} : { description: `Пояснение ${index + 1}: срок согласован.` }),
      ...(index % 6 === 5 ? {} : { type: pick(taskTypes, index).name }),
      status: status.name,
      isOpen: status.isFinal !== true,
      ...(index % 7 === 6 ? {} : { priority: pick(taskPriorities, index).name }),
      ...(index % 4 === 2 ? {} : { startsAt: at(-30 + (index % 40), 8) }),
      ...(index % 8 === 7 ? {} : { deadline: at(-20 + ((index * 7) % 60), 15) }),
      ...(index % 10 === 9 ? {} : { case: owner.id }),
      responsibles:
        index % 12 === 11
          ? []
          : index % 9 === 4
            ? [pick(groups, index).id, userAt(index)]
            : [userAt(index + 2)],
      documents:
        index % 5 === 0
          ? documents
              .filter((one) => one.case === owner.id)
              .slice(0, 2)
              .map(({ id }) => id)
          : [],
      extra: {
        estimate: index % 3 === 0 ? (index % 16) + 0.5 : undefined,
        attributes: index % 4 === 1 ? { Этап: `${index % 3}` } : {},
        createdAt: at(-50),
        updatedAt: at(-5),
      },
    };
  });
  const events: CalendarEvent[] = Array.from({ length: 80 }, (_, index) => {
    const isAllDay = index % 9 === 5;
    const startsAt = at(-25 + ((index * 5) % 70), isAllDay ? 0 : 7 + (index % 9));
    return {
      id: nextId('events'),
      name: `${pick(eventNames, index)}${index % 3 === 0 ? ` № ${index + 1}` : ''}`,
      ...(index % 4 === 1 ? { description: `Зал ${index}` } : {}),
      ...(index % 7 === 6 ? {} : { type: pick(eventTypes, index).name }),
      startsAt,
      ...(index % 8 === 3 ? {} : { endsAt: new Date(startsAt.getTime() + (isAllDay ? day : 3_600_000)) }),
      isAllDay,
      ...(index % 6 === 4 ? {} : { case: pick(cases, index * 13).id }),
      attendees: [
        { kind: 'user' as const, id: userAt(index + 1) },
        ...(index % 5 === 2 ? [{ kind: 'participant' as const, id: pick(participants, index).id }] : []),
        ...(index % 11 === 7 ? [{ kind: 'email' as const, email: `guest${index}@outside.example` }] : []),
      ],
      extra: {
        location: index % 2 === 0 ? `Зал ${100 + index}` : undefined,
        reminder: index % 3 === 0 ? 30 : undefined,
        attributes: {},
        createdAt: at(-40),
        updatedAt: at(-3),
      },
    };
  });
  const world: World = {
    signsIn: { login: 'vorontsov', password: 'correct horse', userId: users[1]?.id as string },
    users,
    groups,
    participants,
    cases,
    tasks,
    events,
    documents,
  };
  const nonWorking = { dates: [at(3, 0), at(40, 0)], intervals: [{ start: at(10, 0), end: at(12, 0) }] };
  return {
    world,
    classes,
    types,
    folders,
    projects,
    roles,
    eventTypes,
    taskTypes,
    taskStatuses,
    taskPriorities,
    legalForms,
    dictionaries,
    values,
    documentFolders,
    nonWorking,
    nextId,
  };
}
