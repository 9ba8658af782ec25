import type { Group, Participant, User } from '../../world.ts';
import type { Block, Field, ObjectType } from '../cards.ts';
import { at, type Dictionary, type Generator, type Named, type Settings } from '../store.ts';

const COLLEAGUES = [
  ['Ветров Алексей Николаевич', 'a.vetrov', 'Управляющий партнёр', 'Руководство'],
  ['Смирнова Анна Сергеевна', 'a.smirnova', 'Старший юрист', 'Судебная практика'],
  ['Смирнова Анна Викторовна', 'av.smirnova', 'Младший юрист', 'Корпоративная практика'],
  ['Кузнецов Дмитрий Павлович', 'd.kuznetsov', 'Партнёр', 'Судебная практика'],
  ['Кузнецов Илья Андреевич', 'i.kuznetsov', 'Юрист', 'Банкротство'],
  ['Морозова Екатерина Олеговна', 'e.morozova', 'Юрист', 'Судебная практика'],
  ['Фомин Глеб Романович', 'g.fomin', 'Советник', 'Налоговая практика'],
  ['Зайцева Полина Юрьевна', 'p.zaytseva', 'Помощник юриста', 'Судебная практика'],
  ['Ершов Кирилл Максимович', 'k.ershov', 'Юрист', 'Корпоративная практика'],
  ['Баранова Ольга Игоревна', 'o.baranova', 'Руководитель секретариата', 'Секретариат'],
  ['Тихонов Степан Львович', 's.tikhonov', 'Старший юрист', 'Банкротство'],
  ['Громова Вера Петровна', 'v.gromova', 'Бухгалтер', 'Бухгалтерия'],
  ['Данилов Роман Евгеньевич', 'r.danilov', 'Юрист', 'Налоговая практика'],
  ['Щукина Марина Борисовна', 'm.shchukina', 'Секретарь', 'Секретариат'],
  ['Носов Артём Викторович', 'a.nosov', 'Юрист', 'Судебная практика'],
] as const;

const CLIENTS = [
  ['Лебедев Павел Игоревич', 'client.lebedev'],
  ['Орлова Нина Аркадьевна', 'client.orlova'],
  ['Гранит Олег Львович', 'client.granit'],
  ['Сомов Виктор Петрович', 'client.somov'],
] as const;

/** Creates the users: staff, including one former employee, and some clients. */
export function seedUsers(random: Generator, now: Date): User[] {
  const firm = COLLEAGUES.map(([name, login, position, department], index): User => {
    const left = login === 'a.nosov';
    return {
      id: random.id(),
      name,
      login,
      email: `${login}@vetrov-legal.example`,
      isActive: !left,
      isClient: false,
      extra: {
        position,
        department,
        phone: index % 4 === 3 ? null : `+7 495 555-0${100 + index}`,
        lastLogin: login === 'm.shchukina' ? null : at(now, left ? -140 : -(index % 6), 480 + index * 7),
        attributes: index % 3 === 0 ? { BarNumber: `77/${random.digits(5)}` } : {},
      },
    };
  });
  const clients = CLIENTS.map(([name, login], index): User => {
    const extra = { lastLogin: index === 1 ? null : at(now, -9 * index - 3, 600), attributes: {} };
    const user: User = { id: random.id(), name, login, isActive: index !== 3, isClient: true, extra };
    if (index !== 2) user.email = `${login}@mail.example`;
    return user;
  });
  return [...firm, ...clients];
}

export function seedGroups(random: Generator, users: readonly User[]): Group[] {
  const members = (...logins: string[]) =>
    users.filter(({ login }) => logins.includes(login)).map(({ id }) => id);
  return [
    ['Судебная практика', members('a.smirnova', 'd.kuznetsov', 'e.morozova', 'p.zaytseva')],
    ['Банкротство', members('i.kuznetsov', 's.tikhonov')],
    ['Корпоративная практика', members('av.smirnova', 'k.ershov', 'a.vetrov')],
    ['Секретариат', members('o.baranova', 'm.shchukina')],
  ].map(([name, ids]) => ({ id: random.id(), name: name as string, members: ids as string[] }));
}

const COMPANIES = (
  'ООО «Северный Каскад»|ООО «Каскад-Север»|ООО «Гранит»|ООО «Гранит-М»|' +
  'АО «Приволжский элеватор»|ООО «Лебедев и сыновья»|АО «Уралкамнеобработка»|' +
  'ООО «Тихая гавань»|ООО «Берёзовая роща девелопмент»|ПАО «Заречный химкомбинат»|' +
  'ООО «Стройконтур-19»|ООО «Логистика Лесных Озёр»|АО «Нижнекамский арматурный двор»|' +
  'ООО «Оптика и точность»|ООО «Медовый спас»|ООО «Агрофирма Калиновка»|' +
  'ООО «Финансовый причал»|АО «Редукторный завод Восход-7»|ООО «Пекарня на Садовой»|' +
  'ИП Сомова Дарья Викторовна|ТСЖ «Кленовая, 14»|ООО «Сибирский кедр трейд»'
).split('|');

const PEOPLE = (
  'Лебедев Павел Игоревич|Лебедев Павел Антонович|Орлова Нина Аркадьевна|' +
  'Гранит Олег Львович|Сомов Виктор Петрович|Сомова Дарья Викторовна|Кузнецов Андрей Ильич|' +
  'Пахомов Егор Денисович|Рыбакова Светлана Олеговна|Рыбакова Софья Олеговна|' +
  'Журавлёв Константин Юрьевич|Мельников Тимофей Аркадьевич|Абрамова Лидия Семёновна|' +
  'Хасанов Рустам Маратович|Петросян Карина Ашотовна|Волошин Борис Геннадьевич|' +
  'Чернова Юлия Васильевна|Ким Елена Сергеевна|Дроздов Матвей Ильич|' +
  'Соловьёва Алиса Тимуровна|Ежов Никита Валерьевич|Белкина Тамара Николаевна'
).split('|');

/** Creates the people and companies that take part in cases. */
export function seedParticipants(random: Generator, settings: Settings, now: Date): Participant[] {
  const companies = COMPANIES.map((name, index): Participant => {
    const form = settings.legalForms.find(({ shortName }) => name.startsWith(`${shortName} `));
    const createdAt = at(now, -700 + index * 17, 500);
    const kpp = name.startsWith('ИП') ? null : `77${random.digits(2)}01001`;
    const extra = { createdAt, changedAt: createdAt, kpp, legalForm: form?.id ?? null, attributes: {} };
    const record: Participant = { id: random.id(), kind: 'company', name, extra };
    if (index % 7 !== 6) record.inn = random.digits(name.startsWith('ИП') ? 12 : 10);
    if (index % 4 !== 3) record.email = `info${index + 1}@company.example`;
    if (index % 5 !== 4) record.phone = `+7 495 555-1${100 + index}`;
    return record;
  });
  const people = PEOPLE.map((name, index): Participant => {
    const [lastName, firstName, middleName] = name.split(' ');
    const createdAt = at(now, -600 + index * 21, 560);
    const attributes = index % 6 === 2 ? { BirthDate: at(now, -12_000 - index * 300) } : {};
    const extra = { createdAt, changedAt: createdAt, lastName, firstName, middleName, attributes };
    const record: Participant = { id: random.id(), kind: 'individual', name, extra };
    if (index % 3 === 0) record.inn = random.digits(12);
    if (index % 4 !== 1) record.email = `person${index + 1}@mail.example`;
    if (index % 5 !== 2) record.phone = `+7 916 555-2${100 + index}`;
    return record;
  });
  return [...companies, ...people];
}

function objectTypes(random: Generator, classes: readonly Named[], dictionaries: Settings['dictionaries']) {
  const field = (tag: string, name: string, type: Field['type'], more: Partial<Field> = {}): Field => {
    const externalId = `EXT-${tag.toUpperCase()}`;
    return { id: random.id(), tag, externalId, name, type, isRequired: false, isMulti: false, ...more };
  };
  const block = (tag: string, name: string, kind: Block['kind'], fields: Field[]): Block => {
    return { id: random.id(), tag, name, kind, access: tag === 'Service' ? 'View' : 'Edit', fields };
  };
  const shared = (): Block[] => [
    block('Common', 'Общие сведения', 'Plain', [
      field('Description', 'Описание', 'FormattedText'),
      field('Stage', 'Стадия', 'Dictionary', { dictionary: dictionaries.stages }),
      field('Keywords', 'Ключевые слова', 'Text', { isMulti: true }),
      field('Curator', 'Куратор', 'User'),
    ]),
    block('Service', 'Служебные сведения', 'Plain', [field('RiskGrade', 'Уровень риска', 'Text')]),
    block('RelatedTable', 'Связанные объекты', 'Table', []),
  ];
  const court = (): Block[] => [
    block('Court', 'Суд', 'Plain', [
      field('CourtCaseNumber', 'Номер дела в суде', 'Text', { isRequired: true }),
      field('Court', 'Наименование суда', 'Dictionary', { dictionary: dictionaries.courts }),
      field('Judge', 'Судья', 'Text'),
      field('ClaimAmount', 'Цена иска', 'Number'),
      field('FiledDate', 'Дата подачи иска', 'Date'),
    ]),
    block('Instances', 'Ход рассмотрения', 'Multi', [
      field('InstanceName', 'Инстанция', 'Text', { isMulti: true }),
      field('InstanceDate', 'Дата акта', 'Date', { isMulti: true }),
      field('InstanceResult', 'Результат', 'Text', { isMulti: true }),
    ]),
  ];
  const deal = (): Block[] => [
    block('Deal', 'Договор', 'Plain', [
      field('ContractNumber', 'Номер договора', 'Text'),
      field('ContractDate', 'Дата договора', 'Date'),
      field('DealAmount', 'Сумма', 'Number'),
      field('IsConfidential', 'Конфиденциально', 'Checkbox'),
    ]),
  ];
  const [disputes, business] = classes as [Named, Named];
  const type = (name: string, of: Named, blocks: Block[], duplicateRule: string[]): ObjectType => {
    const status = name === 'Третейское разбирательство' ? 'Deleted' : 'Active';
    return { id: random.id(), name, objectClass: of.id, status, blocks, duplicateRule };
  };
  return [
    type('Арбитражный спор', disputes, [...court(), ...shared()], ['CourtCaseNumber']),
    type('Гражданское дело', disputes, [...court(), ...shared()], ['CourtCaseNumber']),
    type('Дело о банкротстве', disputes, [...court(), ...shared()], ['CourtCaseNumber']),
    type('Третейское разбирательство', disputes, [...court(), ...shared()], []),
    type('Сопровождение сделки', business, [...deal(), ...shared()], ['ContractNumber']),
    type('Абонентское обслуживание', business, [...deal(), ...shared()], []),
  ];
}

/** Creates the settings that administrators manage. */
export function seedSettings(random: Generator, now: Date): Settings {
  const named = (...names: string[]): Named[] => names.map((name) => ({ id: random.id(), name }));
  const dictionary = (name: string, isSystem: boolean, values: string): Dictionary => {
    return { id: random.id(), name, isSystem, values: named(...values.split('|')) };
  };
  const dictionaries: Settings['dictionaries'] = {
    taskTypes: dictionary('Тип задачи', true, 'Процессуальная|Консультационная|Организационная|Внутренняя'),
    taskStatuses: dictionary('Статус задачи', true, 'Новая|В работе|На проверке|Отложена|Выполнена|Отменена'),
    taskPriorities: dictionary('Приоритет задачи', true, 'Низкий|Обычный|Высокий|Срочный'),
    taskNames: dictionary(
      'Наименование задачи',
      true,
      'Подготовить исковое заявление|Подготовить отзыв на иск|Подготовить апелляционную жалобу|' +
        'Направить претензию|Ознакомиться с материалами дела|Запросить документы у клиента|' +
        'Оплатить государственную пошлину|Подготовить заключение|Проверить договор|Согласовать протокол разногласий|' +
        'Подать заявление о включении в реестр|Получить исполнительный лист|Направить запрос судебному приставу|' +
        'Сдать документы в архив|Выставить счёт клиенту|Подготовить отчёт клиенту|Заверить доверенность|' +
        'Провести встречу с клиентом|Рассчитать неустойку|Заявить ходатайство об отложении|Прочее',
    ),
    eventTypes: dictionary(
      'Тип события',
      true,
      'Судебное заседание|Встреча с клиентом|Переговоры|Внутреннее совещание|Обучение|Командировка',
    ),
    documentTypes: dictionary(
      'Тип документа',
      true,
      'Исковое заявление|Отзыв|Договор|Доверенность|Судебный акт|Претензия|Переписка|Расчёт|Шаблон|Приказ',
    ),
    documentNames: dictionary(
      'Наименование документа',
      true,
      'Исковое заявление|Отзыв на исковое заявление|Договор поставки|Доверенность представителя|' +
        'Определение суда|Решение суда|Претензия контрагенту|Расчёт задолженности',
    ),
    courts: dictionary(
      'Суды',
      false,
      'Арбитражный суд города Москвы|Арбитражный суд Московской области|' +
        'Девятый арбитражный апелляционный суд|Тверской районный суд города Москвы|Савёловский районный суд',
    ),
    stages: dictionary(
      'Стадии',
      false,
      'Досудебная|Первая инстанция|Апелляция|Кассация|Исполнение|Завершено',
    ),
  };
  const objectClasses = named('Судебные споры', 'Сопровождение бизнеса');
  const [disputes, business] = objectClasses as [Named, Named];
  const folder = (name: string, objectClass: string, parent?: string) => ({
    ...{ id: random.id(), name, objectClass, parent },
  });
  const courtFolder = folder('Суды', disputes.id);
  const arbitration = folder('Арбитраж', disputes.id, courtFolder.id);
  const corporate = folder('Корпоративные клиенты', business.id);
  const objectFolders = [
    courtFolder,
    arbitration,
    folder('Завершённые споры', disputes.id, arbitration.id),
    folder('Суды общей юрисдикции', disputes.id, courtFolder.id),
    folder('Банкротства', disputes.id),
    corporate,
    folder('Сделки', business.id, corporate.id),
    folder('Абонентские договоры', business.id, corporate.id),
  ];
  const project = (name: string, index: number) => {
    const home = objectFolders[index];
    return { id: random.id(), name, folder: home?.id, objectClass: home?.objectClass ?? disputes.id };
  };
  const attribute = (tag: string, name: string, type: Field['type'], more: Partial<Field> = {}): Field => ({
    ...{ id: random.id(), tag, name, type, externalId: `EXT-${tag.toUpperCase()}` },
    ...{ isRequired: false, isMulti: false, ...more },
  });
  const year = now.getUTCFullYear();
  const day = (month: number, date: number): Date => new Date(Date.UTC(year, month - 1, date));
  return {
    objectClasses,
    objectTypes: objectTypes(random, objectClasses, dictionaries),
    objectFolders,
    projects: [
      project('Взыскание дебиторской задолженности', 1),
      project('Споры с подрядчиками', 1),
      project('Частные клиенты', 3),
      project('Банкротство контрагентов', 4),
      project('Сделки с недвижимостью', 6),
      project('Абонентские клиенты', 7),
    ],
    roles: named('Клиент', 'Истец', 'Ответчик', 'Третье лицо', 'Представитель', 'Свидетель', 'Эксперт'),
    legalForms: [
      { id: random.id(), name: 'Общество с ограниченной ответственностью', shortName: 'ООО' },
      { id: random.id(), name: 'Публичное акционерное общество', shortName: 'ПАО' },
      { id: random.id(), name: 'Акционерное общество', shortName: 'АО' },
      { id: random.id(), name: 'Индивидуальный предприниматель', shortName: 'ИП' },
      { id: random.id(), name: 'Товарищество собственников жилья', shortName: 'ТСЖ' },
    ],
    dictionaries,
    finalStatuses: ['Выполнена', 'Отменена'],
    calendar: { id: random.id(), name: 'Firm' },
    attributes: {
      event: [attribute('CourtRoom', 'Зал', 'Text'), attribute('Result', 'Итог', 'Text')],
      task: [
        attribute('PlannedHours', 'План, ч', 'Number'),
        attribute('IsBillable', 'Оплачивается', 'Checkbox'),
      ],
      participant: [attribute('BirthDate', 'Дата рождения', 'Date'), attribute('Note', 'Примечание', 'Text')],
      document: [
        attribute('RegNumber', 'Регистрационный номер', 'Text'),
        attribute('PageCount', 'Листов', 'Number'),
      ],
      user: [attribute('BarNumber', 'Номер в реестре адвокатов', 'Text')],
    },
    nonWorkingDays: {
      Dates: [day(2, 23), day(3, 8), day(5, 1), day(5, 9), day(6, 12), day(11, 4)],
      Intervals: [{ Name: 'Новогодние каникулы', StartDate: day(1, 1), EndDate: day(1, 8) }],
    },
  };
}
