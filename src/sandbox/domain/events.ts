import { z } from 'zod';
import { invalid, notFound } from '../http/errors.ts';
import { guid, moment } from '../http/model-binding.ts';
import type { AccessLevel } from '../state/entities/access.ts';
import type { User } from '../state/entities/users.ts';
import type { Attendee, CalendarEvent } from '../state/entities/work.ts';
import type { World } from '../state/state.ts';
import { after, changeAttributes } from './merge-edit.ts';
import { caseAccess, reaches, requireCase, requireSection } from './permissions.ts';

const attendee = z.object({
  Id: guid.nullish(),
  Type: z.enum(['Email', 'Participant', 'User']),
  EntityId: guid.nullish(),
  Email: z.email().nullish(),
});

const optional = {
  Description: z.string().nullish(),
  AllDay: z.boolean().nullish(),
  TypeId: guid.nullish(),
  CaseId: guid.nullish(),
  CalendarId: guid.nullish(),
  Location: z.string().nullish(),
  Reminder: z.object({ Value: z.int().min(0), Unit: z.enum(['Minute', 'Hour', 'Day']) }).nullish(),
  Attendees: z.array(attendee).nullish(),
  Attributes: z.record(z.string(), z.unknown()).nullish().meta({ since: 3 }),
};

/** Body of a new event. */
export const newEvent = z.object({
  Name: z.string().trim().min(1),
  StartDate: moment,
  EndDate: moment,
  ...optional,
});

/** Request body of a change. Omitted fields keep their values, unless the quirk `updates` is `replaced`. */
export const eventChange = z.object({
  Name: z.string().trim().min(1).nullish(),
  StartDate: moment.nullish(),
  EndDate: moment.nullish(),
  ...optional,
});
type EventChange = z.output<typeof eventChange>;

const systemFields = [
  ...['Name', 'StartDate', 'EndDate', 'Type', 'Case', 'Calendar'],
  ...Object.keys(optional),
];

/** Checks whether the user sees the event. Events of invisible cases are never shown. */
export function seesEvent(world: World, user: User, event: CalendarEvent): boolean {
  if (event.caseId === undefined) return true;
  const object = world.objects.get(event.caseId);
  return object !== undefined && reaches(caseAccess(user, object), 'View');
}

/** Returns the event if the user has at least the access level `needed` on the section and on the event's case. */
export function requireEvent(world: World, user: User, id: string, needed: AccessLevel): CalendarEvent {
  requireSection(user, 'Events', needed);
  const event = world.events.get(id);
  if (!event || !seesEvent(world, user, event)) throw notFound('Event', id);
  if (event.caseId !== undefined) requireCase(world, user, event.caseId, needed);
  return event;
}

/** Stores a new event. Default calendar: the one in the settings. */
export function createEvent(
  world: World,
  user: User,
  body: z.output<typeof newEvent>,
  version: number,
): CalendarEvent {
  requireSection(user, 'Events', 'Edit');
  const now = world.stamp();
  const blank: CalendarEvent = {
    id: world.newId(),
    createdAt: now,
    changedAt: now,
    name: body.Name,
    startDate: body.StartDate,
    endDate: body.EndDate,
    ...emptyFields(world),
  };
  return world.events.insert(change(world, user, blank, { body, version }));
}

/** Changes an event that the user may edit. */
export function updateEvent(
  world: World,
  user: User,
  id: string,
  sent: { body: EventChange; version: number },
): CalendarEvent {
  const event = requireEvent(world, user, id, 'Edit');
  const { id: own, createdAt, changedAt, name, startDate, endDate } = event;
  const left = { id: own, createdAt, changedAt, name, startDate, endDate, ...emptyFields(world) };
  const base = world.quirks.updates === 'replaced' ? left : event;
  return world.events.insert({ ...change(world, user, base, sent), changedAt: world.stamp() });
}

/** Default values of an event. */
const emptyFields = (world: World) => ({
  description: '',
  allDay: false,
  typeId: world.eventTypes.all()[0]?.id ?? '',
  calendarId: world.calendars.find((item) => item.name === world.settings.defaultCalendar)?.id ?? '',
  attendees: [],
  attributes: {},
});

/** @param sent `Attributes` in the body are ignored before v3 (EVT-6) */
function change(
  world: World,
  user: User,
  event: CalendarEvent,
  { body, version }: { body: EventChange; version: number },
): CalendarEvent {
  if (body.CaseId) requireCase(world, user, body.CaseId, 'Edit');
  if (body.TypeId && !world.eventTypes.get(body.TypeId)) throw invalid('TypeId is not an event type.');
  if (body.CalendarId && !world.calendars.get(body.CalendarId))
    throw invalid('CalendarId is not a calendar.');
  const next: CalendarEvent = {
    ...event,
    name: body.Name ?? event.name,
    description: after(body.Description, event.description) ?? '',
    startDate: body.StartDate ?? event.startDate,
    endDate: body.EndDate ?? event.endDate,
    allDay: after(body.AllDay, event.allDay) ?? false,
    typeId: body.TypeId ?? event.typeId,
    caseId: after(body.CaseId, event.caseId),
    calendarId: body.CalendarId ?? event.calendarId,
    location: after(body.Location, event.location),
    reminder: changeReminder(body.Reminder, event.reminder),
    attendees: changeAttendees(world, event.attendees, body.Attendees),
  };
  if (next.endDate < next.startDate) throw invalid('EndDate must not be before StartDate.');
  if (version < 3) return next;
  return { ...next, attributes: changeAttributes(event.attributes, body.Attributes, systemFields) };
}

function changeReminder(
  sent: EventChange['Reminder'],
  current: CalendarEvent['reminder'],
): CalendarEvent['reminder'] {
  return after(sent && { value: sent.Value, unit: sent.Unit }, current);
}

/** Replaces the whole list of attendees. Attendees that are in both lists keep their ids. */
function changeAttendees(world: World, current: Attendee[], sent: EventChange['Attendees']): Attendee[] {
  if (sent === undefined) return current;
  return (sent ?? []).map((item) => {
    const next = checkAttendee(world, item);
    const same = current.find(
      (old) => old.type === next.type && old.entityId === next.entityId && old.email === next.email,
    );
    return { id: same?.id ?? world.newId(), ...next };
  });
}

function checkAttendee(world: World, sent: z.output<typeof attendee>): Omit<Attendee, 'id'> {
  if (sent.Type === 'Email') {
    if (!sent.Email) throw invalid('An attendee of type Email needs Email.');
    return { type: sent.Type, email: sent.Email };
  }
  const entities = sent.Type === 'User' ? world.users : world.participants;
  const entity = entities.get(sent.EntityId ?? undefined);
  if (!entity) throw invalid(`An attendee of type ${sent.Type} needs the EntityId of one that exists.`);
  return { type: sent.Type, entityId: entity.id };
}
