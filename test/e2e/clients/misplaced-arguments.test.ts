import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startService, type TestClient, type TestService, textOf } from '../../support/clients/harness.ts';
import { sampleIds } from '../../support/sample-ids.ts';

const { smith, prepareBundle: task } = sampleIds;

let service: TestService;
let client: TestClient;
beforeAll(async () => {
  service = await startService();
  client = await service.connectAs('admin', { env: { CASEBRIDGE_SURFACE: 'everyday' } });
});
beforeEach(() => service.reset());
afterAll(async () => {
  await client?.close();
  await service?.close();
});

const data = (text: string) => text.replaceAll(/data-[\w-]+/g, 'data');
const read = async (args: Record<string, unknown>) =>
  data(textOf(await client.callTool('call_read_operation', args)));

describe('arguments next to `arguments`', () => {
  it.each([
    [{ operation: 'get_task', id: task }],
    [{ operation: 'get_task', arguments: {}, id: task }],
    [{ operation: 'get_task', arguments: { id: task }, id: task }],
    [{ operation: 'get_task', args: { id: task } }],
    [{ tool: 'get_task', parameters: JSON.stringify({ id: task }) }],
  ])('are those of the called operation: %j', async (args) => {
    expect(await read(args)).toBe(await read({ operation: 'get_task', arguments: { id: task } }));
  });

  it.each([
    [{ operation: 'list_folders', arguments: { PageSize: 2 }, detail: 'full' }],
    [{ operation: 'list_folders', arguments: JSON.stringify({ PageSize: 2 }), detail: 'full' }],
    [{ operation: 'list_folders', PageSize: 2, detail: 'full' }],
  ])('may be options of the answer: %j', async (args) => {
    const inside = { operation: 'list_folders', arguments: { PageSize: 2, detail: 'full' } };
    expect(await read(args)).toBe(await read(inside));
  });

  it.each([
    [{ operation: 'get_task', arguments: { id: task }, id: smith }, 'Unknown argument "id"'],
    [{ operation: 'get_task', arguments: { id: task }, nonsense: 1 }, 'Unknown argument "nonsense"'],
    [{ operation: 'get_task', arguments: [task], id: task }, 'arguments: should be an object'],
  ])('are refused if they are not clear: %j', async (args, why) => {
    expect(await client.refusal('call_read_operation', args)).toContain(`Nothing was sent. ${why}`);
  });

  it('are sent with a change', async () => {
    const args = { operation: 'update_task', arguments: { id: task }, Description: 'Ask the court.' };
    await client.callTool('call_write_operation', args);
    expect((await client.call('get_task', { id: task })).Description).toBe('Ask the court.');
  });

  it('are planned in a row of a plan', async () => {
    const inside = [{ tool: 'edit_object', arguments: { id: smith, Description: 'New' } }];
    const beside = [{ operation: 'edit_object', id: smith, Description: 'New' }];
    const plan = async (changes: object[]) =>
      data(textOf(await client.callTool('plan_changes', { changes }))).replaceAll(
        /plan_\w+|[\da-f]{8}-[-\da-f]{27}/g,
        '',
      );
    expect(await plan(beside)).toBe(await plan(inside));
  });
});
