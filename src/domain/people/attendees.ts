import type { OperationClient } from '../../contract/operations/operation-client.ts';
import type { NameResolver } from '../../contract/records/name-resolver.ts';
import type { EventRecord } from '../records.ts';
import { findNames } from '../reference-names.ts';

type Attendee = EventRecord['Attendees'][number];

/** Says who an attendee is. */
export type Who = (attendee: Attendee) => string;

/** Participants are read one by one; events of one page name few. */
const maxParticipants = 12;

/**
 * The names of those who attend: events hold ids alone (the API description, Attendee). What cannot be read is said by
 * its kind.
 * @param known names by id that are at hand already
 */
export async function readWho(
  operations: OperationClient,
  names: NameResolver,
  events: readonly EventRecord[],
  known: ReadonlyMap<string, string> = new Map(),
): Promise<Who> {
  const nameless = events.flatMap(({ Attendees }) => Attendees).filter(({ Name }) => Name === undefined);
  const idsOf = (type: string) => [
    ...new Set(nameless.flatMap(({ Type, EntityId }) => (Type === type && EntityId ? EntityId : []))),
  ];
  const found = await findNames(
    operations,
    names,
    [
      ...idsOf('User').map((id) => ({ kind: 'user', id }) as const),
      ...idsOf('Participant')
        .filter((id) => !known.has(id))
        .slice(0, maxParticipants)
        .map((id) => ({ kind: 'participant', id }) as const),
    ],
    known,
  );
  return ({ Name, EntityId, Email, Type }) =>
    Name ?? found.names.get(EntityId ?? '') ?? Email ?? (Type === 'User' ? 'a user' : 'a participant');
}

const maxShown = 8;

/** Who attends an event, as many as one reads at a glance. */
export function shownAttendees({ Attendees }: EventRecord, who: Who): string[] {
  const all = [...new Set(Attendees.map(who))];
  return all.length > maxShown
    ? [...all.slice(0, maxShown - 1), `and ${all.length - maxShown + 1} more`]
    : all;
}
