import type { CalendarEvent, LegalCase, Participant, Task, World } from '../../world.ts';
import { at, type Generator, type Named, type Settings } from '../store.ts';

interface Plan {
  readonly type: string;
  readonly project: string | undefined;
  readonly subject: string;
  readonly client: string;
  readonly other: string | undefined;
}

const [DISPUTE, CIVIL, BANKRUPTCY] = ['Арбитражный спор', 'Гражданское дело', 'Дело о банкротстве'];
const [DEAL, RETAINER] = ['Сопровождение сделки', 'Абонентское обслуживание'];

/** Subject, type and project. Each is used for several clients. */
const SUBJECTS = [
  ['Взыскание задолженности по договору поставки', DISPUTE, 'Взыскание дебиторской задолженности'],
  ['Спор о качестве подрядных работ', DISPUTE, 'Споры с подрядчиками'],
  ['Взыскание неустойки по договору аренды', DISPUTE, 'Взыскание дебиторской задолженности'],
  ['Оспаривание решения налогового органа', DISPUTE, undefined],
  ['Раздел наследственного имущества', CIVIL, 'Частные клиенты'],
  ['Возмещение ущерба от залива квартиры', CIVIL, 'Частные клиенты'],
  ['Восстановление на работе', CIVIL, undefined],
  ['Включение требования в реестр кредиторов', BANKRUPTCY, 'Банкротство контрагентов'],
  ['Оспаривание сделки должника', BANKRUPTCY, 'Банкротство контрагентов'],
  ['Покупка складского комплекса', DEAL, 'Сделки с недвижимостью'],
  ['Продажа доли в уставном капитале', DEAL, undefined],
  ['Абонентское обслуживание', RETAINER, 'Абонентские клиенты'],
] as const;

/** Two pairs have almost the same name, so that only details distinguish them. */
const SPECIAL: readonly Plan[] = [
  ['ООО «Северный Каскад»', 'ООО «Гранит»'],
  ['ООО «Северный Каскад»', 'ООО «Гранит-М»'],
  ['Лебедев Павел Игоревич', 'ООО «Лебедев и сыновья»'],
  ['Лебедев Павел Антонович', 'ООО «Лебедев и сыновья»'],
].map(([client, other]) => ({
  ...{ type: DISPUTE ?? '', project: 'Взыскание дебиторской задолженности', client: client ?? '', other },
  subject: 'Взыскание долга по договору займа',
}));

function plans(random: Generator, participants: readonly Participant[]): Plan[] {
  const companies = participants.filter(({ kind }) => kind === 'company');
  const people = participants.filter(({ kind }) => kind === 'individual');
  const many = Array.from({ length: 60 }, (_, index): Plan => {
    const [subject, type, project] = SUBJECTS[index % SUBJECTS.length] ?? SUBJECTS[0];
    const client = random.pick(type === CIVIL ? people : companies).name;
    const other = type === RETAINER ? undefined : random.pick(companies).name;
    return { type: type ?? '', project, subject, client, other: other === client ? undefined : other };
  });
  return [...SPECIAL, ...many];
}

function cardOf(random: Generator, settings: Settings, plan: Plan, now: Date, people: readonly Named[]) {
  const { courts, stages } = settings.dictionaries;
  const card: Record<string, unknown> = {};
  if (random.chance(0.8)) {
    card.Description = `<b>${plan.subject}</b>.<br>Клиент: ${plan.client}. Документы переданы по описи.`;
  }
  if (random.chance(0.85)) card.Stage = random.pick(stages.values).name;
  if (random.chance(0.4))
    card.Keywords = [plan.subject.split(' ')[0], random.chance(0.5) ? 'срочно' : 'важно'];
  if (random.chance(0.3)) card.Curator = random.pick(people).id;
  if (plan.type === DEAL || plan.type === RETAINER) {
    card.ContractNumber = `${random.digits(3)}/${now.getUTCFullYear() - random.below(3)}`;
    if (random.chance(0.8)) card.ContractDate = at(now, -random.below(500) - 5);
    if (random.chance(0.7)) card.DealAmount = (random.below(900) + 10) * 10_000;
    card.IsConfidential = random.chance(0.3);
    return card;
  }
  const [letter, mark] = plan.type === CIVIL ? ['2', ''] : ['А40', plan.type === BANKRUPTCY ? '-Б' : ''];
  card.CourtCaseNumber = `${letter}-${random.digits(5)}/${now.getUTCFullYear() - random.below(2)}${mark}`;
  if (random.chance(0.9)) card.Court = random.pick(courts.values).name;
  if (random.chance(0.6)) card.Judge = `${random.pick(['Ильина', 'Котов', 'Рогова', 'Маслов'])} А. В.`;
  if (random.chance(0.85)) card.ClaimAmount = random.below(9_000_000) + 50_000.5;
  if (random.chance(0.7)) card.FiledDate = at(now, -random.below(400) - 10);
  if (random.chance(0.35)) {
    card.InstanceName = ['Первая инстанция', 'Апелляция'];
    card.InstanceDate = [at(now, -200 - random.below(60)), at(now, -90 - random.below(60))];
    card.InstanceResult = ['Иск удовлетворён частично', 'Оставлено без изменения'];
  }
  return card;
}

/** Creates cases with their cards, parties and relations. */
export function seedCases(random: Generator, settings: Settings, world: World, now: Date): LegalCase[] {
  const firm = world.users.filter((user) => !user.isClient && user.isActive);
  const cases = plans(random, world.participants).map((plan, index): LegalCase => {
    const { subject, client, other } = plan;
    const createdAt = at(now, -900 + index * 13, 540 + random.below(300));
    const changedAt = at(now, -random.below(30), 400 + random.below(300));
    const project = settings.projects.find(({ name }) => name === plan.project);
    const folder = settings.objectFolders.find(({ id }) => id === project?.folder);
    const type = settings.objectTypes.find(({ name }) => name === plan.type);
    const id = (name: string): string => world.participants.find((one) => one.name === name)?.id ?? '';
    const parties = [{ participant: id(client), role: 'Клиент' }];
    if (other !== undefined) parties.push({ participant: id(other), role: 'Ответчик' });
    const record: LegalCase = {
      id: random.id(),
      name: other === undefined ? `${subject}: ${client}` : `${subject}: ${client} – ${other}`,
      type: plan.type,
      isArchived: index > 3 && index % 9 === 8,
      createdAt,
      changedAt: changedAt < createdAt ? createdAt : changedAt,
      parties,
      related: [],
      card: cardOf(random, settings, plan, now, firm),
      extra: { typeId: type?.id, projectId: project?.id, folderId: folder?.id, version: 1 + random.below(9) },
    };
    if (index % 10 !== 7) record.number = `${createdAt.getUTCFullYear()}-${String(index + 101)}`;
    if (index % 8 !== 6) record.responsible = random.pick(firm).id;
    if (project !== undefined) record.project = project.name;
    if (folder !== undefined) record.folder = folder.name;
    return record;
  });
  for (let index = 0; index < 40; index += 5) {
    const [one, two] = [cases[index], cases[index + 1 + random.below(4)]];
    if (one === undefined || two === undefined) continue;
    one.related.push(two.id);
    two.related.push(one.id);
  }
  return cases;
}

/** Creates tasks in all states: overdue, finished, assigned to groups, or without a case, deadline or assignee. */
export function seedTasks(random: Generator, settings: Settings, world: World, now: Date): Task[] {
  const firm = world.users.filter((user) => !user.isClient && user.isActive);
  const open = world.cases.filter((one) => !one.isArchived);
  const { taskNames, taskTypes, taskStatuses, taskPriorities } = settings.dictionaries;
  const statuses = taskStatuses.values.map(({ name }) => name);
  return Array.from({ length: 165 }, (_, index): Task => {
    const days = random.below(110) - 45;
    const ended = days < 0 ? random.chance(0.65) : random.chance(0.15);
    const status = ended ? random.pick(statuses.slice(4)) : random.pick(statuses.slice(0, 4));
    const createdAt = at(now, Math.min(days, 0) - 5 - random.below(25), 500 + random.below(200));
    const changedAt = at(now, Math.min(days, -1), 600);
    const owner = random.chance(0.9) ? random.pick(open) : undefined;
    const task: Task = {
      id: random.id(),
      name: random.pick(taskNames.values).name,
      status,
      isOpen: !settings.finalStatuses.includes(status),
      responsibles: [],
      documents: [],
      extra: { createdAt, changedAt, completedAt: ended ? changedAt : null, attributes: {}, history: [] },
    };
    if (random.chance(0.6))
      task.description = `${owner?.name ?? 'Внутренняя задача отдела'}. Поручение ${index + 1}.`;
    if (random.chance(0.9)) task.type = random.pick(taskTypes.values).name;
    if (random.chance(0.85)) task.priority = random.pick(taskPriorities.values).name;
    if (random.chance(0.5)) task.startsAt = at(now, days - 4, 420);
    if (index % 11 !== 4) task.deadline = at(now, days, 360 + random.below(9) * 60);
    if (owner !== undefined) task.case = owner.id;
    if (index % 9 === 2) task.responsibles.push(random.pick(world.groups).id);
    else if (index % 13 !== 5) task.responsibles.push(random.pick(firm).id);
    if (index % 7 === 1)
      task.responsibles.push(...firm.slice(index % 5, (index % 5) + 1).map(({ id }) => id));
    task.responsibles = [...new Set(task.responsibles)];
    if (index % 5 === 0)
      task.extra.attributes = { PlannedHours: 1 + random.below(12), IsBillable: index % 2 === 0 };
    return task;
  });
}

const MEETINGS: Record<string, readonly string[]> = {
  'Судебное заседание': ['Предварительное заседание', 'Судебное заседание', 'Заседание в апелляции'],
  'Встреча с клиентом': ['Встреча с клиентом', 'Обсуждение позиции'],
  Переговоры: ['Переговоры об урегулировании', 'Переговоры о мировом соглашении'],
  'Внутреннее совещание': ['Планёрка', 'Совещание по делам практики'],
  Обучение: ['Семинар по изменениям в АПК', 'Курс повышения квалификации'],
  Командировка: ['Командировка в Нижнекамск', 'Командировка в Приволжск'],
};

/** Creates events: past and future hearings, all-day and multi-day events, with and without a case or an end. */
export function seedEvents(random: Generator, settings: Settings, world: World, now: Date): CalendarEvent[] {
  const firm = world.users.filter((user) => !user.isClient && user.isActive);
  const disputes = world.cases.filter((one) => [DISPUTE, CIVIL, BANKRUPTCY].includes(one.type));
  const types = settings.dictionaries.eventTypes.values.map(({ name }) => name);
  return Array.from({ length: 92 }, (_, index): CalendarEvent => {
    const type = index % 2 === 0 ? (types[0] as string) : (types[1 + (((index - 1) / 2) % 5)] as string);
    const inCourt = type === types[0];
    const isTrip = type === 'Командировка';
    const isAllDay = isTrip || type === 'Обучение';
    const days = random.below(90) - 40;
    const minutes = isAllDay ? 0 : 360 + random.below(36) * 15;
    const createdAt = at(now, Math.min(days, 0) - 3 - random.below(20), 520);
    const owner = inCourt || random.chance(0.4) ? random.pick(inCourt ? disputes : world.cases) : undefined;
    const event: CalendarEvent = {
      id: random.id(),
      name: random.pick(MEETINGS[type] ?? [type]),
      startsAt: at(now, days, minutes),
      isAllDay,
      attendees: [{ kind: 'user', id: random.pick(firm).id }],
      extra: { createdAt, changedAt: createdAt, attributes: {} },
    };
    if (index % 12 !== 11) event.type = type;
    if (random.chance(0.5)) event.description = owner === undefined ? 'Повестка будет позже.' : owner.name;
    if (isTrip) event.endsAt = at(now, days + 2 + random.below(3));
    else if (isAllDay) event.endsAt = at(now, days + (index % 3 === 0 ? 1 : 0));
    else if (index % 6 !== 3) event.endsAt = at(now, days, minutes + 30 + random.below(4) * 30);
    if (owner !== undefined) event.case = owner.id;
    const [client] = owner?.parties ?? [];
    if (client !== undefined && !inCourt)
      event.attendees.push({ kind: 'participant', id: client.participant });
    if (type === 'Переговоры') event.attendees.push({ kind: 'email', email: `guest${index}@mail.example` });
    if (inCourt && random.chance(0.7))
      event.extra.attributes = { CourtRoom: `Зал ${random.below(900) + 100}` };
    if (inCourt) event.extra.location = { Name: owner?.card.Court ?? null, Address: null };
    return event;
  });
}
