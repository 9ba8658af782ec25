import { describe, expect, it } from 'vitest';
import { metaTools } from '../../src/mcp/tools/meta-tools.ts';
import { workflows } from '../../src/workflows/index.ts';
import { catalogue } from '../../tools/index.ts';
import { arrangement } from '../../tools/toolsets.ts';
import { run } from '../support/clients/process.ts';

const names = catalogue.flatMap((area) => area.operations).map((operation) => operation.name);

/** The tool that fetches files is listed only if hosts are set. */
const everything = { CASEBRIDGE_FETCH_HOSTS: 'files.example.com' };

describe('casebridge tools', () => {
  it('lists every tool on a separate line, without any setting', async () => {
    const { code, stdout, stderr } = await run(['tools'], everything);
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout.trim().split('\n');
    const all = [
      ...workflows.map(({ name }) => name),
      ...names,
      ...metaTools.map(({ definition }) => definition.name),
    ];
    expect(lines.slice(0, -2).map((line) => line.split(' ')[0])).toEqual(all);
    const daily = arrangement.everyday.length + workflows.length + metaTools.length;
    expect(lines.filter((line) => line.includes(' * ')).length).toBe(daily);
    expect(lines.find((line) => line.startsWith('list_roles_in_case '))).toMatch(/ read +participants /);
    expect(lines.at(-1)).toBe(`${all.length} tools`);
  });

  it.each<[string[], string[], string[]]>([
    [['lookups'], ['agenda', 'find_case'], ['list_tasks', 'find_operations']],
    [['close', 'a', 'task'], ['update_task'], ['list_folders']],
    [['закрыть задачу'], ['update_task'], ['list_folders']],
    [['--read-only'], ['get_task', 'agenda'], ['create_task', 'open_case_intake', 'call_delete_operation']],
    [
      ['--toolsets', 'tasks'],
      ['list_tasks', 'find_operations'],
      ['list_cases', 'agenda'],
    ],
    [['--tools=-delete_case'], ['delete_object'], ['delete_case']],
    [['--surface', 'everyday'], ['agenda', 'find_operations'], ['get_token']],
  ])('lists tools related to %j', async (args, there, notThere) => {
    const { code, stdout } = await run(['tools', ...args]);
    expect(code).toBe(0);
    const listed = stdout.split('\n').map((line) => line.split(' ')[0]);
    expect(listed).toEqual(expect.arrayContaining(there));
    expect(listed.filter((name) => notThere.includes(name ?? ''))).toEqual([]);
  });

  it('explains the one that is named, as call NAME --help and help NAME do', async () => {
    const { code, stdout } = await run(['tools', 'search_cases']);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^search_cases: .*\n\n[\s\S]*\n {2}Name \(text\)\n[\s\S]*\nExample\n {2}casebridge call/,
    );
    expect((await run(['call', 'search_cases', '--help'])).stdout).toBe(stdout);
    expect((await run(['help', 'search_cases'])).stdout).toBe(stdout);
    const listed = JSON.parse((await run(['tools', 'search_cases', '--json'])).stdout);
    expect(listed.map(({ name }: { name: string }) => name)).toEqual(['search_cases']);
  });

  it('gives routes and complete schemas as JSON', async () => {
    const { code, stdout, stderr } = await run(['tools', '--json'], everything);
    expect([code, stderr]).toEqual([0, '']);
    const listed = JSON.parse(stdout);
    const operations = listed.filter((tool: { method?: string }) => tool.method);
    expect(operations.map((tool: { name: string }) => tool.name)).toEqual(names);
    expect(listed.length).toBe(names.length + workflows.length + metaTools.length);
    for (const tool of operations)
      expect(tool).toMatchObject({
        title: expect.any(String),
        area: expect.any(String),
        access: expect.stringMatching(/^(read|create|update|delete|action)$/),
        method: expect.stringMatching(/^(GET|POST|PUT|PATCH|DELETE)$/),
        description: expect.any(String),
        inputSchema: { type: 'object', additionalProperties: false },
      });
    const byName = Object.fromEntries(listed.map((tool: { name: string }) => [tool.name, tool]));
    expect(byName.get_mcp_settings.path).toBeNull();
    expect(byName.run_script.risk).toBe('admin');
    expect(byName.create_role_permission.aliases).toEqual(['POST /api/RolePermissions/CreateRolePermission']);
    expect(byName.list_folders.inputSchema.properties.PageSize.maximum).toBe(100);
  });
});
