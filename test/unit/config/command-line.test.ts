import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Flag, readCommandLine, UsageError } from '../../../src/config/command-line.ts';
import { allSettings, valuesOfSettings } from '../../../src/config/settings.ts';

const configOf = (argv: string[], env: Record<string, string> = {}) => readCommandLine(argv, env).config();

describe('a setting', () => {
  it('has its default if it is not set, with the type of its schema', () => {
    const config = configOf([]);
    for (const [{ env, schema, default: text }, value] of valuesOfSettings(config))
      expect([env, value]).toEqual([env, text === undefined ? undefined : schema.parse(text)]);
    expect(config).toMatchObject({
      service: { url: undefined, timeout: 60, sandbox: false },
      tools: { toolsets: [], tools: { added: [], removed: [] }, readOnly: false },
      http: {
        port: 3333,
        limits: { reads: 60, writes: 20, risky: 5, parallel: 8, total: 64, sessions: 1000, idle: 30 },
      },
      signIn: { ssoTokenFile: undefined, domainEnvironment: {} },
      unfilled: [],
      stated: {},
    });
    expect(config.tools.confirm).toEqual(new Set(['delete', 'outbound', 'admin']));
  });

  it('comes from the environment, and from a flag before that', () => {
    const env = { CASEBRIDGE_URL: 'https://a.invalid', CASEBRIDGE_TIMEOUT: '5' };
    expect(configOf([], env)).toMatchObject({ service: { url: 'https://a.invalid', timeout: 5 } });
    expect(configOf(['--url', 'https://b.invalid', '--timeout=7'], env)).toMatchObject({
      service: { url: 'https://b.invalid', timeout: 7 },
    });
  });

  it('counts as missing if a client left a placeholder in it, which is reported', () => {
    const unfilled = ['$', '{user_config.password}'].join('');
    expect(configOf([], { CASEBRIDGE_PASSWORD: unfilled, CASEBRIDGE_TIMEOUT: unfilled })).toMatchObject({
      signIn: { password: undefined },
      service: { timeout: 60 },
      unfilled: ['CASEBRIDGE_TIMEOUT', 'CASEBRIDGE_PASSWORD'],
    });
    // A password may contain these characters.
    expect(configOf([], { CASEBRIDGE_PASSWORD: `a${unfilled}` })).toMatchObject({ unfilled: [] });
  });

  it('counts as missing when the variable is empty', () => {
    const env = { CASEBRIDGE_URL: '', CASEBRIDGE_TIMEOUT: '', CASEBRIDGE_SANDBOX: '' };
    expect(configOf([], env).service).toMatchObject({ url: undefined, timeout: 60, sandbox: false });
  });

  it.each([
    ...['true', 'True', 'TRUE', '1', 'yes', 'on', ' on '].map((value) => [value, true] as const),
    ...['false', 'False', '0', 'NO', 'off'].map((value) => [value, false] as const),
  ])('that is a switch takes %s', (value, expected) => {
    expect(configOf([], { CASEBRIDGE_SANDBOX: value }).service.sandbox).toBe(expected);
  });

  it('that is a switch is a flag without a value', () => {
    expect(configOf(['--sandbox', '--allow-http'])).toMatchObject({
      service: { sandbox: true, allowHttp: true },
    });
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
    ['CASEBRIDGE_LOOK_THROUGH', '9', /^CASEBRIDGE_LOOK_THROUGH \("9"\) should be at least 100\.$/],
    ['CASEBRIDGE_TOKEN_HEADER', 'a b', /^CASEBRIDGE_TOKEN_HEADER \("a b"\) should be a header name\.$/],
    ['CASEBRIDGE_TOKEN_SCHEME', 'a b', /^CASEBRIDGE_TOKEN_SCHEME \("a b"\) should be one word\.$/],
    ['CASEBRIDGE_MCP_SETTINGS_PATH', 'api', /^CASEBRIDGE_MCP_SETTINGS_PATH \("api"\) should be a path/],
    ['CASEBRIDGE_SANDBOX', 'perhaps', /^CASEBRIDGE_SANDBOX \("perhaps"\) should be true or false\.$/],
    ['CASEBRIDGE_LANGUAGE', 'de', /^CASEBRIDGE_LANGUAGE \("de"\) should be en or ru\.$/],
    [
      'CASEBRIDGE_LOG_LEVEL',
      'loud',
      /^CASEBRIDGE_LOG_LEVEL \("loud"\) should be debug, info, warn, error, fatal or silent\.$/,
    ],
    [
      'CASEBRIDGE_PORT',
      'tcp://10.0.0.1:80',
      /^CASEBRIDGE_PORT .* Kubernetes .* enableServiceLinks: false\.$/,
    ],
  ])('%s is refused as %s in one sentence', (name, value, message) => {
    expect(() => configOf([], { [name]: value })).toThrow(UsageError);
    expect(() => configOf([], { [name]: value })).toThrow(message);
  });

  it('that is wrong is shown only in its beginning', () => {
    const error = () => configOf([], { CASEBRIDGE_URL: 'x'.repeat(5000) });
    expect(error).toThrow(/^.{1,200}$/);
  });
});

describe('the names of presumed fields', () => {
  const names = (value: string) => [...configOf([], { CASEBRIDGE_FIELD_NAMES: value }).deployment.fieldNames];

  it('are pairs between commas, with or without the tool', () => {
    expect(names('Name=Title, create_task.Name = Caption,')).toEqual([
      ['Name', 'Title'],
      ['create_task.Name', 'Caption'],
    ]);
  });

  it.each(['Name', 'Name=', '=Title', 'Name=a=b', 'Na me=x', 'Name=<x>'])('are refused as %s', (value) => {
    expect(() => names(value)).toThrow(/^CASEBRIDGE_FIELD_NAMES .*; expected: Argument=Name\.$/);
  });
});

describe('the command line', () => {
  it('is words, and flags in any order', () => {
    const line = readCommandLine(['tools', '--timeout', '5', 'cases'], {});
    expect([line.words, line.config().service.timeout]).toEqual([['tools', 'cases'], 5]);
    expect(readCommandLine(['-h'], {}).options.help).toBe(true);
    expect(readCommandLine(['-v'], {}).options.version).toBe(true);
  });

  it.each<[string[], unknown]>([
    [['tools', '--json', 'call'], true],
    [['call', 'get_case', '--json', '{"a":1}'], '{"a":1}'],
    [['--sandbox', '--timeout', '5', 'call', 'get_case', '--json', '-'], '-'],
    [['call', 'tools', '--json=tools'], 'tools'],
  ])('has the flags of its command, wherever that stands: %j', (argv, json) => {
    const own: Record<string, Record<string, Flag>> = {
      tools: { json: { type: 'boolean' } },
      call: { json: { type: 'string' } },
    };
    const flagsOf = (command: string) => own[command] ?? {};
    expect(readCommandLine(argv, {}, flagsOf).flags.json).toBe(json);
    expect(() => readCommandLine(['http', '--json'], {}, flagsOf)).toThrow(/There is no flag --json/);
  });

  it.each<[string[], string]>([
    [['--colour'], 'There is no flag --colour'],
    [['--readonly'], 'There is no flag --readonly (did you mean --read-only?)'],
    [['--url'], '--url needs a value'],
    [['--sandbox=maybe'], '--sandbox takes no value'],
    [['-x'], 'There is no flag -x'],
    [
      ['--tools', '-delete_case'],
      '--tools is followed by "-delete_case", which looks like a flag. If it is the value, write --tools=-delete_case',
    ],
  ])('is refused as %j in one sentence', (argv, problem) => {
    expect(() => readCommandLine(argv, {})).toThrow(UsageError);
    expect(() => readCommandLine(argv, {})).toThrow(`${problem}: \`casebridge --help\` lists the flags.`);
  });

  it('takes a value that begins with a minus behind an equals sign', () => {
    expect(configOf(['--tools=-delete_case']).tools.tools.removed).toEqual(['delete_case']);
  });

  it('reads no setting before it is asked for', () => {
    expect(() => readCommandLine([], { CASEBRIDGE_TIMEOUT: 'soon' })).not.toThrow();
  });
});

describe('a variable that is no setting', () => {
  it.each([
    ['CASEBRIDGE_READONLY', ' (did you mean CASEBRIDGE_READ_ONLY?)'],
    ['CASEBRIDGE_CONFIRMS', ' (did you mean CASEBRIDGE_CONFIRM?)'],
    ['casebridge_url', ' (did you mean CASEBRIDGE_URL?)'],
    ['CASEBRIDGE_PASWORD_FILE', ' (did you mean CASEBRIDGE_PASSWORD_FILE?)'],
    ['CASEBRIDGE_LOGIN_FILE', ''],
    ['CASEBRIDGE_MONITR_PORT', ' (did you mean CASEBRIDGE_MONITOR_PORT?)'],
    ['CASEBRIDGE_COLOUR_OF_THE_SKY', ''],
  ])('ends the start, as %s does', (name, hint) => {
    const read = () => configOf([], { [name]: 'true' });
    expect(read).toThrow(UsageError);
    expect(read).toThrow(`${name} is not a setting${hint}`);
    expect(read).toThrow(/: `casebridge --help` lists the settings\.$/);
  });

  it.each([
    ['CASEBRIDGE_READONLY', ''],
    ['CASEBRIDGE_TOKEN', 'what assistants send'],
    ['CASEBRIDGE_TEST_ANYTHING', '1'],
    ['CASEBRIDGE_SERVICE_HOST', '10.0.0.1'],
    ['CASEBRIDGE_SERVICE_PORT_HTTP', '3333'],
    ['CASEBRIDGE_PORT_3333_TCP_ADDR', '10.0.0.1'],
    ['CASEBRIDGE_MCP_PORT', 'tcp://10.0.0.1:80'],
    ['CASE_BRIDGE', 'of another program'],
  ])('stays without a word as %s=%s', (name, value) => {
    expect(() => configOf([], { [name]: value })).not.toThrow();
  });

  it('is found however one letter was lost, doubled or changed, and never is a setting that exists', () => {
    const names = allSettings.map(({ env }) => env as string).filter((env) => env.startsWith('CASEBRIDGE_'));
    const slips = fc.record({
      name: fc.constantFrom(...names),
      at: fc.nat(),
      letter: fc.constantFrom('', 'X', 'XX', '_'),
    });
    fc.assert(
      fc.property(slips, ({ name, at, letter }) => {
        const place = 'CASEBRIDGE_'.length + (at % (name.length - 'CASEBRIDGE_'.length));
        const slip = name.slice(0, place) + letter + name.slice(place + 1);
        if (names.includes(slip) || /_FILE$/.test(slip)) return;
        expect(() => configOf([], { [slip]: 'x' })).toThrow(`${slip} is not a setting`);
      }),
    );
  });
});
