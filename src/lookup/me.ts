import type { Desk } from '../contract/desk.ts';
import { listAll } from './pages.ts';
import { type UserRecord, userRecord } from './records.ts';

/** Words by which callers mean themselves. */
export const isMe = (text: string) => /^(me|myself|я)$/i.test(text.trim());

const same = (left: string | undefined, right: string | undefined) =>
  left !== undefined && left.toLowerCase() === right?.toLowerCase();

/**
 * The user whose sign-in the calls are made with, among all users; undefined where the sign-in says no name or no user
 * has it.
 */
export async function findMe(desk: Desk): Promise<UserRecord | undefined> {
  const { login, email, name } = desk.identity;
  if (login === undefined && email === undefined && name === undefined) return undefined;
  const { items } = await listAll(desk, ['list_users', {}], userRecord);
  const found =
    items.find(({ ExternalId }) => same(ExternalId, login)) ??
    items.find(({ Email }) => same(Email, email) || same(Email, login)) ??
    items.find(({ Name }) => same(Name, name));
  return found && userRecord.parse(await desk.call('get_user', { id: found.Id }));
}
