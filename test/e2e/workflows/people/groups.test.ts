import { afterAll, beforeAll, expect, it } from 'vitest';
import { eachField } from '../../../support/clients/altered.ts';
import { connectLookups, type Lookups } from '../../../support/clients/workflows.ts';
import type { Alter } from '../../../support/servers/front.ts';
import { useAltered } from '../altering.ts';

let lookups: Lookups;
beforeAll(async () => {
  lookups = await connectLookups();
});
afterAll(() => lookups?.close());

/** Returns a group of which the user is no member. */
async function strangeGroup(login: string): Promise<{ Id: string; Name: string }> {
  const admin = await lookups.as('admin');
  const users: any[] = (await admin.call('list_users', { PageSize: 100 })).Items;
  const cards = await Promise.all(users.map(({ Id }) => admin.call('get_user', { id: Id })));
  const own = cards
    .find(({ Email }) => String(Email).startsWith(`${login}@`))
    .Groups.map(({ Id }: any) => Id);
  return cards.flatMap(({ Groups }) => Groups).find(({ Id }: any) => !own.includes(Id));
}

it('the agenda of a group is found by the name of the group, although the user is no member', async () => {
  const group = await strangeGroup('anna');
  const byName = await lookups.ask('anna', 'agenda', { group: group.Name });
  const byId = await lookups.ask('anna', 'agenda', { group: group.Id });
  expect(byName.text).toContain(group.Name);
  expect(byName.data.tasks).toEqual(byId.data.tasks);
});

it('an unknown group is refused with the known groups and the table that has all of them', async () => {
  const { Name } = await strangeGroup('anna');
  const anna = await lookups.as('anna');
  const refusal = await anna.refusal('agenda', { group: 'Отдел снабжения' });
  expect(refusal).toMatch(/^NAME_UNKNOWN: .*"Отдел снабжения".*query_records.*user_groups/s);
  expect(refusal).toContain(Name);
});

const { at } = useAltered();
/** Gives other names to the groups of users, and none to the groups of tasks. */
const groupsCalled =
  (nameOf: (name: string) => string): Alter =>
  (body, request) =>
    request.includes('/users')
      ? eachField(body, (field, value) =>
          field === 'Groups' ? value.map((group: any) => ({ ...group, Name: nameOf(group.Name) })) : value,
        )
      : body;
const isContracts = (name: string) => /Договорная|Contracts/.test(name);

it('a group with exactly the given name is taken, not a group whose name only contains it', async () => {
  const renamed = groupsCalled((name) => (isContracts(name) ? 'Practice' : 'Practice support'));
  const { data } = await at.altered.ask(renamed, 'agenda', { group: 'Practice' });
  expect(data.of).toBe('Practice');
});

it('a name that several groups contain is refused with these groups', async () => {
  const renamed = groupsCalled((name) => (isContracts(name) ? 'Practice north' : 'Practice south'));
  const { text } = await at.altered.ask(renamed, 'agenda', { group: 'Practice' });
  expect(text).toMatch(/^NAME_AMBIGUOUS: several groups are called "Practice"/);
  expect(text).toContain('Practice north');
  expect(text).toContain('Practice south');
});
