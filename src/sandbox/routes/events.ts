import { z } from 'zod';
import {
  createEvent,
  eventChange,
  newEvent,
  requireEvent,
  seesEvent,
  updateEvent,
} from '../domain/events.ts';
import { requireSection } from '../domain/permissions.ts';
import { guid, lastMoment, moment, paging } from '../http/model-binding.ts';
import { byName, page } from '../http/pagination.ts';
import { created, inVersions, noContent, route } from '../http/route.ts';
import { baseFields, namedValue, reference } from '../http/serializers.ts';
import type { Attendee, CalendarEvent } from '../state/entities/work.ts';
import type { World } from '../state/state.ts';

/** Calendar events; in v3 they also have custom attributes, identified by tag (EVO). */
export const eventRoutes = [
  route(inVersions([2, 3, 1], 'POST', 'events'), {
    summary: 'Create an event',
    body: newEvent,
    handle: ({ world, user, body, version }) =>
      created(presentEvent(world, createEvent(world, user, body, version), version)),
  }),
  route(inVersions([2, 3, 1], 'PUT', 'events/{id}'), {
    summary: 'Update an event',
    body: eventChange,
    handle: ({ world, user, params, body, version }) =>
      created(presentEvent(world, updateEvent(world, user, params.id ?? '', { body, version }), version)),
  }),
  route(inVersions([2, 3, 1], 'GET', 'events/{id}'), {
    summary: 'One event',
    handle: ({ world, user, params, version }) =>
      presentEvent(world, requireEvent(world, user, params.id ?? '', 'View'), version),
  }),
  route(['GET /api/v2/events', 'GET /api/v1/events'], {
    summary: 'Events by case and start date',
    query: z.object({
      CaseId: guid.optional(),
      StartDateFrom: moment.optional(),
      StartDateTo: lastMoment.optional(),
      MinDate: moment.optional().meta({ undocumented: true }),
      MaxDate: lastMoment.optional().meta({ undocumented: true }),
      ...paging,
    }),
    handle: (request) => {
      const { world, user, query, version } = request;
      requireSection(user, 'Events', 'View');
      const from = query.StartDateFrom ?? query.MinDate ?? '';
      const to = query.StartDateTo ?? query.MaxDate ?? '9999';
      const items = world.events
        .filter((event) => query.CaseId === undefined || event.caseId === query.CaseId)
        .filter((event) => event.startDate >= from && event.startDate <= to)
        .filter((event) => seesEvent(world, user, event))
        .sort((left, right) => left.startDate.localeCompare(right.startDate) || byName(left, right));
      return page(request, query, items, (event) => presentEvent(world, event, version));
    },
  }),
  route(['DELETE /api/v2/events/{id}', 'DELETE /api/v1/events/{id}'], {
    summary: 'Delete an event',
    handle: ({ world, user, params }) => {
      world.events.delete(requireEvent(world, user, params.id ?? '', 'Edit').id);
      return noContent();
    },
  }),
];

function presentEvent(world: World, event: CalendarEvent, version: number) {
  const type = world.eventTypes.get(event.typeId);
  const object = world.objects.get(event.caseId);
  const calendar = world.calendars.get(event.calendarId);
  return {
    ...baseFields(world, event, '/api/v2/events'),
    Name: event.name,
    Description: event.description,
    StartDate: event.startDate,
    EndDate: event.endDate,
    AllDay: event.allDay,
    Type: reference(world, type, '/api/v2/eventTypes', 'with its name'),
    Case: reference(world, object, '/api/v2/cases', 'with its name'),
    Calendar: namedValue(world, calendar),
    Location: event.location ?? null,
    Reminder: event.reminder ? { Value: event.reminder.value, Unit: event.reminder.unit } : null,
    Attendees: event.attendees.map((attendee) => presentAttendee(world, event, attendee)),
    ...(version >= 3 ? { Attributes: event.attributes } : {}),
  };
}

/** Returns an attendee in wire form, with the dates of the event, because an attendee has none. */
function presentAttendee(world: World, event: CalendarEvent, attendee: Attendee) {
  const path = { Email: undefined, Participant: '/api/v2/participants', User: '/api/v2/users' }[
    attendee.type
  ];
  return {
    Id: attendee.id,
    CreationDate: event.createdAt,
    LastChangeDate: event.changedAt,
    Url: path === undefined ? null : `${world.origin}${path}/${attendee.entityId}`,
    Type: attendee.type,
    EntityId: attendee.entityId ?? null,
    Email: attendee.email ?? null,
  };
}
