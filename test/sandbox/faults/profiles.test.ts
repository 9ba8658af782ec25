import { afterEach, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.ts';
import { renamedNames } from '../../../src/sandbox/quirks/names-renamed.ts';
import { completeQuirks, defaultProfile, profileTable } from '../../../src/sandbox/quirks/profiles.ts';
import { caseId } from '../../../src/sandbox/seed/cases.ts';
import { userId } from '../../../src/sandbox/seed/users.ts';
import { createCaller } from '../client.ts';

type Fields = { [name: string]: any };
type Page = { Items: Fields[]; NextPageUrl: string | null };

let sandbox: Sandbox;
afterEach(() => sandbox?.close());

async function start(profile: string) {
  sandbox = await createSandbox({ profile });
  return createCaller(() => sandbox.url);
}

/** Returns all objects within a value that have an id, with their paths. */
function recordsIn(value: unknown, path: readonly string[] = []): [string, Fields][] {
  if (Array.isArray(value)) return value.flatMap((item) => recordsIn(item, path));
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).flatMap(([name, item]) => recordsIn(item, [...path, name]));
  return 'Id' in value ? [[path.join('.'), value], ...below] : below;
}

describe('the profile described', () => {
  it('returns references in the base form, without names [ENT-2]', async () => {
    const call = await start('described');
    const lists = ['tasks', 'events', 'participants', 'cases', 'objects', 'projects', 'users'];
    const found: [string, Fields][] = [];
    for (const list of lists) {
      const { body } = await call<Page>('admin', `GET /api/v2/${list}`);
      for (const item of body.Items)
        for (const [path, record] of recordsIn(item))
          if (path !== '') found.push([`${list}.${path}`, record]);
    }
    const { body: documents } = await call<Page>('admin', 'POST /api/v3/documents', { Search: 'а' });
    found.push(
      ...documents.Items.flatMap((item) =>
        recordsIn(item).map(([path, record]) => [`documents.${path}`, record] as [string, Fields]),
      ),
    );
    const base = ['CreationDate', 'Id', 'LastChangeDate', 'Url'];
    const named = new Set(found.filter(([, record]) => 'Name' in record).map(([path]) => path));
    // References that no operation reads individually, references that are described with a name, and records
    // themselves.
    expect([...named].sort()).toEqual([
      'documents.',
      'documents.Type',
      'events.Calendar',
      'tasks.Documents',
      'users.WorkingStatus',
    ]);
    const references = found.filter(([path]) => !named.has(path) && !/Attendees|Responsibles/.test(path));
    expect(references.length).toBeGreaterThan(300);
    for (const [path, record] of references) expect(Object.keys(record).sort(), path).toEqual(base);
  });

  it('returns references of a card in the base form too, except values of dictionaries [ENT-2]', async () => {
    const call = await start('described');
    const { body } = await call<Fields>('admin', `GET /api/v2/objects/${caseId('smith')}`);
    const values = Object.values<unknown>(body.Fields)
      .flat()
      .filter((value) => typeof value === 'object' && value !== null) as Fields[];
    expect(values.length).toBeGreaterThan(1);
    for (const value of values)
      expect(['Id,Name', 'CreationDate,Id,LastChangeDate,Url']).toContain(Object.keys(value).sort().join());
    for (const { Participant: who, Role: role } of body.Participants)
      for (const record of [who, role].filter(Boolean)) expect(Object.keys(record)).not.toContain('Name');
  });

  it('omits the name of a record, which can be read at its Url', async () => {
    const call = await start('described');
    const { body } = await call<Fields>('admin', `GET /api/v2/objects/${caseId('smith')}`);
    for (const { Url } of [body.Type, body.Responsible, body.Client, body.Participants[0].Role]) {
      const read = await call<Fields>('admin', `GET ${new URL(Url).pathname}`);
      expect(read.body.Name).toEqual(expect.any(String));
    }
  });

  it('finds cases by the field filters that are stated, not by a filter Name [LST-1]', async () => {
    const call = await start('described');
    const list = async (asked: object) =>
      (await call<Page>('admin', 'POST /api/v3/objects/GetCases', { ...asked, PageSize: 100 })).body.Items;
    const all = await list({});
    expect((await list({ Name: 'Smith v. Northbridge' })).length).toBe(all.length);
    const found = await list({
      Filters: [{ FieldTag: 'Project_Name', SearchValues: ['Smith v. Northbridge'] }],
    });
    expect(found.map(({ Name }) => Name)).toEqual(['Smith v. Northbridge Ltd']);
  });
});

describe('the profile renamed', () => {
  it('has other names for more than sixty, in bodies, queries, forms and answers', () => {
    const areas = Object.values(renamedNames);
    const renames = areas.flatMap(({ query, body, answer, record }) =>
      [query, body, answer, record].flatMap((names) => Object.entries(names ?? {})),
    );
    const different = new Set(renames.map(([ours, theirs]) => `${ours.split('.').at(-1)} ${theirs}`));
    expect(different.size).toBeGreaterThan(120);
    for (const [ours, theirs] of renames) expect(ours.split('.').at(-1)).not.toBe(theirs);
    expect(renames.filter(([ours]) => /\w\.\w/.test(ours)).length).toBeGreaterThan(20);
  });

  it('accepts and returns its own names, including nested ones, and ignores others', async () => {
    const call = await start('renamed');
    const task = { Name: 'Conflict check', DueDate: '2026-03-04T10:00:00Z', MatterId: caseId('smith') };
    const person = { Id: userId('anna'), Kind: 'Person' };
    const made = await call<Fields>('anna', 'POST /api/v2/tasks', { ...task, Assignees: [person] });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ DueDate: '2026-03-04T10:00:00.000Z', Matter: { Id: caseId('smith') } });
    expect(made.body.Assignees).toMatchObject([person]);
    const others = {
      ExecutionDate: '2026-03-04T10:00:00Z',
      CaseId: caseId('smith'),
      Responsibles: [{ Id: userId('anna') }],
    };
    const lost = await call<Fields>('anna', 'POST /api/v2/tasks', { Name: 'Conflict check', ...others });
    expect(lost.body).toMatchObject({ DueDate: null, Matter: null, Assignees: [] });
    const wrong = await call<Fields>('anna', 'POST /api/v2/tasks', { ...task, Assignees: [{ Id: 'x' }] });
    expect(Object.keys(wrong.body.errors)).toEqual(['Assignees.0.Id']);
  });

  it('lists by its own filters and words alone', async () => {
    const call = await start('renamed');
    const list = async (asked: object) =>
      (await call<Page>('admin', 'POST /api/v3/objects/GetCases', { PageSize: 100, ...asked })).body.Items;
    const stored = await list({ State: 'Stored' });
    expect(stored.length).toBeGreaterThan(5);
    expect(new Set(stored.map(({ State }) => State))).toEqual(new Set(['Stored']));
    expect((await list({ Status: 'Archived' })).length).toBeGreaterThan(20);
    expect((await call('admin', 'POST /api/v3/objects/GetCases', { State: 'Archived' })).status).toBe(400);
  });

  it('has another file part, and attributes with unchanged tags', async () => {
    const call = await start('renamed');
    const data = new FormData();
    data.append('Name', 'Letter');
    data.append('MatterId', caseId('smith'));
    data.append('Extra[Signatory]', 'x');
    data.append('Extra[TemplateId]', '3');
    data.append('Content', new Blob(['text']), 'letter.txt');
    const { body } = await call<Fields>('anna', 'PUT /api/v3/documents', data);
    expect(body).toMatchObject({
      OriginalName: 'letter.txt',
      Extra: { Signatory: 'x', TemplateId: '3' },
      Matter: { Id: caseId('smith') },
    });
  });

  it('takes the checks of a change from the query', async () => {
    const call = await start('renamed');
    const path = `PATCH /api/v2/objects/${caseId('smith')}`;
    const checked = await call(`anna`, `${path}?Version=0&IsVersionEnabled=true`, { Summary: 'x' });
    expect(checked.status).toBe(409);
    const unchecked = await call('anna', path, { Summary: 'x', Version: 0, IsVersionEnabled: true });
    expect(unchecked.status).toBe(201);
  });

  it('has other names of statuses, roles and stages', async () => {
    const call = await start('renamed');
    const { body } = await call<Page>('anna', 'GET /api/v2/taskStatuses');
    expect(body.Items.map(({ SystemName }) => SystemName)).toEqual([
      'Inbox',
      'Open',
      'Checking',
      'Final',
      'Dropped',
    ]);
    const { body: cases } = await call<Page>('admin', 'GET /api/v2/cases?PageSize=100');
    const phases = cases.Items.map(({ Phase }) => Phase);
    expect(phases).toContain('Filed away');
    expect(phases).not.toContain('Closed');
  });

  it('can have other names for the parts of a token too', async () => {
    sandbox = await createSandbox({ profile: 'renamed', quirks: { tokenNames: 'renamed' } });
    const ask = (body: object) =>
      fetch(`${sandbox.url}/api/v2/auth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const answer = await ask({ grantType: 'password', login: 'anna', secret: 'sandbox-anna' });
    expect(Object.keys((await answer.json()) as object).sort()).toEqual([
      'accessToken',
      'expiresIn',
      'refreshToken',
      'token_type',
    ]);
    expect((await ask({ grant_type: 'password', username: 'anna', password: 'sandbox-anna' })).status).toBe(
      400,
    );
  });
});

describe('the profile sparse', () => {
  it('has short pages without the address of the next, flat references, and no empty fields', async () => {
    const call = await start('sparse');
    const { body } = await call<Page>('admin', 'GET /api/v2/cases?PageSize=100');
    expect(body.Items.length).toBe(15);
    expect(body.NextPageUrl).toBeNull();
    for (const item of body.Items) {
      expect(Object.values(item)).not.toContain(null);
      expect(item.Type).toMatch(/^[0-9a-f-]{36}$/);
      expect(item.CreationDate).toMatch(/\.\d{3}$/);
    }
  });

  it.each([
    'GET /api/v2/taskStatuses',
    'GET /api/v2/dictionaries',
    'GET /api/v3/generalsettings/NonWorkingDays',
  ])('answers %s by a bare array', async (request) => {
    const call = await start('sparse');
    expect((await call<Fields[]>('admin', request)).body.length).toBeGreaterThan(3);
  });
});

describe('a profile', () => {
  it.each(Object.entries(profileTable))('%s has a meaning', (_name, { meaning }) => {
    expect(meaning).toMatch(/^[A-Z].+\.$/);
  });

  it('gives way to a quirk that is asked for', () => {
    expect(completeQuirks({ objectNameFilter: false }, '2023')).toMatchObject({
      fieldNames: '2023',
      objectNameFilter: false,
    });
    expect(completeQuirks()).toEqual(completeQuirks({}, defaultProfile));
  });

  it('that is unknown is refused in words that name the others', async () => {
    await expect(createSandbox({ profile: 'no such' })).rejects.toThrow(/"no such": .*described, convenient/);
    expect(() => completeQuirks({}, 'constructor')).toThrow(RangeError);
  });
});
