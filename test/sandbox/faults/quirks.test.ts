import { afterEach, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/index.ts';
import { completeQuirks } from '../../../src/sandbox/quirks/profiles.ts';
import { parseQuirks, quirkTable } from '../../../src/sandbox/quirks/quirks.ts';
import { caseId } from '../../../src/sandbox/seed/cases.ts';
import { fieldId } from '../../../src/sandbox/seed/classes-and-types.ts';
import { createCaller } from '../client.ts';

type Fields = { [name: string]: any };
type Page = { Items: Fields[]; NextPageUrl: string | null };

let sandbox: Sandbox;
afterEach(() => sandbox?.close());

async function start(quirks: SandboxOptions['quirks'] = {}) {
  sandbox = await createSandbox({ quirks });
  return createCaller(() => sandbox.url);
}

/** Returns all names of fields within a value. */
function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => [name, ...namesIn(item)]);
}
const allIn = (folders: Fields[], below: string): Fields[] =>
  folders.flatMap((folder) => [folder, ...allIn(folder[below] ?? [], below)]);

describe('fieldNames', () => {
  it('of 2023: participants with the names of then, in lists, records and changes', async () => {
    const call = await start({ fieldNames: '2023' });
    const { body } = await call<Page>('admin', 'GET /api/v2/participants?type=Individual');
    const names = new Set(namesIn(body.Items));
    for (const name of ['PersonInfo', 'ClientId', 'LastName']) expect(names).toContain(name);
    for (const name of ['IndividualInfo', 'LEDESClientId', 'EmailMain', 'PhoneMain'])
      expect(names).not.toContain(name);
    const created = await call<Fields>('admin', 'POST /api/v2/participants', {
      Type: 'Individual',
      PersonInfo: { LastName: 'Stone', FirstName: 'Ada' },
      clientId: 'L-1',
    });
    expect(created.status).toBe(201);
    const read = await call<Fields>('admin', `GET /api/v2/participants/${created.body.Id}`);
    expect(read.body).toMatchObject({ PersonInfo: { LastName: 'Stone' }, ClientId: 'L-1' });
  });

  it('of 2023: folders with Children, HasChildren, IsExpanded and Rights', async () => {
    const call = await start({ fieldNames: '2023', isLeaf: 'inverse' });
    const { body } = await call<Page>('admin', 'GET /api/v2/folders');
    const folders = allIn(body.Items, 'Children');
    expect(folders.length).toBe(12);
    for (const folder of folders) {
      expect(folder).toMatchObject({ IsExpanded: false, HasChildren: folder.Children.length > 0 });
      expect(folder.Rights).toContain('View');
      expect(Object.keys(folder)).not.toContain('IsLeaf');
    }
    const { body: flat } = await call<Page>('admin', 'GET /api/v1/folders');
    expect(Object.keys(flat.Items[0] ?? {})).toContain('Rights');
    expect(Object.keys(flat.Items[0] ?? {})).not.toContain('Children');
  });

  it('of 2023: users without their last login, and the client of an object as ever', async () => {
    const call = await start({ fieldNames: '2023' });
    const { body } = await call<Page>('admin', 'GET /api/v2/users');
    expect(namesIn(body)).not.toContain('LastLoginDate');
    const { body: object } = await call<Fields>('admin', `GET /api/v2/objects/${caseId('inquiry')}`);
    expect(Object.keys(object)).toContain('Client');
  });

  it('is the current one by default', async () => {
    const call = await start();
    const { body } = await call<Page>('admin', 'GET /api/v2/participants');
    expect(namesIn(body)).toContain('IndividualInfo');
    expect(namesIn(body)).not.toContain('PersonInfo');
  });
});

describe('references', () => {
  it.each([
    ['base', { Url: true }, { Url: true }],
    ['common', { Url: true }, { Name: true }],
    ['named', { Url: true, Name: true }, { Url: true, Name: true }],
  ] as const)('%s: of a legal form %j, of a responsible %j', async (references, ofForm, ofPerson) => {
    const call = await start({ references });
    const { body } = await call<Page>('admin', 'GET /api/v2/participants?name=Северный');
    const { body: object } = await call<Fields>('admin', `GET /api/v2/objects/${caseId('inquiry')}`);
    const told = ({ Url, Name }: Fields) => ({ ...(Url && { Url: true }), ...(Name && { Name: true }) });
    expect(told(body.Items[0]?.CompanyInfo.LegalForm)).toEqual(ofForm);
    expect(told(object.Responsible)).toEqual(ofPerson);
  });

  it('flat: the id alone', async () => {
    const call = await start({ references: 'flat' });
    const { body } = await call<Fields>('admin', `GET /api/v2/objects/${caseId('inquiry')}`);
    for (const id of [body.Responsible, body.Type, body.Participants[0].Participant])
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('objectNameFilter', () => {
  it.each([
    [true, 1],
    [false, 2],
  ] as const)('%s: the lists of objects and cases apply or ignore Name', async (objectNameFilter, least) => {
    const call = await start({ objectNameFilter });
    for (const path of ['objects/GetObjects', 'objects/GetCases']) {
      const asked = { Name: 'Smith v. Northbridge', Page: 1, PageSize: 5 };
      const { body } = await call<Page>('admin', `POST /api/v3/${path}`, asked);
      expect(body.Items.length).toBe(objectNameFilter ? 1 : 5);
    }
    const { body } = await call<Page>('admin', 'GET /api/v2/cases?Name=Smith%20v.%20Northbridge');
    expect(body.Items.length).toBeGreaterThanOrEqual(least);
  });
});

describe('isLeaf', () => {
  it('is false everywhere by default, and right when asked to be', async () => {
    const call = await start();
    const folders = async (ask: typeof call) =>
      allIn((await ask<Page>('admin', 'GET /api/v2/folders')).body.Items, 'Items');
    expect(new Set((await folders(call)).map(({ IsLeaf }) => IsLeaf))).toEqual(new Set([false]));
    await sandbox.close();
    const right = await folders(await start({ isLeaf: 'correct' }));
    expect(right.length).toBe(12);
    for (const { IsLeaf, Items } of right) expect(IsLeaf).toBe(Items.length === 0);
  });
});

describe('nextPageUrl', () => {
  it.each([
    ['absolute', /^http:\/\/127\.0\.0\.1:\d+\/api\/v2\/users\?page=2&pageSize=5$/],
    ['relative', /^\/api\/v2\/users\?page=2&pageSize=5$/],
    ['null', undefined],
  ] as const)('%s', async (nextPageUrl, expected) => {
    const call = await start({ nextPageUrl });
    const { body } = await call<Page>('admin', 'GET /api/v2/users?pageSize=5');
    if (expected) expect(body.NextPageUrl).toMatch(expected);
    else expect(body.NextPageUrl).toBeNull();
    const { body: next } = await call<Page>('admin', 'GET /api/v2/users?pageSize=5&page=2');
    expect(next.Items.length).toBe(5);
  });
});

describe('dates', () => {
  it.each([
    ['milliseconds', /T\d\d:\d\d:\d\d\.\d{3}Z$/],
    ['seconds', /T\d\d:\d\d:\d\dZ$/],
    ['ticks', /T\d\d:\d\d:\d\d\.\d{7}Z$/],
    ['unzoned', /T\d\d:\d\d:\d\d\.\d{3}$/],
  ] as const)('%s, also in custom fields; texts stay', async (dates, form) => {
    const call = await start({ dates });
    const { body } = await call<Page>('admin', 'GET /api/v2/events');
    for (const { StartDate, CreationDate } of body.Items)
      for (const date of [StartDate, CreationDate]) expect(date).toMatch(form);
    const text = 'On "2026-01-02T03:04:05.678Z" it was 2026-01-02T03:04:05.678Z';
    const path = `PATCH /api/v2/objects/${caseId('vector')}`;
    const { body: object } = await call<Fields>('admin', path, { Description: text });
    expect(object.Description).toBe(text);
  });
});

describe('signing in', () => {
  const send = (body: string, type: string) =>
    fetch(`${sandbox.url}/api/v2/auth/token`, { method: 'POST', headers: { 'content-type': type }, body });
  const form = 'application/x-www-form-urlencoded';
  const right = 'grant_type=password&username=anna&password=sandbox-anna';

  it.each([
    ['refused', 415],
    ['accepted', 200],
  ] as const)('formToken %s', async (formToken, status) => {
    await start({ formToken });
    expect((await send(right, form)).status).toBe(status);
    const other = await fetch(`${sandbox.url}/api/v2/tasks`, {
      method: 'POST',
      headers: { 'content-type': form },
    });
    expect(other.status).toBe(401);
    const json = { grant_type: 'password', username: 'anna', password: 'sandbox-anna' };
    expect((await send(JSON.stringify(json), 'application/json')).status).toBe(200);
  });

  it.each([400, 401, 403] as const)('badLoginStatus %d, with the same body', async (badLoginStatus) => {
    await start({ badLoginStatus });
    for (const json of [
      { grant_type: 'password', username: 'anna', password: 'wrong' },
      { grant_type: 'refresh_token', refresh_token: 'wrong' },
    ]) {
      const response = await send(JSON.stringify(json), 'application/json');
      expect(response.status).toBe(badLoginStatus);
      expect(await response.json()).toMatchObject({ error: 'invalid_grant' });
    }
  });
});

describe('viewOnlyValues', () => {
  it.each([
    ['ignored', 201],
    ['refused', 403],
  ] as const)('%s', async (viewOnlyValues, status) => {
    const call = await start({ viewOnlyValues });
    const types = await call<Page>('kate', 'GET /api/v2/caseTypes');
    const type = types.body.Items.find(({ SysName }) => SysName === 'CommercialLitigation');
    const created = await call<Fields>('kate', 'POST /api/v2/objects', {
      ObjectTypeId: type?.Id,
      Name: 'New',
      Number: 'Q-1',
      Fields: { [fieldId('Grounds')]: 'none' },
    });
    expect(created.status).toBe(status);
    if (status === 201) expect(created.body.Fields.Grounds).toBeNull();
  });
});

describe('pathSpelling', () => {
  const misspelt = ['/api/UserManagment/RolePermissions', '/api/v1/calls/1/attachRecordin'];
  const corrected = misspelt.map((path) => path.replace('Managment', 'Management').replace(/din$/, 'ding'));

  it.each([
    ['stated', misspelt, corrected],
    ['corrected', corrected, misspelt],
  ] as const)('%s', async (pathSpelling, served, unknown) => {
    await start({ pathSpelling });
    const status = async (path: string) => (await fetch(sandbox.url + path, { method: 'DELETE' })).status;
    for (const path of served) expect(await status(path)).toBe(405);
    for (const path of unknown) expect(await status(path)).toBe(404);
  });
});

describe('plainVersions', () => {
  it.each([
    [false, '1.0, 2.0, 3.0, 4.0', '1.0'],
    [true, '1, 2, 3, 4', '1'],
  ])('%s', async (plainVersions, supported, deprecated) => {
    await start({ plainVersions });
    const { headers } = await fetch(`${sandbox.url}/api/v2/health`);
    expect(headers.get('api-supported-versions')).toBe(supported);
    expect(headers.get('api-deprecated-versions')).toBe(deprecated);
  });
});

describe('archiveNames', () => {
  it.each([
    ['account', [true, false]],
    ['cp866', [true, true]],
    ['utf-8', [false, false]],
  ] as const)('%s: readable to a Russian and an English account %j', async (archiveNames, expected) => {
    const call = await start({ archiveNames });
    const { body } = await call<Page>('admin', 'POST /api/v3/documents', { Search: 'Материалы дела' });
    const id = body.Items.find(({ Name }) => Name === 'Материалы дела')?.FileId;
    const isReadable = async (login: string) => {
      const files = await call<{ Name: string }[]>(login, `POST /api/v1/files/${id}/extract`);
      return files.body.some(({ Name }) => Name === 'Опись.txt');
    };
    expect([await isReadable('ivan'), await isReadable('anna')]).toEqual(expected);
  });
});

describe('the table', () => {
  it('gives every quirk its first value by default, and describes each value', () => {
    expect(completeQuirks({ dates: 'ticks' }, 'described')).toEqual({
      ...Object.fromEntries(Object.entries(quirkTable).map(([name, { values }]) => [name, values[0]])),
      dates: 'ticks',
    });
    for (const { values, meaning } of Object.values(quirkTable)) {
      expect(values.length).toBeGreaterThan(1);
      expect(meaning).toMatch(/^[A-Z2].+\.$/);
    }
  });

  it('is read from words as a command line gives them', () => {
    expect(
      parseQuirks(['objectNameFilter', 'badLoginStatus=401', 'plainVersions=true', 'dates=ticks']),
    ).toEqual({
      objectNameFilter: true,
      badLoginStatus: 401,
      plainVersions: true,
      dates: 'ticks',
    });
    expect(() => parseQuirks(['isLeef'])).toThrow(/isLeaf/);
    expect(() => parseQuirks(['constructor'])).toThrow(/no quirk/);
    expect(() => parseQuirks(['dates=never'])).toThrow(/ticks/);
  });
});
