import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectLookups, type Lookups } from '../../../support/clients/workflows.ts';
import { participantId, sampleIds, userId } from '../../../support/sample-ids.ts';

let workflows: Lookups;
beforeAll(async () => {
  workflows = await connectLookups();
});
beforeEach(() => workflows.service.reset());
afterAll(() => workflows?.close());

const days = { from: '2031-03-03', to: '2031-03-07' };
/** Creates an event that a user, a participant and the owner of an address attend. */
const meeting = async (Name: string, StartDate: string) =>
  (await workflows.as('admin')).call('create_event', {
    Name,
    StartDate: `${StartDate}T09:00:00Z`,
    EndDate: `${StartDate}T10:00:00Z`,
    CaseId: sampleIds.smith,
    Attendees: [
      { Type: 'Email', Email: 'clerk@example.org' },
      { Type: 'Participant', EntityId: participantId('vector') },
      { Type: 'User', EntityId: userId('john') },
    ],
  });
const vector = async () =>
  (await (await workflows.as('admin')).call('get_participant', { id: participantId('vector') })).Name;
/** Returns the statement that a refusal contains. */
const sqlIn = (text: string) => /sql: (SELECT .*)$/m.exec(text)?.[1];

describe('the agenda of a participant', () => {
  it.each([
    ['by name', 'Вектор'],
    ['by INN', '0000001011'],
    ['by e-mail', 'vector@example.org'],
    ['by id', participantId('vector')],
    ['by link', `https://firm.example.com/api/v2/participants/${participantId('vector')}`],
  ])('is refused with the query for its events: %s', async (_, person) => {
    await meeting('Site visit', '2031-03-05');
    await meeting('Later visit', '2031-03-10');
    const { text, isError } = await workflows.ask('admin', 'agenda', { person, ...days });
    expect(isError).toBe(true);
    expect(text).toContain('only users have an agenda');
    expect(text).toContain(await vector());
    const { data } = await workflows.ask('admin', 'query_records', { sql: sqlIn(text) });
    expect(data.rows.map(([name, event]: string[]) => [name, event])).toEqual([
      [await vector(), 'Site visit'],
    ]);
  });

  it('is refused as before if no participant matches either', async () => {
    const { text, isError } = await workflows.ask('admin', 'agenda', { person: 'Nobody Atall' });
    expect(isError).toBe(true);
    expect(text).not.toContain('query_records with this sql');
  });
});

describe('an event', () => {
  it('separates users from attendees from outside', async () => {
    await meeting('Site visit', '2031-03-05');
    const { text, data } = await workflows.ask('admin', 'agenda', { case: sampleIds.smith, ...days });
    expect(text).toContain(`| with John Hale | from outside: clerk@example.org, ${await vector()} |`);
    expect(data.events[0]).toMatchObject({
      attendees: ['John Hale', 'clerk@example.org', await vector()],
      from_outside: ['clerk@example.org', await vector()],
    });
  });

  it.each([
    ['many users and one from outside', 9, 1],
    ['as many users as fit and one from outside', 8, 1],
    ['few users and many from outside', 2, 12],
    ['many of both', 9, 12],
    ['nobody but many from outside', 0, 12],
  ])('shows users and attendees from outside if it has many: %s', async (_, users, outside) => {
    const admin = await workflows.as('admin');
    const all = (await admin.call('list_users', { PageSize: 100 })).Items.slice(0, users);
    await admin.call('create_event', {
      Name: 'General meeting',
      StartDate: '2031-03-05T09:00:00Z',
      EndDate: '2031-03-05T10:00:00Z',
      CaseId: sampleIds.smith,
      Attendees: [
        ...Array.from({ length: outside }, (_one, at) => ({
          Type: 'Email',
          Email: `guest${at}@example.org`,
        })),
        ...all.map(({ Id }: any) => ({ Type: 'User', EntityId: Id })),
      ],
    });
    const { text, data } = await workflows.ask('admin', 'agenda', { case: sampleIds.smith, ...days });
    const { attendees, from_outside: others } = data.events[0];
    expect(others[0]).toBe('guest0@example.org');
    expect(attendees.slice(-others.length)).toEqual(others);
    const own = attendees.slice(0, -others.length);
    for (const list of [own, others]) expect(list.length).toBeLessThanOrEqual(8);
    const countOf = (names: string[]) =>
      names.reduce((sum, name) => sum + Number(/^and (\d+) more$/.exec(name)?.[1] ?? 1), 0);
    expect([countOf(own), countOf(others)]).toEqual([users, outside]);
    const line = [own.length > 0 && `with ${own.join(', ')}`, `from outside: ${others.join(', ')}`];
    expect(text).toContain(`| ${line.filter(Boolean).join(' | ')} |`);
  });

  it('shows a participant with the name of a user too', async () => {
    await (await workflows.as('admin')).call('create_event', {
      Name: 'Namesakes',
      StartDate: '2031-03-05T09:00:00Z',
      EndDate: '2031-03-05T10:00:00Z',
      CaseId: sampleIds.smith,
      Attendees: [
        { Type: 'User', EntityId: userId('client1') },
        { Type: 'Participant', EntityId: participantId('smith') },
      ],
    });
    const { text } = await workflows.ask('admin', 'agenda', { case: sampleIds.smith, ...days });
    expect(text).toContain('| with Jane Smith | from outside: Jane Smith |');
  });
});
