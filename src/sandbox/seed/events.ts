import type { Attendee, CalendarEvent } from '../state/entities/work.ts';
import { sampleId } from '../state/ids.ts';
import { notBefore, type Seeding } from './build.ts';
import { caseId } from './cases.ts';
import { calendarId, eventTypeId } from './dictionaries.ts';
import { kinds } from './kinds.ts';
import { participantId } from './participants.ts';
import { type EventRow, eventRows } from './rows/event-rows.ts';
import { userId } from './users.ts';

/** Fills calendar events with their attendees. */
export function seedEvents(seeding: Seeding): void {
  seeding.world.events.insert(...eventRows.map((row, index) => buildEvent(seeding, row, index + 1)));
}

function buildEvent(seeding: Seeding, row: EventRow, number: number): CalendarEvent {
  const [caseKey, name, type, , time, more = {}] = row;
  const object = caseKey === null ? undefined : seeding.world.objects.get(caseId(caseKey));
  const offset = dayOf(seeding, row);
  const ago = Math.max(-offset, 0);
  return {
    ...notBefore(seeding.entity(kinds.event, number, ago + 15, ago + 4), object),
    name,
    description: more.description ?? '',
    ...span(seeding, offset, time),
    typeId: eventTypeId(type),
    ...(object ? { caseId: object.id } : {}),
    calendarId: calendarId(more.calendar ?? 'Firm'),
    ...(more.location ? { location: more.location } : {}),
    ...(more.reminder ? { reminder: { ...more.reminder } } : {}),
    attendees: (more.attendees?.split(' ') ?? []).map((text, index) =>
      buildAttendee(text, number * 100 + index),
    ),
    attributes: structuredClone(more.attributes ?? {}),
  };
}

/** Meetings take place on working days. Deadlines and register entries can be on any day. */
function dayOf(seeding: Seeding, [, , type, when]: EventRow): number {
  return ['ProceduralDeadline', 'Monitoring'].includes(type) ? seeding.offset(when) : seeding.workday(when);
}

function span(
  seeding: Seeding,
  offset: number,
  time: string,
): Pick<CalendarEvent, 'startDate' | 'endDate' | 'allDay'> {
  if (time.endsWith('all day')) {
    const [start, first] = time === 'all day' ? ['00:00', offset] : [time.slice(0, 5), offset - 1];
    return { startDate: seeding.day(first, start), endDate: seeding.day(first + 1, start), allDay: true };
  }
  const [start, hours] = time.split(' ');
  const startDate = seeding.day(offset, start);
  const endDate = new Date(Date.parse(startDate) + Number(hours) * 3_600_000).toISOString();
  return { startDate, endDate, allDay: false };
}

function buildAttendee(text: string, number: number): Attendee {
  const id = sampleId(kinds.attendee, number);
  const [kind, key = ''] = text.split(':');
  if (kind === 'user') return { id, type: 'User', entityId: userId(key) };
  if (kind === 'participant') return { id, type: 'Participant', entityId: participantId(key) };
  return { id, type: 'Email', email: text };
}
