import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectLookups, type Lookups } from '../../../support/clients/workflows.ts';
import { userId } from '../../../support/sample-ids.ts';
import type { Alter } from '../../../support/servers/front.ts';
import { asItIs, useAltered } from '../altering.ts';

const { at } = useAltered();
let workflows: Lookups;
beforeAll(async () => {
  workflows = await connectLookups();
});
beforeEach(() => workflows.service.reset());
afterAll(() => workflows?.close());

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** Puts an all-day leave into the calendar of a user. */
const leave = async (login: string, [first, last]: readonly [number, number], name = 'Отпуск') =>
  (await workflows.as('admin')).call('create_event', {
    Name: name,
    AllDay: true,
    StartDate: dayFromNow(first),
    EndDate: dayFromNow(last),
    Attendees: [{ EntityId: userId(login), Type: 'User' }],
  });
const notWhole = (...who: readonly string[]) =>
  `Absences were not checked, or only in part: ${who.join(', ')}.`;
const john = 'John Hale';
const maria = 'Климова Мария Олеговна';

describe('find_person', () => {
  it('states that a user is away now, and until when', async () => {
    await leave('maria', [-3, 5]);
    const { text, data } = await workflows.ask('admin', 'find_person', { person: 'Климова' });
    const said = `${maria} is away until ${dayFromNow(5)}: working status`;
    expect(text).toContain(said);
    expect(data.absences).toEqual([expect.stringContaining(said)]);
  });

  it('states that a user will be away soon, and nothing about a user who will not', async () => {
    await leave('john', [3, 6], 'Annual leave');
    const { text } = await workflows.ask('admin', 'find_person', { person: 'John Hale' });
    expect(text).toContain(`John Hale is away from ${dayFromNow(3)} to ${dayFromNow(6)}`);
    const other = await workflows.ask('admin', 'find_person', { person: 'Anna Petrova' });
    expect(other.text).not.toContain(' is away');
    expect(other.data).not.toHaveProperty('absences');
  });

  it('looks up the absence of at most three users', async () => {
    const { people } = (await workflows.ask('admin', 'find_person', { person: 'example.com' })).data;
    const users = people.filter(({ kind }: any) => kind === 'user');
    expect(users.length).toBeGreaterThan(3);
    for (const { id } of users)
      await (await workflows.as('admin')).call('create_event', {
        Name: 'Отпуск',
        AllDay: true,
        StartDate: dayFromNow(0),
        EndDate: dayFromNow(1),
        Attendees: [{ EntityId: id, Type: 'User' }],
      });
    const { data } = await workflows.ask('admin', 'find_person', { person: 'example.com' });
    expect(data.absences).toHaveLength(3);
  });

  it('names the users whose absences were not looked up', async () => {
    const { data, notes } = await workflows.ask('admin', 'find_person', { person: 'example.com' });
    const users = data.people.filter(({ kind }: any) => kind === 'user').map(({ name }: any) => name);
    expect(notes).toContain(notWhole(...users.slice(3)));
  });
});

describe('the agenda of a user', () => {
  it('states that the user is away on the requested days', async () => {
    await leave('john', [20, 30], 'Annual leave');
    const asked = { person: 'John Hale', from: dayFromNow(18), to: dayFromNow(24) };
    const { text, data } = await workflows.ask('admin', 'agenda', asked);
    const said = `John Hale is away from ${dayFromNow(20)} to ${dayFromNow(30)}`;
    expect(text).toContain(said);
    expect(data.absences).toEqual([expect.stringContaining(said)]);
  });

  it('states nothing about a leave outside of the requested days', async () => {
    await leave('john', [20, 30], 'Annual leave');
    for (const [from, to] of [
      [0, 7],
      [31, 40],
      [-9, -2],
    ] as const) {
      const asked = { person: 'John Hale', from: dayFromNow(from), to: dayFromNow(to) };
      expect((await workflows.ask('admin', 'agenda', asked)).text).not.toContain(' is away');
    }
  });

  it('states a leave on past days, but not the present working status', async () => {
    await leave('john', [-20, -15], 'Annual leave');
    const asked = { from: dayFromNow(-18), to: dayFromNow(-16) };
    const { text } = await workflows.ask('admin', 'agenda', { person: 'John Hale', ...asked });
    expect(text).toContain(`John Hale is away from ${dayFromNow(-20)} to ${dayFromNow(-15)}`);
    const { text: ofMaria } = await workflows.ask('admin', 'agenda', { person: maria, ...asked });
    expect(ofMaria).not.toContain(' is away');
  });

  it('states nothing about later days if the present leave ends before them', async () => {
    await leave('maria', [-3, 5]);
    const ask = (from: number) =>
      workflows.ask('admin', 'agenda', { person: maria, from: dayFromNow(from), to: dayFromNow(from + 5) });
    expect((await ask(4)).text).toContain(`${maria} is away until ${dayFromNow(5)}`);
    expect((await ask(10)).text).not.toContain(' is away');
  });
});

describe('absences that could not be looked up', () => {
  const questions = [
    ['find_person', { person: john }],
    ['agenda', { person: john }],
  ] as const;
  const ask = async (alter: Alter, [name, args]: readonly [string, Record<string, unknown>]) =>
    (await at.altered.ask(alter, name, args)).notes;

  it.each(questions)('get no note if everything was read: %s', async (...question) => {
    expect(await ask(asItIs, question)).not.toContain(notWhole(john));
  });

  it.each(questions)('get a note if events cannot be read: %s', async (...question) => {
    const broken: Alter = (body, request) => (request.endsWith('/events') ? 'none' : body);
    expect(await ask(broken, question)).toContain(notWhole(john));
  });

  it.each(questions)('get a note if the list of events is too long: %s', async (...question) => {
    let count = 0;
    const endless: Alter = (body, request) => {
      if (!request.endsWith('/events')) return body;
      const [first] = body.Items;
      const Items = Array.from({ length: 100 }, () => {
        count += 1;
        return { ...first, Id: `00000000-0000-4000-8000-${String(count).padStart(12, '0')}` };
      });
      return { ...body, Items, Count: 100_000, HasNextPage: true };
    };
    expect(await ask(endless, question)).toContain(notWhole(john));
  });

  it('get a note that names the user whose record cannot be read', async () => {
    const asked = { person: 'example.com' };
    const { people } = (await at.altered.ask(asItIs, 'find_person', asked)).data;
    const users = people.filter(({ kind }: any) => kind === 'user');
    const broken: Alter = (body, request) => (request.endsWith(`/users/${users[1].id}`) ? 'none' : body);
    const names = users.map(({ name }: any) => name);
    expect(await ask(broken, ['find_person', asked])).toContain(notWhole(names[1], ...names.slice(3)));
  });

  it('get a note if the days of an agenda are too many to look up all of them', async () => {
    const asked = { person: john, from: dayFromNow(0), to: dayFromNow(200) };
    expect((await workflows.ask('admin', 'agenda', asked)).notes).toContain(notWhole(john));
  });
});
