import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { caseId } from '../../../src/sandbox/seed/cases.ts';
import { userId } from '../../../src/sandbox/seed/users.ts';
import { unknownId } from '../../support/sample-ids.ts';
import { useSandbox } from '../../support/sandbox.ts';
import { createCaller } from '../client.ts';

interface User {
  Id: string;
  Name: string;
  Type: string;
  Status: string;
  IsClient: boolean;
  IsLocked: boolean;
  ExternalId: string;
  LastLoginDate: string | null;
  Groups: { Name: string }[];
  WorkInfo?: Record<string, string>;
}
interface Page {
  Items: User[];
  NextPageUrl: string | null;
}

const sandbox = useSandbox({ settings: { pageSize: 10 } });
const { call } = sandbox;

const list = async (query = '', version = 2) =>
  (await call<Page>('admin', `GET /api/v${version}/users${query}`)).body;
const everybody = async () => [...(await list()).Items, ...(await list('?page=2')).Items];
const get = async (login: string, whom: string, version = 2) =>
  (await call<User>(login, `GET /api/v${version}/users/${userId(whom)}`)).body;

describe('the list of users', () => {
  it('shows name, e-mail, type and status, in v2 and v1 [USR-6]', async () => {
    for (const version of [2, 1])
      expect((await list('?IsClient=true', version)).Items).toContainEqual(
        expect.objectContaining({
          Name: 'Jane Smith',
          Email: 'client1@example.org',
          Type: 'Client',
          Status: 'Active',
          IsClient: true,
          IsLocked: false,
          WorkingStatus: expect.objectContaining({ SysName: 'Working' }),
        }),
      );
  });

  it('leaves out system users, who can still be read by id [USR-7]', async () => {
    const logins = (await everybody()).map((user) => user.ExternalId);
    expect(logins).toContain('admin');
    expect(logins).not.toContain('workflow');
    expect(logins).not.toContain('robot');
    expect((await get('admin', 'workflow')).ExternalId).toBe('workflow');
  });

  it('is sorted by full name over all its pages [USO-3]', async () => {
    const names = (await everybody()).map((user) => user.Name);
    expect(names).toEqual([...names].sort(new Intl.Collator('ru', { numeric: true }).compare));
  });

  it('is cut into pages; the last one has no next page', async () => {
    const first = await list();
    expect(first.Items).toHaveLength(10);
    expect(first.NextPageUrl).toBe(`${sandbox.url}/api/v2/users?page=2&pageSize=10`);
    const second = await list('?Page=2&PageSize=10');
    expect(second.NextPageUrl).toBeNull();
    expect((await list('?PageSize=1000')).Items).toHaveLength(10);
    expect((await list('?pageSize=3&isClient=false')).NextPageUrl).toMatch(/isClient=false/);
  });

  it('has a hundred per page by default [USO-4, LIM-3]', async () => {
    const usual = await createSandbox();
    try {
      const { body } = await createCaller(() => usual.url)<Page>('admin', 'GET /api/v2/users');
      expect(body.Items.length).toBeGreaterThan(10);
      expect(body.NextPageUrl).toBeNull();
    } finally {
      await usual.close();
    }
  });

  it('is filtered by clients and by blocked users [USO-2]', async () => {
    const clients = (await list('?IsClient=true')).Items;
    expect(clients.map((user) => user.ExternalId).sort()).toEqual(['client1', 'client2']);
    expect((await list('?IsClient=false')).Items.every((user) => user.Type === 'User')).toBe(true);
    const blocked = (await list('?IsLocked=true')).Items;
    expect(blocked.map((user) => [user.ExternalId, user.Status])).toEqual([['blocked', 'Blocked']]);
    expect((await list('?IsLocked=false')).Items.every((user) => user.Status === 'Active')).toBe(true);
    expect((await call('admin', 'GET /api/v2/users?IsLocked=perhaps')).status).toBe(400);
  });

  it('is closed to users without View on the section, who may read themselves', async () => {
    expect((await call('client1', 'GET /api/v2/users')).status).toBe(403);
    expect((await call('client1', `GET /api/v2/users/${userId('anna')}`)).status).toBe(403);
    expect((await get('client1', 'client1')).ExternalId).toBe('client1');
  });
});

describe('one user', () => {
  it('comes with groups, roles, time zone, work and attributes, in v2 and v1 [CON-9, USR-4, USO-1]', async () => {
    for (const version of [2, 1])
      expect(await get('admin', 'anna', version)).toMatchObject({
        Groups: [{ Name: 'Судебная практика' }],
        Roles: [{ Name: 'Юрист / Lawyer' }],
        TimeZone: 'Europe/London',
        WorkInfo: {
          ...{ Position: 'Юрист / Lawyer', Department: 'Юридический департамент / Legal' },
          ...{ Phone: expect.stringMatching(/\d/), Organization: expect.stringMatching(/\S/) },
          Site: expect.stringMatching(/\./),
        },
        Attributes: { Office: 'London' },
      });
  });

  it('has no work block for callers who may not view that block [USR-5]', async () => {
    const seen = await get('nowork', 'anna');
    expect(seen.Name).toBe('Anna Petrova');
    expect(seen).not.toHaveProperty('WorkInfo');
  });

  it('has an empty LastLoginDate until the first login [USR-2]', async () => {
    expect((await get('admin', 'newcomer')).LastLoginDate).toBeNull();
    await get('newcomer', 'newcomer');
    expect((await get('admin', 'newcomer')).LastLoginDate).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  it('is not found by an unknown id', async () => {
    expect((await call('admin', `GET /api/v2/users/${unknownId}`)).status).toBe(404);
  });
});

describe('a notification', () => {
  const path = () => `POST /api/v2/users/${userId('anna')}/notify`;

  it('carries text and buttons and stays open on a click by default [USO-5]', async () => {
    const button = { Text: 'Open', Link: 'https://example.org', OpenInNewWindow: true };
    const { status, body } = await call('oleg', path(), { Text: '<b>Moved</b>', Buttons: [button] });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      User: { Id: userId('anna') },
      Text: '<b>Moved</b>',
      Buttons: [button],
      CloseOnClick: false,
    });
  });

  it('has a button’s window as in the account’s settings by default [USO-6]', async () => {
    const body = { Text: 'x', Buttons: [{ Text: 'Open', Link: '/a' }], CloseOnClick: true };
    expect((await call('oleg', path(), body)).body).toMatchObject({
      Buttons: [{ OpenInNewWindow: null }],
      CloseOnClick: true,
    });
  });

  it('needs a text, whole buttons, a user and View on users [USO-7]', async () => {
    expect((await call('oleg', path(), {})).status).toBe(400);
    expect((await call('oleg', path(), { Text: 'x', Buttons: [{ Text: 'Open' }] })).status).toBe(400);
    expect((await call('oleg', `POST /api/v2/users/${unknownId}/notify`, { Text: 'x' })).status).toBe(404);
    expect((await call('client1', path(), { Text: 'x' })).status).toBe(403);
  });
});

describe('a dialog', () => {
  const open = (caller: string, recipient: string, body: object) =>
    call<{ Error: string }>(caller, `POST /api/v1/users/${userId(recipient)}/openDialog`, body);
  const text = { Title: 'Hearing', Text: 'The hearing is moved.' };

  it('is shown only in the card of its object by default [USO-9]', async () => {
    const { status, body } = await open('anna', 'john', { ...text, ObjectId: caseId('smith') });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...text, Object: { Id: caseId('smith') }, OnlyInObjectCard: true });
    expect((await open('anna', 'john', { ...text, OnlyInObjectCard: false })).body).toMatchObject({
      Object: null,
      OnlyInObjectCard: false,
    });
  });

  it('needs a title and a text [USO-8]', async () => {
    expect((await open('anna', 'john', { Title: 'x' })).status).toBe(400);
    expect((await open('anna', 'john', { Text: 'x' })).status).toBe(400);
  });

  it('is refused with the case-not-found text when the recipient has no permission on the object [USO-13, ERR-10]', async () => {
    const { status, body } = await open('head', 'kate', { ...text, ObjectId: caseId('inquiry') });
    expect(status).toBe(404);
    expect(body.Error).toBe('The case is not found or permissions are insufficient.');
  });

  it('is refused in the same words if the caller cannot see the object, and if there is none [USO-12]', async () => {
    for (const ObjectId of [caseId('inquiry'), unknownId]) {
      const { status, body } = await open('kate', 'head', { ...text, ObjectId });
      expect(status).toBe(404);
      expect(body.Error).toBe('The case is not found or permissions are insufficient.');
    }
  });

  it('needs View on the user [USO-11]', async () => {
    expect((await open('client1', 'john', text)).status).toBe(403);
  });
});
