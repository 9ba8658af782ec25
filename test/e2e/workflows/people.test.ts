import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fieldHere, unreadable, whereNamed } from '../../support/clients/profile.ts';
import { believed, connectLookups, type Lookups, withheld } from '../../support/clients/workflows.ts';
import { groupId, sampleIds } from '../../support/sample-ids.ts';
import { timeless } from '../../support/time/timeless.ts';

let workflows: Lookups;
beforeAll(async () => {
  workflows = await connectLookups();
});
afterEach(() => {
  workflows.service.faults.clear();
});
afterAll(() => workflows?.close());

const anna = sampleIds.anna;
const vector = '0000001011';
const people = (answer: { data: any }) => answer.data.people;

describe('find_person', () => {
  it('brings users and participants in one list, each with their cases', async () => {
    const answer = await workflows.ask('anna', 'find_person', { query: 'Smith' });
    expect(people(answer).map(({ kind, name }: any) => [kind, name])).toEqual([
      ['user', 'Jane Smith'],
      ['participant', 'Jane Smith'],
    ]);
    expect(people(answer)[1].cases[0].name).toBe('Smith v. Northbridge Ltd');
    for (const { id, name } of people(answer)) {
      expect(answer.text.split(id)).toHaveLength(2);
      expect(answer.text).toContain(name);
    }
  });

  timeless().each([
    ['an INN', vector, 'participant', 'ООО «Вектор»'],
    ['an e-mail', 'vector@example.org', 'participant', 'ООО «Вектор»'],
    ['a phone number', '+7 495 000-11-11', 'participant', 'ООО «Вектор»'],
    ['an id', anna, 'user', 'Anna Petrova'],
    ['a pasted link', `https://firm.example.com/api/v2/users/${anna}`, 'user', 'Anna Petrova'],
    ['me', 'me', 'user', 'Anna Petrova'],
    ['parts of a name in any order', 'petrova anna', 'user', 'Anna Petrova'],
  ])('finds a person by %s', async (_, query, kind, name) => {
    const [first] = people(await workflows.ask('anna', 'find_person', { query }));
    expect(first).toMatchObject({ kind, name });
  });

  timeless()('tells people with the same name apart by their cases, with number and role', async () => {
    const answer = await workflows.ask('anna', 'find_person', { query: 'Smith' });
    expect(people(answer)[1].cases).toContainEqual({
      ...{ id: sampleIds.smith, name: 'Smith v. Northbridge Ltd' },
      ...{ number: 'CL-2026-000123', role: expect.stringMatching(/Claimant|Истец/) },
    });
    expect(answer.text).toMatch(/Smith v\. Northbridge Ltd CL-2026-000123 [\w-]+, as .*(?:Claimant|Истец)/);
  });

  timeless()(
    'tells people with similar names apart by their roles, even if they have many cases',
    async () => {
      const answer = await workflows.ask('admin', 'find_person', { query: 'Иванов' });
      const found = people(answer).filter(({ name }: { name: string }) => name.startsWith('Иванов'));
      expect(found.length).toBeGreaterThan(2);
      for (const { name, cases } of found)
        for (const one of cases.slice(0, 2)) expect([name, one.role]).toEqual([name, expect.any(String)]);
      const roles = found.map(({ cases }: any) => cases[0].role);
      expect(roles[0]).not.toBe(roles[1]);
    },
  );

  timeless()('shows contacts only if the call asks for them', async () => {
    const plain = await workflows.ask('anna', 'find_person', { query: vector });
    expect(plain.text).not.toContain('@');
    expect(people(plain)[0]).not.toHaveProperty('email');
    const full = await workflows.ask('anna', 'find_person', { query: vector, contacts: true });
    const phone = fieldHere('PhoneMain') ? '+74950001111' : '+7 495 000-11-11, +7 495 000-11-12 доб. 12';
    expect(people(full)[0]).toMatchObject({ email: 'vector@example.org', phone });
    expect(full.text).toContain('vector@example.org');
  });

  timeless()('shows the phone of a user, which the list of users does not have', async () => {
    const { data, text } = await workflows.ask('anna', 'find_person', { query: 'Hale', contacts: true });
    expect(data.people[0].phone).toMatch(/^020 7946 0/);
    expect(text).toContain(data.people[0].phone);
  });

  timeless()('states how many cases there are in addition to those shown', async () => {
    const { data, text } = await workflows.ask('anna', 'find_person', { query: vector });
    expect(data.people[0].cases).toHaveLength(5);
    expect(text).toContain(`and ${data.people[0].cases_in_all - 5} more`);
  });

  timeless()(
    'shows users to a caller without access to participants, and reports the missing access',
    async () => {
      const answer = await workflows.ask('newcomer', 'find_person', { query: 'Smith' });
      expect(people(answer).map(({ kind }: any) => kind)).toEqual(['user']);
      expect(believed(answer.notes)).toEqual([withheld('participants')]);
    },
  );

  timeless()('is refused for a caller without access to users and participants', async () => {
    expect(await (await workflows.as('client1')).refusal('find_person', { query: 'Smith' })).toMatch(
      /^API_ERROR 403/,
    );
  });

  timeless()('says that nobody matches', async () => {
    const { text, data } = await workflows.ask('anna', 'find_person', { query: 'Никто Такой' });
    expect(text).toMatch(/^Nobody matches\. Searched/);
    expect(data).toEqual({
      people: [],
      has_more: false,
      notes: [expect.stringContaining('data from records')],
    });
  });

  timeless()('names the persons whose cases could not be read', async () => {
    workflows.service.faults.set([
      { on: 'POST /api/v3/objects/GetCases', fault: { kind: 'status', status: 500 } },
    ]);
    const { data, text, notes } = await workflows.ask('anna', 'find_person', { query: anna });
    expect(data.people[0]).not.toHaveProperty('cases');
    expect(text).toContain('cases: not shown, see the notes');
    expect(notes).toEqual(['Not read: cases (API_ERROR 500; trying again later can help).']);
  });

  timeless()('refuses a link of something else', async () => {
    const query = `https://firm.example.com/tasks/${anna}`;
    expect(await (await workflows.as('anna')).refusal('find_person', { query })).toMatch(
      /another kind of record \(task\)/,
    );
  });
});

describe('workload', () => {
  it('counts open cases and overdue tasks of everybody, those with the most overdue first', async () => {
    const { data, text, notes } = await workflows.ask('head', 'workload', {});
    expect(notes).toEqual([]);
    const counts = data.people.map(({ overdue_tasks }: any) => overdue_tasks);
    expect(counts).toEqual([...counts].sort((left, right) => right - left));
    const row = data.people.find(({ who }: any) => who === 'Anna Petrova');
    const own = (await workflows.ask('head', 'agenda', { person: anna })).data.overdue;
    expect(row).toMatchObject({ open_cases: 4, overdue_tasks: own.length });
    expect(text).toContain(`- Anna Petrova | 4 | ${row.open_tasks} | ${row.overdue_tasks}`);
  });

  it('is limited to a group, or to the persons responsible for its cases', async () => {
    const { data } = await workflows.ask('anna', 'workload', {
      group: whereNamed('Судебная практика', groupId('Litigation')),
    });
    const names = data.people.map(({ who }: any) => who);
    expect(names).toContain('Судебная практика');
    expect(names).toContain('John Hale');
    expect(names).not.toContain('Зуева Тамара Львовна');
  });

  timeless()('counts only cases if tasks fail, and says so', async () => {
    workflows.service.faults.set([{ on: 'GET /api/v2/tasks', fault: { kind: 'invalidJson' } }]);
    const { data, text, notes } = await workflows.ask('anna', 'workload', {});
    expect(data.people[0]).not.toHaveProperty('overdue_tasks');
    expect(text).toContain(' | ? | ?');
    expect(notes).toEqual(['Not read: tasks (UNEXPECTED_ANSWER).']);
  });

  it('counts only cases for users who may not see tasks of cases', async () => {
    const { data, notes, isError } = await workflows.ask('client1', 'workload', {});
    expect(isError).toBeFalsy();
    expect(data.people).toEqual([{ who: unreadable(anna, 'Anna Petrova'), open_cases: 1 }]);
    expect(notes).toEqual(expect.arrayContaining(whereNamed([], [withheld('names of users')])));
  });
});
