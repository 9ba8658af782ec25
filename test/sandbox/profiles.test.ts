import { afterEach, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import { completeQuirks, defaultProfile, profileTable } from '../../src/sandbox/quirks/profiles.ts';
import { caseId } from '../../src/sandbox/seed/cases.ts';
import { createCaller } from './client.ts';

type Fields = { [name: string]: any };
type Page = { Items: Fields[]; NextPageUrl: string | null };

let sandbox: Sandbox;
afterEach(() => sandbox?.close());

async function start(profile: string) {
  sandbox = await createSandbox({ profile });
  return createCaller(() => sandbox.url);
}

/** Every object within a value that has an Id, with the names on the way to it. */
function recordsIn(value: unknown, path: readonly string[] = []): [string, Fields][] {
  if (Array.isArray(value)) return value.flatMap((item) => recordsIn(item, path));
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).flatMap(([name, item]) => recordsIn(item, [...path, name]));
  return 'Id' in value ? [[path.join('.'), value], ...below] : below;
}

describe('the profile described', () => {
  it('gives references in the base shape, none with a name [ENT-2]', async () => {
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
    // What no operation reads by itself, what is stated with a name, and records as they are.
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

  it('gives what a card names in the base shape too, but for the values of dictionaries [ENT-2]', async () => {
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

  it('leaves the name of a record to be read where its Url says', async () => {
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
