import { NameError } from '../../contract/errors.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import type { NameResolver } from '../../contract/records/name-resolver.ts';
import { responsibleType } from '../../contract/records/vocabulary.ts';
import { isUuid } from '../../contract/uuid.ts';
import { rank } from '../../names/rank.ts';
import { normalise } from '../../names/spelling/normalise.ts';
import { listAll } from '../list-records.ts';
import { notGivenOf, type PartName } from '../partial.ts';
import { read, taskRecord, type UserRecord, userRecord } from '../records.ts';
import { keepGroupNames } from './group-names.ts';
import { groupsOfUsers, maxMembers, type NamedGroup } from './groups-of-users.ts';
import { findMe, findUser } from './people.ts';

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
 * Finds a group by id or name. The API has no operation that lists groups. Therefore a name is looked for in the
 * caller's own groups, then in the tasks of groups, then in the records of up to {@link maxMembers} users. The search
 * ends when a group has exactly this name.
 * @throws NameError with the known groups if no group or more than one matches
 */
export async function readGroup(
  operations: OperationClient,
  names: NameResolver,
  text: string,
): Promise<Assignee> {
  if (isUuid(text.trim())) return { name: undefined, ids: [text.trim()], notGiven: [] };
  const whole = normalise(text);
  const isCalled = ({ Name }: NamedGroup) => normalise(Name ?? '') === whole;
  const known = new Map<string, NamedGroup>();
  const add = (groups: readonly NamedGroup[]) => {
    for (const group of groups)
      if (group.Id !== undefined && known.get(group.Id)?.Name === undefined) known.set(group.Id, group);
  };
  add((await findMe(operations, names))?.Groups ?? []);
  if (![...known.values()].some(isCalled)) {
    const { items } = await listAll(operations, ['list_tasks', {}], taskRecord);
    add(
      items.flatMap(({ Responsibles }) => Responsibles).filter(({ Type }) => Type === responsibleType.group),
    );
  }
  if (![...known.values()].some(isCalled))
    add(await groupsOfUsers(operations, (groups) => groups.some(isCalled)));
  const { items, fit } = await rank(text, [...known.values()], ({ Name }) => ({ names: [Name] }));
  const exact = items.filter(isCalled);
  const [only, other] = fit !== 'names' ? [] : exact.length > 0 ? exact : items;
  if (only?.Id !== undefined && other === undefined) return { name: only.Name, ids: [only.Id], notGiven: [] };
  const candidates = other === undefined ? [...known.values()] : items;
  throw new NameError(
    other === undefined ? 'NAME_UNKNOWN' : 'NAME_AMBIGUOUS',
    `${other === undefined ? 'no known group is' : 'several groups are'} called ${JSON.stringify(text.slice(0, 80))}. The API lists no groups: the names come from tasks and from the records of up to ${maxMembers} users. Pass the id of a group instead: query_records shows it in the table user_groups.`,
    candidates
      .flatMap(({ Id, Name }) => (Id && Name ? [{ id: Id, name: Name }] : []))
      .slice(0, maxCandidates),
  );
}
