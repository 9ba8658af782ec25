import { InvalidArgumentsError } from '../api/errors.ts';
import type { Desk } from '../contract/desk.ts';
import { readId } from './links.ts';
import { findMe } from './me.ts';
import { listAll } from './pages.ts';
import { findPeople } from './people.ts';
import { taskRecord, type UserRecord, userRecord } from './records.ts';

/** Whose tasks are meant: the ids that tasks and cases are asked by. */
export interface Owner {
  readonly name: string | undefined;
  /** Absent for a group. */
  readonly userId?: string;
  /** The user with the groups, or the group. */
  readonly ids: readonly string[];
}

/** @throws InvalidArgumentsError where there is none, or more than one */
export async function readPerson(desk: Desk, text: string): Promise<Owner> {
  const [id, second] = await findPeople(desk, text);
  if (id === undefined || second !== undefined)
    throw new InvalidArgumentsError(
      `Several users are called ${JSON.stringify(text)}: give the whole name, or a link from find_person.`,
    );
  return ownerOf(userRecord.parse(await desk.call('get_user', { id })));
}

/** A user's tasks are also those of the user's groups (`api.md`, Tasks: the filter knows ids alone). */
const ownerOf = ({ Id, Name, Groups }: UserRecord): Owner => ({
  name: Name,
  userId: Id,
  ids: [Id, ...Groups.flatMap((group) => group.Id ?? [])],
});

/**
 * A group by its id or name. No operation lists groups: those of the caller are known, and those that tasks are given
 * to.
 * @throws InvalidArgumentsError where no such group is known
 */
export async function readGroup(desk: Desk, text: string): Promise<Owner> {
  const id = readId(text, 'group');
  if (id !== undefined) return { name: undefined, ids: [id] };
  const wanted = text.trim().toLowerCase();
  const isIt = ({ Name }: { Name?: string | undefined }) => Name?.toLowerCase().includes(wanted) ?? false;
  const me = await findMe(desk);
  const own = me?.Groups.find(isIt);
  if (own?.Id) return { name: own.Name, ids: [own.Id] };
  const { items } = await listAll(desk, ['list_tasks', {}], taskRecord);
  const found = items
    .flatMap(({ Responsibles }) => Responsibles)
    .find((one) => one.Type === 'Group' && isIt(one));
  if (found?.Id) return { name: found.Name, ids: [found.Id] };
  throw new InvalidArgumentsError(
    `No group called ${JSON.stringify(text.slice(0, 80))} has tasks: give its id, from get_user of a member.`,
  );
}
