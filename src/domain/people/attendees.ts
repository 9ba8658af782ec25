import type { OperationClient } from '../../contract/operation-client.ts';
import { listAll } from '../list-records.ts';
import { part } from '../partial.ts';
import { type EventRecord, namedRecord, read } from '../records.ts';

type Attendee = EventRecord['Attendees'][number];

/** Says who an attendee is. */
export type Who = (attendee: Attendee) => string;

/** Participants are read one by one; events of one page name few. */
const maxParticipants = 12;

/**
 * The names of those who attend: events hold ids alone (the API description, Attendee). Users are listed once in a while,
 * and what cannot be read is said by its kind.
 * @param known names by id that are at hand already
 */
export async function readWho(
  operations: OperationClient,
  events: readonly EventRecord[],
  known: ReadonlyMap<string, string> = new Map(),
): Promise<Who> {
  const nameless = events
    .flatMap(({ Attendees }) => Attendees)
    .filter(({ Name, EntityId }) => Name === undefined && EntityId !== undefined && !known.has(EntityId));
  const idsOf = (type: string) => [
    ...new Set(nameless.flatMap(({ Type, EntityId }) => (Type === type && EntityId ? EntityId : []))),
  ];
  const [users, ...participants] = await Promise.all([
    idsOf('User').length > 0 ? part('users', userNames(operations)) : undefined,
    ...idsOf('Participant')
      .slice(0, maxParticipants)
      .map(async (id) => ({
        id,
        name: (await part('participants', nameOfParticipant(operations, id))).value,
      })),
  ]);
  const read = participants.flatMap(({ id, name }) => (name === undefined ? [] : [[id, name] as const]));
  const names = new Map([...(users?.value ?? []), ...read, ...known]);
  return ({ Name, EntityId, Email, Type }) =>
    Name ?? names.get(EntityId ?? '') ?? Email ?? (Type === 'User' ? 'a user' : 'a participant');
}

const userNames = (operations: OperationClient): Promise<ReadonlyMap<string, string>> =>
  operations.cache.remember('names of users', async () => {
    const { items } = await listAll(operations, ['list_users', {}], namedRecord);
    return new Map(items.flatMap(({ Id, Name }) => (Name === undefined ? [] : [[Id, Name]])));
  });

/** @throws what `OperationClient.call` throws */
export async function nameOfParticipant(
  operations: OperationClient,
  id: string,
): Promise<string | undefined> {
  const ask = async () => read(namedRecord, await operations.call('get_participant', { id }));
  return (await operations.cache.remember(`participant ${id}`, ask)).Name;
}

const maxShown = 8;

/** Who attends an event, as many as one reads at a glance. */
export function shownAttendees({ Attendees }: EventRecord, who: Who): string[] {
  const all = [...new Set(Attendees.map(who))];
  return all.length > maxShown
    ? [...all.slice(0, maxShown - 1), `and ${all.length - maxShown + 1} more`]
    : all;
}
