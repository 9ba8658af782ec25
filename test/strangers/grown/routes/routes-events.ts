/** Calendar: an old generation with nested references, and a new one with flat references. */
import type { CalendarEvent } from '../../world.ts';
import {
  first,
  guid,
  int,
  list,
  missing,
  moment,
  must,
  note,
  onlyId,
  type Route,
  record,
  refuse,
  route,
  second,
  third,
  type Voice,
} from '../contract.ts';
import { byId, type Memory } from '../memory.ts';
import { paged, within } from './case-selection.ts';
import { eventRecord, eventShape, newBody, newShape, oldBody, type Sent, type Told } from './event-shapes.ts';

const understood = (
  memory: Memory,
  sent: Sent,
  typeId: string | null | undefined,
  caseId: string | null | undefined,
): Told => {
  const { world } = memory;
  const type = typeId
    ? (byId(memory.eventTypes, typeId)?.name ?? refuse('Тип события не найден.', 'Type'))
    : undefined;
  if (caseId && !byId(world.cases, caseId)) refuse('Дело не найдено.', 'Case');
  if (sent.EndDate && sent.EndDate < sent.StartDate) refuse('Окончание раньше начала.', 'EndDate');
  const attendees = (sent.Attendees ?? []).map((item): CalendarEvent['attendees'][number] => {
    if (item.Type === 'Email')
      return { kind: 'email', email: item.Email ?? refuse('Не указан адрес участника.', 'Attendees') };
    const kind = item.Type === 'User' ? 'user' : 'participant';
    const who = kind === 'user' ? byId(world.users, item.EntityId) : byId(world.participants, item.EntityId);
    return { kind, id: who?.id ?? refuse('Участник события не найден.', 'Attendees') };
  });
  return {
    name: sent.Name,
    startsAt: sent.StartDate,
    isAllDay: sent.AllDay ?? false,
    attendees,
    ...(sent.Description ? { description: sent.Description } : {}),
    ...(type ? { type } : {}),
    ...(sent.EndDate ? { endsAt: sent.EndDate } : {}),
    ...(caseId ? { case: caseId } : {}),
  };
};

const add = (memory: Memory, sent: Sent, told: Told, attributes: unknown): CalendarEvent => {
  const now = memory.clock();
  const extra = {
    calendar: sent.Calendar ?? 'Фирма',
    location: sent.Location,
    reminder: sent.Reminder,
    createdAt: now,
    changedAt: now,
    attributes,
  };
  const event: CalendarEvent = { ...told, id: memory.dice.id(), extra };
  memory.world.events.push(event);
  return event;
};

const replace = (memory: Memory, event: CalendarEvent, sent: Sent, told: Told, attributes: unknown): void => {
  for (const key of ['description', 'type', 'endsAt', 'case'] as const) delete event[key];
  const own = {
    calendar: sent.Calendar ?? 'Фирма',
    location: sent.Location,
    reminder: sent.Reminder,
    changedAt: memory.clock(),
    attributes,
  };
  Object.assign(event, told);
  Object.assign(event.extra, own);
};

const found = (memory: Memory, id: string): CalendarEvent =>
  byId(memory.world.events, id) ?? missing('Событие');

const query = {
  CaseId: guid,
  StartFrom: note('Начало не раньше', moment),
  StartTo: note('Начало не позже', moment),
  Page: { ...int, fallback: 1 },
  PageSize: { ...int, fallback: 15, maximum: 50 },
};
const page = record('EventPage', {
  Items: list(eventShape),
  Page: int,
  PageSize: note('Принятый размер страницы', int),
  TotalCount: int,
});

const oldGeneration = (memory: Memory, base: string, voice: Voice): Route[] => {
  const about = { voice, tag: 'Events' };
  return [
    route({
      ...about,
      method: 'GET',
      path: base,
      says: 'Список событий, не больше 50 на странице',
      query,
      reply: [200, page],
      run: ({ query: sent }) => {
        const rows = memory.world.events
          .filter((event) => !sent.CaseId || event.case === sent.CaseId)
          .filter((event) => within(event.startsAt, sent.StartFrom, sent.StartTo))
          .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime() || a.id.localeCompare(b.id));
        const size = Math.min(sent.PageSize ?? 15, 50);
        const items = paged(rows, sent.Page, size, 50).map((event) => eventRecord(memory, event));
        return { Items: items, Page: sent.Page ?? 1, PageSize: size, TotalCount: rows.length };
      },
    }),
    route({
      ...about,
      method: 'POST',
      path: base,
      says: 'Создание события',
      body: must(oldBody),
      reply: [201, eventShape],
      run: ({ body }) =>
        eventRecord(memory, add(memory, body, understood(memory, body, body.Type?.Id, body.Case?.Id), {})),
    }),
    route({
      ...about,
      method: 'GET',
      path: `${base}/{id}`,
      says: 'Событие',
      reply: [200, eventShape],
      run: ({ id }) => eventRecord(memory, found(memory, id)),
    }),
    route({
      ...about,
      method: 'PUT',
      path: `${base}/{id}`,
      says: 'Полная замена события, кроме дополнительных атрибутов',
      body: must(oldBody),
      reply: [204],
      run: ({ id, body }) => {
        const event = found(memory, id);
        replace(
          memory,
          event,
          body,
          understood(memory, body, body.Type?.Id, body.Case?.Id),
          event.extra.attributes,
        );
      },
    }),
    route({
      ...about,
      method: 'DELETE',
      path: `${base}/{id}`,
      says: 'Удаление события',
      reply: [204],
      run: ({ id }) => {
        memory.world.events.splice(memory.world.events.indexOf(found(memory, id)), 1);
      },
    }),
  ];
};

const newGeneration = (memory: Memory): Route[] => {
  const about = { voice: { ...third, dates: 'ms' }, tag: 'Events' } as const;
  return [
    route({
      ...about,
      method: 'POST',
      path: '/api/v3/events',
      says: 'Создание события с атрибутами',
      body: must(newBody),
      reply: [201, onlyId],
      run: ({ body }) => ({
        Id: add(memory, body, understood(memory, body, body.TypeId, body.CaseId), body.Attributes ?? {}).id,
      }),
    }),
    route({
      ...about,
      method: 'PUT',
      path: '/api/v3/events/{id}',
      says: 'Полная замена события',
      body: must(newBody),
      reply: [204],
      unlisted: true,
      run: ({ id, body }) =>
        replace(
          memory,
          found(memory, id),
          body,
          understood(memory, body, body.TypeId, body.CaseId),
          body.Attributes ?? {},
        ),
    }),
    route({
      ...about,
      method: 'GET',
      path: '/api/v3/events/{id}',
      says: 'Событие с атрибутами',
      reply: [200, newShape],
      run: ({ id }) => eventRecord(memory, found(memory, id)),
    }),
  ];
};

/** Routes of all generations: v1 and v2 are old. */
export const eventRoutes = (memory: Memory): Route[] => [
  ...oldGeneration(memory, '/api/v2/events', { ...second, dates: 'zulu' }),
  ...oldGeneration(memory, '/api/v1/events', first),
  ...newGeneration(memory),
];
