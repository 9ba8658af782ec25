import { InvalidArgumentsError } from '../../contract/errors.ts';
import type { NameResolver } from '../../contract/name-resolver.ts';
import type { OperationClient } from '../../contract/operation-client.ts';
import { isUuid } from '../../contract/uuid.ts';
import { responsibleType } from '../../contract/vocabulary.ts';
import { listAll } from '../list-records.ts';
import { read, taskRecord, type UserRecord, userRecord } from '../records.ts';
import { findMe, findUser } from './people.ts';

/** Whose tasks are meant: the ids that tasks and cases are asked by. */
export interface Assignee {
  readonly name: string | undefined;
  /** Absent for a group. */
  readonly userId?: string;
  /** The user with the groups, or the group. */
  readonly ids: readonly string[];
}

/** @throws NameError where none or several fit */
export async function readPerson(
  operations: OperationClient,
  names: NameResolver,
  text: string,
): Promise<Assignee> {
  const id = await findUser(operations, names, text);
  return ownerOf(read(userRecord, await operations.call('get_user', { id })));
}

/** A user's tasks are also those of the user's groups (the API description, Tasks: the filter knows ids alone). */
const ownerOf = ({ Id, Name, Groups }: UserRecord): Assignee => ({
  name: Name,
  userId: Id,
  ids: [Id, ...Groups.flatMap((group) => group.Id ?? [])],
});

/**
 * A group by its id or name. No operation lists groups: those of the caller are known, and those that tasks are given
 * to.
 * @throws InvalidArgumentsError where no such group is known
 */
export async function readGroup(
  operations: OperationClient,
  names: NameResolver,
  text: string,
): Promise<Assignee> {
  if (isUuid(text.trim())) return { name: undefined, ids: [text.trim()] };
  const wanted = text.trim().toLowerCase();
  const isIt = ({ Name }: { Name?: string | undefined }) => Name?.toLowerCase().includes(wanted) ?? false;
  const me = await findMe(operations, names);
  const own = me?.Groups.find(isIt);
  if (own?.Id) return { name: own.Name, ids: [own.Id] };
  const { items } = await listAll(operations, ['list_tasks', {}], taskRecord);
  const found = items
    .flatMap(({ Responsibles }) => Responsibles)
    .find((one) => one.Type === responsibleType.group && isIt(one));
  if (found?.Id) return { name: found.Name, ids: [found.Id] };
  throw new InvalidArgumentsError(
    `No group called ${JSON.stringify(text.slice(0, 80))} has tasks: give its id, from get_user of a member.`,
  );
}
