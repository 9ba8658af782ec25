import { readFileSync } from 'node:fs';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workflows } from '../../../src/workflows/index.ts';
import { catalogue } from '../../../tools/index.ts';
import { arrangement } from '../../../tools/toolsets.ts';
import {
  clientKinds,
  startService,
  type TestClient,
  type TestService,
} from '../../support/clients/harness.ts';
import { runsOnce } from '../../support/clients/once.ts';
import { run } from '../../support/clients/process.ts';

const operations = catalogue.flatMap((area) => area.operations.map(({ name }) => name));
const lookupNames = workflows.map(({ name }) => name);
const ways = [
  'find_operations',
  'describe_operation',
  'call_read_operation',
  'call_write_operation',
  'call_delete_operation',
];
const ofAreas = (...ids: string[]) =>
  catalogue.filter(({ id }) => ids.includes(id)).flatMap((area) => area.operations.map(({ name }) => name));
const daily = operations.filter((name) => arrangement.everyday.includes(name));

let service: TestService;
const clients: TestClient[] = [];
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await service?.close();
});

async function connect(args: readonly string[], env = {}): Promise<TestClient> {
  const client = await service.connectAs('anna', { args, env: { CASEBRIDGE_SURFACE: '', ...env } });
  clients.push(client);
  return client;
}
const namesOf = async (client: TestClient) => (await client.listTools()).tools.map(({ name }) => name);
const listOf = async (args: readonly string[], env = {}) => namesOf(await connect(args, env));

/**
 * Returns the names without the first older versions of operations beyond 128 tools, because some assistants
 * accept no more tools.
 */
function withinLimit(names: readonly string[]): string[] {
  const older = names.filter((name) => /_v\d+$/.test(name)).slice(0, Math.max(0, names.length - 128));
  return names.filter((name) => !older.includes(name));
}

describe('the everyday surface', () => {
  it('is listed by default: workflows, daily operations and tools that reach all others', async () => {
    const client = await connect([]);
    expect(await namesOf(client)).toEqual([...lookupNames, ...daily, ...ways]);
    expect(daily.length).toBe(arrangement.everyday.length);
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThanOrEqual(20);
    expect(tools.length).toBeLessThanOrEqual(30);
    expect(countTokens(JSON.stringify({ tools }))).toBeLessThanOrEqual(6_000);
  });

  it('has the newest version of each operation', () => {
    expect(arrangement.everyday.filter((name) => /_v\d/.test(name))).toEqual([]);
  });

  it.each(clientKinds)('is the same bytes each time for a %s client, and for the next one', async (kind) => {
    const [one, two] = await Promise.all([0, 1].map(() => service.connectAs('anna', { kind })));
    clients.push(one as TestClient, two as TestClient);
    const first = JSON.stringify((await one?.listTools())?.tools);
    expect(JSON.stringify((await one?.listTools())?.tools)).toBe(first);
    expect(JSON.stringify((await two?.listTools())?.tools)).toBe(first);
  });
});

describe('the surface all', () => {
  it.each([
    ['by flag', ['--surface', 'all'], {}],
    ['by variable', [], { CASEBRIDGE_SURFACE: 'all' }],
  ])('lists every operation as its own tool and the lookups, %s', async (_, args, env) => {
    const { tools } = await (await connect(args, env)).listTools();
    expect(tools.map(({ name }) => name)).toEqual(withinLimit([...lookupNames, ...operations]));
    const tokens = tools.map((tool) => countTokens(JSON.stringify(tool)));
    expect(tokens.reduce((sum, count) => sum + count) / tools.length).toBeLessThanOrEqual(150);
    expect(tools.filter((_, index) => Number(tokens[index]) > 500).map(({ name }) => name)).toEqual([]);
  });
});

describe('prepared lists', () => {
  it.each(['everyday', 'all'])('of %s are equal to newly generated ones', async (surface) => {
    const prepared = JSON.parse(
      readFileSync(new URL(`../../../dist/lists/${surface}.en.json`, import.meta.url), 'utf8'),
    );
    // The option adds a tool that is listed anyway. It prevents the server from using the prepared list.
    const client = await connect(['--surface', surface, '--tools', 'get_object'], {
      CASEBRIDGE_FETCH_HOSTS: '',
    });
    expect((await client.listTools()).tools).toEqual(prepared);
  });
});

describe('--toolsets', () => {
  it.each<[string, readonly string[]]>([
    ['tasks', [...ofAreas('tasks'), ...ways]],
    ['cases,tasks', [...ofAreas('objects', 'related-objects', 'tasks'), ...ways]],
    [' tasks , cases,tasks', [...ofAreas('objects', 'related-objects', 'tasks'), ...ways]],
    ['lookups', [...lookupNames, ...ways]],
    ['users,lookups', [...lookupNames, ...ofAreas('users'), ...ways]],
  ])(
    '%s lists these groups in the order of all lists, and the way to everything else',
    async (toolsets, expected) => {
      expect(await listOf(['--toolsets', toolsets])).toEqual(expected);
    },
  );

  it('win over a surface', async () => {
    expect(await listOf(['--toolsets', 'calls', '--surface', 'all'])).toEqual([...ofAreas('calls'), ...ways]);
  });

  it('hold every area once', () => {
    const areas = Object.values(arrangement.toolsets).flat();
    expect([...areas].sort()).toEqual(catalogue.map(({ id }) => id).sort());
  });
});

describe('--tools', () => {
  it('lists a tool in addition to the surface, in its usual position', async () => {
    const names = await listOf(['--tools', 'delete_task,get_task']);
    const expected = operations.filter((name) => daily.includes(name) || /^(delete|get)_task$/.test(name));
    expect(names).toEqual([...lookupNames, ...expected, ...ways]);
  });

  it('lists the tools that reach all others in addition to all operations if they are named', async () => {
    const names = await listOf(['--surface', 'all', '--tools', 'find_operations']);
    const every = [...lookupNames, ...operations, 'find_operations'];
    expect(names).toEqual(withinLimit(every));
  });

  it('removes a tool: it is neither listed nor callable, even if another setting names it', async () => {
    const client = await connect(['--tools=-get_task,-find_case,get_task', '--surface', 'all']);
    const names = await namesOf(client);
    expect(names).not.toContain('get_task');
    expect(names).not.toContain('find_case');
    const off =
      /^SWITCHED_OFF: The operator has switched off get_task\. Nothing was done\. .*CASEBRIDGE_TOOLS\.$/;
    expect(await client.refusal('get_task', {})).toMatch(off);
    expect(await client.refusal('call_read_operation', { operation: 'get_task' })).toMatch(off);
    expect(await client.refusal('find_case', {})).toMatch(/^SWITCHED_OFF: .*find_case/);
    const found = await client.callTool('find_operations', { query: 'get task' });
    expect(found.content[0]?.text).not.toMatch(/^get_task /m);
    expect(found.content[0]?.text).toContain('Switched off here: get_task');
  });

  it('takes away the way to everything else, too', async () => {
    const client = await connect(['--tools=-call_delete_operation']);
    expect(await namesOf(client)).not.toContain('call_delete_operation');
    expect(await client.refusal('call_delete_operation', { operation: 'delete_task' })).toMatch(
      /^SWITCHED_OFF/,
    );
  });

  it.runIf(runsOnce())('taken away is also missing for lookups and on the command line', async () => {
    const call = await run(['call', 'list_folders', '--tools=-list_folders'], service.environment('anna'));
    expect(call).toMatchObject({ code: 1, stdout: '' });
    expect(call.stderr).toMatch(/^SWITCHED_OFF: .*list_folders/);
  });
});

describe('--read-only', () => {
  it('lists reading tools and no tools that reach others', async () => {
    const names = await listOf(['--read-only']);
    expect(names.filter((name) => ways.includes(name))).toEqual([
      'find_operations',
      'describe_operation',
      'call_read_operation',
    ]);
    expect(names).toContain('get_object');
    expect(names).not.toContain('create_task');
  });
});

describe.runIf(runsOnce())('an unknown word', () => {
  it.each<[string[], RegExp]>([
    [['--surface', 'some'], /CASEBRIDGE_SURFACE \("some"\) should be everyday or all\./],
    [
      ['--toolsets', 'tasks,chores'],
      /CASEBRIDGE_TOOLSETS: there is no toolset "chores"; available: lookups, cases,/,
    ],
    [
      ['--tools', 'get_tusk'],
      /CASEBRIDGE_TOOLS: there is no tool "get_tusk": casebridge tools lists all names\./,
    ],
    [['--tools=-get_tusk'], /there is no tool "get_tusk"/],
  ])('%j is refused in one sentence with the known words', async (args, sentence) => {
    const { code, stderr, stdout } = await run(args, service.environment('anna'));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(sentence);
    expect(stderr.trim().split('\n').length).toBe(1);
  });
});
