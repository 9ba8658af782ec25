import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projects } from '../../../tools/operations/projects.ts';
import { named } from '../../support/answers/answers.ts';
import { startService, type TestClient, type TestService, textOf } from '../../support/clients/harness.ts';
import { unknownId } from '../../support/sample-ids.ts';
import { createTally } from '../../support/tally.ts';

const tally = createTally();
let service: TestService;
let anna: TestClient;
/** User without permission for cases. */
let engineer: TestClient;
let blocked: TestClient;
beforeAll(async () => {
  service = await startService();
  [anna, engineer, blocked] = await tally.connect(service, 'anna', 'it', 'blocked');
});
afterAll(async () => {
  await tally.close();
  await service?.close();
});

const list = async (args?: Record<string, unknown>, client = anna): Promise<any[]> =>
  (await client.call('list_projects', args)).Items;

describe('list_projects', () => {
  it('tells the place of each among the folders', async () => {
    const all = await list();
    expect(all).toHaveLength(5);
    expect(named(all, 'Проект «Вектор»').Position).toBe('Судебные дела / Litigation / Москва / Арбитраж');
    const { Folder } = named(all, 'Northbridge programme');
    expect(await anna.call('get_folder', { id: Folder.Id })).toMatchObject({ Name: 'Commercial Court' });
  });

  it('finds by folder and by object class', async () => {
    const all = await list();
    const { Id, Folder, ObjectClass } = named(all, 'Договорная кампания');
    expect((await list({ FolderId: Folder.Id })).map((project) => project.Id)).toEqual([Id]);
    expect((await list({ ObjectClassId: ObjectClass.Id })).map((project) => project.Id)).toEqual([Id]);
    const other = named(all, 'Northbridge programme').Folder.Id;
    expect(await list({ FolderId: other, ObjectClassId: ObjectClass.Id })).toEqual([]);
  });

  it('goes by pages, and tells how to get the next', async () => {
    const first = await anna.callTool('list_projects', { PageSize: 3 });
    const second = await anna.callTool('list_projects', { PageSize: 3, Page: 2 });
    expect(first.content[1]?.text).toBe('More: the same call with Page 2.');
    expect(second.content).toHaveLength(1);
    expect([first, second].flatMap((page) => JSON.parse(textOf(page)).Items)).toEqual(await list());
  });

  it('is empty without permission on cases, and refused to a blocked user', async () => {
    expect(await list({}, engineer)).toEqual([]);
    expect(await blocked.refusal('list_projects')).toMatch(/^SIGN_IN_FAILED: .*\nThe user is blocked\./);
  });
});

describe('get_project', () => {
  it('reads one', async () => {
    for (const project of await list())
      expect(await anna.call('get_project', { id: project.Id })).toEqual(project);
  });

  it('is refused for an unknown project and for one in an invisible folder', async () => {
    const [project] = await list();
    expect(await anna.refusal('get_project', { id: unknownId })).toContain(
      `API_ERROR 404: Project ${unknownId} was not found.`,
    );
    expect(await engineer.refusal('get_project', { id: project.Id })).toContain(
      `API_ERROR 404: Project ${project.Id} was not found.`,
    );
  });
});

it('no tool of the area was left out', () => {
  expect(tally.leftOut(projects.operations)).toEqual({ carriedOut: [], refused: [] });
});
