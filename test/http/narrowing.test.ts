import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestSelectionOf } from '../../src/mcp/tools/request-selection.ts';
import { mergeSelections, type ToolSelection } from '../../src/mcp/tools/tool-selection.ts';
import {
  clientKinds,
  connectTo,
  type RunningServer,
  startHttpServer,
  startService,
  type TestClient,
  type TestService,
} from '../support/clients/harness.ts';
import { modernRequest } from '../support/clients/raw-http.ts';

let service: TestService;
let server: RunningServer;
const clients: TestClient[] = [];
beforeAll(async () => {
  service = await startService();
  const env = { ...service.environment('anna'), CASEBRIDGE_SURFACE: '', CASEBRIDGE_TOOLS: '-delete_task' };
  server = await startHttpServer({ args: ['--single-user'], env });
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await server?.close();
  await service?.close();
});

const list = async (headers: Record<string, string> = {}) => {
  const { message } = await modernRequest(server.url, 'tools/list', {}, { headers });
  return message.result.tools.map(({ name }: { name: string }) => name) as string[];
};
const call = async (name: string, args: object, headers: Record<string, string> = {}) =>
  (await modernRequest(server.url, 'tools/call', { name, arguments: args }, { headers })).message;

describe('a request over HTTP', () => {
  it('gets the operator’s list if it selects nothing', async () => {
    const names = await list();
    expect(names).toContain('find_case');
    expect(names).not.toContain('get_task');
  });

  it.each<[string, Record<string, string>, string[], string[]]>([
    ['the surface', { 'x-casebridge-surface': 'all' }, ['get_task'], ['find_operations', 'delete_task']],
    ['toolsets', { 'x-casebridge-toolsets': 'users' }, ['list_users', 'find_operations'], ['find_case']],
    ['single tools', { 'x-casebridge-tools': 'get_task,-find_case' }, ['get_task'], ['find_case']],
    ['reading alone', { 'x-casebridge-read-only': 'true' }, ['query_records'], ['create_task']],
    ['a tool that the operator took away', { 'x-casebridge-tools': 'delete_task' }, [], ['delete_task']],
  ])('chooses %s by header, for itself alone', async (_, headers, shown, hidden) => {
    const names = await list(headers);
    expect(names).toEqual(expect.arrayContaining(shown));
    expect(names.filter((name) => hidden.includes(name))).toEqual([]);
    expect(await list(headers)).toEqual(names);
    expect(await list()).toContain('find_case');
  });

  it.each<[string, object, Record<string, string>, RegExp]>([
    [
      'create_task',
      {},
      { 'x-casebridge-read-only': '1' },
      /^SWITCHED_OFF: The settings of this connection exclude create/,
    ],
    [
      'call_write_operation',
      { operation: 'create_task' },
      { 'x-casebridge-read-only': 'true' },
      /^SWITCHED_OFF: The settings of this connection exclude /,
    ],
    [
      'list_tasks',
      {},
      { 'x-casebridge-tools': '-list_tasks' },
      /^SWITCHED_OFF: The settings of this connection exclude list_tasks\./,
    ],
    ['delete_task', {}, { 'x-casebridge-tools': 'delete_task' }, /^SWITCHED_OFF: The operator .*delete_task/],
    ['delete_task', {}, { 'x-casebridge-read-only': 'false' }, /^SWITCHED_OFF: The operator .*delete_task/],
    ['delete_task', {}, { 'x-casebridge-surface': 'all' }, /^SWITCHED_OFF: The operator .*delete_task/],
  ])('cannot call %s with %j and %j', async (name, args, headers, refusal) => {
    const { result } = await call(name, args, headers);
    expect(result.isError).toBe(true);
    expect(result.content[0].text).toMatch(refusal);
  });

  it('cannot read omitted records through a resource', async () => {
    const headers = {
      'x-casebridge-tools': '-get_object,-search_cases,-list_cases,-list_objects,-search_objects',
    };
    const { result } = await call('find_case', { query: 'Smith' });
    const [{ id }] = result.structuredContent.cases;
    const read = (more: Record<string, string> = {}) =>
      modernRequest(
        server.url,
        'resources/read',
        { uri: `case://${id}` },
        {
          headers: { 'mcp-name': `case://${id}`, ...more },
        },
      );
    const [free, narrowed] = [await read(), await read(headers)];
    const notRead = 'The case record: not read';
    expect(JSON.stringify(narrowed.message.result)).toContain(notRead);
    expect(JSON.stringify(free.message.result)).not.toContain(notRead);
  });

  it.each<[Record<string, string>, RegExp]>([
    [{ 'x-casebridge-surface': 'some' }, /surface "some" is unknown; available: everyday, all/],
    [{ 'x-casebridge-toolsets': 'chores' }, /there is no toolset "chores"; available: lookups, cases/],
    [{ 'x-casebridge-tools': '-get_tusk' }, /there is no tool "get_tusk"/],
    [{ 'x-casebridge-read-only': 'maybe' }, /read_only "maybe" is unknown; available:/],
  ])('for an unknown toolset or tool is refused: %j', async (headers, sentence) => {
    for (const method of ['tools/list', 'tools/call'] as const) {
      const params = method === 'tools/call' ? { name: 'list_tasks', arguments: {} } : {};
      const { message } = await modernRequest(server.url, method, params, { headers });
      expect(message.error).toMatchObject({ code: -32602, message: expect.stringMatching(sentence) });
    }
  });
});

describe.each(clientKinds)('a %s client', (kind) => {
  it('chooses by the address that it connects to', async () => {
    const client = await connectTo(`${server.url}?read_only&toolsets=tasks&tools=-get_task`, { kind });
    clients.push(client);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain('list_tasks');
    expect(names).not.toContain('get_task');
    expect(names).not.toContain('create_task');
    expect(await client.refusal('create_task', {})).toMatch(
      /^SWITCHED_OFF: The settings of this connection exclude /,
    );
    expect(await client.refusal('get_task', {})).toMatch(
      /^SWITCHED_OFF: The settings of this connection exclude /,
    );
  });
});

describe('a selection in a request', () => {
  const say = (headers: Record<string, string>, address = 'http://localhost/mcp') =>
    requestSelectionOf(new Headers(headers), address);

  it('is ignored if it names no tools', () => {
    expect(say({ authorization: 'Bearer x' }, 'http://localhost/mcp?session=1')).toBeUndefined();
  });

  it('combines header and URL; for a single value the header wins', () => {
    const headers = { 'X-Casebridge-Surface': 'all', 'X-Casebridge-Tools': '-get_task' };
    expect(say(headers, 'http://localhost/mcp?surface=everyday&tools=list_users&tools=-get_user')).toEqual({
      surface: 'all',
      toolsets: undefined,
      added: ['list_users'],
      removed: ['get_task', 'get_user'],
      readOnly: false,
    });
  });

  it('allows only reading if either of them says so', () => {
    const both = say({ 'X-Casebridge-Read-Only': 'false' }, 'http://localhost/mcp?read_only=true');
    expect(both).toMatchObject({ readOnly: true });
  });

  it('never restores tools that the operator has removed', () => {
    const operator: ToolSelection = { surface: 'all', added: [], removed: ['get_task'], readOnly: true };
    const request: ToolSelection = {
      surface: 'everyday',
      added: ['get_task'],
      removed: ['get_user'],
      readOnly: false,
    };
    expect(mergeSelections(operator, request)).toEqual({
      surface: 'everyday',
      toolsets: undefined,
      added: ['get_task'],
      removed: ['get_task', 'get_user'],
      readOnly: true,
    });
  });
});
