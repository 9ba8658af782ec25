import { withAdvice } from '../contract/advice.ts';
import { ApiError, NameError } from '../contract/errors.ts';
import type { Identity, OperationClient } from '../contract/operations/operation-client.ts';
import type { ResolvedRecord } from '../contract/records/name-resolver.ts';
import { isUuid } from '../contract/uuid.ts';
import type { NamedRecord } from './match.ts';

/** Words by which callers mean themselves. */
export const selves: ReadonlySet<string> = new Set(['me', 'myself', 'я']);

/**
 * The record of the user who is signed in, or nobody: another user's would be worse than none.
 * @param users everybody who is listed
 * @throws NameError where the sign-in does not tell, or fits no user or several
 */
export async function findSelf(
  operations: OperationClient,
  users: () => Promise<readonly NamedRecord[]>,
): Promise<ResolvedRecord> {
  const identity = await operations.identity();
  if (Object.values(identity).every((value) => value === undefined))
    throw unknown(withAdvice('who the signed-in user is cannot be told from the token.', 'name-the-user'));
  const own = await ownRecord(operations, identity);
  if (own !== undefined) return own;
  const [only, second] = signedIn(identity, await users());
  if (only === undefined) throw unknown('no listed user has the login that is signed in.');
  if (second !== undefined) throw unknown('several users fit who is signed in.');
  return { id: only.id, name: only.name, isExact: true };
}

/** By the id alone, which may be one of somewhere else: then the service knows no such user. */
async function ownRecord(operations: OperationClient, { id }: Identity): Promise<ResolvedRecord | undefined> {
  if (id === undefined || !isUuid(id)) return undefined;
  try {
    const { Id, Name } = ((await operations.call('get_user', { id })) ?? {}) as Record<string, unknown>;
    if (String(Id).toLowerCase() !== id.toLowerCase()) return undefined;
    return { id, name: typeof Name === 'string' ? Name : undefined, isExact: true };
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return undefined;
    throw error;
  }
}

/** A name proves little, since several people may have it: it counts where nothing better is known, and whole. */
function signedIn(
  { id, login, email, name }: Identity,
  users: readonly NamedRecord[],
): readonly NamedRecord[] {
  const words = [id, login, email].flatMap((word) => word?.toLowerCase() ?? []);
  const byLogin = users.filter((user) =>
    words.some((word) => user.login === word || user.codes.includes(word)),
  );
  if (byLogin.length > 0 || login !== undefined || email !== undefined) return byLogin;
  return users.filter((user) => user.name === name);
}

const unknown = (why: string) =>
  new NameError('NAME_UNKNOWN', `${why} Ask the user for their name or e-mail and give that.`);
