/** Initial cases of the firm. */
import type { LegalCase } from '../../world.ts';
import { byId, byName, dictionary, extra, type Memory, type ObjectType } from '../memory.ts';
import { type Chance, makeClock, workday } from './chance.ts';

const SUBJECTS: Record<string, readonly string[]> = {
  ARBITRATION: [
    'взыскание задолженности по договору поставки',
    'взыскание задолженности по договору подряда',
    'взыскание неустойки по договору перевозки',
    'оспаривание одностороннего отказа от договора аренды',
  ],
  CIVIL: [
    'раздел наследственного имущества',
    'возмещение ущерба от залива квартиры',
    'взыскание долга по расписке',
    'защита прав потребителя',
  ],
  ADMINISTRATIVE: [
    'оспаривание предписания',
    'оспаривание кадастровой стоимости',
    'отмена постановления о штрафе',
  ],
  BANKRUPTCY: ['включение в реестр требований кредиторов', 'оспаривание сделки должника', 'банкротство'],
  CONTRACT: [
    'договор аренды склада',
    'рамочный договор поставки',
    'договор оказания услуг',
    'лицензионный договор',
  ],
  CORPORATE: [
    'реорганизация',
    'одобрение крупной сделки',
    'смена директора',
    'увеличение уставного капитала',
  ],
  LABOUR: ['восстановление на работе', 'проверка кадровых документов', 'сокращение штата'],
  TRADEMARK: ['регистрация обозначения'],
};
const PREFIX: Record<string, string> = {
  ARBITRATION: 'АРБ',
  CIVIL: 'ГР',
  ADMINISTRATIVE: 'АДМ',
  BANKRUPTCY: 'БНК',
  CONTRACT: 'ДОГ',
  CORPORATE: 'КОРП',
  LABOUR: 'ТР',
  TRADEMARK: 'ОБ',
};
const CODES = [
  ...['ARBITRATION', 'CONTRACT', 'CIVIL', 'ARBITRATION', 'CORPORATE', 'ADMINISTRATIVE', 'BANKRUPTCY'],
  ...['ARBITRATION', 'CIVIL', 'LABOUR', 'CONTRACT'],
];
const CASES = 72;

function courtCard(memory: Memory, chance: Chance, base: Date, index: number, closed: boolean) {
  const clock = makeClock(base);
  const second = chance.pick(memory.world.users.slice(1, 13)).id;
  const rowsOf = chance.int(0, 3);
  const purposes = ['Государственная пошлина', 'Экспертиза', 'Почтовые расходы'];
  const court = chance.pick([
    'Верхнереченский районный суд',
    'Арбитражный суд Заречной области',
    'Суд Озёрного округа',
  ]);
  return {
    ...(index % 9 === 8 ? {} : { courtName: court, courtCaseNumber: `А99-${1000 + index * 37}/2025` }),
    ...(index % 4 === 3 ? {} : { judge: chance.pick(['Ветрова И. К.', 'Смолин Г. Д.', 'Яровая Т. П.']) }),
    instance: chance.pick(['Первая инстанция', 'Апелляция', 'Кассация']),
    ...(index % 5 === 4 ? {} : { claimAmount: chance.int(80, 9000) * 1000 + 0.5 * chance.int(0, 1) }),
    ...(closed || index % 3 === 2
      ? {}
      : { nextHearingDate: clock(workday(base, chance.int(1, 45)), chance.int(9, 16), 30) }),
    ...(index % 2 ? { secondLawyer: second } : {}),
    ...(rowsOf === 0
      ? {}
      : {
          expensePurpose: purposes.slice(0, rowsOf),
          expenseAmount: purposes.slice(0, rowsOf).map(() => chance.int(1, 60) * 500),
          expenseDate: purposes.slice(0, rowsOf).map((_, row) => clock(-90 + row * 20, 12)),
        }),
    riskLevel: chance.pick(['Низкий риск', 'Средний риск', 'Высокий риск']),
  };
}

function projectCard(chance: Chance, base: Date, index: number) {
  const clock = makeClock(base);
  const stages = ['Анализ документов', 'Подготовка проекта', 'Согласование'].slice(0, chance.int(1, 3));
  return {
    contractNumber: `${index + 10}/${base.getUTCFullYear() - 1}`,
    contractDate: clock(-chance.int(30, 600), 12),
    ...(index % 4 === 3 ? {} : { contractAmount: chance.int(5, 400) * 10_000 }),
    isUrgent: index % 5 === 0,
    stageName: stages,
    stageFee: stages.map(() => chance.int(2, 30) * 5000),
    stageDue: stages.map((_, row) => clock(20 + row * 15, 15)),
  };
}

/** Adds cases and their document folders. */
export function seedCases(memory: Memory, chance: Chance, base: Date) {
  const { catalogue, world } = memory;
  const clock = makeClock(base);
  const lawyers = world.users.filter((user) => !user.isClient).slice(0, 17);
  const stages = dictionary(catalogue, 'CASE_STAGE').values;
  for (let index = 0; index < CASES; index++) {
    const code = index === 70 ? 'TRADEMARK' : (CODES[index % CODES.length] ?? 'CIVIL');
    const type = catalogue.objectTypes.find((one) => one.code === code) as ObjectType;
    const isCourt = type.blocks[0]?.name === 'Суд';
    const kind = code === 'CIVIL' || code === 'LABOUR' ? 'individual' : 'company';
    const [client, other] = chance.two(world.participants.filter((one) => isCourt && one.kind === kind));
    const mine = client ?? chance.pick(world.participants.filter((one) => one.kind === kind));
    const subject = chance.pick(SUBJECTS[code] ?? []);
    // Two names differ in one digit, and two in one letter.
    const number = index === 3 ? 14 : index === 7 ? 41 : chance.int(50, 900);
    const twin =
      index === 3 || index === 7
        ? 'ООО «Лунный Причал» к АО «Бурый Кит»: взыскание задолженности по договору поставки'
        : undefined;
    const plain =
      index === 1
        ? 'Аренда склада на Речной улице'
        : index === 10
          ? 'Аренда складов на Речной улице'
          : undefined;
    const title = isCourt && other ? `${mine.name} к ${other.name}: ${subject}` : `${mine.name}: ${subject}`;
    const name = plain ?? (code === 'ARBITRATION' ? `${twin ?? title} № ${number}` : title);
    const [left, right] = twin
      ? [byName(world.participants, 'ООО «Лунный Причал»'), byName(world.participants, 'АО «Бурый Кит»')]
      : [mine, other];
    const isArchived = index % 5 === 4;
    const age = isArchived ? chance.int(400, 1000) : chance.int(5, 500);
    const project = index % 3 === 0 ? chance.pick(catalogue.projects) : undefined;
    const folder =
      byId(catalogue.folders, project?.folderId) ?? (index % 4 ? chance.pick(catalogue.folders) : undefined);
    const responsible = index % 12 === 11 ? undefined : chance.pick(lawyers).id;
    const stage = index % 6 === 5 ? undefined : isArchived ? stages[4] : chance.pick(stages.slice(0, 4));
    const id = memory.newId();
    const documentFolderId = memory.newId();
    const createdAt = clock(-age, chance.int(9, 18), chance.int(0, 59));
    memory.docFolders.push({ id: documentFolderId, name, caseId: id, createdAt });
    const roles = isCourt ? ['Истец', 'Ответчик'] : ['Клиент', 'Представитель'];
    const card = isCourt
      ? courtCard(memory, chance, base, index, isArchived)
      : projectCard(chance, base, index);
    const made: LegalCase = {
      id,
      ...(index % 20 === 19
        ? {}
        : { number: `${PREFIX[code]}-${createdAt.getUTCFullYear()}/${String(index + 1).padStart(3, '0')}` }),
      name,
      type: type.name,
      ...(responsible ? { responsible } : {}),
      isArchived,
      createdAt,
      changedAt: new Date(createdAt.getTime() + age * 43_200_000),
      ...(project ? { project: project.name } : {}),
      ...(folder ? { folder: folder.name } : {}),
      parties: [
        ...(left ? [{ participant: left.id, role: 'Клиент' }] : []),
        ...(left && isCourt ? [{ participant: left.id, role: roles[0] ?? '' }] : []),
        ...(right ? [{ participant: right.id, role: roles[1] ?? '' }] : []),
        ...(index % 10 === 6 ? [{ participant: chance.pick(world.participants).id }] : []),
      ],
      related: [],
      card: { ...card, openedOn: createdAt },
      extra: extra.case({
        version: chance.int(0, 6),
        ...(index % 3 === 1 ? {} : { description: `${type.name}. Предмет: ${subject}.` }),
        documentFolderId,
        ...(project ? { projectId: project.id } : {}),
        ...(folder ? { folderId: folder.id } : {}),
        ...(stage ? { stageId: stage.id } : {}),
        tableBlockIds: type.blocks.flatMap((block) => (block.kind === 'TABLE' ? [block.id] : [])),
      }),
    };
    world.cases.push(made);
  }
  for (const [from, to] of [
    [3, 7],
    [0, 22],
    [1, 10],
    [5, 49],
    [0, 33],
  ] as const) {
    const [one, two] = [world.cases[from], world.cases[to]];
    one?.related.push(two?.id ?? '');
    two?.related.push(one?.id ?? '');
  }
}
