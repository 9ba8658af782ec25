import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readCommandLine, UsageError } from '../src/config.ts';
import type { Setting } from '../src/setting.ts';
import { settings } from '../src/settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'casebridge-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const configOf = (argv: string[], env: Record<string, string> = {}) => readCommandLine(argv, env).config();
const all = Object.entries(settings) as [string, Setting][];

describe('a setting', () => {
  it('has its default when nothing is said', () => {
    expect(configOf([])).toEqual({
      url: undefined,
      login: undefined,
      password: undefined,
      ssoToken: undefined,
      ssoTokenFile: undefined,
      domainSignIn: false,
      tokenLifetime: 600,
      timeout: 60,
      timeZone: undefined,
      language: 'en',
      httpProxy: undefined,
      httpsProxy: undefined,
      noProxy: undefined,
      caFile: undefined,
      allowHttp: false,
      tokenHeader: 'authorization',
      tokenScheme: 'Bearer',
      fieldNames: new Map(),
      mcpSettingsPath: undefined,
      sandbox: false,
      surface: 'everyday',
      toolsets: [],
      tools: { added: [], removed: [] },
      readOnly: false,
      allow: new Set(['read', 'create', 'update', 'delete', 'outbound', 'admin']),
      confirm: new Set(['delete', 'outbound', 'admin']),
      auditFile: undefined,
      exchangeDir: undefined,
      maxDownload: 1024,
      answerTokens: 8000,
      handOutTokens: false,
      logLevel: 'warn',
      host: '127.0.0.1',
      port: 3333,
      publicUrl: undefined,
      allowedOrigins: [],
      singleUser: false,
      issuer: undefined,
      audience: undefined,
      tlsCert: undefined,
      tlsKey: undefined,
      trustProxy: false,
      monitorPort: undefined,
      limits: { reads: 60, writes: 20, risky: 5, parallel: 8, total: 64, sessions: 1000, idle: 30 },
    });
  });

  it('comes from the environment, and from a flag before that', () => {
    const env = { CASEBRIDGE_URL: 'https://a.invalid', CASEBRIDGE_TIMEOUT: '5' };
    expect(configOf([], env)).toMatchObject({ url: 'https://a.invalid', timeout: 5 });
    expect(configOf(['--url', 'https://b.invalid', '--timeout=7'], env)).toMatchObject({
      url: 'https://b.invalid',
      timeout: 7,
    });
  });

  it('counts as missing when the variable is empty', () => {
    expect(
      configOf([], { CASEBRIDGE_URL: '', CASEBRIDGE_TIMEOUT: '', CASEBRIDGE_SANDBOX: '' }),
    ).toMatchObject({
      url: undefined,
      timeout: 60,
      sandbox: false,
    });
  });

  it.each([
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
  ])('that is a switch takes %s', (value, expected) => {
    expect(configOf([], { CASEBRIDGE_SANDBOX: value }).sandbox).toBe(expected);
  });

  it('that is a switch is a flag without a value', () => {
    expect(configOf(['--sandbox', '--allow-http'])).toMatchObject({ sandbox: true, allowHttp: true });
  });

  it.each<[string, string, RegExp]>([
    [
      'CASEBRIDGE_URL',
      'ftp://x.invalid',
      /^CASEBRIDGE_URL \("ftp:\/\/x\.invalid"\) should be an http or https address\.$/,
    ],
    ['CASEBRIDGE_URL', 'case', /^CASEBRIDGE_URL \("case"\) should be an http/],
    ['CASEBRIDGE_TIMEOUT', 'soon', /^CASEBRIDGE_TIMEOUT \("soon"\) should be a number\.$/],
    ['CASEBRIDGE_TIMEOUT', '1.5', /^CASEBRIDGE_TIMEOUT \("1\.5"\) should be a whole number\.$/],
    ['CASEBRIDGE_TIMEOUT', '0', /^CASEBRIDGE_TIMEOUT \("0"\) should be at least 1\.$/],
    ['CASEBRIDGE_TIMEOUT', '901', /^CASEBRIDGE_TIMEOUT \("901"\) should be at most 900\.$/],
    ['CASEBRIDGE_TOKEN_LIFETIME', '9', /^CASEBRIDGE_TOKEN_LIFETIME \("9"\) should be at least 10\.$/],
    ['CASEBRIDGE_TOKEN_HEADER', 'a b', /^CASEBRIDGE_TOKEN_HEADER \("a b"\) should be a header name\.$/],
    ['CASEBRIDGE_TOKEN_SCHEME', 'a b', /^CASEBRIDGE_TOKEN_SCHEME \("a b"\) should be one word\.$/],
    ['CASEBRIDGE_MCP_SETTINGS_PATH', 'api', /^CASEBRIDGE_MCP_SETTINGS_PATH \("api"\) should be a path/],
    ['CASEBRIDGE_SANDBOX', 'yes', /^CASEBRIDGE_SANDBOX \("yes"\) /],
    ['CASEBRIDGE_LOG_LEVEL', 'loud', /^CASEBRIDGE_LOG_LEVEL \("loud"\) /],
  ])('%s is refused as %s in one sentence', (name, value, message) => {
    expect(() => configOf([], { [name]: value })).toThrow(UsageError);
    expect(() => configOf([], { [name]: value })).toThrow(message);
  });

  it('that is wrong is shown only in its beginning', () => {
    const error = () => configOf([], { CASEBRIDGE_URL: 'x'.repeat(5000) });
    expect(error).toThrow(/^.{1,200}$/);
  });
});

describe('a secret', () => {
  it('is taken from the environment and leaves it', () => {
    const env: Record<string, string> = { CASEBRIDGE_PASSWORD: 'canary', CASEBRIDGE_SSO_TOKEN: 'token' };
    expect(configOf([], env)).toMatchObject({ password: 'canary', ssoToken: 'token' });
    expect(Object.keys(env)).toEqual([]);
  });

  it('that many programs know leaves the environment in both its spellings', () => {
    const env: Record<string, string> = {
      HTTPS_PROXY: 'http://a:canary@b',
      https_proxy: 'http://c:canary@d',
    };
    expect(configOf([], env)).toMatchObject({ httpsProxy: 'http://c:canary@d' });
    expect(Object.keys(env)).toEqual([]);
  });

  it('is read from a file, without the line break at its end', () => {
    const path = join(folder, 'password');
    writeFileSync(path, ' pass word \n');
    expect(configOf([], { CASEBRIDGE_PASSWORD_FILE: path }).password).toBe(' pass word ');
    writeFileSync(path, 'two\r\n');
    expect(configOf([], { CASEBRIDGE_PASSWORD_FILE: path }).password).toBe('two');
  });

  it('is the variable before the file', () => {
    const env = { CASEBRIDGE_PASSWORD: 'direct', CASEBRIDGE_PASSWORD_FILE: join(folder, 'missing') };
    expect(configOf([], env).password).toBe('direct');
  });

  it('whose file cannot be read names the variable and not the path', () => {
    const read = () => configOf([], { CASEBRIDGE_PASSWORD_FILE: join(folder, 'missing') });
    expect(read).toThrow(/^CASEBRIDGE_PASSWORD_FILE names a file that cannot be read\.$/);
  });

  it('that is wrong is not shown', () => {
    const read = () => configOf([], { CASEBRIDGE_PASSWORD: 'canary'.repeat(1000) });
    expect(read).toThrow(/^CASEBRIDGE_PASSWORD /);
    expect(read).not.toThrow(/canary/);
  });

  it('has no flag', () => {
    expect(all.filter(([, setting]) => setting.secret && setting.flag)).toEqual([]);
    expect(() => readCommandLine(['--password', 'canary'], {})).toThrow(UsageError);
    expect(() => readCommandLine(['--password=canary'], {})).not.toThrow(/canary/);
  });

  it('of single sign-on stays a path, since the file is read again and again', () => {
    const config = configOf([], { CASEBRIDGE_SSO_TOKEN_FILE: join(folder, 'later') });
    expect(config).toMatchObject({ ssoToken: undefined, ssoTokenFile: join(folder, 'later') });
  });
});

describe('the names of presumed fields', () => {
  const names = (value: string) => [...configOf([], { CASEBRIDGE_FIELD_NAMES: value }).fieldNames];

  it('are pairs between commas, with or without the tool', () => {
    expect(names('Name=Title, create_task.Name = Caption,')).toEqual([
      ['Name', 'Title'],
      ['create_task.Name', 'Caption'],
    ]);
  });

  it.each(['Name', 'Name=', '=Title', 'Name=a=b', 'Na me=x', 'Name=<x>'])('are refused as %s', (value) => {
    expect(() => names(value)).toThrow(/^CASEBRIDGE_FIELD_NAMES .* where Argument=Name is expected\.$/);
  });
});

describe('the command line', () => {
  it('is words, the options of the commands, and flags in any order', () => {
    const line = readCommandLine(['tools', '--json', '--timeout', '5'], {});
    expect([line.words, line.options.json, line.config().timeout]).toEqual([['tools'], 'true', 5]);
    const call = readCommandLine(['call', 'get_case', 'id=1', '--json', '{"a":1}'], {});
    expect([call.words, call.options.json]).toEqual([['call', 'get_case', 'id=1'], '{"a":1}']);
    expect(readCommandLine(['-h'], {}).options.help).toBe(true);
    expect(readCommandLine(['-v'], {}).options.version).toBe(true);
  });

  it.each([[['--colour']], [['--url']], [['--sandbox=maybe']], [['-x']]])(
    'is refused as %j in one sentence',
    (argv) => {
      expect(() => readCommandLine(argv, {})).toThrow(UsageError);
      expect(() => readCommandLine(argv, {})).toThrow(/^[^\n]{10,120}: casebridge --help lists the flags\.$/);
    },
  );

  it('reads no setting before it is asked for', () => {
    expect(() => readCommandLine([], { CASEBRIDGE_TIMEOUT: 'soon' })).not.toThrow();
  });
});

describe('the settings as a whole', () => {
  it('have a variable of their own each, a sentence of help, and flags in kebab case', () => {
    expect(new Set(all.map(([, setting]) => setting.env)).size).toBe(all.length);
    for (const [key, { env, flag, help, default: byDefault, schema, isCommon }] of all) {
      const pattern = isCommon ? /^[A-Z]+(_[A-Z]+)+$/ : /^CASEBRIDGE(_[A-Z]+)+$/;
      expect([key, env]).toEqual([key, expect.stringMatching(pattern)]);
      expect(help).toMatch(/^[A-Z].{10,160}\.$/);
      if (flag !== undefined) expect(`CASEBRIDGE_${flag.replaceAll('-', '_').toUpperCase()}`).toBe(env);
      if (byDefault !== undefined) expect(schema.safeParse(byDefault).success).toBe(true);
    }
  });
});
