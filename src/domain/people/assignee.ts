import { ifCallFails, NameError } from '../../contract/errors.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import type { NameResolver } from '../../contract/records/name-resolver.ts';
import { responsibleType } from '../../contract/records/vocabulary.ts';
import { isUuid } from '../../contract/uuid.ts';
import { rank } from '../../names/rank.ts';
import { sideBySide } from '../../util/side-by-side.ts';
import { listAll } from '../list-records.ts';
import { notGivenOf, type PartName } from '../partial.ts';
import { recordOf } from '../record-names.ts';
import { read, taskRecord, type UserRecord, userRecord } from '../records.ts';
import { keepGroupNames } from './group-names.ts';
import { findMe, findUser } from './people.ts';

interface NamedGroup {
  readonly Id?: string | undefined;
  readonly Name?: string | undefined;
}

/** Maximum number of known groups that the error lists if no group has the requested name. */
const maxCandidates = 10;
/** Maximum number of users whose groups are read, and how many are read in parallel. */
const maxMembers = 64;
const membersAtOnce = 8;

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
 * Finds a group by id or name. The API has no operation that lists groups. Therefore a name is looked for in the
 * caller's own groups, in the tasks of groups, and in the records of up to {@link maxMembers} users.
 * @throws NameError with the known groups if no name matches
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
  const ofUsers = await groupsOfUsers(operations);
  const found = (await called(groups)) ?? (await called(ofUsers));
  if (found?.Id) return { name: found.Name, ids: [found.Id], notGiven: [] };
  throw new NameError(
    'NAME_UNKNOWN',
    `no known group is called ${JSON.stringify(text.slice(0, 80))}. The API lists no groups: the names come from tasks and from the records of up to ${maxMembers} users. Pass the id of a group instead: query_records shows it in the table user_groups.`,
    [...new Map([...(me?.Groups ?? []), ...groups, ...ofUsers].map((group) => [group.Id, group])).values()]
      .flatMap(({ Id, Name }) => (Id && Name ? [{ id: Id, name: Name }] : []))
      .slice(0, maxCandidates),
  );
}

/** Returns the groups in the records of users. Clients are left out, because they are in no group of the firm. */
async function groupsOfUsers(operations: OperationClient): Promise<readonly NamedGroup[]> {
  const { items } = await listAll(operations, ['list_users', {}], userRecord);
  const likely = items.filter(({ IsClient, IsLocked }) => IsClient !== true && IsLocked !== true);
  const read = await sideBySide(likely.slice(0, maxMembers), membersAtOnce, ({ Id }) =>
    recordOf(operations, 'get_user', Id).catch(ifCallFails(undefined)),
  );
  return read.flatMap((user) => user?.Groups ?? []);
}
