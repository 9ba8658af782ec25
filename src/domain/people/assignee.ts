import { InvalidArgumentsError, NameError } from '../../contract/errors.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import type { NameResolver } from '../../contract/records/name-resolver.ts';
import { responsibleType } from '../../contract/records/vocabulary.ts';
import { isUuid } from '../../contract/uuid.ts';
import { rank } from '../../names/rank.ts';
import { listAll } from '../list-records.ts';
import { notGivenOf, type PartName } from '../partial.ts';
import { isGiven, read, taskRecord, type UserRecord, userRecord } from '../records.ts';
import { keepGroupNames } from './group-names.ts';
import { findMe, findUser } from './people.ts';

interface NamedGroup {
  readonly Id?: string | undefined;
  readonly Name?: string | undefined;
}

/** Maximum number of known groups that the error lists if no group has the requested name. */
const maxCandidates = 10;

/** A user or group whose tasks are requested. The ids are values for the filters of tasks and cases. */
export interface Assignee {
  readonly name: string | undefined;
  /** Undefined for a group. */
  readonly userId?: string;
  /** Ids of the user and of the user's groups, or the id of the group. */
  readonly ids: readonly string[];
  /** Names of user data that the service does not return. */
  readonly notGiven: readonly PartName[];
}

/** Finds a user, and the ids of the user's groups. @throws NameError if no user or more than one matches */
export async function readPerson(
  operations: OperationClient,
  names: NameResolver,
  text: string,
): Promise<Assignee> {
  const id = await findUser(operations, names, text);
  const user = read(userRecord, await operations.call('get_user', { id }));
  await keepGroupNames(operations, [user]);
  return ownerOf(user);
}

/**
 * Converts a user record to an assignee. The ids include those of the user's groups, because a group's tasks are also
 * tasks of its members. Ids are needed because the filter of task lists accepts nothing else (API description, Tasks).
 */
const ownerOf = (user: UserRecord): Assignee => ({
  name: user.Name,
  userId: user.Id,
  ids: [user.Id, ...user.Groups.flatMap((group) => group.Id ?? [])],
  notGiven: notGivenOf([user], { Groups: 'groups of the person (tasks of groups are missing)' }),
});

/**
 * Finds a group by id or name. The API has no operation that lists groups. Therefore only the caller's own groups and
 * groups that have tasks can be found by name.
 * @throws NameError with the known groups if no name matches; InvalidArgumentsError if the service does not return the
 * names of groups
 */
export async function readGroup(
  operations: OperationClient,
  names: NameResolver,
  text: string,
): Promise<Assignee> {
  if (isUuid(text.trim())) return { name: undefined, ids: [text.trim()], notGiven: [] };
  const called = async (all: readonly NamedGroup[]) => {
    const known = [...new Map(all.map((group) => [group.Id, group])).values()];
    const { items, fit } = await rank(text, known, ({ Name }) => ({ names: [Name] }));
    return fit === 'names' ? items[0] : undefined;
  };
  const me = await findMe(operations, names);
  const own = await called(me?.Groups ?? []);
  if (own?.Id) return { name: own.Name, ids: [own.Id], notGiven: [] };
  const { items } = await listAll(operations, ['list_tasks', {}], taskRecord);
  const groups = items
    .flatMap(({ Responsibles }) => Responsibles)
    .filter(({ Type }) => Type === responsibleType.group);
  const found = await called(groups);
  if (found?.Id) return { name: found.Name, ids: [found.Id], notGiven: [] };
  if (
    !isGiven(items, 'Responsibles') ||
    [...(me?.Groups ?? []), ...groups].some(({ Name }) => Name === undefined)
  )
    throw new InvalidArgumentsError(
      `group: this service does not return names of groups, so ${JSON.stringify(text.slice(0, 80))} cannot be looked up. Pass the id of a group: get_user returns it for any member.`,
    );
  throw new NameError(
    'NAME_UNKNOWN',
    `no group called ${JSON.stringify(text.slice(0, 80))} has tasks. Pass the id of a group: get_user returns it for any member.`,
    [...new Map([...(me?.Groups ?? []), ...groups].map((group) => [group.Id, group])).values()]
      .flatMap(({ Id, Name }) => (Id && Name ? [{ id: Id, name: Name }] : []))
      .slice(0, maxCandidates),
  );
}
