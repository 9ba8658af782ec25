import { at, busyUsers, byId, unique } from '../../pick.ts';
import { type Asked, type Context, type Question, questionsOf } from '../../question.ts';
import type { CalendarEvent, World } from '../../world.ts';
import { changes, rich } from './call.ts';

const hour = 3_600_000;

const coming = ({ events }: World, now: Date) => rich(events.filter(({ startsAt }) => startsAt > now));

const onEvent =
  (
    index: number,
    ask: (event: CalendarEvent, context: Context) => Asked | undefined,
    isMeant: (event: CalendarEvent) => boolean = () => true,
  ) =>
  (context: Context) => {
    const event =
      coming(context.world, context.now).filter(isMeant)[index] ??
      rich(context.world.events.filter(isMeant))[index];
    return event && ask(event, context);
  };

const path = ({ id }: CalendarEvent, field: string) => `events/${id}/${field}`;
const after = (moment: Date, hours: number) => new Date(moment.getTime() + hours * hour);
const isTimed = ({ isAllDay, endsAt }: CalendarEvent) => !isAllDay && endsAt !== undefined;

const typeNames: Readonly<Record<string, string>> = {
  user: 'User',
  participant: 'Participant',
  email: 'Email',
};
const asAttendee = ({ kind, id, email }: CalendarEvent['attendees'][number]) => ({
  Type: typeNames[kind],
  ...(kind === 'email' ? { Email: email } : { EntityId: id }),
});

/** Returns the snapshot entry that an attendee must have after the change. */
const isThere = (event: CalendarEvent, { kind, id, email }: CalendarEvent['attendees'][number]) =>
  [[path(event, `attendees[${JSON.stringify({ kind, id, email })}]`), '1', /attend/i]] as const;

export const eventChanges: readonly Question[] = questionsOf('changes/update_event', {
  name: onEvent(0, (event) =>
    changes(
      ['update_event', { id: event.id, Name: 'Заседание перенесено' }],
      [[path(event, 'name'), 'Заседание перенесено']],
    ),
  ),
  description: onEvent(1, (event) =>
    changes(
      ['update_event', { id: event.id, Description: 'Взять доверенность' }],
      [[path(event, 'description'), 'Взять доверенность']],
    ),
  ),
  'begin and end': onEvent(
    2,
    (event) => {
      const [start, end] = [after(event.startsAt, 48), after(event.endsAt ?? event.startsAt, 48)];
      return changes(
        ['update_event', { id: event.id, StartDate: start.toISOString(), EndDate: end.toISOString() }],
        [
          [path(event, 'startsAt'), start, /start/i],
          [path(event, 'endsAt'), end, /end/i],
        ],
      );
    },
    isTimed,
  ),
  'end alone': onEvent(
    3,
    (event) => {
      const end = after(event.endsAt ?? event.startsAt, 1);
      return changes(
        ['update_event', { id: event.id, EndDate: end.toISOString() }],
        [[path(event, 'endsAt'), end, /end/i]],
      );
    },
    isTimed,
  ),
  'one more attendee': onEvent(
    0,
    (event, { world }) => {
      const user = at(
        busyUsers(world).filter(({ id }) => !event.attendees.some((one) => one.id === id)),
        1,
      );
      if (user === undefined) return undefined;
      const added = { kind: 'user' as const, id: user.id };
      return changes(
        ['update_event', { id: event.id, Attendees: [...event.attendees, added].map(asAttendee) }],
        isThere(event, added),
        { may: new RegExp(`${event.id}/attendees\\[.*${user.id}`) },
      );
    },
    ({ attendees }) => attendees.length > 1,
  ),
  'one attendee less': onEvent(
    1,
    (event) => {
      const [gone, ...others] = event.attendees;
      return (
        gone &&
        changes(
          ['update_event', { id: event.id, Attendees: others.map(asAttendee) }],
          [[path(event, `attendees[${JSON.stringify(gone)}]`), undefined, /attend/i]],
        )
      );
    },
    ({ attendees }) => attendees.length > 2,
  ),
  'type by name': onEvent(4, (event, { world }) => {
    const type = world.events.find((one) => one.type !== undefined && one.type !== event.type)?.type;
    return type === undefined
      ? undefined
      : changes(['update_event', { id: event.id, TypeId: type }], [[path(event, 'type'), type]]);
  }),
  'name of an all-day event': onEvent(
    0,
    (event) =>
      changes(
        ['update_event', { id: event.id, Name: 'Весь день в суде' }],
        [[path(event, 'name'), 'Весь день в суде']],
      ),
    ({ isAllDay }) => isAllDay,
  ),
  'description of an event without an end': onEvent(
    0,
    (event) =>
      changes(
        ['update_event', { id: event.id, Description: 'Конец неизвестен' }],
        [[path(event, 'description'), 'Конец неизвестен']],
      ),
    ({ endsAt }) => endsAt === undefined,
  ),
  'name of an event with people from outside': onEvent(
    0,
    (event) =>
      changes(
        ['update_event', { id: event.id, Name: 'Встреча с участниками' }],
        [[path(event, 'name'), 'Встреча с участниками']],
      ),
    ({ attendees }) => attendees.some(({ kind }) => kind !== 'user'),
  ),
  'name of an event without a case': onEvent(
    0,
    (event) =>
      changes(['update_event', { id: event.id, Name: 'Без дела' }], [[path(event, 'name'), 'Без дела']]),
    (event) => event.case === undefined,
  ),
  'another case by name': onEvent(5, (event, { world }) => {
    const other = at(
      unique(world.cases).filter(({ id, isArchived }) => id !== event.case && !isArchived),
      7,
    );
    return (
      other &&
      changes(['update_event', { id: event.id, CaseId: other.name }], [[path(event, 'case'), other.id]])
    );
  }),
  'description by the second version': onEvent(6, (event) =>
    changes(
      ['update_event_v2', { id: event.id, Description: 'Через вторую версию' }],
      [[path(event, 'description'), 'Через вторую версию']],
    ),
  ),
});

const start = ({ now }: Context, days: number) =>
  new Date(Math.floor(now.getTime() / (24 * hour)) * 24 * hour + days * 24 * hour + 7 * hour);

export const eventCreations: readonly Question[] = questionsOf('changes/create_event', {
  'with attendees of all kinds': (context) => {
    const { world } = context;
    const found = at(
      unique(world.cases).filter(({ isArchived, parties }) => !isArchived && parties.length > 0),
      3,
    );
    const participant = byId(world.participants, found?.parties[0]?.participant);
    const user = busyUsers(world)[2];
    const type = world.events.find((one) => one.type !== undefined)?.type;
    if (found === undefined || participant === undefined || user === undefined || type === undefined)
      return undefined;
    const [from, to] = [start(context, 4), after(start(context, 4), 1.5)];
    return changes(
      [
        'create_event',
        {
          Name: 'Переговоры по графику',
          StartDate: from.toISOString(),
          EndDate: to.toISOString(),
          CaseId: found.name,
          TypeId: type,
          Attendees: [
            { Type: 'User', EntityId: user.name },
            { Type: 'Participant', EntityId: participant.id },
            { Type: 'Email', Email: 'guest@example.org' },
          ],
        },
      ],
      [],
      {
        made: [
          {
            kind: 'events',
            fields: [
              { field: 'name', value: 'Переговоры по графику', topic: /name/i },
              { field: 'startsAt', value: from, topic: /start/i },
              { field: 'endsAt', value: to, topic: /end/i },
              { field: 'case', value: found.id, topic: /case/i },
              { field: 'type', value: type, topic: /type/i },
              {
                field: `attendees[${JSON.stringify({ kind: 'user', id: user.id })}]`,
                value: '1',
                topic: /attend/i,
              },
              {
                field: `attendees[${JSON.stringify({ kind: 'participant', id: participant.id })}]`,
                value: '1',
                topic: /attend/i,
              },
              {
                field: `attendees[${JSON.stringify({ kind: 'email', email: 'guest@example.org' })}]`,
                value: '1',
                topic: /attend/i,
              },
            ],
          },
        ],
      },
    );
  },
  'of all day': (context) => {
    const day = new Date(Math.floor(start(context, 11).getTime() / (24 * hour)) * 24 * hour);
    return changes(
      [
        'create_event',
        {
          Name: 'Последний день на отзыв',
          StartDate: day.toISOString(),
          EndDate: day.toISOString(),
          AllDay: true,
        },
      ],
      [],
      {
        made: [
          {
            kind: 'events',
            fields: [
              { field: 'name', value: 'Последний день на отзыв', topic: /name/i },
              { field: 'isAllDay', value: true, topic: /all.?day/i },
              {
                field: 'startsAt',
                value: (text: string) => text.startsWith(day.toISOString().slice(0, 10)),
                topic: /start/i,
              },
            ],
          },
        ],
      },
    );
  },
});
