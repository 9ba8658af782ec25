import { describe, expect, it } from 'vitest';
import type { Identity, OperationClient } from '../../../src/contract/operations/operation-client.ts';
import { findSelf } from '../../../src/names/self.ts';

/** The server finds the signed-in user from the sign-in, the list of users and their object cards. */

const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
const entry = (number: number, email: string) => ({
  ...{ id: id(number), name: `User ${number}`, codes: [email], names: [], aliases: [] },
});
const listed = [entry(1, 'other@firm.test'), entry(2, 'anna@firm.test'), entry(3, 'third@firm.test')];

function find(identity: Identity, cards: Readonly<Record<string, object>>) {
  const asked: string[] = [];
  const operations = {
    identity: async () => identity,
    cache: { remember: (_: string, read: () => Promise<object>) => read() },
    call: async (_: string, args: { id: string }) => {
      asked.push(args.id);
      return { Id: args.id, Name: 'Somebody', ...cards[args.id] };
    },
  } as unknown as OperationClient;
  return { found: findSelf(operations, async () => listed), asked };
}

describe('the signed-in user', () => {
  it.each(['Login', 'user_name', 'accountName'])('is found by a card with %s', async (name) => {
    const { found, asked } = find(
      { login: 'Anna' },
      { [id(1)]: { [name]: 'x' }, [id(2)]: { [name]: 'anna' } },
    );
    expect(await found).toMatchObject({ id: id(2) });
    expect(asked).toEqual([id(2)]);
  });

  it('is unknown if no card shows a login, and only the first cards are read', async () => {
    const { found, asked } = find({ login: 'anna' }, {});
    await expect(found).rejects.toThrow('no listed user has the login');
    expect(asked).toHaveLength(2);
  });

  it('is not the user of an id whose card shows another login', async () => {
    const { found } = find({ login: 'anna', id: id(1) }, { [id(1)]: { Login: 'other' } });
    await expect(found).rejects.toThrow('no listed user has the login');
  });
});
