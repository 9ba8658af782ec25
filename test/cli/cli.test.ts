import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shippedToolbox } from '../../src/catalogue.ts';
import { toolText } from '../../src/commands/call/tool-text.ts';
import { settings } from '../../src/config/settings.ts';
import { metaTools } from '../../src/mcp/tools/meta-tools.ts';
import { workflows } from '../../src/workflows/index.ts';
import { catalogue } from '../../tools/index.ts';
import { arrangement } from '../../tools/toolsets.ts';
import { startService, type TestService } from '../support/clients/harness.ts';
import { run, serverPath, startProcess } from '../support/clients/process.ts';
import { environmentOf, expectDiscreet, reset, startUpstream } from '../support/servers/upstream.ts';

/** The bin as a person meets it in a shell. */

let service: TestService;
let anna: Record<string, string>;
beforeAll(async () => {
  service = await startService();
  anna = service.environment('anna');
});
afterAll(() => service.close());

const names = catalogue.flatMap((area) => area.operations).map((operation) => operation.name);
const version = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;

/** One sentence on stderr, nothing on stdout, exit code 2. */
async function expectUsageError(
  args: string[],
  env: Record<string, string>,
  sentence: RegExp,
): Promise<string> {
  const { code, stdout, stderr } = await run(args, env);
  expect(stderr).toMatch(sentence);
  expect(stderr).toMatch(/^casebridge: [^\n]+\.\n$/);
  expect(stderr).not.toMatch(/\n\s+at |node:internal|Error:/);
  expect([code, stdout]).toEqual([2, '']);
  return stderr;
}

describe('casebridge without its settings', () => {
  const login = { CASEBRIDGE_LOGIN: 'anna', CASEBRIDGE_PASSWORD: 'canary' };
  const url = { CASEBRIDGE_URL: 'https://cases.invalid' };

  it.each<[string, Record<string, string>, RegExp]>([
    ['the address is missing', {}, /CASEBRIDGE_URL is missing/],
    ['the address is missing beside a login', login, /CASEBRIDGE_URL is missing/],
    ['nothing says how to sign in', url, /CASEBRIDGE_LOGIN and CASEBRIDGE_PASSWORD/],
    ['the password is missing', { ...url, CASEBRIDGE_LOGIN: 'anna' }, /CASEBRIDGE_PASSWORD is missing/],
    ['the login is missing', { ...url, CASEBRIDGE_PASSWORD: 'canary' }, /CASEBRIDGE_LOGIN is missing/],
    [
      'two ways to sign in are set',
      { ...url, ...login, CASEBRIDGE_SSO_TOKEN: 'canary' },
      /Two ways to sign in/,
    ],
    ['the address is no address', { ...login, CASEBRIDGE_URL: 'cases' }, /CASEBRIDGE_URL \("cases"\)/],
    [
      'the address is http on another machine',
      { ...login, CASEBRIDGE_URL: 'http://cases.invalid' },
      /CASEBRIDGE_URL .*CASEBRIDGE_ALLOW_HTTP=true/,
    ],
    [
      'the address holds a user',
      { ...login, CASEBRIDGE_URL: 'https://a:canary@x.invalid' },
      /CASEBRIDGE_URL/,
    ],
    [
      'the address holds the path of the API',
      { ...login, CASEBRIDGE_URL: 'https://cases.invalid/office/api/v2/' },
      /CASEBRIDGE_URL should end before "\/office\/api\/v2\/"/,
    ],
    ['a variable is none', { ...url, ...login, CASEBRIDGE_READONLY: 'true' }, /CASEBRIDGE_READ_ONLY\?/],
    [
      'the password file cannot be read',
      { ...url, CASEBRIDGE_LOGIN: 'anna', CASEBRIDGE_PASSWORD_FILE: '/nowhere/canary' },
      /CASEBRIDGE_PASSWORD_FILE/,
    ],
    ['a number is none', { ...url, ...login, CASEBRIDGE_TIMEOUT: 'long' }, /CASEBRIDGE_TIMEOUT/],
    [
      'a field is not presumed',
      { ...url, ...login, CASEBRIDGE_FIELD_NAMES: 'Nonsense=x' },
      /CASEBRIDGE_FIELD_NAMES/,
    ],
  ])('names the variable and ends with 2 when %s', async (_what, env, sentence) => {
    expect(await expectUsageError([], env, sentence)).not.toContain('canary');
  });
});

describe('a wrong command line', () => {
  it.each<[string[], RegExp]>([
    [['serve'], /no command "serve".*casebridge --help/],
    [['tolls'], /no command "tolls" \(did you mean tools\?\)/],
    [['help', 'cal'], /no command or tool "cal" \(did you mean call\?\)/],
    [['http', '--json'], /no flag --json/],
    [['sandbox', '--port', '80'], /casebridge sandbox has no use for --port/],
    [['__proto__'], /no command "__proto__"/],
    [['--colour'], /--colour.*casebridge --help/],
    [['--password', 'x'], /--password.*casebridge --help/],
    [['call'], /needs the name of a tool.*casebridge tools/],
    [['call', 'get_nothing'], /no tool "get_nothing".*casebridge tools/],
    [['call', 'list_folders', 'Name'], /"Name" is no key=value/],
    [['call', 'list_folders', '--json', '{'], /--json is no valid JSON/],
    [['call', 'list_folders', 'Name=a', '--json', '{}'], /either as key=value or with --json/],
    [['sandbox', 'seven'], /"seven" is no port/],
    [['sandbox', '70000'], /"70000" is no port/],
    [['sandbox', '--profile', 'best'], /no profile "best": .*described/],
    [['call', 'who_am_i', '--sandbox', '--sandbox-profile', 'best'], /no profile "best": .*described/],
  ])('%j is one sentence, and the exit code is 2', async (args, sentence) => {
    await expectUsageError(args, anna, sentence);
  });
});

describe('casebridge --help', () => {
  it.each(['--help', '-h'])('by %s lists every command and setting on stdout', async (flag) => {
    const { code, stdout, stderr } = await run([flag]);
    expect([code, stderr]).toEqual([0, '']);
    for (const word of ['casebridge tools', 'casebridge call', 'casebridge sandbox'])
      expect(stdout).toContain(word);
    for (const setting of Object.values(settings)) expect(stdout).toContain(setting.env);
    expect(stdout).toMatch(/Exit codes/);
  });

  it.each([
    ['--help'],
    ['help'],
    ['help call'],
    ['sandbox --help'],
    ['help settings'],
    ['call create_task --help'],
  ])('keeps `casebridge %s` to the width of a terminal', async (words) => {
    const { code, stdout } = await run(words.split(' '));
    expect(code).toBe(0);
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it('breaks every explanation of a tool at words, however wide the terminal', async () => {
    for (const tool of (await shippedToolbox().tools()).values())
      for (const width of [50, 80, 120]) {
        const text = toolText(tool, width).split('\nExample')[0] ?? '';
        const long = text.split('\n').filter((line) => line.length > width && /\S \S/.test(line.trim()));
        expect([tool.definition.name, long]).toEqual([tool.definition.name, []]);
      }
  });

  it('says what holds without a setting', async () => {
    expect((await run(['help', 'settings'])).stdout).toMatch(/--timeout …, CASEBRIDGE_TIMEOUT\n.*\[60\]/);
  });

  it('is about the command where one is named', async () => {
    const { stdout } = await run(['help', 'call']);
    expect((await run(['call', '--help'])).stdout).toBe(stdout);
    expect(stdout).toContain('--output FILE');
    expect(stdout).not.toContain('casebridge sandbox');
  });

  it('needs no right settings', async () => {
    expect((await run(['tools', '--help'], { CASEBRIDGE_TIMEOUT: 'long' })).code).toBe(0);
  });
});

describe('casebridge --version', () => {
  it.each(['--version', '-v'])('by %s is the version of the package alone', async (flag) => {
    expect(await run([flag])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
  });
});

/** Without hosts there is nothing to fetch from, and no tool for it. */
const everything = { CASEBRIDGE_FETCH_HOSTS: 'files.example.com' };

describe('casebridge tools', () => {
  it('lists every tool on a line of its own, without any setting', async () => {
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
  ])('lists by %j what has to do with it', async (args, there, notThere) => {
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

describe('casebridge call', () => {
  it('prints the JSON of the service, ready for another program', async () => {
    const { code, stdout, stderr } = await run(['call', 'search_cases', 'Name=Smith', 'PageSize=2'], anna);
    expect([code, stderr]).toEqual([0, '']);
    const page = JSON.parse(stdout);
    expect(page.Items.length).toBe(1);
    expect(page.Items[0].Name).toContain('Smith');
  });

  it('takes the arguments as JSON too, and both ways mean the same', async () => {
    const pairs = await run(['call', 'list_folders', 'Name=a=b', 'Page=1'], anna);
    const asJson = await run(['call', 'list_folders', '--json', '{"Name":"a=b","Page":1}'], anna);
    expect(asJson.code).toBe(0);
    expect(asJson.stdout).toBe(pairs.stdout);
  });

  it('needs nothing but --sandbox to try it', async () => {
    const { code, stdout } = await run(['call', 'list_cases', 'PageSize=2', '--sandbox']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).Items.length).toBe(2);
  });

  it('writes a file to stdout as it is, and nothing else', async () => {
    const listed = await run(['call', 'list_documents', 'EntityKind=File', 'PageSize=1'], anna);
    const docID = JSON.parse(listed.stdout).Items[0].Id;
    const { code, stdout, stderr } = await run(['call', 'download_document_pdf', `docID=${docID}`], anna);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^%PDF-[\s\S]*%%EOF\n?$/);
  });

  it('ends with 2 where the arguments are wrong, and says which', async () => {
    const { code, stdout, stderr } = await run(['call', 'download_file', 'id=Smith'], anna);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      /^INVALID_ARGUMENTS: Nothing was sent\. id: should be an id \(UUID\), not "Smith"/,
    );
  });

  it('ends with 1 where the service refuses, and says why', async () => {
    const args = ['call', 'get_object', 'id=00000000-0000-4000-8000-000000000000'];
    const { code, stdout, stderr } = await run(args, anna);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^API_ERROR 404: /);
    expectDiscreet(stderr);
  });

  it('ends with 1 where the sign-in is refused', async () => {
    const { code, stderr } = await run(['call', 'list_folders'], {
      ...anna,
      CASEBRIDGE_PASSWORD: 'canary-x',
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^SIGN_IN_FAILED: /);
    expectDiscreet(stderr);
  });

  it('ends with 1 where the connection breaks', async () => {
    const upstream = await startUpstream({ call: reset });
    try {
      const { code, stdout, stderr } = await run(['call', 'list_folders'], environmentOf(upstream.url));
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^UNREACHABLE: /m);
      expectDiscreet(stderr);
    } finally {
      await upstream.close();
    }
  });
});

describe('a reader that has had enough', () => {
  it.each([[['--help']], [['tools']], [['tools', '--json']], [['call', 'list_cases', '--sandbox']]])(
    'ends %j quietly',
    async (args) => {
      const started = startProcess(args);
      started.child.stdout.destroy();
      expect(await started.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
    },
  );

  it('of errors changes nothing about how the command ends', async () => {
    const started = startProcess(['tools', '--colour']);
    started.child.stderr.destroy();
    expect(await started.ended).toMatchObject({ code: 2, signal: null, stdout: '' });
  });
});

describe('an error of the program itself', () => {
  const broken = {
    NODE_OPTIONS:
      "--import=data:text/javascript,String.prototype.padEnd=()=>{throw(new(TypeError)('canary-words'))}",
  };

  it('is named with its place in the sources, and what to do to learn more', async () => {
    const { code, stderr } = await run(['tools'], broken);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^casebridge: stopped by an internal error \(TypeError at [\w-]+\.ts:\d+:\d+\); with --log-level debug it says more\.\n$/,
    );
  });

  it('has its message at the debug level, without secrets', async () => {
    const env = { ...broken, CASEBRIDGE_PASSWORD: 'canary' };
    const { code, stderr } = await run(['tools', '--log-level', 'debug'], env);
    expect(code).toBe(1);
    expect(stderr).toContain('TypeError: [secret]-words');
    expect(stderr).toMatch(/\n\s+at /);
  });
});

describe('output that cannot be kept', () => {
  it('is said, and is no success', () => {
    const full = openSync('/dev/full', 'w');
    try {
      const stdio = ['ignore', full, 'pipe'] as const;
      const ended = spawnSync(process.execPath, [serverPath, '--help'], {
        stdio: [...stdio],
        encoding: 'utf8',
      });
      expect(ended.stderr).toBe('casebridge: the output was lost (ENOSPC).\n');
      expect(ended.status).toBe(1);
    } finally {
      closeSync(full);
    }
  });
});

describe('casebridge sandbox', () => {
  it('runs the embedded service alone, says how to use it, and ends cleanly when it is stopped', async () => {
    const sandbox = startProcess(['sandbox']);
    try {
      const [, url = '', login = '', password = ''] = await sandbox.says(
        /CASEBRIDGE_URL=(http:\S+) CASEBRIDGE_LOGIN=(\S+) CASEBRIDGE_PASSWORD=(\S+) casebridge\n/,
      );
      const env = { CASEBRIDGE_URL: url, CASEBRIDGE_LOGIN: login, CASEBRIDGE_PASSWORD: password };
      const { code, stdout } = await run(['call', 'list_cases', 'PageSize=1'], env);
      expect([code, JSON.parse(stdout).Items.length]).toEqual([0, 1]);
      sandbox.child.kill('SIGTERM');
      expect(await sandbox.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
    } finally {
      await sandbox.close();
    }
  });

  it('lists the kinds of deployment that it plays', async () => {
    const { code, stdout } = await run(['sandbox', '--profile', 'list']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^described\b.*\n {4}\S/m);
  });

  it('lists the faults that it can make, and an example that works', async () => {
    const { code, stdout } = await run(['sandbox', '--faults', 'list']);
    expect(code).toBe(0);
    for (const kind of ['latency', 'status', 'drop', 'truncated', 'drip', 'stall', 'flood', 'restart'])
      expect(stdout).toContain(`"kind": "${kind}"`);
    const [, rules = ''] = /--faults '(.*)'/.exec(stdout) ?? [];
    const sandbox = startProcess(['sandbox', '--faults', rules]);
    try {
      await sandbox.says(/runs at/);
    } finally {
      await sandbox.close();
    }
  });

  it('says so when its port is taken', async () => {
    await expectUsageError(
      ['sandbox', new URL(service.url).port],
      {},
      /Port \d+ is taken: end what listens there, or choose another one\./,
    );
  });
});
