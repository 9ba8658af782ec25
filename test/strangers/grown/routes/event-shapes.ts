/** Schemas of events in all generations. */
import type { CalendarEvent } from '../../world.ts';
import {
  choice,
  flag,
  guid,
  int,
  list,
  moment,
  must,
  note,
  record,
  reference,
  tags,
  text,
} from '../contract.ts';
import { byId, byName, type Memory, pair } from '../memory.ts';

const attendeeKind = choice({ Email: 0, Participant: 1, User: 2 });
const attendee = record('AttendeeModel', { EntityId: guid, Type: attendeeKind, Email: text, Name: text });
const attendeeBody = record('AttendeeRequest', { EntityId: guid, Type: must(attendeeKind), Email: text });
const core = {
  Name: text,
  Description: text,
  StartDate: moment,
  EndDate: note('У события на весь день - последний день', moment),
  AllDay: flag,
  Location: text,
  Reminder: note('Минуты до начала', int),
  Calendar: text,
};
export const eventShape = record('EventModel', {
  Id: guid,
  CreationDate: moment,
  LastChangeDate: moment,
  Url: text,
  ...core,
  Type: reference,
  Case: reference,
  Attendees: list(attendee),
});
export const newShape = record('EventDto', {
  Id: guid,
  CreationDate: moment,
  LastChangeDate: moment,
  ...core,
  TypeId: guid,
  TypeName: text,
  CaseId: guid,
  CaseName: text,
  Attendees: list(attendee),
  Attributes: tags,
});
const sentCore = { ...core, Name: must(text), StartDate: must(moment), Attendees: list(attendeeBody) };
const link = record('EventLink', { Id: must(guid) });
export const oldBody = record('EventRequest', { ...sentCore, Type: link, Case: link });
export const newBody = record('EventSaveDto', { ...sentCore, TypeId: guid, CaseId: guid, Attributes: tags });

export interface Sent {
  Name: string;
  Description?: string | null;
  StartDate: Date;
  EndDate?: Date | null;
  AllDay?: boolean | null;
  Location?: string | null;
  Reminder?: number | null;
  Calendar?: string | null;
  Attendees?: { EntityId?: string | null; Type: string; Email?: string | null }[] | null;
}

export const eventRecord = (memory: Memory, event: CalendarEvent) => {
  const { world } = memory;
  const type = byName(memory.eventTypes, event.type);
  const own = byId(world.cases, event.case);
  return {
    Id: event.id,
    CreationDate: event.extra.createdAt,
    LastChangeDate: event.extra.changedAt,
    Url: `/Calendar/Event/${event.id}`,
    Name: event.name,
    Description: event.description,
    StartDate: event.startsAt,
    EndDate: event.endsAt,
    AllDay: event.isAllDay,
    Location: event.extra.location,
    Reminder: event.extra.reminder,
    Calendar: event.extra.calendar,
    Type: pair(type),
    TypeId: type?.id,
    TypeName: type?.name,
    Case: pair(own),
    CaseId: own?.id,
    CaseName: own?.name,
    Attendees: event.attendees.map(({ kind, id, email }) => ({
      EntityId: id,
      Type: { user: 'User', participant: 'Participant', email: 'Email' }[kind],
      Email: email,
      Name: (byId(world.users, id) ?? byId(world.participants, id))?.name,
    })),
    Attributes: event.extra.attributes,
  };
};

export type Told = Omit<CalendarEvent, 'id' | 'extra'>;
