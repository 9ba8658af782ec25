/** Staff, participants and cases of the firm. */
import type { LegalCase, Participant } from '../world.ts';
import { addCaseFolder, byName, type Memory, valuesOf } from './memory.ts';
import { seedPeople } from './seed-people.ts';
import type { CardField, CaseType } from './set-up.ts';

const courts = [
  'Арбитражный суд Заречной области',
  'Приреченский районный суд',
  'Верхнеозёрский городской суд',
  'Арбитражный суд Приозёрного края',
];
const subjects = [
  'долга по договору поставки',
  'неустойки по договору подряда',
  'убытков от простоя',
  'арендной платы',
  'неосновательного обогащения',
  'стоимости перевозки',
];
const themes = [
  'перевод сотрудников на удалёнку',
  'раскрытие бенефициаров',
  'налог при дарении доли',
  'возврат аванса',
  'порядок созыва собрания',
];
const places: Record<string, [folder: string, project: string]> = {
  'Арбитражный спор': ['Арбитраж', 'Взыскание задолженности поставщиков'],
  'Гражданский спор': ['Суды общей юрисдикции', 'Защита потребителей'],
  Банкротство: ['Банкротство и торги', 'Торги и конкурсная масса'],
  Претензия: ['Претензии', 'Претензионная кампания'],
  'Сопровождение сделки': ['Сделки', 'Покупка складского комплекса'],
  'Абонентское обслуживание': ['Клиенты на обслуживании', 'Разовые поручения'],
  Консультация: ['Клиенты на обслуживании', 'Разовые поручения'],
};
const order = [0, 0, 3, 1, 4, 2, 0, 5, 6, 1, 0, 3];

interface Plan {
  readonly name: string;
  readonly parties: LegalCase['parties'];
}

const plan = (memory: Memory, type: CaseType, index: number): Plan => {
  const { dice, world } = memory;
  const firms = world.participants.filter((item) => item.kind === 'company');
  const people = world.participants.filter((item) => item.kind === 'individual');
  const a = firms[index % firms.length] ?? dice.pick(firms);
  const b = dice.pick(firms.filter((item) => item.id !== a.id));
  const p = people[index % people.length] ?? dice.pick(people);
  const both = (x: Participant, y: Participant, roles: [string, string]): LegalCase['parties'] => [
    { participant: x.id, role: roles[0] },
    { participant: y.id, role: roles[1] },
    { participant: x.id, role: 'Клиент' },
  ];
  if (type.name === 'Арбитражный спор')
    return {
      name: `${a.name} к ${b.name} о взыскании ${subjects[index % 6]}`,
      parties: both(a, b, ['Истец', 'Ответчик']),
    };
  if (type.name === 'Гражданский спор')
    return {
      name: `${p.name} к ${b.name} о защите прав потребителя`,
      parties: both(p, b, ['Истец', 'Ответчик']),
    };
  if (type.name === 'Банкротство')
    return { name: `Банкротство ${b.name}`, parties: both(a, b, ['Кредитор', 'Должник']) };
  if (type.name === 'Претензия')
    return {
      name: `Претензия ${a.name} к ${b.name} (договор № ${index + 17}/П)`,
      parties: both(a, b, ['Истец', 'Ответчик']),
    };
  if (type.name === 'Сопровождение сделки')
    return {
      name: `Покупка здания № ${index + 2} для ${a.name}`,
      parties: [{ participant: a.id, role: 'Клиент' }, { participant: b.id }],
    };
  if (type.name === 'Абонентское обслуживание')
    return { name: `Абонентское обслуживание ${a.name}`, parties: [{ participant: a.id, role: 'Клиент' }] };
  return {
    name: `Консультация: ${themes[index % 5]} (${a.name})`,
    parties: [{ participant: a.id, role: 'Клиент' }],
  };
};

const fill = (memory: Memory, field: CardField, index: number): unknown => {
  const { dice, world } = memory;
  if (field.kind === 'Checkbox') return index % 4 === 0;
  if (field.kind === 'Number') return dice.int(12, 9800) * 1000 + (index % 3) * 250.5;
  if (field.kind === 'Date')
    return memory.day(field.tag === 'validUntil' ? dice.int(-90, 400) : -dice.int(20, 500));
  if (field.kind === 'Dictionary') return dice.pick(valuesOf(memory, field.dictionary ?? '')).name;
  if (field.kind === 'User') return world.users[index % 12]?.id;
  if (field.kind === 'Participant') return dice.pick(world.participants).id;
  if (field.tag === 'Sud') return courts[index % 4];
  if (field.tag === 'CourtCaseNumber')
    return `А00-${10_000 + index * 137}/${memory.day(-200).getUTCFullYear()}`;
  if (field.tag === 'Sudya') return dice.pick(['Полозова Р. Г.', 'Устюжанин В. К.', 'Хромова Т. Е.']);
  if (field.tag === 'NomerDogovora') return `${index + 17}/П`;
  return dice.pick([
    'Ждём документы от клиента.',
    'Доверенность до конца года.',
    'Счёт выставлен, оплата частями.',
    'Переговоры о мировом соглашении.',
  ]);
};

const seedCases = (memory: Memory): void => {
  const { dice, world } = memory;
  const owners = world.users.filter((user) => !user.isClient && user.isActive).slice(0, 12);
  const add = (type: CaseType, index: number, own: Plan): LegalCase => {
    const createdAt = memory.day(-dice.int(30, 900), dice.int(6, 15), dice.int(0, 59));
    const card: Record<string, unknown> = {};
    for (const field of type.blocks.flatMap((block) => (block.kind === 'Single' ? block.fields : []))) {
      if (field.required || dice.chance(0.75)) card[field.tag] = fill(memory, field, index);
    }
    for (const block of type.blocks.filter((item) => item.kind === 'Multi')) {
      const rows = index % 3;
      if (rows === 0) continue;
      card.RashodStatya = Array.from(
        { length: rows },
        (_, row) => ['Госпошлина', 'Экспертиза'][row] ?? block.name,
      );
      card.RashodSumma = Array.from({ length: rows }, () => dice.int(3, 90) * 500);
    }
    const [folder, project] = places[type.name] ?? ['Сделки', 'Разовые поручения'];
    const id = dice.id();
    const name = world.cases.some((item) => item.name === own.name)
      ? `${own.name}, производство ${index}`
      : own.name;
    const legalCase: LegalCase = {
      id,
      ...(index % 13 === 12
        ? {}
        : { number: `${createdAt.getUTCFullYear()}-${String(index + 101).padStart(4, '0')}` }),
      name,
      type: type.name,
      ...(index % 11 === 10
        ? {}
        : { responsible: (index % 4 === 0 ? owners[0] : owners[index % owners.length])?.id ?? '' }),
      isArchived: index % 6 === 5,
      createdAt,
      changedAt: new Date(createdAt.getTime() + dice.int(1, 29) * 86_400_000),
      ...(index % 7 === 3
        ? {}
        : { project: index % 9 === 8 && type.name === 'Арбитражный спор' ? 'Споры по подряду' : project }),
      folder,
      parties: own.parties,
      related: [],
      card,
      extra: { version: dice.int(1, 9), documentFolderId: addCaseFolder(memory, id, name), table: [] },
    };
    world.cases.push(legalCase);
    return legalCase;
  };
  for (let index = 0; index < 66; index += 1) {
    const type = memory.types[order[index % order.length] ?? 0];
    if (type) add(type, index, plan(memory, type, index));
  }
  const twin = world.cases[0];
  const arbitration = byName(memory.types, 'Арбитражный спор');
  if (twin && arbitration) {
    const appeal = add(arbitration, 66, {
      name: `${twin.name} (апелляция)`,
      parties: twin.parties.map((party) => ({ ...party })),
    });
    appeal.related.push(twin.id);
    twin.related.push(appeal.id);
  }
  const clientOf = (item: LegalCase) => item.parties.find((party) => party.role === 'Клиент')?.participant;
  for (const item of world.cases.filter((candidate) => candidate.type === 'Абонентское обслуживание')) {
    item.extra.table = world.cases
      .filter((other) => other.id !== item.id && clientOf(other) === clientOf(item))
      .map((other) => other.id);
  }
  for (let index = 4; index < 60; index += 9) {
    const [one, two] = [world.cases[index], world.cases[index + 3]];
    if (!one || !two) continue;
    one.related.push(two.id);
    two.related.push(one.id);
  }
};

/** Adds people and cases. */
export const seedFirm = (memory: Memory): void => {
  seedPeople(memory);
  seedCases(memory);
};
