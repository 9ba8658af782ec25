import { describe, expect, it } from 'vitest';
import { caseId } from '../../../src/sandbox/seed/cases.ts';
import { groupId, userId } from '../../../src/sandbox/seed/users.ts';
import { useSandbox } from '../../support/sandbox.ts';

interface ResolvedRecord {
  Id: string;
  Name: string;
}
interface Task extends ResolvedRecord {
  Case: ResolvedRecord | null;
  Responsibles: { Id: string; Type: string }[];
  ExecutionDate: string | null;
}
interface Page<T> {
  Items: T[];
  NextPageUrl: string | null;
}

const sandbox = useSandbox({ isStill: true });
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

describe('the list of tasks', () => {
  it('is filtered by a responsible’s id alone: a user does not stand for the groups [TKO-12]', async () => {
    const byAnna = await list(`ResponsibleIds=${userId('anna')}`);
    expect(byAnna.length).toBeGreaterThan(3);
    expect(byAnna.every((task) => task.Responsibles.some(({ Id }) => Id === userId('anna')))).toBe(true);
    const ofGroup = await find('smith', 'Prepare for hearing');
    expect(byAnna.map(({ Id }) => Id)).not.toContain(ofGroup.Id);
    const byGroup = await list(`ResponsibleIds=${groupId('Litigation')}`);
    expect(byGroup.map(({ Id }) => Id)).toContain(ofGroup.Id);
    expect(byGroup.every((task) => task.Responsibles.some(({ Type }) => Type === 'Group'))).toBe(true);
  });

  it('finds a task when at least one of several responsibles matches [TKO-11]', async () => {
    const query = `ResponsibleIds=${groupId('Contracts')}&ResponsibleIds=${userId('newcomer')}`;
    const found = await list(query);
    expect(found.length).toBe(
      (await list(`ResponsibleIds=${groupId('Contracts')}`)).length +
        (await list(`ResponsibleIds=${userId('newcomer')}`)).length,
    );
  });

  it('is filtered by case and execution date; tasks without a date are in no range [TKO-6]', async () => {
    const smith = await list(`CaseId=${caseId('smith')}`);
    expect(smith.every((task) => task.Case?.Id === caseId('smith'))).toBe(true);
    const range = 'ExecutionDateFrom=2026-03-04T00:00:00Z&ExecutionDateTo=2026-03-04T23:59:59Z';
    const today = await list(range);
    expect(today.length).toBeGreaterThan(3);
    expect(today.every((task) => task.ExecutionDate?.startsWith('2026-03-04'))).toBe(true);
    const dateless = (await list('')).filter((task) => task.ExecutionDate === null);
    expect(dateless.length).toBeGreaterThan(0);
    const all = await list('ExecutionDateFrom=1970-01-01');
    expect(all.some((task) => task.ExecutionDate === null)).toBe(false);
  });

  it('never holds tasks of invisible cases, nor are they found by id', async () => {
    const hidden = await find('inquiry', 'Проверить контрагента');
    expect((await list('', 'head')).map(({ Id }) => Id)).toContain(hidden.Id);
    expect((await list('', 'kate')).map(({ Id }) => Id)).not.toContain(hidden.Id);
    expect(await list(`CaseId=${caseId('inquiry')}`, 'kate')).toEqual([]);
    expect((await get(hidden.Id, 3, 'kate')).status).toBe(404);
    expect((await update(hidden.Id, {}, 2, 'kate')).status).toBe(404);
    expect((await call('kate', `DELETE /api/v2/tasks/${hidden.Id}`)).status).toBe(404);
    expect((await create({ Name: 'Call client', ParentId: hidden.Id }, 3, 'kate')).status).toBe(404);
  });

  it('is cut into pages, in v2 and v1', async () => {
    for (const version of [2, 1]) {
      const { body } = await call<Page<Task>>('anna', `GET /api/v${version}/tasks?PageSize=5`);
      expect(body.Items).toHaveLength(5);
      const next = new URL(body.NextPageUrl ?? '');
      const { body: second } = await call<Page<Task>>('anna', `GET ${next.pathname}${next.search}`);
      expect(second.Items).toHaveLength(5);
      expect(second.Items[0]?.Id).not.toBe(body.Items[0]?.Id);
    }
  });
});
