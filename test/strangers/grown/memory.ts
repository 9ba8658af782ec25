/** State of one installation: the records and the catalogs for them. */
import type { World } from '../world.ts';
import {
  type Block,
  type CaseFolder,
  type CaseType,
  Dice,
  type Dictionary,
  type DocumentFolder,
  field,
  type Named,
  type NonWorkingDays,
  named,
  type Project,
  priorities,
} from './set-up.ts';

const createDictionaries = (
  dice: Dice,
  taskNames: readonly string[],
  documentNames: readonly string[],
): Dictionary[] =>
  Object.entries({
    'Стадия дела': ['Подготовка', 'Первая инстанция', 'Апелляция', 'Кассация', 'Исполнение', 'Завершено'],
    'Вид документа': [
      'Исковое заявление',
      'Отзыв',
      'Договор',
      'Доверенность',
      'Судебный акт',
      'Переписка',
      'Таблица',
    ],
    'Наименования задач': taskNames,
    'Наименования документов': documentNames,
    Город: ['Заречный', 'Приреченск', 'Верхнеозёрск', 'Москва'],
  })
    .map(([name, values]) => ({
      id: dice.id(),
      name,
      isSystem: name.startsWith('Наимен'),
      values: named(dice, values),
    }))
    .concat({
      id: dice.id(),
      name: 'Приоритет задачи',
      isSystem: true,
      values: Object.entries(priorities).map(([name, id]) => ({ id: String(id), name })),
    });

const createTypes = (dice: Dice, classes: readonly Named[]): CaseType[] => {
  const [court = '', claims = '', advice = ''] = classes.map((item) => item.id);
  const general = (): Block => ({
    id: dice.id(),
    name: 'Общие сведения',
    kind: 'Single',
    fields: [
      field(dice, 'Описание', 'Opisanie', 'Text'),
      field(dice, 'Стадия', 'Stadiya', 'Dictionary', { dictionary: 'Стадия дела' }),
      field(dice, 'Куратор', 'Kurator', 'User'),
      field(dice, 'Конфиденциально', 'is_confidential', 'Checkbox'),
    ],
  });
  const money = (name: string, tag: string): Block => ({
    id: dice.id(),
    name: 'Деньги',
    kind: 'Single',
    fields: [
      field(dice, name, tag, 'Number'),
      field(dice, 'Госпошлина', 'Gosposhlina', 'Number'),
      field(dice, 'Примечание бухгалтерии', '', 'Text'),
    ],
  });
  const trial = (): Block => ({
    id: dice.id(),
    name: 'Суд',
    kind: 'Single',
    fields: [
      field(dice, 'Суд', 'Sud', 'Text', { required: true }),
      field(dice, 'Номер дела в суде', 'CourtCaseNumber', 'Text'),
      field(dice, 'Дата подачи', 'filingDate', 'Date'),
      field(dice, 'Судья', 'Sudya', 'Text'),
    ],
  });
  const costs = (): Block => ({
    id: dice.id(),
    name: 'Расходы',
    kind: 'Multi',
    fields: [
      field(dice, 'Статья расхода', 'RashodStatya', 'Text'),
      field(dice, 'Сумма расхода', 'RashodSumma', 'Number'),
    ],
  });
  const contract = (): Block => ({
    id: dice.id(),
    name: 'Договор',
    kind: 'Single',
    fields: [
      field(dice, 'Номер договора', 'NomerDogovora', 'Text'),
      field(dice, 'Действует до', 'validUntil', 'Date'),
      field(dice, 'Контрагент', 'Kontragent', 'Participant'),
    ],
  });
  const table = (): Block => ({ id: dice.id(), name: 'Дела клиента', kind: 'Table', fields: [] });
  const type = (name: string, classId: string, blocks: Block[], isDeleted = false): CaseType => ({
    id: dice.id(),
    name,
    classId,
    isDeleted,
    blocks: [general(), ...blocks],
  });
  return [
    type('Арбитражный спор', court, [trial(), money('Цена иска', 'CenaIska'), costs()]),
    type('Гражданский спор', court, [trial(), money('Цена иска', 'CenaIska'), costs()]),
    type('Банкротство', court, [trial(), money('Сумма требований', 'SummaTrebovaniy')]),
    type('Претензия', claims, [money('Сумма претензии', 'SummaPretenzii'), contract()]),
    type('Сопровождение сделки', advice, [contract(), money('Цена сделки', 'CenaSdelki')]),
    type('Абонентское обслуживание', advice, [contract(), table()]),
    type('Консультация', advice, []),
    type('Исполнительное производство (до 2019)', court, [], true),
  ];
};

/** State of one installation. */
export interface Memory {
  readonly world: World;
  readonly dice: Dice;
  readonly clock: () => Date;
  /** Returns a date `days` after the start, with a time in UTC. */
  readonly day: (days: number, hour?: number, minute?: number) => Date;
  readonly classes: readonly Named[];
  readonly types: readonly CaseType[];
  readonly roles: readonly Named[];
  readonly folders: readonly CaseFolder[];
  readonly projects: readonly Project[];
  readonly taskTypes: readonly Named[];
  readonly taskStatuses: readonly (Named & { readonly isFinal: boolean })[];
  readonly eventTypes: readonly Named[];
  readonly legalForms: readonly Named[];
  readonly dictionaries: readonly Dictionary[];
  readonly documentFolders: DocumentFolder[];
  readonly nonWorking: NonWorkingDays;
}

/** Creates an installation without users, cases, tasks or events. */
export const createMemory = (
  now: Date,
  taskNames: readonly string[],
  documentNames: readonly string[],
): Memory => {
  const dice = new Dice(20150914);
  const started = Date.now();
  const midnight = Math.floor(now.getTime() / 86_400_000) * 86_400_000;
  const classes = named(dice, ['Судебные дела', 'Досудебная работа', 'Консалтинг']);
  const classId = (index: number): string => classes[index]?.id ?? '';
  const folder = (name: string, index: number, parent?: CaseFolder): CaseFolder => ({
    id: dice.id(),
    name,
    classId: classId(index),
    ...(parent ? { parent: parent.id } : {}),
  });
  const courts = folder('Суды', 0);
  const arbitration = folder('Арбитраж', 0, courts);
  const bankruptcy = folder('Банкротство и торги', 0, arbitration);
  const civil = folder('Суды общей юрисдикции', 0, courts);
  const claims = folder('Претензии', 1);
  const clients = folder('Клиенты на обслуживании', 2);
  const deals = folder('Сделки', 2, clients);
  const project = (name: string, index: number, home?: CaseFolder): Project => ({
    id: dice.id(),
    name,
    classId: classId(index),
    ...(home ? { folder: home.id } : {}),
  });
  const login = 'm.kravtsova';
  const year = now.getUTCFullYear();
  return {
    world: {
      signsIn: { login, password: 'Zarechny-2015', userId: dice.id() },
      users: [],
      groups: [],
      participants: [],
      cases: [],
      tasks: [],
      events: [],
      documents: [],
    },
    dice,
    clock: () => new Date(now.getTime() + Date.now() - started),
    day: (days, hour = 0, minute = 0) =>
      new Date(midnight + days * 86_400_000 + hour * 3_600_000 + minute * 60_000),
    classes,
    types: createTypes(dice, classes),
    roles: named(dice, ['Клиент', 'Истец', 'Ответчик', 'Третье лицо', 'Кредитор', 'Должник', 'Эксперт']),
    folders: [courts, arbitration, bankruptcy, civil, claims, clients, deals],
    projects: [
      project('Взыскание задолженности поставщиков', 0, arbitration),
      project('Споры по подряду', 0, arbitration),
      project('Торги и конкурсная масса', 0, bankruptcy),
      project('Защита потребителей', 0, civil),
      project('Претензионная кампания', 1, claims),
      project('Покупка складского комплекса', 2, deals),
      project('Разовые поручения', 2),
    ],
    taskTypes: named(dice, ['Поручение', 'Процессуальный срок', 'Звонок', 'Согласование']),
    taskStatuses: ['Новая', 'В работе', 'На проверке', 'Приостановлена', 'Выполнена', 'Отменена'].map(
      (name, index) => ({
        id: dice.id(),
        name,
        isFinal: index > 3,
      }),
    ),
    eventTypes: named(dice, ['Судебное заседание', 'Встреча', 'Срок', 'Командировка', 'Внутреннее']),
    legalForms: named(dice, ['ООО', 'АО', 'ПАО', 'ИП', 'НКО']),
    dictionaries: createDictionaries(dice, taskNames, documentNames),
    documentFolders: [{ id: dice.id(), name: 'Дела' }],
    nonWorking: {
      Dates: [`${year}-03-08`, `${year}-05-01`, `${year}-05-09`, `${year}-06-12`, `${year}-11-04`],
      Intervals: [{ From: `${year}-01-01`, To: `${year}-01-08` }],
    },
  };
};

/** Creates the root folder of a case in the section Documents. */
export const addCaseFolder = (memory: Memory, caseId: string, name: string): string => {
  const id = memory.dice.id();
  const parent = memory.documentFolders[0]?.id ?? '';
  memory.documentFolders.push({ id, name, parent, case: caseId });
  return id;
};

export const byId = <T extends { readonly id: string }>(items: readonly T[], id: unknown): T | undefined =>
  items.find((item) => item.id === id);

/** Returns the item with this name. Names are unique within a catalog. */
export const byName = <T extends Named>(items: readonly T[], name: unknown): T | undefined =>
  items.find((item) => item.name === name);

/** Returns the values of a dictionary. */
export const valuesOf = (memory: Memory, dictionary: string): readonly Named[] =>
  byName(memory.dictionaries, dictionary)?.values ?? [];

/** Returns id and name for a response. Returns undefined if there is no record. */
export const pair = (item: Named | undefined) => (item ? { Id: item.id, Name: item.name } : undefined);
