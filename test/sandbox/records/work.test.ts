import { describe, expect, it } from 'vitest';
import { caseId, documentFolderId } from '../../../src/sandbox/seed/cases.ts';
import { taskPriorityId, taskStatusId, taskTypeId } from '../../../src/sandbox/seed/dictionaries.ts';
import { documentId } from '../../../src/sandbox/seed/documents.ts';
import { groupId, userId } from '../../../src/sandbox/seed/users.ts';
import { unknownId } from '../../support/sample-ids.ts';
import { useSandbox } from '../../support/sandbox.ts';

interface ResolvedRecord {
  Id: string;
  Name: string;
}
interface Task extends ResolvedRecord {
  CreationDate: string;
  LastChangeDate: string;
  Case: ResolvedRecord | null;
  Responsibles: { Id: string; Type: string; Name: string }[];
  ExecutionDate: string | null;
  Parent: { Id: string } | null;
  Documents?: ResolvedRecord[];
  History: { Date: string; User: ResolvedRecord; Action: string }[];
  Attributes?: Record<string, unknown>;
}
interface Page<T> {
  Items: T[];
  NextPageUrl: string | null;
}

const sandbox = useSandbox({ isStill: true, profile: 'convenient' });
const { call } = sandbox;

const create = (body: object, version = 3, login = 'anna') =>
  call<Task>(login, `POST /api/v${version}/tasks`, body);
const update = (id: string, body: object, version = 2, login = 'anna') =>
  call<Task>(login, `PUT /api/v${version}/tasks/${id}`, body);
const get = (id: string, version = 3, login = 'anna') =>
  call<Task>(login, `GET /api/v${version}/tasks/${id}`);
const list = async (query: string, login = 'anna') =>
  (await call<Page<Task>>(login, `GET /api/v2/tasks?${query}`)).body.Items;

/** Returns a task of a case by its name, as an administrator sees it. */
async function find(key: string, name: string): Promise<Task> {
  const task = (await list(`CaseId=${caseId(key)}`, 'admin')).find((item) => item.Name === name);
  expect(task).toBeDefined();
  return task as Task;
}

/** Returns the id of a value in the dictionary of task names. */
async function nameId(name: string): Promise<string | undefined> {
  const { body } = await call<Page<ResolvedRecord & { SysName: string }>>('anna', 'GET /api/v2/dictionaries');
  const dictionary = body.Items.find(({ SysName }) => SysName === 'TaskName');
  const values = await call<Page<ResolvedRecord>>(
    'anna',
    `GET /api/v2/dictionaries/${dictionary?.Id}/values`,
  );
  return values.body.Items.find((value) => value.Name === name)?.Id;
}

describe('creating a task', () => {
  it('takes its name from the dictionary of task names, by name or by id [TSK-3]', async () => {
    const byName = await create({ Name: 'Call client' });
    expect(byName.status).toBe(201);
    expect(byName.body.Name).toBe('Call client');
    const NameId = await nameId('Call client');
    expect((await create({ NameId })).body.Name).toBe('Call client');
    expect((await create({ Name: 'Anything', NameId })).body.Name).toBe('Call client');
  });

  it('is refused for a name outside of the dictionary, a disabled one or none [TSK-4]', async () => {
    for (const body of [
      { Name: 'Buy milk' },
      { Name: 'call client' },
      { Name: 'Забрать копии в канцелярии' },
      { NameId: unknownId },
      { Name: '' },
      {},
    ])
      expect((await create(body)).status).toBe(400);
  });

  it('keeps everything that is sent [TSK-1, TKO-3]', async () => {
    const { body } = await create({
      Name: 'Review contract',
      Description: 'By Friday',
      CaseId: caseId('smith'),
      TypeId: taskTypeId('Approval'),
      StatusId: taskStatusId('InProgress'),
      PriorityId: taskPriorityId('High'),
      Responsibles: [
        { Id: userId('john'), Type: 'User' },
        { Id: groupId('Contracts'), Type: 'Group' },
      ],
      ExecutionDate: '2026-03-06T15:00:00Z',
      Documents: [documentId('smithContract')],
      Attributes: { Hours: 2 },
    });
    expect(body).toMatchObject({
      Description: 'By Friday',
      Case: { Id: caseId('smith'), Name: 'Smith v. Northbridge Ltd' },
      Type: { Id: taskTypeId('Approval') },
      Status: { Id: taskStatusId('InProgress') },
      Priority: { Id: taskPriorityId('High'), Name: 'Высокий / High' },
      Responsibles: [
        { Id: userId('john'), Type: 'User', Name: 'John Hale' },
        { Id: groupId('Contracts'), Type: 'Group', Name: 'Договорная работа' },
      ],
      ExecutionDate: '2026-03-06T15:00:00.000Z',
      Author: { Id: userId('anna'), Name: 'Anna Petrova' },
      Documents: [{ Id: documentId('smithContract'), Name: expect.any(String) }],
      Attributes: { Hours: 2 },
    });
    expect((await get(body.Id)).body).toEqual(body);
  });

  it('may leave out documents, and is then new and of normal priority [TSK-2, TKO-4]', async () => {
    const { body } = await create({ Name: 'Call client' });
    expect(body).toMatchObject({
      Status: { Id: taskStatusId('New') },
      Priority: { Id: taskPriorityId('Normal') },
      Responsibles: [],
      ExecutionDate: null,
    });
    expect(body).not.toHaveProperty('Documents');
  });

  it('carries additional attributes in v3 only [CON-6, TKO-7]', async () => {
    const sent = { Name: 'Call client', Attributes: { Hours: 1 } };
    for (const version of [1, 2]) {
      const { body } = await create(sent, version);
      expect(body).not.toHaveProperty('Attributes');
      expect((await get(body.Id)).body.Attributes).toEqual({});
    }
    const { body } = await create(sent);
    await update(body.Id, { Attributes: { Hours: 5 } }, 2);
    expect((await get(body.Id)).body.Attributes).toEqual({ Hours: 1 });
    await update(body.Id, { Attributes: { Billable: true } }, 3);
    expect((await get(body.Id)).body.Attributes).toEqual({ Hours: 1, Billable: true });
    expect((await get(body.Id, 2)).body).not.toHaveProperty('Attributes');
  });

  it('is refused for references to nothing', async () => {
    for (const more of [
      { TypeId: unknownId },
      { StatusId: unknownId },
      { PriorityId: unknownId },
      { Responsibles: [{ Id: unknownId, Type: 'User' }] },
      { Responsibles: [{ Id: groupId('Litigation'), Type: 'User' }] },
    ])
      expect((await create({ Name: 'Call client', ...more })).status).toBe(400);
    for (const more of [{ CaseId: unknownId }, { ParentId: unknownId }, { Documents: [unknownId] }])
      expect((await create({ Name: 'Call client', ...more })).status).toBe(404);
  });

  it('needs Edit on the section and on the case [TKO-1]', async () => {
    const inCase = (key: string) => ({ Name: 'Call client', CaseId: caseId(key) });
    expect((await create(inCase('harbourObrien'))).status).toBe(403);
    expect((await create(inCase('inquiry'), 3, 'kate')).status).toBe(404);
    expect((await create({ Name: 'Call client' }, 3, 'client1')).status).toBe(403);
    expect((await create(inCase('harbourObrien'), 3, 'john')).status).toBe(201);
  });
});

describe('the history of a task', () => {
  it('tells who created and changed it, and nothing of viewing [TKO-5]', async () => {
    const { body } = await create({ Name: 'Call client' });
    const creation = { Date: '2026-03-04T09:00:00.000Z', User: { Name: 'Anna Petrova' }, Action: 'Created' };
    expect(body.History).toMatchObject([creation]);
    sandbox.time += 60_000;
    await get(body.Id, 2, 'john');
    await list('', 'john');
    expect((await get(body.Id)).body.History).toEqual(body.History);
    const { body: changed } = await update(body.Id, { Description: 'Twice' }, 2, 'john');
    const change = { Date: '2026-03-04T09:01:00.000Z', User: { Name: 'John Hale' }, Action: 'Changed' };
    expect(changed.History).toMatchObject([creation, change]);
    expect(changed.LastChangeDate).toBe(change.Date);
  });

  it('gets nothing from a refused change', async () => {
    const { body } = await create({ Name: 'Call client' });
    expect((await update(body.Id, { StatusId: unknownId })).status).toBe(400);
    expect((await get(body.Id)).body).toEqual(body);
  });
});

describe('the documents of a task', () => {
  const attached = (task: Task) => (task.Documents ?? []).map(({ Id }) => Id);
  const bundle = () => find('smith', 'Prepare bundle');

  it('stay when the list is null or left out [TKO-9]', async () => {
    const task = await bundle();
    expect(attached(task)).toEqual([documentId('smithClaim'), documentId('smithBundle')]);
    expect((await update(task.Id, { Documents: null })).body.Documents).toEqual(task.Documents);
    expect((await update(task.Id, {})).body.Documents).toEqual(task.Documents);
  });

  it('are all removed by an empty list [TKO-8]', async () => {
    const task = await bundle();
    const { status, body } = await update(task.Id, { Documents: [] });
    expect(status).toBe(201);
    expect(body).not.toHaveProperty('Documents');
    expect((await get(task.Id)).body).not.toHaveProperty('Documents');
  });

  it('are those listed: new ones come, listed ones stay, others go [TKO-10]', async () => {
    const task = await bundle();
    const Documents = [documentId('smithClaim'), { Id: documentId('smithExpert') }];
    const { body } = await update(task.Id, { Documents });
    expect(attached(body)).toEqual([documentId('smithClaim'), documentId('smithExpert')]);
    expect(body.Documents?.every(({ Name }) => Name !== '')).toBe(true);
  });

  it('must exist, be visible and be no folders', async () => {
    const task = await bundle();
    expect((await update(task.Id, { Documents: [unknownId] })).status).toBe(404);
    expect((await update(task.Id, { Documents: [documentFolderId('smith')] })).status).toBe(404);
    const Documents = [documentId('inquiryNote')];
    expect((await update(task.Id, { Documents }, 2, 'kate')).status).toBe(404);
    expect((await update(task.Id, { Documents: ['not an id'] })).status).toBe(400);
    expect(attached((await get(task.Id)).body)).toHaveLength(2);
  });
});

describe('updating and deleting a task', () => {
  it('changes only the given fields; null clears', async () => {
    const task = await find('smith', 'Prepare bundle');
    const { status, body } = await update(task.Id, { StatusId: taskStatusId('Done'), ExecutionDate: null });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      Name: 'Prepare bundle',
      Case: task.Case,
      Responsibles: task.Responsibles,
      Status: { Id: taskStatusId('Done') },
      ExecutionDate: null,
    });
    expect((await update(task.Id, { Name: 'Buy milk' })).status).toBe(400);
  });

  it('needs Edit on the case, also on the one it moves to [TKO-2]', async () => {
    const foreign = await find('harbourObrien', 'File defence');
    expect((await update(foreign.Id, { Description: 'x' })).status).toBe(403);
    expect((await call('anna', `DELETE /api/v2/tasks/${foreign.Id}`)).status).toBe(403);
    expect((await get(foreign.Id)).body).toMatchObject({ Name: 'File defence', Description: '' });
    const own = await find('smith', 'Prepare bundle');
    expect((await update(own.Id, { CaseId: caseId('harbourObrien') })).status).toBe(403);
  });

  it('deletes the task; its sub-tasks are kept and lose their parent', async () => {
    const parent = await find('vector', 'Подготовиться к заседанию');
    const child = await find('vector', 'Направить документы в суд');
    expect(child.Parent?.Id).toBe(parent.Id);
    expect((await call('ivan', `DELETE /api/v2/tasks/${parent.Id}`)).status).toBe(204);
    expect((await get(parent.Id)).status).toBe(404);
    expect((await get(child.Id)).body.Parent).toBeNull();
  });

  it('never puts a task below itself', async () => {
    const parent = await find('vector', 'Подготовиться к заседанию');
    const below = await find('vector', 'Подготовить отзыв');
    expect((await update(parent.Id, { ParentId: parent.Id })).status).toBe(400);
    expect((await update(parent.Id, { ParentId: below.Id })).status).toBe(400);
    expect((await update(below.Id, { ParentId: parent.Id })).body.Parent?.Id).toBe(parent.Id);
  });
});
