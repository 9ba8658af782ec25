import { NameError } from '../../contract/errors.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import type { NameResolver } from '../../contract/records/name-resolver.ts';
import { read, type UserRecord, userRecord } from '../records.ts';

/**
 * The id of the user that a name, an e-mail address, a link or `me` means.
 * @throws NameError with the candidates where none or several fit
 */
export async function findUser(
  operations: OperationClient,
  names: NameResolver,
  text: string,
): Promise<string> {
  return (await names.find(operations, 'user', text, { guess: true })).id;
}

/** The user whose sign-in the calls are made with; undefined where the sign-in says no name or no user has it. */
export async function findMe(
  operations: OperationClient,
  names: NameResolver,
): Promise<UserRecord | undefined> {
  const id = await findUser(operations, names, 'me').catch((error: unknown) => {
    if (error instanceof NameError) return undefined;
    throw error;
  });
  return id === undefined ? undefined : read(userRecord, await operations.call('get_user', { id }));
}

/** Words by which callers mean themselves. */
export const isMe = (text: string) => /^(me|myself|я)$/i.test(text.trim());
