import { isCallError } from '../../contract/errors.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import type { NameResolver } from '../../contract/records/name-resolver.ts';
import { read, type UserRecord, userRecord } from '../records.ts';

/** Names of groups by id, from the user records that were read, because no operation returns a group. */
interface GroupNames {
  readonly names: Readonly<Record<string, string>>;
  /** Whether the record of the signed-in user was read, or the attempt failed. */
  readonly isOwnRead: boolean;
}

const key = 'names of groups';
const nothingKnown: GroupNames = { names: {}, isOwnRead: false };

export async function keepGroupNames(
  operations: OperationClient,
  users: readonly Pick<UserRecord, 'Groups'>[],
  isOwn = false,
): Promise<void> {
  const found = users
    .flatMap(({ Groups }) => Groups)
    .flatMap(({ Id, Name }) => (Id === undefined || Name === undefined ? [] : [[Id, Name] as const]));
  if (found.length === 0 && !isOwn) return;
  const known = operations.cache.recall<GroupNames>(key) ?? nothingKnown;
  await operations.cache.keep(key, {
    names: { ...known.names, ...Object.fromEntries(found) },
    isOwnRead: known.isOwnRead || isOwn,
  });
}

/**
 * Returns the cached name of a group. Returns undefined if no name is cached, because a user record may still contain
 * it.
 */
export function cachedGroupName(
  { cache }: OperationClient,
  id: string,
): { readonly name: string } | undefined {
  const known = cache.recall<GroupNames>(key);
  const name = known?.names[id];
  return name === undefined ? undefined : { name };
}

/**
 * Returns the known names of groups by id. If one is unknown, reads the groups of the signed-in user, once per cache
 * lifetime.
 * @param isCheap if true, reads nothing
 */
export async function groupNames(
  operations: OperationClient,
  names: NameResolver,
  ids: readonly string[],
  isCheap = false,
): Promise<ReadonlyMap<string, string>> {
  const known = () => operations.cache.recall<GroupNames>(key) ?? nothingKnown;
  const before = known();
  if (!isCheap && !before.isOwnRead && ids.some((id) => before.names[id] === undefined))
    await keepGroupNames(operations, await readOwn(operations, names), true);
  return new Map(Object.entries(known().names));
}

/** Reads the record of the signed-in user. Returns an empty array if the user is unknown or cannot be read. */
async function readOwn(operations: OperationClient, names: NameResolver): Promise<readonly UserRecord[]> {
  try {
    const { id } = await names.find(operations, 'user', 'me', { guess: true });
    return [read(userRecord, await operations.call('get_user', { id }))];
  } catch (error) {
    // Leave the groups without names. The answer shows their ids.
    if (isCallError(error)) return [];
    throw error;
  }
}
