import type { CalendarEvent } from '../world.ts';
import { Attributes, attributesOf, readAttributes, showAttributes } from './cards.ts';
import type { Call, Route } from './contract.ts';
import {
  created,
  EntityId,
  EntityReference,
  entityShape,
  noContent,
  ok,
  page,
  pageOf,
  pageShape,
  type Reply,
  route,
} from './contract.ts';
import type { Errors, Of } from './schema.ts';
import { dateTime, def, enumOf, flag, int, listOf, model, opt, report, req, text, uuid } from './schema.ts';
import {
  assertValid,
  byId,
  byName,
  entity,
  mentioned,
  put,
  reference,
  removeFrom,
  type Store,
  url,
  within,
} from './store.ts';

const AttendeeType = enumOf('AttendeeType', ['Email', 'Participant', 'User']);
const Location = model('EventLocation', { Name: opt(text()), Address: opt(text()) });
const Reminder = model('EventReminder', { MinutesBefore: def(int(0, 40320), 15) });

const AttendeeDto = model('Attendee', {
  Id: opt(uuid),
  CreationDate: opt(dateTime),
  LastChangeDate: opt(dateTime),
  Url: opt(text()),
  EntityId: opt(uuid),
  Type: req(AttendeeType),
  Email: opt(text()),
});

const EventDto = model('Event', {
  ...entityShape,
  Name: req(text()),
  Description: opt(text()),
  StartDate: req(dateTime),
  EndDate: opt(dateTime),
  AllDay: req(flag),
  Type: opt(EntityReference),
  Case: opt(EntityReference),
  Calendar: opt(EntityReference),
  Location: opt(Location),
  Reminder: opt(Reminder),
  Attendees: req(listOf(AttendeeDto)),
});

const EventRequest = model('EventRequest', {
  Name: req(text({ max: 500 })),
  Description: opt(text()),
  StartDate: req(dateTime),
  EndDate: opt(dateTime),
  AllDay: def(flag, false),
  Type: opt(EntityId),
  Case: opt(EntityId),
  Calendar: opt(EntityId, 'Calendar Firm by default'),
  Location: opt(Location),
  Reminder: opt(Reminder),
  Attendees: opt(
    listOf(
      model('AttendeeRequest', {
        EntityId: opt(uuid, 'Required for User and Participant'),
        Type: req(AttendeeType),
        Email: opt(text({ format: 'email' }), 'Required for Email'),
      }),
    ),
  ),
});

const EventListQuery = model('EventListQuery', {
  CaseId: opt(uuid),
  StartDateFrom: opt(dateTime),
  StartDateTo: opt(dateTime),
  ...pageShape(15),
});

const EventV3 = model('EventV3', { ...EventDto.shape, ...Attributes });
const EventV3Request = model('EventV3Request', { ...EventRequest.shape, ...Attributes });

function showEvent(store: Store, event: CalendarEvent, version: number): Record<string, unknown> {
  const { eventTypes } = store.settings.dictionaries;
  const types = { user: 'User', participant: 'Participant', email: 'Email' } as const;
  return {
    ...entity(store, 'events', event),
    StartDate: event.startsAt,
    EndDate: event.endsAt ?? null,
    AllDay: event.isAllDay,
    Type: reference(store, 'eventTypes', byName(eventTypes.values, event.type)),
    Calendar: reference(store, 'calendars', store.settings.calendar),
    Location: event.extra.location ?? null,
    Reminder: event.extra.reminder ?? null,
    Attendees: event.attendees.map(({ kind, id, email }) => ({
      ...{ Id: id ?? null, CreationDate: null, LastChangeDate: null },
      Url: id === undefined ? null : url(store, `${kind}s`, id),
      ...{ EntityId: id ?? null, Type: types[kind], Email: email ?? null },
    })),
    ...showAttributes(store, version, 'event', event),
  };
}

type EventBody = Of<typeof EventRequest> & { AdditionalAttributes?: Record<string, unknown> | null };

function writeEvent(store: Store, event: CalendarEvent, body: EventBody, version: number): void {
  const { settings, world } = store;
  const errors: Errors = {};
  const type = mentioned(settings.dictionaries.eventTypes.values, body.Type?.Id, 'Type');
  const owner = mentioned(world.cases, body.Case?.Id, 'Case');
  mentioned([settings.calendar], body.Calendar?.Id, 'Calendar');
  if (body.EndDate !== null && body.EndDate < body.StartDate) {
    report(errors, 'EndDate', 'EndDate must not be earlier than StartDate.');
  }
  const attendees = (body.Attendees ?? []).map((one, index): CalendarEvent['attendees'][number] => {
    const path = `Attendees[${index}]`;
    if (one.Type === 'Email') {
      if (!one.Email) report(errors, `${path}.Email`, 'The Email field is required.');
      return { kind: 'email', email: one.Email ?? '' };
    }
    const records: readonly { id: string }[] = one.Type === 'User' ? world.users : world.participants;
    if (!records.some(({ id }) => id === one.EntityId))
      report(errors, `${path}.EntityId`, 'Entity was not found.');
    return { kind: one.Type === 'User' ? 'user' : 'participant', id: one.EntityId ?? '' };
  });
  const tags = body.AdditionalAttributes ?? null;
  const values =
    version < 3 ? attributesOf(event) : readAttributes(store, settings.attributes.event, tags, errors);
  assertValid(errors);
  event.name = body.Name;
  put(event, 'description', body.Description);
  event.startsAt = body.StartDate;
  put(event, 'endsAt', body.EndDate);
  event.isAllDay = body.AllDay;
  put(event, 'type', type?.name);
  put(event, 'case', owner?.id);
  event.attendees = attendees;
  const { Location: location, Reminder: reminder } = body;
  Object.assign(event.extra, { location, reminder, attributes: values, changedAt: store.clock() });
}

function createEvent({ store, body, version }: Call<unknown, EventBody>): Reply {
  const now = store.clock();
  const extra = { createdAt: now, changedAt: now };
  const event: CalendarEvent = {
    ...{ id: store.newId(), name: '', startsAt: now, isAllDay: false, attendees: [], extra },
  };
  writeEvent(store, event, body, version);
  store.world.events.push(event);
  return created(`${store.baseUrl}/api/v${version}/events/${event.id}`, showEvent(store, event, version));
}

function updateEvent({ store, id, body, version }: Call<unknown, EventBody>): Reply {
  const event = byId(store.world.events, id, 'Event');
  writeEvent(store, event, body, version);
  return ok(showEvent(store, event, version));
}

function listEvents({ store, query, version }: Call<Of<typeof EventListQuery>, unknown>): Reply {
  const found = store.world.events
    .filter((event) => query.CaseId === null || event.case === query.CaseId)
    .filter((event) => within(event.startsAt, query.StartDateFrom, query.StartDateTo))
    .sort((one, two) => one.startsAt.getTime() - two.startsAt.getTime());
  return page(found, query, (event) => showEvent(store, event, version));
}

export function eventRoutes(): Route[] {
  const all = { tag: 'Events', path: '/api/v{version}/events' };
  const one = { ...all, path: `${all.path}/{id}` };
  const both = { versions: [1, 2] };
  const perVersion = [1, 2, 3].flatMap((version) => {
    const versions = [version];
    const dto = version === 3 ? EventV3 : EventDto;
    return [
      route({
        ...{ ...all, method: 'POST', versions, summary: 'Creates one of events', handle: createEvent },
        ...{ body: version === 3 ? EventV3Request : EventRequest, replies: { 201: dto } },
      }),
      route({
        ...{ ...one, method: 'PUT', versions, summary: 'Replaces one of events', handle: updateEvent },
        ...{ body: version === 3 ? EventV3Request : EventRequest, replies: { 200: dto } },
      }),
      route({
        ...{ ...one, method: 'GET', versions, summary: 'Gets one of events', replies: { 200: dto } },
        handle: ({ store, id }) => ok(showEvent(store, byId(store.world.events, id, 'Event'), version)),
      }),
    ];
  });
  return [
    ...perVersion,
    route({
      ...{ ...all, ...both, method: 'GET', summary: 'Lists events by start', query: EventListQuery },
      ...{ replies: { 200: pageOf(EventDto) }, handle: listEvents },
    }),
    route({
      ...{ ...one, ...both, method: 'DELETE', summary: 'Deletes one of events', replies: { 204: null } },
      handle({ store, id }) {
        removeFrom(store.world.events, id, 'Event');
        return noContent;
      },
    }),
  ];
}
