import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assistants } from '../../src/assistants/table.ts';
import { shippedToolbox } from '../../src/catalogue.ts';
import { toolText } from '../../src/commands/call/tool-text.ts';
import { allSettings, readerTitles, sliceTitles } from '../../src/config/settings.ts';
import { startService, type TestService } from '../support/clients/harness.ts';
import { run, runProcess, serverPath, startProcess } from '../support/clients/process.ts';

/** Using the command in a shell. */

let service: TestService;
let anna: Record<string, string>;
beforeAll(async () => {
  service = await startService();
  anna = service.environment('anna');
});
afterAll(() => service.close());

/** Expects one sentence on stderr, nothing on stdout, and exit code 2. */
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
      /Two sign-in methods are set/,
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
    [['sandbox', '--port', '80'], /`casebridge sandbox` does not use --port/],
    [['__proto__'], /no command "__proto__"/],
    [['--colour'], /--colour.*casebridge --help/],
    [['--password', 'x'], /--password.*casebridge --help/],
    [['call'], /needs the name of a tool.*casebridge tools/],
    [['call', 'get_nothing'], /no tool "get_nothing".*casebridge tools/],
    [['call', 'list_folders', 'Name'], /"Name" is not key=value/],
    [['call', 'find_case', '{case:Smith}'], /is not a JSON object\. Windows shells drop quotation marks/],
    [['call', 'find_case', '{"case":"Smith"}', 'case=a'], /case is set 2 times/],
    [['call', 'list_folders', '--json', '{'], /--json is not valid JSON/],
    [['call', 'list_folders', 'Name=a', '--json', '{}'], /either as key=value or with --json/],
    [['sandbox', 'seven'], /"seven" is not a port/],
    [['sandbox', '70000'], /"70000" is not a port/],
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
    for (const setting of allSettings) expect(stdout).toContain(setting.env);
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

  it('states the defaults of settings', async () => {
    expect((await run(['help', 'settings'])).stdout).toMatch(/--timeout …, CASEBRIDGE_TIMEOUT\n.*\[60\]/);
  });

  it('shows settings by reader and subject, and with `http` those of the server', async () => {
    const every = (await run(['help', 'settings'])).stdout;
    const { stdout } = await run(['http', '--help']);
    for (const { en } of Object.values(readerTitles)) expect(every).toContain(`\n\n${en.toUpperCase()}\n`);
    for (const { en } of Object.values(sliceTitles)) expect(every).toContain(`\n\n${en}\n`);
    expect(stdout).toContain('--port …, CASEBRIDGE_PORT');
    expect(stdout).toContain('CASEBRIDGE_REDIS');
    expect(stdout).toContain('CASEBRIDGE_ISSUER');
    expect(stdout).not.toContain('CASEBRIDGE_ANSWER_TOKENS');
  });

  it('describes the command if one is given', async () => {
    const { stdout } = await run(['help', 'call']);
    expect((await run(['call', '--help'])).stdout).toBe(stdout);
    expect(stdout).toContain('--output FILE');
    expect(stdout).not.toContain('casebridge sandbox');
  });

  it('names the assistants that init knows, and every way to end', async () => {
    const { stdout } = await run(['init', '--help']);
    for (const { id } of assistants) expect(stdout.replace(/\s+/g, ' ')).toMatch(new RegExp(`[ ,]${id}[,.]`));
    expect(stdout).toContain('130 interrupted');
  });

  it('shows how to send a file, and marks required arguments only if there are any', async () => {
    const { stdout } = await run(['help', 'create_document']);
    expect(stdout).toContain('casebridge call create_document File=@letter.pdf --sandbox');
    expect(stdout).toMatch(/\nArguments\n/);
    expect((await run(['help', 'get_task'])).stdout).toMatch(/\nArguments \(\* needed\)\n/);
  });

  it('needs no right settings', async () => {
    expect((await run(['tools', '--help'], { CASEBRIDGE_TIMEOUT: 'long' })).code).toBe(0);
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

  it('has its location in the sources, and the way to learn more', async () => {
    const { code, stderr } = await runProcess(['tools'], broken);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^casebridge: stopped by an internal error \(TypeError at [\w-]+\.ts:\d+:\d+\); for details use --log-level debug\.\n$/,
    );
  });

  it('has its message at the debug level, without secrets', async () => {
    const env = { ...broken, CASEBRIDGE_PASSWORD: 'canary' };
    const { code, stderr } = await runProcess(['tools', '--log-level', 'debug'], env);
    expect(code).toBe(1);
    expect(stderr).toContain('TypeError: [secret]-words');
    expect(stderr).toMatch(/\n\s+at /);
  });
});

describe('output that cannot be written', () => {
  it('is reported, and is a failure', () => {
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
      /Port \d+ is in use: stop the program that uses it, or choose another one\./,
    );
  });
});
