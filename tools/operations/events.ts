import { z } from 'zod';
import { emptiable, presumed } from '../../src/contract/operations/field-marks.ts';
import type { Area } from '../../src/contract/operations/operation.ts';
import { createdArgument, operation } from '../../src/contract/operations/operation.ts';
import { ref } from '../../src/contract/records/record-ref.ts';
import {
  attributes,
  caseId,
  dayOrMoment,
  flag,
  id,
  linked,
  moment,
  more,
  moreOf,
  named,
  paging,
  parameters,
  text,
} from './fields.ts';
import { equalsId, from, ofMore, until } from './row-checks.ts';

const eventId = { id: linked('event', 'Event') };
const name = text(500, 'Name');
const documented = {
  Description: text(20_000, 'Description').optional(),
  AllDay: flag('All day').optional(),
  TypeId: presumed(named('event type').optional()),
  CaseId: presumed(caseId.optional()),
  Attendees: z
    .array(
      z.strictObject({
        Type: z.enum(['Email', 'Participant', 'User']).describe('Type'),
        EntityId: ref({ kind: { by: 'Type', kinds: { Participant: 'participant', User: 'user' } } })
          .describe('Participant or user id or name')
          .optional(),
        Email: text(320, 'For type Email').optional(),
      }),
    )
    .max(200)
    .optional()
    .describe('Attendees'),
};
const details = {
  ...documented,
  CalendarId: presumed(id('Calendar; default Firm').optional()),
  Location: presumed(
    z
      .union([z.string().min(1).max(500), parameters('Place')])
      .optional()
      .describe('Text or object'),
  ),
  Reminder: presumed(
    z
      .strictObject({
        Value: z.int().min(0).max(100_000).describe('How long before'),
        Unit: z.enum(['Minute', 'Hour', 'Day']).describe('Unit'),
      })
      .optional()
      .describe('Reminder'),
  ),
};
const changedDocumented = emptiable(documented, 'Description', 'TypeId', 'CaseId');
const changed = emptiable(
  details,
  ...(['Description', 'TypeId', 'CaseId', 'CalendarId', 'Location', 'Reminder'] as const),
);
/**
 * Fields whose current values casebridge adds to the request, because the API description does not say whether an
 * update clears omitted fields.
 */
const keeps = {
  Name: 'Name',
  StartDate: 'StartDate',
  EndDate: 'EndDate',
  Description: 'Description',
  AllDay: 'AllDay',
  TypeId: 'Type',
  CaseId: 'Case',
  Attendees: 'Attendees',
  CalendarId: 'Calendar',
  Location: 'Location',
  Reminder: 'Reminder',
  Attributes: 'Attributes',
};
const replaces = {
  Attendees: { by: ['EntityId', 'Email'], missing: 'told', isSparse: true },
} as const;
const start = dayOrMoment('All day: a day, otherwise ISO 8601 with zone', { onlyIf: 'AllDay' });
const end = dayOrMoment('All day: last day, otherwise ISO 8601 with zone', {
  onlyIf: 'AllDay',
  isEnd: true,
});
/** Dates of an update. Their descriptions omit the meaning of days in all-day events, which `create_event` explains. */
const moved = {
  StartDate: dayOrMoment('ISO 8601 with zone', { onlyIf: 'AllDay' }),
  EndDate: dayOrMoment('ISO 8601 with zone', { onlyIf: 'AllDay', isEnd: true }),
};
const created = { Name: name, StartDate: start, EndDate: end };
/**
 * A call with external attendees counts as outbound, because the service may send them invitations, as calendars do.
 * The API description does not say whether it does.
 */
const outboundIf = { path: 'Attendees.Type', values: ['Email', 'Participant'] };
const html = ['Description'];
/** Advice to the assistant after an error. Moving an event requires both StartDate and EndDate. */
const errors = {
  400: 'Correct the arguments as the service says. To move an event send StartDate and EndDate together.',
};
const updated = {
  Name: name.optional(),
  StartDate: moved.StartDate.optional(),
  EndDate: moved.EndDate.optional(),
};

export const events = {
  id: 'events',
  title: 'Events',
  search: 'meeting calendar',
  operations: [
    operation({
      name: 'create_event',
      title: 'Create event',
      titleRu: 'Создать событие',
      search: { words: 'schedule monday today' },
      route: 'POST /api/v3/events',
      access: 'create',
      instead: { create_event_v2: 'POST /api/v2/events' },
      outboundIf,
      html,
      body: { ...created, ...details, Attributes: attributes, ...more },
      stores: { shownBy: 'get_event' },
      undoneBy: { tool: 'delete_event', args: { id: createdArgument } },
      verifiedBy: 'list_events',
      description:
        'Creates a calendar event (hearing, meeting, deadline). Not for work to be done: create_task.',
    }),
    operation({
      name: 'create_event_v2',
      title: 'Create event (v2)',
      titleRu: 'Создать событие (v2)',
      route: 'POST /api/v2/events',
      access: 'create',
      outboundIf,
      html,
      body: { ...created, ...documented, ...moreOf('create_event') },
      stores: { shownBy: 'get_event_v2' },
      undoneBy: { tool: 'delete_event', args: { id: createdArgument } },
      verifiedBy: 'list_events',
      description: 'Like create_event (preferred), without additional attributes, even if the type has some.',
    }),
    operation({
      name: 'update_event',
      title: 'Update event',
      titleRu: 'Изменить событие',
      search: { words: 'reschedule invite, add, move' },
      route: 'PUT /api/v3/events/{id}',
      access: 'update',
      instead: { update_event_v2: 'PUT /api/v2/events/{id}' },
      outboundIf,
      html,
      params: eventId,
      body: { ...updated, ...changed, Attributes: attributes, ...more },
      target: { tool: 'get_event', args: { id: 'id' } },
      keeps,
      replaces,
      loses: {},
      stores: {},
      verifiedBy: 'get_event',
      errors,
      description:
        'Changes only the sent fields of an event; null empties. Attendees are replaced as a whole.',
    }),
    operation({
      name: 'update_event_v2',
      title: 'Update event (v2)',
      titleRu: 'Изменить событие (v2)',
      route: 'PUT /api/v2/events/{id}',
      access: 'update',
      outboundIf,
      html,
      params: eventId,
      body: { ...updated, ...changedDocumented, ...moreOf('update_event') },
      target: { tool: 'get_event_v2', newest: 'get_event', args: { id: 'id' } },
      keeps,
      replaces,
      loses: {},
      stores: {},
      verifiedBy: 'get_event_v2',
      errors,
      description:
        'Like update_event (preferred), without additional attributes; fields that only more can hold may be emptied if left out.',
    }),
    operation({
      name: 'get_event',
      title: 'Get event',
      titleRu: 'Событие',
      search: { words: 'invite' },
      route: 'GET /api/v3/events/{id}',
      access: 'read',
      instead: { get_event_v2: 'GET /api/v2/events/{id}' },
      params: eventId,
      description: 'One event with its attendees and additional attributes.',
    }),
    operation({
      name: 'get_event_v2',
      title: 'Get event (v2)',
      titleRu: 'Событие (v2)',
      route: 'GET /api/v2/events/{id}',
      access: 'read',
      params: eventId,
      description: 'Like get_event (preferred), without additional attributes.',
    }),
    operation({
      name: 'list_events',
      title: 'List events',
      titleRu: 'Список событий',
      search: { words: 'calendar, timetable, today, june' },
      route: 'GET /api/v2/events',
      access: 'read',
      certain: ['StartDateFrom', 'StartDateTo'],
      query: {
        CaseId: caseId.optional(),
        StartDateFrom: presumed(moment('Start date from').optional()),
        StartDateTo: presumed(moment('Start date to').optional()),
        ...paging,
      },
      rows: {
        ...ofMore,
        CaseId: equalsId('Case', 'CaseId'),
        StartDateFrom: from('StartDate', 'EndDate'),
        StartDateTo: until('StartDate'),
      },
      description:
        'Events, of one case and between start dates if given. For deadlines also read list_tasks.',
    }),
    operation({
      name: 'delete_event',
      title: 'Delete event',
      titleRu: 'Удалить событие',
      search: { words: 'calendar, cancel, отменить, отмени' },
      route: 'DELETE /api/v2/events/{id}',
      access: 'delete',
      params: eventId,
      target: { tool: 'get_event', args: { id: 'id' } },
      removes: {},
      verifiedBy: 'get_event',
      description: 'Deletes an event for everybody.',
    }),
    operation({
      name: 'get_event_type',
      title: 'Get event type',
      titleRu: 'Тип события',
      route: 'GET /api/v2/eventTypes/{id}',
      access: 'read',
      params: { id: named('event type') },
      description: 'One type of calendar events.',
    }),
    operation({
      name: 'list_event_types',
      title: 'List event types',
      titleRu: 'Типы событий',
      route: 'GET /api/v2/eventTypes',
      access: 'read',
      description: 'All event types (hearing, meeting and so on).',
    }),
  ],
} satisfies Area;
