import { InvalidArgumentsError } from '../api/errors.ts';
import type { Desk } from '../contract/desk.ts';
import { readId } from './links.ts';
import { findMe, isMe } from './me.ts';
import { listAll } from './pages.ts';
import { userRecord } from './records.ts';

const maxPeople = 100;

/**
 * Ids of the users with a name, of one by link or id, or of the caller for `me`.
 * @throws InvalidArgumentsError where there is none
 */
export async function findPeople(desk: Desk, text: string): Promise<readonly string[]> {
  const id = readId(text, 'person');
  if (id !== undefined) return [id];
  if (isMe(text)) {
    const me = await findMe(desk);
    if (me === undefined) throw new InvalidArgumentsError('Nobody knows who "me" is: give a name.');
    return [me.Id];
  }
  const { items } = await listAll(desk, ['list_users', {}], userRecord);
  const wanted = text.trim().toLowerCase();
  const found = items.filter(({ Name }) => Name?.toLowerCase().includes(wanted));
  if (found.length === 0)
    throw new InvalidArgumentsError(`No user is called ${JSON.stringify(text)}: list_users has all names.`);
  return found.slice(0, maxPeople).map(({ Id }) => Id);
}
