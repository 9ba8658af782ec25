import { NameError } from '../../contract/errors.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import type { NameResolver } from '../../contract/records/name-resolver.ts';
import { part } from '../partial.ts';
import { read, type UserRecord, userRecord } from '../records.ts';
import { keepGroupNames } from './group-names.ts';

/** Finds a user's id by name, e-mail, link or `me`. @throws NameError if not exactly one matches */
export async function findUser(
  operations: OperationClient,
  names: NameResolver,
  text: string,
): Promise<string> {
  return (await names.find(operations, 'user', text, { guess: true })).id;
}

/** Returns the record of the signed-in user. Returns undefined if the sign-in does not identify exactly one user. */
export async function findMe(
  operations: OperationClient,
  names: NameResolver,
): Promise<UserRecord | undefined> {
  const id = await findUser(operations, names, 'me').catch((error: unknown) => {
    if (error instanceof NameError) return undefined;
    throw error;
  });
  if (id === undefined) return undefined;
  const me = read(userRecord, await operations.call('get_user', { id }));
  await keepGroupNames(operations, [me], true);
  return me;
}

/** Checks whether a string refers to the signed-in user. */
export const isMe = (text: string) => /^(me|myself|я)$/i.test(text.trim());

/**
 * Reads the records of the first `most` users whose contacts are requested, because the list of users has no work
 * block.
 */
export const withPhones = (
  operations: OperationClient,
  users: readonly UserRecord[],
  hasContacts: (user: UserRecord) => boolean,
  most: number,
): Promise<UserRecord[]> =>
  Promise.all(
    users.map(async (user, at) => {
      if (at >= most || !hasContacts(user) || user.WorkInfo !== undefined) return user;
      const whole = await part('users', operations.call('get_user', { id: user.Id }));
      return whole.value === undefined ? user : read(userRecord, whole.value);
    }),
  );
