/** Initial tasks and events of the firm. */
import type { CalendarEvent, LegalCase, Task, User } from '../../world.ts';
import { dictionary, extra, type Memory, namedUuid } from '../memory.ts';
import { type Chance, makeClock, workday } from './chance.ts';

const TASKS = 168;
const NOTES = [
  'Согласовать с клиентом до отправки.',
  'Оригиналы лежат в переговорной.',
  'Срочно: процессуальный срок истекает.',
  'Проверить полномочия подписанта.\nПриложить копию доверенности.',
];
const INTERNAL = [
  ['Планёрка судебной практики', 'Переговорная «Север»'],
  ['Обзор изменений законодательства', 'Переговорная «Юг»'],
  ['Совещание партнёров', undefined],
] as const;
const TRIPS = [
  'Командировка в Озёрный округ',
  'Выездная проверка документов',
  'Юридическая конференция',
  'Сессия стратегии',
];

/** Adds tasks and events. */
export function seedWork(memory: Memory, chance: Chance, base: Date) {
  const staff = memory.world.users.filter((user) => !user.isClient && user.isActive);
  for (let index = 0; index < TASKS; index++)
    memory.world.tasks.push(task(memory, chance, base, index, staff));
  events(memory, chance, base, staff);
}

function task(memory: Memory, chance: Chance, base: Date, index: number, staff: readonly User[]): Task {
  const { world, catalogue } = memory;
  const clock = makeClock(base);
  const of = (code: string) => chance.pick(dictionary(catalogue, code).values).name;
  const at = index % 11 === 10 ? undefined : chance.pick(world.cases);
  const isOpen = index % 3 !== 2 && !at?.isArchived;
  const statuses = dictionary(catalogue, 'TASK_STATUS').values.filter((one) => one.closed === !isOpen);
  // Every fifth open task is overdue. The others are due in the coming weeks.
  const due = isOpen ? (index % 5 === 0 ? -chance.int(1, 25) : chance.int(0, 40)) : -chance.int(1, 200);
  const deadline = index % 8 === 7 ? undefined : clock(workday(base, due), 18);
  const createdAt = clock(due - chance.int(3, 30), chance.int(9, 17), chance.int(0, 59));
  const birth = createdAt > base ? clock(-1, 12) : createdAt;
  const startsAt =
    index % 5 < 2 || !deadline ? undefined : new Date(deadline.getTime() - chance.int(1, 6) * 86_400_000);
  const groups = index % 9 === 4 ? [chance.pick(world.groups).id] : [];
  const people = index % 17 === 16 || (groups.length > 0 && index % 2) ? [] : [chance.pick(staff).id];
  const second = index % 7 === 3 ? [chance.pick(staff).id] : [];
  const documents =
    at && index % 4 === 1 ? world.documents.filter((one) => one.case === at.id).slice(0, 2) : [];
  const author = chance.pick(staff).id;
  return {
    id: memory.newId(),
    name: of('TASK_NAME'),
    ...(index % 3 === 0 ? { description: chance.pick(NOTES) } : {}),
    ...(index % 13 === 12 ? {} : { type: of('TASK_TYPE') }),
    status: chance.pick(statuses).name,
    isOpen,
    ...(index % 10 === 9 ? {} : { priority: of('TASK_PRIORITY') }),
    ...(startsAt ? { startsAt } : {}),
    ...(deadline ? { deadline } : {}),
    ...(at ? { case: at.id } : {}),
    responsibles: [...new Set([...people, ...second, ...groups])],
    documents: documents.map((one) => one.id),
    extra: extra.task({
      createdAt: birth,
      changedAt: isOpen ? birth : clock(due, 16),
      version: chance.int(0, 4),
      additional: index % 6 ? {} : { billable: true, plannedHours: chance.int(1, 12) },
      authorId: author,
      ...(isOpen ? {} : { endedAt: clock(due, 16) }),
      history: [{ at: birth, by: author, what: 'CREATED' }],
    }),
  };
}

interface NewEvent {
  readonly name: string;
  readonly type?: string;
  readonly startsAt: Date;
  readonly endsAt?: Date;
  readonly isAllDay?: boolean;
  readonly at?: LegalCase;
  readonly location?: string;
  readonly description?: string;
  readonly attendees: CalendarEvent['attendees'];
}

function events(memory: Memory, chance: Chance, base: Date, staff: readonly User[]) {
  const { world } = memory;
  const clock = makeClock(base);
  const hour = (from: Date, hours: number) => new Date(from.getTime() + hours * 3_600_000);
  const lawyer = (at?: LegalCase) => ({
    kind: 'user' as const,
    id: at?.responsible ?? chance.pick(staff).id,
  });
  const party = (at: LegalCase) =>
    at.parties.slice(0, 1).map((one) => ({ kind: 'participant' as const, id: one.participant }));
  const add = ({ at, location, isAllDay = false, ...of }: NewEvent) => {
    const index = world.events.length;
    const createdAt = clock(Math.min(-1, -chance.int(1, 60)), 11);
    world.events.push({
      id: memory.newId(),
      ...of,
      isAllDay,
      ...(at ? { case: at.id } : {}),
      extra: extra.event({
        createdAt,
        changedAt: createdAt,
        version: 0,
        additional: index % 5 ? {} : { format: chance.pick(['очно', 'видеосвязь']) },
        calendar: { id: namedUuid('calendar/firm'), name: 'Фирма' },
        ...(location ? { location } : {}),
        reminders: index % 2 ? [] : [60, 1440],
      }),
    });
  };
  const hearing = (at: LegalCase, startsAt: Date, withEnd: boolean) =>
    add({
      name: `Судебное заседание: ${at.name}`,
      type: 'Судебное заседание',
      startsAt,
      ...(withEnd ? { endsAt: hour(startsAt, 1) } : {}),
      at,
      location: String(at.card.courtName ?? 'Зал уточняется'),
      attendees: [lawyer(at), ...party(at)],
    });
  for (const [index, at] of world.cases.entries()) {
    const next = at.card.nextHearingDate;
    if (next instanceof Date) hearing(at, next, index % 4 !== 0);
    if (at.card.instance !== undefined && index % 2) {
      const past = clock(workday(base, -chance.int(5, 120)), chance.int(9, 16), 15);
      hearing(at, past, index % 3 !== 0);
    }
  }
  for (let index = 0; index < 26; index++) {
    const at = index % 6 === 5 ? undefined : chance.pick(world.cases);
    const startsAt = clock(workday(base, index * 2 - 20), chance.int(10, 17), chance.pick([0, 30]));
    const isCall = index % 3 === 1;
    add({
      name: isCall ? 'Звонок клиенту' : 'Встреча с клиентом',
      type: isCall ? 'Звонок' : 'Встреча',
      startsAt,
      ...(index % 4 === 3 ? {} : { endsAt: hour(startsAt, isCall ? 0.5 : 1.5) }),
      ...(at ? { at } : {}),
      ...(index % 2 ? { description: 'Обсудить позицию и сроки.' } : {}),
      attendees: [
        lawyer(at),
        ...(at ? party(at) : []),
        ...(index % 5 ? [] : [{ kind: 'email' as const, email: `guest${index}@mail.example` }]),
      ],
    });
  }
  for (let index = 0; index < 9; index++) {
    const [name, location] = INTERNAL[index % INTERNAL.length] ?? INTERNAL[0];
    const startsAt = clock(workday(base, index * 7 - 28), 10);
    const guests =
      index % 4 === 3 ? [] : staff.slice(0, 4).map((user) => ({ kind: 'user' as const, id: user.id }));
    const type = index % 4 === 2 ? {} : { type: 'Внутреннее мероприятие' };
    add({
      name,
      ...type,
      startsAt,
      endsAt: hour(startsAt, 1),
      ...(location ? { location } : {}),
      attendees: guests,
    });
  }
  for (const [index, name] of TRIPS.entries()) {
    const from = index * 12 - 10;
    // The last second of the last day, because this calendar stores an inclusive end.
    const endsAt = new Date(clock(from + 2 + (index % 2)).getTime() - 1000);
    add({ name, type: 'Командировка', startsAt: clock(from), endsAt, isAllDay: true, attendees: [lawyer()] });
  }
  for (let index = 0; index < 8; index++) {
    const at = chance.pick(world.cases);
    const day = workday(base, index * 4 - 9);
    const name = index % 2 ? 'Крайний срок подачи жалобы' : 'Крайний срок оплаты пошлины';
    const endsAt = index % 3 ? { endsAt: new Date(clock(day + 1).getTime() - 1000) } : {};
    const attendees = index % 2 ? [lawyer(at)] : [];
    add({ name, type: 'Крайний срок', startsAt: clock(day), ...endsAt, isAllDay: true, at, attendees });
  }
}
