import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';
import { sampleIds } from '../../support/sample-ids.ts';

const task = sampleIds.prepareBundle;
/** Arguments that programs between a model and its tools add to every call. */
const added = {
  wait_for_previous: true,
  toolCallId: 'call_1',
  sessionId: 's-1',
  chatInput: 'What is due?',
  action: 'sendMessage',
};

let service: TestService;
let client: TestClient;
beforeAll(async () => {
  service = await startService();
  client = await service.connectAs('admin', { env: { CASEBRIDGE_SURFACE: 'everyday' } });
});
afterAll(async () => {
  await client?.close();
  await service?.close();
});

describe('what a client adds to the arguments of every call', () => {
  it('is left out, whether an operation, a lookup or one of the ways to the others is called', async () => {
    const calls: [string, object][] = [
      ['get_task', { id: task }],
      ['find_case', { query: 'Smith' }],
      ['find_operations', { query: 'task' }],
      ['describe_operation', { operation: 'get_task' }],
      ['call_read_operation', { operation: 'get_task', arguments: { id: task, ...added } }],
    ];
    for (const [name, args] of calls) {
      const answer = await client.callTool(name, { ...args, ...added });
      expect([name, answer.isError, answer.content[0]?.text]).toEqual([name, undefined, expect.any(String)]);
    }
  });

  it('is left out of the call that shows the rest of an answer', async () => {
    const answer = await client.callTool('list_tasks', { PageSize: 100, ...added, detail: 'brief', skip: 1 });
    expect(JSON.stringify(answer)).not.toMatch(/wait_for_previous|toolCallId|chatInput/);
  });

  it.each([
    [{ qery: 'Smith' }, 'qery'],
    [{ action: 'delete' }, 'action'],
    [{ sessionId: 5 }, 'sessionId'],
    [{ wait_for_previous: 'no' }, 'wait_for_previous'],
  ])('is told from any other argument that the tool does not have: %j', async (other, name) => {
    const words = `Unknown argument "${name}": the tool takes id.`;
    expect(await client.refusal('get_task', { id: task, ...other })).toContain(words);
    const inside = { operation: 'get_task', arguments: { id: task, ...other } };
    expect(await client.refusal('call_read_operation', inside)).toContain(words);
  });
});

describe('values with only one possible meaning', () => {
  it('are converted: null to an omitted argument, a whole number to a text', async () => {
    const agenda = { person: null, case: null, from: null, time_zone: null };
    expect((await client.callTool('agenda', agenda)).isError).toBeFalsy();
    const found = await client.callTool('find_case', { query: 7_700_000_000 });
    expect(found.isError).toBeFalsy();
    expect(found).toMatchObject({ structuredContent: expect.anything() });
  });

  it('cause a question if null is not a valid value of the field', async () => {
    expect(await client.refusal('update_task', { id: task, StatusId: null })).toMatch(
      /StatusId: should be a string, not null; leave it out to keep the field: null/,
    );
  });
});
