import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { workflows } from '../../../src/workflows/index.ts';
import { catalogue } from '../../../tools/index.ts';
import { createUser } from '../../support/clients/asked.ts';
import {
  clientKinds,
  startService,
  type TestClient,
  type TestService,
  textOf,
} from '../../support/clients/harness.ts';
import { sampleIds } from '../../support/sample-ids.ts';
import { type Front, startFront } from '../../support/servers/front.ts';

const operations = catalogue.flatMap((area) => area.operations);
const task = sampleIds.prepareBundle;
const callers = ['call_read_operation', 'call_write_operation', 'call_delete_operation'] as const;
const kindOf = (access: string): string => (access === 'read' || access === 'delete' ? access : 'write');

let service: TestService;
let front: Front;
let client: TestClient;
const folder = mkdtempSync(join(tmpdir(), 'casebridge-callers-'));
const auditFile = join(folder, 'audit.jsonl');
const clients: TestClient[] = [];
beforeAll(async () => {
  service = await startService();
  front = await startFront(service.url, () => undefined);
  client = await connect();
});
afterAll(async () => {
  await Promise.all(clients.map((one) => one.close()));
  await front?.close();
  await service?.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  front.requests.length = 0;
});

async function connect(options: Parameters<TestService['connectAs']>[1] = {}): Promise<TestClient> {
  const env = { CASEBRIDGE_URL: front.url, CASEBRIDGE_SURFACE: '', CASEBRIDGE_AUDIT_FILE: auditFile };
  const one = await service.connectAs('admin', { ...options, env: { ...env, ...options.env } });
  clients.push(one);
  return one;
}
const lines = () =>
  readFileSync(auditFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('every operation, on the surface that lists few of them', () => {
  it('goes through the caller of its kind to its own checks, and through no other', async () => {
    for (const { name, access, params, handler } of operations) {
      for (const caller of callers) {
        const isRight = caller === `call_${kindOf(access)}_operation`;
        if (isRight && (params === undefined || handler)) continue;
        // With wrong arguments, no request is sent, and the refusal is the same as that of the tool itself.
        const text = await client.refusal(caller, { operation: name, arguments: { nonsense: 1 } });
        if (isRight) expect([name, text]).toEqual([name, await client.refusal(name, { nonsense: 1 })]);
        else
          expect(text).toBe(
            `WRONG_CALLER: ${name} is a ${kindOf(access)} operation: call it with call_${kindOf(access)}_operation. Nothing was done.`,
          );
      }
    }
    expect(front.requests).toEqual([]);
  });

  it('is described with the arguments that casebridge tools --json shows', async () => {
    for (const { name, access, errors } of operations) {
      const described = JSON.parse(textOf(await client.callTool('describe_operation', { operation: name })));
      expect(described).toMatchObject({ name, call_with: `call_${kindOf(access)}_operation` });
      expect(described.arguments).toMatchObject({ type: 'object', additionalProperties: false });
      expect(described.errors ?? {}).toEqual(errors ?? {});
    }
  });
});

describe.each(clientKinds)('a %s client', (kind) => {
  let mine: TestClient;
  beforeAll(async () => {
    mine = await connect({ kind });
  });

  it('gets the same result from call_read_operation as from the tool itself', async () => {
    const args = { id: task };
    const direct = await mine.call('get_task', args);
    expect(await mine.call('call_read_operation', { operation: 'get_task', arguments: args })).toEqual(
      direct,
    );
  });

  it('may leave the arguments out, or send them as a JSON string', async () => {
    const direct = await mine.call('list_folders');
    expect(await mine.call('call_read_operation', { operation: 'list_folders' })).toEqual(direct);
    const text = { operation: 'list_folders', arguments: '{"Page":1}' };
    expect(await mine.call('call_read_operation', text)).toEqual(direct);
  });

  it('changes a record through call_write_operation, which is recorded under the operation’s name', async () => {
    const { Items } = await mine.call('search_cases', { Status: 'InWork' });
    const { Id: id } = Items[clientKinds.indexOf(kind)];
    await mine.callTool('call_write_operation', { operation: 'archive_case', arguments: { id } });
    expect((await mine.call('get_object', { id })).Status).toBe('Archived');
    const [intent, outcome] = lines().slice(-2);
    expect(intent).toMatchObject({ event: 'intent', tool: 'archive_case', ids: { id }, decision: 'allowed' });
    expect(outcome).toMatchObject({ event: 'outcome', call: intent.call, outcome: 'done' });
  });
});

describe('a human who has to agree', () => {
  it('is asked the same question through the caller, and nothing happens without an agreement', async () => {
    const no = createUser('declines');
    const one = await connect({ user: no, env: { CASEBRIDGE_CONFIRM: '' } });
    const text = await one.refusal('call_delete_operation', {
      operation: 'delete_task',
      arguments: { id: task },
    });
    expect(text).toMatch(/^DECLINED/);
    expect(front.requests.filter((request) => request.startsWith('DELETE'))).toEqual([]);
    expect(lines().at(-1)).toMatchObject({ event: 'refused', tool: 'delete_task', reason: 'DECLINED' });
    await one.refusal('delete_task', { id: task });
    const [first, second] = no.questions;
    expect(first).toBe(second);
  });

  it('who cannot be asked stops it', async () => {
    const one = await connect({ env: { CASEBRIDGE_CONFIRM: '' } });
    expect(
      await one.refusal('call_delete_operation', { operation: 'delete_task', arguments: { id: task } }),
    ).toMatch(/^CONFIRMATION_NEEDED/);
  });

  it.each(['v1', 'v2 pinned'] as const)('and agrees lets a %s client delete', async (kind) => {
    const id = kind === 'v1' ? sampleIds.witnessStatement : sampleIds.settlementOffer;
    const yes = createUser('agrees');
    const one = await connect({ kind, user: yes, env: { CASEBRIDGE_CONFIRM: '' } });
    const result = await one.callTool('call_delete_operation', {
      operation: 'delete_task',
      arguments: { id },
    });
    expect([result.isError, yes.questions.length]).toEqual([undefined, 1]);
    expect(
      lines()
        .filter(({ event }) => event === 'intent')
        .at(-1),
    ).toMatchObject({
      tool: 'delete_task',
      decision: 'confirmed',
    });
    expect(await one.refusal('get_task', { id })).toMatch(/^API_ERROR 404/);
  });
});

describe('an operation that the operator has switched off', () => {
  it('is refused by the callers as by its own tool', async () => {
    const one = await connect({ args: ['--read-only'] });
    for (const { name, access, risk, handler } of operations) {
      if (access === 'read' || (handler && !risk)) continue;
      const text = await one.refusal(`call_${kindOf(access)}_operation`, { operation: name });
      expect(text).toMatch(/^SWITCHED_OFF: /);
      expect(text).toBe(await one.refusal(name));
    }
    expect(front.requests).toEqual([]);
  });
});

describe('an operation that does not exist', () => {
  it.each([
    ['delete_tsk', 'call_delete_operation', /Similar tools: .*delete_task/],
    ['__proto__', 'call_read_operation', /There is no operation "__proto__"/],
    ['find_operations', 'call_read_operation', /There is no operation "find_operations"/],
    ['call_read_operation', 'call_read_operation', /There is no operation "call_read_operation"/],
    ['удалить задачу', 'call_delete_operation', /Similar tools: .*delete_task/],
  ])('%s is refused with the nearest names', async (operation, caller, sentence) => {
    const text = await client.refusal(caller, { operation });
    expect(text).toMatch(/^UNKNOWN_OPERATION: /);
    expect(text).toMatch(sentence);
    expect(await client.refusal('describe_operation', { operation })).toMatch(/^UNKNOWN_OPERATION: /);
  });

  it.each([
    ['call_read_operation', {}, /operation is missing/],
    ['call_read_operation', { operation: 'get_task', arguments: 7 }, /arguments: should be an object/],
    [
      'call_read_operation',
      { operation: 'get_task', arguments: { id: 'x' }, id: task },
      /Unknown argument "id" \(it belongs in arguments\)/,
    ],
    ['find_operations', {}, /query is missing/],
    ['find_operations', { query: 'x'.repeat(501) }, /query: should be at most 500/],
  ])('%s %j is refused with the reason', async (name, args, sentence) => {
    const text = await client.refusal(name, args);
    expect(text).toMatch(/^INVALID_ARGUMENTS: /);
    expect(text).toMatch(sentence);
  });
});

describe('a workflow', () => {
  it('can be called through the callers if its own tool is not listed', async () => {
    const one = await connect({ args: ['--toolsets', 'tasks'] });
    const { tools } = await one.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('who_am_i');
    const result = await one.callTool('call_read_operation', { operation: 'who_am_i' });
    expect(textOf(result)).toContain('admin');
    for (const { name, output } of workflows) {
      const described = JSON.parse(textOf(await one.callTool('describe_operation', { operation: name })));
      expect(described).toMatchObject({ name, ...(output && { answers: { type: 'object' } }) });
    }
  });
});

describe('the hints of the ways to everything else', () => {
  it('are as safe as the worst that may go through them', async () => {
    const { tools } = await client.listTools();
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
    expect(hints.find_operations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(hints.describe_operation).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(hints.call_read_operation).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(hints.call_write_operation).toMatchObject({
      readOnlyHint: false,
      destructiveHint: true,
    });
    expect(hints.call_delete_operation).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  });
});
