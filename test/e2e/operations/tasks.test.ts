import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tasks } from '../../../tools/operations/tasks.ts';
import { startService, type TestClient, type TestService, textOf } from '../../support/clients/harness.ts';
import { caseId, documentId, groupId, unknownId, userId } from '../../support/sample-ids.ts';
import { createTally } from '../../support/tally.ts';

const smith = caseId('smith');
const tally = createTally();
let service: TestService;
let anna: TestClient;
let kate: TestClient;
/** User who may view but not edit cases. */
let accountant: TestClient;
/** User who sees no tasks. */
let client1: TestClient;
let blocked: TestClient;
beforeAll(async () => {
  service = await startService();
  [anna, kate, accountant, client1, blocked] = await tally.connect(
    service,
    'anna',
    'kate',
    'accountant',
    'client1',
    'blocked',
  );
});
afterAll(async () => {
  await tally.close();
  await service?.close();
});
beforeEach(() => service.reset());

const get = (id: string) => anna.call('get_task', { id });
const ofSmith = async () => (await anna.call('list_tasks', { CaseId: smith })).Items;
const bundle = async () => (await ofSmith()).find((task: any) => task.Name === 'Prepare bundle');
const idOf = async (list: string, sysName: string): Promise<string> =>
  (await anna.call(list)).Items.find((item: any) => item.SysName === sysName).Id;
const idsOf = (items: any[] | undefined) => (items ?? []).map(({ Id }) => Id);
/** Returns the values of the dictionary of task names. */
async function taskNames(): Promise<any[]> {
  const id = await idOf('list_dictionaries', 'TaskName');
  return (await anna.call('list_dictionary_values', { id })).Items;
}

describe('create_task', () => {
  it('keeps everything that is sent, by the name of a dictionary value', async () => {
    const [name] = (await taskNames()).filter(({ Name }) => Name === 'Draft witness statement');
    const made = await anna.call('create_task', {
      NameId: name.Id,
      Description: 'Two pages.',
      CaseId: smith,
      Responsibles: [
        { Id: userId('john'), Type: 'User' },
        { Id: groupId('Litigation'), Type: 'Group' },
      ],
      ExecutionDate: '2026-03-31T18:00:00+03:00',
      TypeId: await idOf('list_task_types', 'Approval'),
      StatusId: await idOf('list_task_statuses', 'InProgress'),
      PriorityId: await idOf('list_task_priorities', 'Urgent'),
      ParentId: (await bundle()).Id,
      Documents: [documentId('smithExpert')],
      Attributes: { Hours: 2.5, Billable: false },
    });
    expect(made).toMatchObject({
      Name: 'Draft witness statement',
      Description: 'Two pages.',
      Case: { Id: smith },
      Responsibles: [
        { Id: userId('john'), Type: 'User' },
        { Id: groupId('Litigation'), Type: 'Group' },
      ],
      ExecutionDate: '2026-03-31T15:00:00.000Z',
      Type: { Id: await idOf('list_task_types', 'Approval') },
      Status: { Id: await idOf('list_task_statuses', 'InProgress') },
      Priority: { Id: await idOf('list_task_priorities', 'Urgent') },
      Parent: { Id: (await bundle()).Id },
      Author: { Id: userId('anna') },
      Attributes: { Hours: 2.5, Billable: false },
    });
    expect(idsOf(made.Documents)).toEqual([documentId('smithExpert')]);
    expect(made.History).toMatchObject([{ Action: 'Created', User: { Id: userId('anna') } }]);
    expect(await get(made.Id)).toEqual(made);
  });

  it('is refused for a name that is no value of the dictionary, and for one that is out of use', async () => {
    const before = (await ofSmith()).length;
    const refusal = (Name: string) => anna.refusal('create_task', { Name, CaseId: smith });
    expect(await refusal('Buy cake')).toMatch(
      /Name "Buy cake": no task name has exactly that name[\s\S]*"Call client"/,
    );
    expect(await refusal('Забрать копии в канцелярии')).toMatch(
      /^API_ERROR 400: .* is not a value of the dictionary of task names[\s\S]*put other words into Description/,
    );
    expect(await ofSmith()).toHaveLength(before);
  });
});

describe('create_task_v2', () => {
  it('takes the fields that only the newer version names through more', async () => {
    const StatusId = await idOf('list_task_statuses', 'InReview');
    const made = await anna.call('create_task_v2', {
      Name: 'Call client',
      CaseId: smith,
      Documents: [documentId('smithClaim')],
      more: { Description: 'Before noon.', StatusId },
    });
    expect(made.Documents).toEqual([{ Id: documentId('smithClaim'), Name: 'Statement of claim' }]);
    expect(made).not.toHaveProperty('Attributes');
    expect(await get(made.Id)).toMatchObject({
      Name: 'Call client',
      Description: 'Before noon.',
      Status: { Id: StatusId },
      Attributes: {},
    });
  });

  it('is refused on a case that the user may only view, and for an unknown document', async () => {
    const task = { Name: 'Call client', CaseId: smith };
    expect(await accountant.refusal('create_task_v2', task)).toMatch(
      /^API_ERROR 403: Permission Edit on the object/,
    );
    const text = await anna.refusal('create_task_v2', { ...task, Documents: [unknownId] });
    expect(text).toMatch(new RegExp(`^API_ERROR 404: .*${unknownId} was not found`));
  });
});

describe('update_task', () => {
  it('changes the given fields and records the change in the history', async () => {
    const { Id } = await bundle();
    const before = await get(Id);
    const StatusId = await idOf('list_task_statuses', 'Done');
    await anna.call('update_task', { id: Id, StatusId, Attributes: { Hours: 5, Billable: null } });
    const after = await get(Id);
    expect(after).toEqual({
      ...before,
      Status: expect.objectContaining({ Id: StatusId }),
      Attributes: { Hours: 5 },
      LastChangeDate: expect.any(String),
      History: expect.any(Array),
    });
    expect(after.History.slice(0, -1)).toEqual(before.History);
    expect(after.History.at(-1)).toMatchObject({ Action: 'Changed', User: { Id: userId('anna') } });
  });

  it('is refused for a task below itself, an unknown status and an unknown task', async () => {
    const { Id } = await bundle();
    const before = await get(Id);
    expect(await anna.refusal('update_task', { id: Id, ParentId: Id })).toContain(
      'API_ERROR 400: A task cannot be below itself.',
    );
    expect(await anna.refusal('update_task', { id: Id, StatusId: unknownId })).toContain(
      `API_ERROR 400: StatusId ${unknownId} is unknown.`,
    );
    expect(await anna.refusal('update_task', { id: unknownId })).toContain('API_ERROR 404');
    expect(await get(Id)).toEqual(before);
  });
});

describe('update_task_v2', () => {
  const [claim, own, expert] = ['smithClaim', 'smithBundle', 'smithExpert'].map(documentId);

  it('leaves the documents alone when Documents is left out or null', async () => {
    const { Id } = await bundle();
    for (const args of [{}, { Documents: null }]) {
      const answer = await anna.call('update_task_v2', { id: Id, Name: 'Prepare bundle', ...args });
      expect(idsOf(answer.Documents)).toEqual([claim, own]);
    }
    expect(idsOf((await get(Id)).Documents)).toEqual([claim, own]);
  });

  it('keeps exactly the listed documents, and none with an empty list', async () => {
    const { Id } = await bundle();
    const answer = await anna.call('update_task_v2', { id: Id, Documents: [own, expert] });
    const Name = expect.any(String);
    expect(answer.Documents).toEqual([own, expert].map((Id) => ({ Id, Name })));
    expect(idsOf((await get(Id)).Documents)).toEqual([own, expert]);
    await anna.call('update_task_v2', { id: Id, Documents: [] });
    expect(await get(Id)).not.toHaveProperty('Documents');
  });

  it('means the same by Documents in update_task', async () => {
    const { Id } = await bundle();
    for (const [Documents, left] of [
      [null, [claim, own]],
      [[expert], [expert]],
      [[], []],
    ])
      expect(idsOf((await anna.call('update_task', { id: Id, Documents })).Documents)).toEqual(left);
  });

  it('leaves additional attributes alone', async () => {
    const { Id } = await bundle();
    await anna.call('update_task_v2', { id: Id, more: { Description: 'New.', Attributes: { Hours: 9 } } });
    expect(await get(Id)).toMatchObject({ Description: 'New.', Attributes: { Hours: 3.5, Billable: true } });
  });

  it('is refused for an unknown document, and then detaches nothing', async () => {
    const { Id } = await bundle();
    const text = await anna.refusal('update_task_v2', { id: Id, Documents: [unknownId] });
    expect(text).toContain('API_ERROR 404');
    expect(idsOf((await get(Id)).Documents)).toEqual([claim, own]);
  });
});

describe('reading one task', () => {
  it('brings attributes in get_task only, and leaves no trace in the history', async () => {
    const { Id } = await bundle();
    const { Attributes, ...rest } = await get(Id);
    expect(Attributes).toEqual({ Billable: true, Hours: 3.5 });
    expect(await anna.call('get_task_v2', { id: Id })).toEqual(rest);
    expect(await get(Id)).toEqual({ ...rest, Attributes });
  });

  it('is refused to who does not see its case', async () => {
    const [hidden] = (await anna.call('list_tasks', { CaseId: caseId('inquiry') })).Items;
    for (const name of ['get_task', 'get_task_v2'])
      expect(await kate.refusal(name, { id: hidden.Id })).toContain(
        `API_ERROR 404: Task ${hidden.Id} was not found.`,
      );
  });
});

describe('list_tasks', () => {
  it('finds by several responsibles, and a user does not include the user’s groups', async () => {
    const [john, group] = [userId('john'), groupId('Litigation')];
    const list = async (...ResponsibleIds: string[]) =>
      (await anna.call('list_tasks', { CaseId: smith, ResponsibleIds })).Items;
    const all = await ofSmith();
    const expected = (...ids: string[]) =>
      all.filter((task: any) => task.Responsibles.some(({ Id }: any) => ids.includes(Id)));
    expect(expected(group).length).toBeGreaterThan(0);
    expect(await list(john)).toEqual(expected(john));
    expect(await list(john)).not.toContainEqual(expected(group)[0]);
    expect(await list(group)).toEqual(expected(group));
    expect(await list(john, group)).toEqual(expected(john, group));
    expect(expected(john, group).length).toBe(expected(john).length + expected(group).length);
  });

  it('finds by the date that a task is due', async () => {
    const { ExecutionDate, Id } = await bundle();
    const day = { ExecutionDateFrom: ExecutionDate, ExecutionDateTo: ExecutionDate };
    const { Items } = await anna.call('list_tasks', { CaseId: smith, ...day });
    expect(idsOf(Items)).toEqual([Id]);
  });

  it('tells in each answer but the last how to get the next page', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map((Page) => anna.callTool('list_tasks', { CaseId: smith, PageSize: 5, Page })),
    );
    expect(first?.content[1]?.text).toBe('More: the same call with Page 2.');
    expect(second?.content).toHaveLength(1);
    const shown = [first, second].flatMap((result) => JSON.parse(textOf(result as never)).Items);
    expect(shown).toEqual(await ofSmith());
  });

  it('is refused without View on tasks', async () => {
    expect(await client1.refusal('list_tasks')).toMatch(
      /^API_ERROR 403: Permission View on the section Tasks/,
    );
  });
});

describe('delete_task', () => {
  it('deletes a task and keeps its sub-tasks', async () => {
    const { Id } = await bundle();
    const child = await anna.call('create_task', { Name: 'Call client', ParentId: Id });
    expect(await anna.call('delete_task', { id: Id })).toBeUndefined();
    expect(await anna.refusal('get_task', { id: Id })).toContain('API_ERROR 404');
    expect(await get(child.Id)).toMatchObject({ Parent: null });
  });

  it('is refused on a case that the user may only view', async () => {
    const { Id } = await bundle();
    expect(await accountant.refusal('delete_task', { id: Id })).toContain('API_ERROR 403');
    expect((await get(Id)).Id).toBe(Id);
  });
});

describe.each([
  ['list_task_types', 'get_task_type', 'Approval', 5],
  ['list_task_statuses', 'get_task_status', 'InReview', 5],
  ['list_task_priorities', 'get_task_priority', 'Urgent', 4],
])('%s', (list, read, sysName, count) => {
  it(`lists all at once, and ${read} reads one`, async () => {
    const { Items } = await anna.call(list);
    expect(Items).toHaveLength(count);
    const one = Items.find((item: any) => item.SysName === sysName);
    expect(await anna.call(read, { id: one.Id })).toEqual(one);
  });

  it('is refused to a blocked user, and one of them for an unknown id', async () => {
    expect(await blocked.refusal(list)).toMatch(/^SIGN_IN_FAILED: .*\nThe user is blocked\./);
    expect(await anna.refusal(read, { id: unknownId })).toContain(`${unknownId} was not found.`);
  });
});

it('no tool of the area was left out', () => {
  expect(tally.leftOut(tasks.operations)).toEqual({ carriedOut: [], refused: [] });
});
