/** Reference tables of the firm: classes, types with cards, roles, folders, projects, dictionaries. */
import type { BlockDef, Catalogue, Dictionary, FieldDef, ObjectType, Project } from './memory.ts';

const TASK_NAMES = [
  'Подготовить исковое заявление',
  'Подготовить отзыв на исковое заявление',
  'Подготовить апелляционную жалобу',
  'Подготовить кассационную жалобу',
  'Подготовить претензию',
  'Ответить на претензию',
  'Подготовить ходатайство',
  'Подготовить мировое соглашение',
  'Подготовить договор',
  'Проверить договор',
  'Согласовать протокол разногласий',
  'Подготовить заключение',
  'Подготовить доверенность',
  'Запросить выписку из ЕГРЮЛ',
  'Запросить документы у клиента',
  'Направить документы контрагенту',
  'Подать документы в суд',
  'Получить решение суда',
  'Получить исполнительный лист',
  'Ознакомиться с материалами дела',
  'Оплатить государственную пошлину',
  'Рассчитать неустойку',
  'Рассчитать судебные расходы',
  'Провести переговоры',
  'Позвонить клиенту',
  'Позвонить в суд',
  'Встретиться с клиентом',
  'Выставить счёт',
  'Проверить оплату счёта',
  'Собрать доказательства',
  'Опросить свидетеля',
  'Проверить контрагента',
  'Подготовить отчёт клиенту',
  'Сдать дело в архив',
];

/** Types of documents. */
export const DOCUMENT_TYPES = [
  'Исковое заявление',
  'Отзыв',
  'Претензия',
  'Договор',
  'Доверенность',
  'Определение суда',
  'Решение суда',
  'Акт',
  'Расчёт',
  'Переписка',
  'Прочее',
];

const TASK_STATUSES = [
  ['Новая', 'NEW', false],
  ['В работе', 'IN_PROGRESS', false],
  ['На согласовании', 'ON_APPROVAL', false],
  ['Отложена', 'POSTPONED', false],
  ['Выполнена', 'DONE', true],
  ['Отменена', 'CANCELLED', true],
] as const;

const FOLDERS = [
  ['Суды', 'Арбитражные суды', 'Суды общей юрисдикции', 'Банкротства'],
  ['Абонентские клиенты', 'Промышленность', 'Торговля', 'Логистика'],
  ['Разовые поручения', 'Физические лица'],
  ['Архив прошлых лет'],
] as const;

const PROJECTS = [
  ['Взыскание дебиторской задолженности', 'Арбитражные суды'],
  ['Споры с подрядчиками', 'Арбитражные суды'],
  ['Банкротство контрагентов', 'Банкротства'],
  ['Семейные и наследственные споры', 'Физические лица'],
  ['Аренда складов', 'Логистика'],
  ['Договоры поставки', 'Промышленность'],
  ['Реорганизация группы', 'Промышленность'],
  ['Сеть магазинов', 'Торговля'],
  ['Пробный проект', undefined],
] as const;

/** Creates the tables. Ids come from a seeded generator, so that they are the same in every run. */
export function makeCatalogue(newId: () => string): Catalogue {
  const named = (name: string) => ({ id: newId(), name });
  const values = (names: readonly string[]) => names.map(named);
  const coded = (rows: readonly (readonly [string, string])[]) =>
    rows.map(([name, code]) => ({ id: newId(), name, code }));
  const dict = (name: string, code: string, list: Dictionary['values'], system = false): Dictionary => ({
    id: newId(),
    name,
    code,
    system,
    values: list,
  });

  const instances = dict(
    'Судебная инстанция',
    'COURT_INSTANCE',
    values(['Первая инстанция', 'Апелляция', 'Кассация']),
  );
  const risks = dict('Уровень риска', 'RISK_LEVEL', values(['Низкий риск', 'Средний риск', 'Высокий риск']));
  const priorities = [
    ['Низкий', 'LOW'],
    ['Обычный', 'NORMAL'],
    ['Высокий', 'HIGH'],
    ['Критический', 'CRITICAL'],
  ] as const;
  const kinds = ['Подготовка документов', 'Звонок', 'Встреча', 'Исследование', 'Организационная'];
  const statuses = TASK_STATUSES.map(([name, code, closed]) => ({ id: newId(), name, code, closed }));
  const dictionaries = [
    dict('Наименования задач', 'TASK_NAME', values(TASK_NAMES)),
    dict('Типы задач', 'TASK_TYPE', values(kinds), true),
    dict('Статусы задач', 'TASK_STATUS', statuses, true),
    dict('Приоритеты задач', 'TASK_PRIORITY', coded(priorities), true),
    dict('Тип документа', 'DOCUMENT_TYPE', values(DOCUMENT_TYPES), true),
    dict(
      'Наименования документов',
      'DOCUMENT_NAME',
      values(['Исковое заявление', 'Доверенность', 'Акт сверки']),
    ),
    dict(
      'Стадия дела',
      'CASE_STAGE',
      values(['Подготовка', 'Рассмотрение', 'Исполнение', 'Переговоры', 'Завершение']),
    ),
    instances,
    risks,
  ];

  let external = 0;
  const field = (
    tag: string | undefined,
    name: string,
    type: FieldDef['type'],
    more: Partial<FieldDef> = {},
  ) => {
    external += 1;
    const base = {
      id: newId(),
      name,
      type,
      externalId: `EXT-${external}`,
      required: false,
      defaultsToToday: false,
    };
    return { ...base, ...(tag === undefined ? {} : { tag }), ...more };
  };
  const block = (
    name: string,
    kind: BlockDef['kind'],
    fields: FieldDef[],
    access: BlockDef['access'] = 'EDIT',
  ) => ({
    id: newId(),
    name,
    kind,
    access,
    fields,
  });
  const service = () =>
    block(
      'Служебная информация',
      'SINGLE',
      [
        field('riskLevel', 'Уровень риска', 'DICTIONARY', { dictionaryId: risks.id }),
        field('openedOn', 'Дата открытия', 'DATE', { defaultsToToday: true }),
      ],
      'VIEW',
    );
  const court = () => [
    block('Суд', 'SINGLE', [
      field('courtName', 'Наименование суда', 'TEXT', { required: true }),
      field('courtCaseNumber', 'Номер дела в суде', 'TEXT'),
      field('judge', 'Судья', 'TEXT'),
      field('instance', 'Инстанция', 'DICTIONARY', { dictionaryId: instances.id }),
      field('claimAmount', 'Цена иска', 'NUMBER'),
      field('nextHearingDate', 'Ближайшее заседание', 'DATE'),
      field('secondLawyer', 'Второй юрист', 'USER'),
      field(undefined, 'Место хранения бумаг', 'TEXT'),
    ]),
    block('Судебные расходы', 'MULTI_ROW', [
      field('expensePurpose', 'Назначение', 'TEXT'),
      field('expenseAmount', 'Сумма', 'NUMBER'),
      field('expenseDate', 'Дата', 'DATE'),
    ]),
    service(),
    block('Связанные дела', 'TABLE', []),
  ];
  const project = () => [
    block('Договор', 'SINGLE', [
      field('contractNumber', 'Номер договора', 'TEXT', { required: true }),
      field('contractDate', 'Дата договора', 'DATE'),
      field('contractAmount', 'Сумма договора', 'NUMBER'),
      field('subject', 'Предмет', 'TEXT'),
      field('isUrgent', 'Срочно', 'CHECKBOX'),
      field('secondLawyer', 'Второй юрист', 'USER'),
    ]),
    block('Этапы', 'MULTI_ROW', [
      field('stageName', 'Этап', 'TEXT'),
      field('stageFee', 'Вознаграждение', 'NUMBER'),
      field('stageDue', 'Срок этапа', 'DATE'),
    ]),
    service(),
    block('Связанные дела', 'TABLE', []),
  ];

  const courts = named('Судебные дела');
  const matters = named('Проекты и сопровождение');
  const type = (
    name: string,
    code: string,
    classId: string,
    blocks: BlockDef[],
    uniqueKey?: string,
  ): ObjectType => {
    const status = code === 'TRADEMARK' ? 'DELETED' : 'ACTIVE';
    return { id: newId(), name, code, classId, status, blocks, ...(uniqueKey ? { uniqueKey } : {}) };
  };
  const objectTypes = [
    type('Арбитражное дело', 'ARBITRATION', courts.id, court(), 'courtCaseNumber'),
    type('Гражданское дело', 'CIVIL', courts.id, court(), 'courtCaseNumber'),
    type('Административное дело', 'ADMINISTRATIVE', courts.id, court(), 'courtCaseNumber'),
    type('Дело о банкротстве', 'BANKRUPTCY', courts.id, court()),
    type('Договорная работа', 'CONTRACT', matters.id, project(), 'contractNumber'),
    type('Корпоративное сопровождение', 'CORPORATE', matters.id, project()),
    type('Трудовые вопросы', 'LABOUR', matters.id, project()),
    type('Регистрация обозначений', 'TRADEMARK', matters.id, project()),
  ];

  const folders = FOLDERS.flatMap(([top, ...inner], index) => {
    const classId = index === 0 ? courts.id : matters.id;
    const parent = { ...named(top), classId };
    return [parent, ...inner.map((name) => ({ ...named(name), classId, parentId: parent.id }))];
  });
  const projects = PROJECTS.map(([name, folderName]): Project => {
    const folder = folders.find((one) => one.name === folderName);
    return {
      ...named(name),
      classId: folder?.classId ?? matters.id,
      ...(folder ? { folderId: folder.id } : {}),
    };
  });
  const forms = [
    ['Общество с ограниченной ответственностью', 'ООО'],
    ['Акционерное общество', 'АО'],
    ['Публичное акционерное общество', 'ПАО'],
    ['Индивидуальный предприниматель', 'ИП'],
    ['Государственный орган', 'ГО'],
  ] as const;

  return {
    objectClasses: [courts, matters],
    objectTypes,
    roles: values(['Клиент', 'Истец', 'Ответчик', 'Третье лицо', 'Представитель', 'Кредитор', 'Должник']),
    folders,
    projects,
    eventTypes: coded([
      ['Судебное заседание', 'HEARING'],
      ['Встреча', 'MEETING'],
      ['Звонок', 'CALL'],
      ['Командировка', 'TRIP'],
      ['Крайний срок', 'DEADLINE'],
      ['Внутреннее мероприятие', 'INTERNAL'],
    ]),
    legalForms: coded(forms),
    dictionaries,
  };
}
