/** Calendar events. */
import type { CalendarEvent } from '../world.ts';
import { between, checkVersion, moment } from './cases/cards.ts';
import {
  assign,
  byId,
  byName,
  entity,
  entityFields,
  extra,
  iso,
  type Memory,
  more,
  namedUuid,
  refer,
  referCase,
  reference,
} from './memory.ts';
import {
  bool,
  type Infer,
  instant,
  int,
  list,
  note,
  oneOf,
  opt,
  record,
  tagged,
  text,
  uuid,
} from './schema.ts';
import {
  created,
  none,
  ok,
  page,
  pageAsk,
  type Route,
  refuse,
  route,
  type Sorts,
  versions,
} from './server.ts';
import { found } from './tasks.ts';

const versioned = { version: opt(int({ format: 'int64' })) };
const attributes = { additionalAttributes: opt(tagged) };

const KINDS = ['EMAIL', 'PARTICIPANT', 'USER'] as const;
const eventFields = {
  ...entityFields,
  version: int({ format: 'int64' }),
  name: text(),
  description: opt(text()),
  startDate: instant,
  endDate: opt(instant),
  allDay: bool,
  type: opt(reference),
  case: opt(reference),
  calendar: reference,
  location: opt(text()),
  reminders: note(list(int()), 'Minutes before the start'),
  attendees: list(
    record('AttendeeDto', {
      ...entityFields,
      entityId: opt(uuid),
      type: oneOf(...KINDS),
      email: opt(text()),
    }),
  ),
};
const eventEditable = {
  name: text({ notBlank: true, max: 500 }),
  description: opt(text({ max: 4000 })),
  startDate: instant,
  endDate: opt(instant),
  allDay: note(opt(bool), 'Lasts all day', { default: false }),
  typeId: opt(uuid),
  caseId: opt(uuid),
  location: opt(text({ max: 500 })),
  reminders: opt(list(int({ min: 0 }))),
  attendees: opt(
    list(record('AttendeeRequest', { entityId: opt(uuid), type: oneOf(...KINDS), email: opt(text()) })),
  ),
};
const anyEvent = record('EventAny', { ...eventEditable, ...attributes, ...versioned });
type EventGiven = Infer<typeof anyEvent>;

function viewEvent(memory: Memory, event: CalendarEvent) {
  const own = more.event(event);
  return {
    ...entity(memory, 'v2/events', event.id, own.createdAt, own.changedAt),
    version: own.version,
    name: event.name,
    description: event.description ?? null,
    startDate: iso(event.startsAt),
    endDate: iso(event.endsAt),
    allDay: event.isAllDay,
    type: refer(byName(memory.catalogue.eventTypes, event.type)),
    case: referCase(memory, event.case),
    calendar: own.calendar,
    location: own.location ?? null,
    reminders: own.reminders,
    attendees: event.attendees.map(({ kind, id, email }) => ({
      ...entity(memory, 'v2/events', namedUuid(`${event.id}/${id ?? email}`), own.createdAt),
      url: null,
      entityId: id ?? null,
      type: kind.toUpperCase(),
      email: email ?? null,
    })),
  };
}

function attendeeOf(memory: Memory, one: NonNullable<EventGiven['attendees']>[0], at: string) {
  if (one.type === 'EMAIL') {
    if (one.email) return { kind: 'email' as const, email: one.email };
    throw refuse(`${at}.email`, null, 'must not be blank', 'NotBlank');
  }
  const isUser = one.type === 'USER';
  const rows: readonly { id: string }[] = isUser ? memory.world.users : memory.world.participants;
  const id = one.entityId ?? undefined;
  if (!id || !byId(rows, id)) throw refuse(`${at}.entityId`, id ?? null, 'not found', 'NotFound');
  return { kind: isUser ? ('user' as const) : ('participant' as const), id };
}

function fillEvent(memory: Memory, event: CalendarEvent, given: EventGiven) {
  const type = byId(memory.catalogue.eventTypes, given.typeId ?? undefined);
  if (given.typeId && !type) throw refuse('typeId', given.typeId, 'not found', 'NotFound');
  if (given.caseId && !byId(memory.world.cases, given.caseId))
    throw refuse('caseId', given.caseId, 'not found', 'NotFound');
  if (given.endDate && given.endDate < given.startDate)
    throw refuse('endDate', iso(given.endDate), 'must not be earlier than startDate');
  const attendees = (given.attendees ?? []).map((one, index) =>
    attendeeOf(memory, one, `attendees[${index}]`),
  );
  const own = more.event(event);
  const { name, startDate: startsAt, allDay } = given;
  Object.assign(event, { name, startsAt, isAllDay: allDay ?? false, attendees });
  assign(event, 'description', given.description);
  assign(event, 'endsAt', given.endDate);
  assign(event, 'type', type?.name);
  assign(event, 'case', given.caseId);
  assign(own, 'location', given.location);
  own.reminders = given.reminders ?? [];
  own.changedAt = memory.now();
}

const PAGES = { size: 20, sort: ['startDate', 'name'] };
const SORTS: Sorts<CalendarEvent> = {
  startDate: (event) => event.startsAt,
  endDate: (event) => event.endsAt,
  name: (event) => event.name,
  creationDate: (event) => more.event(event).createdAt,
};
const tag = 'event-controller';

/** Creates the routes that read and write one event. v3 also has additional attributes. */
function routesOf(numbers: readonly number[], rich: boolean): Route[] {
  const suffix = rich ? 'WithAttributes' : '';
  const dto = record(`Event${suffix}Dto`, {
    ...eventFields,
    ...(rich ? { additionalAttributes: tagged } : {}),
  });
  const base = { ...eventEditable, ...(rich ? attributes : {}) };
  const view = (memory: Memory, event: CalendarEvent) => ({
    ...viewEvent(memory, event),
    ...(rich ? { additionalAttributes: more.event(event).additional } : {}),
  });
  return [
    route({
      method: 'POST',
      paths: versions(numbers, '/events'),
      tag,
      name: `createEvent${suffix}`,
      summary: 'Creates an event in the calendar of the firm',
      body: record(`Event${suffix}Request`, base),
      answers: { 201: dto },
      handle({ memory, body }) {
        const given = body as EventGiven;
        const now = memory.now();
        const additional = given.additionalAttributes ?? {};
        const calendar = { id: namedUuid('calendar/firm'), name: 'Фирма' };
        const own = { createdAt: now, changedAt: now, version: 0, additional, calendar, reminders: [] };
        const blank = { id: memory.newId(), name: '', startsAt: now, isAllDay: false, attendees: [] };
        const event: CalendarEvent = { ...blank, extra: extra.event(own) };
        fillEvent(memory, event, given);
        memory.world.events.push(event);
        return created(view(memory, event));
      },
    }),
    route({
      method: 'PUT',
      paths: versions(numbers, '/events/{id}'),
      tag,
      name: `updateEvent${suffix}`,
      summary: 'Replaces an event',
      body: record(`Event${suffix}UpdateRequest`, { ...base, ...versioned }),
      answers: { 204: null },
      handle({ memory, body, variable }) {
        const event = found(memory.world.events, 'Event', variable());
        const given = body as EventGiven;
        checkVersion(more.event(event).version, given.version);
        fillEvent(memory, event, given);
        if (rich) more.event(event).additional = given.additionalAttributes ?? {};
        more.event(event).version += 1;
        return none();
      },
    }),
    route({
      method: 'GET',
      paths: versions(numbers, '/events/{id}'),
      tag,
      name: `getEvent${suffix}`,
      summary: 'Event by id',
      answers: { 200: dto },
      handle: ({ memory, variable }) => ok(view(memory, found(memory.world.events, 'Event', variable()))),
    }),
  ];
}

const listDto = record('EventDto', eventFields);

export const eventRoutes: Route[] = [
  ...routesOf([1, 2], false),
  ...routesOf([3], true),
  route({
    method: 'GET',
    paths: versions([1, 2], '/events'),
    tag,
    name: 'findEvents',
    summary: 'Events by their start',
    query: { caseId: opt(uuid), startDateFrom: moment, startDateTo: moment },
    paging: { ...PAGES, sort: Object.keys(SORTS) },
    answers: { 200: listDto },
    handle({ memory, search, query: { caseId, startDateFrom, startDateTo } }) {
      const rows = memory.world.events.filter(
        (event) => (!caseId || event.case === caseId) && between(event.startsAt, startDateFrom, startDateTo),
      );
      return page(pageAsk(search), PAGES, rows, SORTS, (event) => viewEvent(memory, event));
    },
  }),
  route({
    method: 'DELETE',
    paths: versions([1, 2], '/events/{id}'),
    tag,
    name: 'deleteEvent',
    summary: 'Deletes an event',
    answers: { 204: null },
    handle({ memory: { world }, variable }) {
      world.events.splice(world.events.indexOf(found(world.events, 'Event', variable())), 1);
      return none();
    },
  }),
];
