import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { objects } from '../../../tools/operations/objects.ts';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';
import { caseId, unknownId } from '../../support/sample-ids.ts';
import { createTally } from '../../support/tally.ts';

const tally = createTally();
let service: TestService;
let anna: TestClient;
/** User who may view but not edit cases. */
let accountant: TestClient;
beforeAll(async () => {
  service = await startService();
  [anna, accountant] = await tally.connect(service, 'anna', 'accountant');
});
afterAll(async () => {
  await tally.close();
  await service?.close();
});
beforeEach(() => service.reset());

const get = (id: string) => anna.call('get_object', { id });
const archivedIds = async () =>
  (await anna.call('search_objects', { Status: 'Archived' })).Items.map(({ Id }: any) => Id);

describe.each([
  {
    kind: 'object',
    key: 'supply',
    archive: 'archive_object',
    restore: 'restore_object',
    remove: 'delete_object',
  },
  { kind: 'case', key: 'smith', archive: 'archive_case', restore: 'restore_case', remove: 'delete_case' },
] as const)('an $kind', ({ key, archive, restore, remove }) => {
  const id = caseId(key);

  it('is archived, restored, archived again and deleted, in this order alone', async () => {
    const before = await get(id);
    expect(await anna.refusal(remove, { id })).toMatch(
      /^API_ERROR 409: .*only archived objects can be deleted.*\n.*ask the user whether to archive it first/,
    );
    expect(await anna.refusal(restore, { id })).toMatch(/^API_ERROR 409: .*is in work.*\nIt is not archived/);
    expect(await anna.call(archive, { id })).toMatchObject({ Id: id, Status: 'Archived' });
    expect(await archivedIds()).toContain(id);
    expect(await anna.refusal(archive, { id })).toMatch(/^API_ERROR 409: .*archived already/);
    expect(await anna.call(restore, { id })).toMatchObject({ Id: id, Status: 'InWork' });
    expect(await archivedIds()).not.toContain(id);
    expect((await get(id)).Fields).toEqual(before.Fields);
    await anna.call(archive, { id });
    expect(await anna.call(remove, { id })).toBeUndefined();
    expect(await anna.refusal('get_object', { id })).toContain('API_ERROR 404');
    expect(await archivedIds()).not.toContain(id);
  });

  it('takes its documents, tasks and events along when it is deleted', async () => {
    const { DocumentFolderId } = await get(id);
    const [task] = (await anna.call('list_tasks', { CaseId: id })).Items;
    const [event] = (await anna.call('list_events', { CaseId: id })).Items;
    await anna.call(archive, { id });
    await anna.call(remove, { id });
    expect(await anna.refusal('get_document', { id: DocumentFolderId })).toContain('API_ERROR 404');
    expect(await anna.refusal('get_task', { id: task.Id })).toContain('API_ERROR 404');
    expect(await anna.refusal('get_event', { id: event.Id })).toContain('API_ERROR 404');
  });

  it('is unchanged without the Edit permission, and not found by an unknown id', async () => {
    for (const tool of [archive, restore, remove]) {
      expect(await accountant.refusal(tool, { id })).toMatch(/^API_ERROR 403: Permission Edit on the object/);
      expect(await anna.refusal(tool, { id: unknownId })).toContain('API_ERROR 404');
    }
    expect(await get(id)).toMatchObject({ Status: 'InWork' });
  });
});

it('the tools for cases know cases alone', async () => {
  const id = caseId('supply');
  for (const tool of ['archive_case', 'restore_case', 'delete_case'])
    expect(await anna.refusal(tool, { id })).toContain(`API_ERROR 404: Case ${id} was not found.`);
  expect(await get(id)).toMatchObject({ Status: 'InWork' });
});

describe('the duplicate check', () => {
  it('keeps restore_object and archive_object from moving a duplicate', async () => {
    const [twin, original] = [caseId('bridgeTwin'), caseId('bridgeClaim')];
    const text = await anna.refusal('restore_object', { id: twin, CheckForDuplicates: true });
    expect(text).toMatch(/^API_ERROR 409: The system already has objects with a similar data set\./);
    expect(text).toContain(`ConflictObjects: ["${original}"]`);
    expect(await get(twin)).toMatchObject({ Status: 'Archived' });
    await anna.call('restore_object', { id: twin, CheckForDuplicates: false });
    expect(await get(twin)).toMatchObject({ Status: 'InWork' });
    expect(await anna.refusal('archive_object', { id: twin, CheckForDuplicates: true })).toContain(
      `ConflictObjects: ["${original}"]`,
    );
  });

  it('keeps archive_case and restore_case from moving a duplicate', async () => {
    const [smith, delta] = [caseId('smith'), caseId('delta')];
    await anna.call('edit_object', { id: delta, Number: (await get(smith)).Number });
    const check = { id: delta, CheckForDuplicates: true };
    expect(await anna.refusal('archive_case', check)).toContain(`ConflictObjects: ["${smith}"]`);
    await anna.call('archive_case', { id: delta });
    expect(await anna.refusal('restore_case', check)).toContain(`ConflictObjects: ["${smith}"]`);
    await anna.call('edit_object', { id: smith, Number: 'another' });
    expect(await anna.call('restore_case', check)).toMatchObject({ Status: 'InWork' });
  });
});

it('no tool for the state of an object was left out', () => {
  const operations = objects.operations.filter(({ name }) => /^(archive|restore|delete)_/.test(name));
  expect(operations).toHaveLength(6);
  expect(tally.leftOut(operations)).toEqual({ carriedOut: [], refused: [] });
});
