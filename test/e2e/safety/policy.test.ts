import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OperationClass } from '../../../src/contract/operations/effects.ts';
import { classesOf } from '../../../src/mcp/guards/policy.ts';
import { workflows } from '../../../src/workflows/index.ts';
import { catalogue } from '../../../tools/index.ts';
import { createUser } from '../../support/clients/asked.ts';
import {
  type ConnectOptions,
  startService,
  type TestClient,
  type TestService,
} from '../../support/clients/harness.ts';
import { runsOnce } from '../../support/clients/once.ts';
import { run } from '../../support/clients/process.ts';
import { sampleOf } from '../../support/risky.ts';
import { sampleIds } from '../../support/sample-ids.ts';
import { type Front, startFront } from '../../support/servers/front.ts';

const lookupNames = workflows.map(({ name }) => name);
const operations = catalogue.flatMap((area) => area.operations);
/** Tools that are called with arguments. All others are called without arguments, whether or not they require some. */
const withIds = ['notify_user', 'delete_task'];
const task = sampleIds.prepareBundle;
let service: TestService;
let front: Front;
const clients: TestClient[] = [];
beforeAll(async () => {
  service = await startService();
  front = await startFront(service.url, () => undefined);
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await front?.close();
  await service?.close();
});

async function connect(args: readonly string[], options: ConnectOptions = {}): Promise<TestClient> {
  const env = { CASEBRIDGE_URL: front.url, CASEBRIDGE_CONFIRM: '', ...options.env };
  const client = await service.connectAs('admin', { ...options, args, env });
  clients.push(client);
  return client;
}

describe.each<[string, readonly string[], readonly OperationClass[]]>([
  ['--read-only', ['--read-only'], ['read']],
  ['--read-only beside a wider --allow', ['--read-only', '--allow', 'read,delete,admin'], ['read']],
  ['--allow read,create', ['--allow', 'read,create'], ['read', 'create']],
  ['--allow read,update,admin', ['--allow', 'read, update, admin'], ['read', 'update', 'admin']],
  ['--allow update', ['--allow', 'update'], ['update']],
])('%s', (_, args, allowed) => {
  const isAllowed = (operation: (typeof operations)[number]) =>
    classesOf(operation).every((name) => allowed.includes(name));
  const shown = operations.filter(isAllowed).map(({ name }) => name);
  const hidden = operations.filter((operation) => !isAllowed(operation));
  let client: TestClient;
  beforeAll(async () => {
    client = await connect(args);
  });

  it('offers exactly the tools of these classes, in the same words each time [FLT-30]', async () => {
    const { tools } = await client.listTools();
    const listed = tools.map(({ name }) => name).filter((name) => !lookupNames.includes(name));
    expect(listed).toEqual(shown);
    const first = JSON.stringify(tools);
    for (let round = 0; round < 5; round += 1)
      expect(JSON.stringify((await client.listTools()).tools)).toBe(first);
  });

  it('refers to no schema of a tool that is not offered', async () => {
    const text = JSON.stringify((await client.listTools()).tools);
    const references = [...text.matchAll(/As in (\w+)/g)].map(([, name]) => name);
    expect(references.filter((name) => !shown.includes(name ?? ''))).toEqual([]);
  });

  it('refuses every other tool by name, with any arguments, and sends nothing [FLT-30]', async () => {
    front.requests.length = 0;
    const args = { ...sampleOf('notify_user').args('') };
    for (const operation of hidden) {
      const text = await client.refusal(operation.name, withIds.includes(operation.name) ? args : {});
      expect(text).toMatch(
        /^SWITCHED_OFF: The operator has switched off \w+ tools.*Nothing was done\. .*CASEBRIDGE_(ALLOW|READ_ONLY)\.$/,
      );
    }
    expect(hidden.length).toBeGreaterThan(20);
    expect(front.requests).toEqual([]);
  });
});

describe('a confirmation', () => {
  it('is requested before creating if the operator says so, and no longer before deleting', async () => {
    const user = createUser('declines');
    const client = await connect(['--confirm', 'create'], { user, own: true });
    expect(await client.refusal('create_document', { Name: 'Letter' })).toMatch(/^DECLINED/);
    expect(user.questions).toHaveLength(1);
    expect(user.questions[0]).toBe('Create a document?\nName: "Letter"');
    await client.call('delete_task', { id: task });
    expect(user.questions).toHaveLength(1);
    await vi.waitFor(() =>
      expect(client.stderr()).toContain(
        'Tools of the classes delete, outbound, admin run without confirmation by a person',
      ),
    );
    service.reset();
  });

  it.each<[string, readonly string[], string]>([
    ['none', ['--confirm', 'none'], 'delete, outbound, admin'],
    ['admin', ['--confirm', 'admin'], 'delete, outbound'],
    ['none of what is allowed', ['--confirm', 'none', '--allow', 'read,delete'], 'delete'],
  ])('with weaker settings than the default causes a warning: %s', async (_name, args, missing) => {
    const client = await connect(args, { own: true });
    await client.listTools();
    await vi.waitFor(() =>
      expect(client.stderr()).toContain(
        `Tools of the classes ${missing} run without confirmation by a person`,
      ),
    );
  });

  it('that is asked for as by default, or not needed at all, is not mentioned', async () => {
    for (const args of [
      [],
      ['--confirm', 'delete,outbound,admin,create'],
      ['--confirm', 'none', '--read-only'],
    ]) {
      const client = await connect(args, { own: true });
      await client.listTools();
      expect(client.stderr()).toBe('');
    }
  });
});

describe.runIf(runsOnce())('a wrong class', () => {
  it.each([
    ['--allow', 'read,write'],
    ['--allow', 'none'],
    ['--allow', ''],
    ['--confirm', 'deletes'],
    ['--confirm', 'none,delete'],
    ['--confirm', 'Delete'],
  ])('%s %j is one sentence, and the exit code is 2', async (flag, value) => {
    const ended = await run([flag, value], service.environment('admin'));
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(
      /^casebridge: CASEBRIDGE_(ALLOW|CONFIRM) .*, but accepts only read, create, [^\n]*\n$/,
    );
  });
});

describe('token tools', () => {
  const tools = ['get_token', 'get_short_lived_token'];

  it('answer no token by default', async () => {
    const client = await connect([], { own: true });
    for (const tool of tools)
      expect(Object.keys(await client.call(tool)).sort()).toEqual(['expires_at', 'expires_in', 'token_type']);
    expect(client.stderr()).toBe('');
  });

  it('return working tokens if the operator allows it, which causes a warning', async () => {
    const client = await connect(['--hand-out-tokens'], { own: true });
    await client.call('get_token');
    const { access_token } = await client.call('get_short_lived_token');
    const headers = { authorization: `Bearer ${access_token}` };
    expect((await fetch(`${service.url}/api/v2/folders`, { headers })).status).toBe(200);
    await vi.waitFor(() =>
      expect(client.stderr()).toContain(
        'Token tools return the tokens themselves, so the assistant sees them (CASEBRIDGE_HAND_OUT_TOKENS)',
      ),
    );
  });
});

describe.runIf(runsOnce())('the command line', () => {
  const call = (...args: string[]) =>
    run(['call', ...args], { ...service.environment('admin'), CASEBRIDGE_CONFIRM: '' });

  it('does not ask, because a person typed the command', async () => {
    expect(await call('delete_task', `id=${task}`)).toMatchObject({
      ...{ code: 0, stdout: 'Done.\n' },
      stderr: expect.stringMatching(/^In words:\nTask "Prepare bundle".*: deleted\. Read back.*\n$/),
    });
    service.reset();
  });

  it("respects the operator's restrictions", async () => {
    const { code, stderr, stdout } = await call('delete_task', `id=${task}`, '--read-only');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^SWITCHED_OFF: .*delete tools/);
    const client = await connect([]);
    expect((await client.call('get_task', { id: task })).Name).toBe('Prepare bundle');
  });
});
