import { withAdvice } from '../contract/advice.ts';
import { ApiError, NameError } from '../contract/errors.ts';
import type { Identity, OperationClient } from '../contract/operations/operation-client.ts';
import type { ResolvedRecord } from '../contract/records/name-resolver.ts';
import { isUuid } from '../contract/uuid.ts';
import type { NamedRecord } from './match.ts';

/** Words by which a caller refers to the signed-in user. */
export const ownNames: ReadonlySet<string> = new Set(['me', 'myself', 'я']);

/**
 * Finds the signed-in user's record. If it is uncertain which record that is, throws an error, because an error is
 * better than the record of another user.
 * @param users returns all users in the service's list
 * @throws NameError if the sign-in has no identity, or if no user or more than one matches it
 */
export async function findSelf(
  operations: OperationClient,
  users: () => Promise<readonly NamedRecord[]>,
): Promise<ResolvedRecord> {
  const identity = await operations.identity();
  if (Object.values(identity).every((value) => value === undefined))
    throw unknown(withAdvice('the token does not identify the signed-in user.', 'name-the-user'));
  const own = await ownRecord(operations, identity);
  if (own !== undefined) return own;
  const listed = await users();
  const [first, second] = signedIn(identity, listed);
  if (second !== undefined) throw unknown('several users match the signed-in user.');
  const only = first ?? (await byCard(operations, identity, listed));
  if (only === undefined) throw unknown('no listed user has the login of the signed-in user.');
  return { id: only.id, name: only.name, isExact: true };
}

/** Maximum number of user records that are read. If the first two contain no login, no further ones are read. */
const maxCards = 40;
const firstCards = 2;

/** Finds the user whose record contains the login. Used if the list of users contains no logins. */
async function byCard(
  operations: OperationClient,
  { login }: Identity,
  listed: readonly NamedRecord[],
): Promise<Pick<NamedRecord, 'id' | 'name'> | undefined> {
  if (login === undefined) return undefined;
  const wanted = login.toLowerCase();
  // First read users whose e-mail address starts with the login. The address alone does not identify the user.
  const isLikely = ({ codes }: NamedRecord) => codes.some((code) => code.startsWith(`${wanted}@`));
  const inOrder = [...listed.filter(isLikely), ...listed.filter((user) => !isLikely(user))];
  const { found } = await operations.cache.remember(`self:${wanted}`, async () => {
    let isShown = false;
    for (const [index, { id, name }] of inOrder.slice(0, maxCards).entries()) {
      const logins = loginsIn(await operations.call('get_user', { id }));
      if (logins.includes(wanted)) return { found: { id, name } };
      isShown ||= logins.length > 0;
      if (index + 1 >= firstCards && !isShown) break;
    }
    return { found: undefined };
  });
  return found;
}

/** Returns the logins in a user record, from every field whose name denotes a login. */
const loginsIn = (card: unknown): readonly string[] =>
  Object.entries((card ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' && loginNames.test(name.replace(/[_-]/g, ''))
      ? value.trim().toLowerCase()
      : [],
  );
const loginNames = /^(?:login|userlogin|username|loginname|account|accountname)$/i;

/**
 * Reads the signed-in user's record by the id in the identity. Returns undefined if the service has no such user, or if
 * the record has another login.
 */
async function ownRecord(
  operations: OperationClient,
  { id, login }: Identity,
): Promise<ResolvedRecord | undefined> {
  if (id === undefined || !isUuid(id)) return undefined;
  try {
    const card = ((await operations.call('get_user', { id })) ?? {}) as Record<string, unknown>;
    const { Id, Name } = card;
    if (String(Id).toLowerCase() !== id.toLowerCase()) return undefined;
    const logins = loginsIn(card);
    if (login !== undefined && logins.length > 0 && !logins.includes(login.toLowerCase())) return undefined;
    return { id, name: typeof Name === 'string' ? Name : undefined, isExact: true };
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return undefined;
    throw error;
  }
}

/** Returns the matching users. A full name counts only without login and e-mail, because people may share a name. */
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
  new NameError('NAME_UNKNOWN', `${why} Ask the user for their name or e-mail and pass it.`);
