import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectLookups, type Lookups } from '../../../support/clients/workflows.ts';
import { groupId, sampleIds } from '../../../support/sample-ids.ts';

let lookups: Lookups;
beforeAll(async () => {
  lookups = await connectLookups();
});
beforeEach(() => {
  lookups.service.faults.clear();
  lookups.service.reset();
});
afterAll(() => lookups?.close());

/** Assigns a task to a group in which the caller is not, and returns the name of that group. */
async function ofGroup(login: string): Promise<string> {
  const admin = await lookups.as('admin');
  const users: any[] = (await admin.call('list_users', { PageSize: 100 })).Items;
  const cards = await Promise.all(users.map(({ Id }) => admin.call('get_user', { id: Id })));
  const own = cards.find(({ Email }) => String(Email).startsWith(`${login}@`));
  const ids = new Set(own.Groups.map(({ Id }: any) => Id));
  const other = cards.flatMap(({ Groups }) => Groups).find(({ Id }: any) => !ids.has(Id));
  await admin.call('create_task', {
    Name: 'Call client',
    CaseId: sampleIds.smith,
    Responsibles: [{ Id: other.Id, Type: 'Group' }],
  });
  return other.Name;
}

describe('a group', () => {
  it('has its name in a table although the caller is no member of it', async () => {
    const name = await ofGroup('anna');
    const { data } = await lookups.ask('anna', 'query_records', {
      sql: "SELECT DISTINCT name FROM task_responsibles WHERE kind = 'Group'",
    });
    expect(data.rows.flat()).toContain(name);
    expect(JSON.stringify(data.rows)).not.toContain('name not returned');
  });

  it('has a remark if no record of a user contains its name', async () => {
    const admin = await lookups.as('admin');
    await admin.call('create_task', {
      Name: 'Call client',
      CaseId: sampleIds.smith,
      Responsibles: [{ Id: groupId('Litigation'), Type: 'Group' }],
    });
    lookups.service.faults.set([{ on: 'GET /api/v2/users/{id}', fault: { kind: 'invalidJson' } }]);
    const { text } = await lookups.ask('kate', 'query_records', {
      sql: "SELECT DISTINCT name FROM task_responsibles WHERE kind = 'Group'",
    });
    expect(text).toContain('(name not returned by this service)');
  });
});

describe('the folder of a document', () => {
  it('is a column by name, which * omits', async () => {
    const { data } = await lookups.ask('admin', 'query_records', {
      sql: 'SELECT d.name, d.folder, d.folder_id FROM documents d WHERE d.folder IS NOT NULL LIMIT 3',
    });
    const admin = await lookups.as('admin');
    for (const [, folder, id] of data.rows)
      expect((await admin.call('get_document', { id })).Name).toBe(folder);
    const all = await lookups.ask('admin', 'query_records', { sql: 'SELECT * FROM documents LIMIT 1' });
    expect(all.data.columns).not.toContain('folder');
  });
});
