import type { OperationClient } from '../../contract/operations/operation-client.ts';
import type { NameResolver } from '../../contract/records/name-resolver.ts';
import { attendeeType } from '../../contract/records/vocabulary.ts';
import type { EventRecord } from '../records.ts';
import { findNames } from '../reference-names.ts';

type Attendee = EventRecord['Attendees'][number];

export type Who = (attendee: Attendee) => string;

/**
 * Maximum number of participants whose names are read, because each name costs one request. Further participants appear
 * with their e-mail address, or as "a participant".
 */
const maxParticipants = 12;

/**
 * Reads the names of attendees, because events contain only their ids (API description, Attendee). An attendee whose
 * name cannot be read appears with the e-mail address, or as "a user" or "a participant".
 * @param known names that are already known, by id
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

/** Maximum number of users that an event shows, and of attendees from outside. */
const maxShown = 8;

/** Attendees of an event, as answers show them. Each list is cut separately, and says how many were omitted. */
interface ShownAttendees {
  /** Names of users, and then the names from outside. */
  readonly attendees: string[];
  /** Names of participants and owners of e-mail addresses. Omitted if there are none. */
  readonly from_outside?: string[];
}

/** Returns the names of an event's attendees. Omits duplicates, but not a participant with the name of a user. */
export function shownAttendees({ Attendees }: EventRecord, who: Who): ShownAttendees {
  const isOutside = ({ Type }: Attendee) => Type === attendeeType.participant || Type === attendeeType.email;
  const named = (some: readonly Attendee[]) => {
    const all = [...new Set(some.map(who))];
    const most = all.length > maxShown ? maxShown - 1 : maxShown;
    return [...all.slice(0, most), ...(all.length > most ? [`and ${all.length - most} more`] : [])];
  };
  const outside = named(Attendees.filter(isOutside));
  return {
    attendees: [...named(Attendees.filter((one) => !isOutside(one))), ...outside],
    ...(outside.length > 0 ? { from_outside: outside } : {}),
  };
}
