import { isCallError, SpentError } from '../../contract/errors.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { listAll } from '../list-records.ts';
import { recordOf } from '../record-names.ts';
import { userRecord } from '../records.ts';
import { keepGroupNames } from './group-names.ts';

/** A group, as tasks and the records of users refer to it. */
export interface NamedGroup {
  readonly Id?: string | undefined;
  readonly Name?: string | undefined;
}

/** Maximum number of users whose records are read, and how many of them in parallel. */
export const maxMembers = 64;
const membersAtOnce = 8;

/**
 * Reads the groups of users in steps, because only the records of users contain the names of groups. Leaves out users
 * whose records cannot be read.
 * @param isEnough called before each step with the groups that were found
 * @throws SpentError if the call may send no more requests
 */
export async function groupsOfUsers(
  operations: OperationClient,
  isEnough: (groups: readonly NamedGroup[]) => boolean,
  most = maxMembers,
): Promise<readonly NamedGroup[]> {
  const users = await listAll(operations, ['list_users', {}], userRecord).catch(unreadable);
  // Clients are in no group of the firm, and members of a current group are rarely blocked.
  const likely = (users?.items ?? [])
    .filter(({ IsClient, IsLocked }) => IsClient !== true && IsLocked !== true)
    .slice(0, most);
  const groups: NamedGroup[] = [];
  for (let at = 0; at < likely.length && !isEnough(groups); at += membersAtOnce) {
    const some = likely.slice(at, at + membersAtOnce);
    const read = await Promise.all(
      some.map(({ Id }) => recordOf(operations, 'get_user', Id).catch(unreadable)),
    );
    groups.push(...read.flatMap((user) => user?.Groups ?? []));
  }
  await keepGroupNames(operations, [{ Groups: groups }]);
  return groups;
}

/** Returns undefined for a failed call. @throws SpentError, and errors of other kinds */
function unreadable(error: unknown): undefined {
  if (!isCallError(error) || error instanceof SpentError) throw error;
}
