import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { parse as parseToml } from 'smol-toml';
import { afterAll, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { type Assistant, type Launch, serverName } from '../../src/assistants/assistant.ts';
import { connect, disconnect } from '../../src/assistants/connect.ts';
import { editorOf } from '../../src/assistants/edit.ts';
import { type Machine, placeAll } from '../../src/assistants/places.ts';
import { assistants } from '../../src/assistants/table.ts';
import { forgetSecrets, variablesOf, writeSecrets } from '../../src/commands/init/secret-files.ts';
import { readCommandLine } from '../../src/config/command-line.ts';
import { allSettings } from '../../src/config/settings.ts';
import { type Sample, samples } from './files.ts';

/** Other content of users' configuration files stays unchanged, to the byte. */

const home = mkdtempSync(join(tmpdir(), 'casebridge-configurations-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const machine: Machine = { platform: process.platform, home, environment: {} };
const options = { machine, isDry: false };
const secret = 'Пароль "p4ss" of anna';
const { env } = variablesOf(
  readCommandLine([], {
    CASEBRIDGE_URL: 'https://cases.example.com',
    CASEBRIDGE_LOGIN: 'анна',
    CASEBRIDGE_PASSWORD: secret,
  }).config(),
  machine,
);
const launch: Launch = {
  command: '/opt/a "b"/node',
  args: ['C:\\tools\\Дело\\main.js', '--x=1'],
  env,
};
const moved: Launch = { ...launch, args: ['/elsewhere/main.js'] };
const assistantOf = (id: string) => assistants.find((assistant) => assistant.id === id) as Assistant;

let places = 0;
/** Writes a sample to a separate file. */
function place({ of, text }: Sample, index: number) {
  const assistant = assistantOf(of);
  const path = join(home, String(index), 'configuration');
  mkdirSync(dirname(path));
  writeFileSync(path, text);
  return { assistant, path, isFound: true };
}

/** Returns the text that was added. The rest must be unchanged, except for a comma in JSON. */
function addedTo(before: string, after: string): string {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < before.length - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const between = before.slice(start, before.length - end);
  const added = after.slice(start, after.length - end);
  if (between === '') return added;
  expect(added.startsWith(`,${between}`)).toBe(true);
  return added.slice(between.length + 1);
}

describe('a file that', () => {
  it.each(samples.map((sample, index) => [`${sample.of}: ${sample.name}`, sample, index] as const))(
    '%s',
    async (_name, sample, index) => {
      const placed = place(sample, index);
      const before = readFileSync(placed.path);
      const outcome = await connect(placed, { launch }, options);
      if (sample.reason) {
        expect(outcome).toMatchObject({
          state: 'untouched',
          reason: { en: expect.stringMatching(sample.reason) },
        });
        expect(readFileSync(placed.path).equals(before)).toBe(true);
        expect(readdirSync(dirname(placed.path))).toEqual(['configuration']);
        return;
      }
      expect(outcome).toMatchObject({ state: 'changed' });
      const after = readFileSync(placed.path, 'utf8');
      expect(addedTo(before.toString(), after)).toContain('/main.js'.slice(1));
      expect(after).not.toContain('p4ss');
      expect(entryIn(after, placed.assistant)).toEqual(placed.assistant.entry(launch, serverName));

      expect(await connect(placed, { launch }, options)).toMatchObject({ state: 'same' });
      expect(readFileSync(placed.path, 'utf8')).toBe(after);

      expect(await connect(placed, { launch: moved }, options)).toMatchObject({ state: 'changed' });
      expect(entryIn(readFileSync(placed.path, 'utf8'), placed.assistant)).toEqual(
        placed.assistant.entry(moved, serverName),
      );
      expect(await disconnect(placed, options)).toMatchObject({ state: 'changed' });
      expect(readFileSync(placed.path).equals(before)).toBe(true);
      expect(readdirSync(dirname(placed.path))).toEqual(['configuration']);
    },
  );
});

/** Reads the entry with another parser of the format, if there is one. */
function entryIn(written: string, { format, section, isList }: Assistant): unknown {
  const text = written.replace('\uFEFF', '');
  // Removes comments and trailing commas. Only one sample has them within strings.
  const bare = text.replace(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (part) =>
    part.startsWith('/') ? '' : part,
  );
  const root =
    format === 'toml'
      ? parseToml(text)
      : format === 'yaml'
        ? parseYaml(text, { merge: true })
        : JSON.parse(bare.replace(/,(?=\s*[}\]])/g, ''));
  const holder = root[section];
  return JSON.parse(
    JSON.stringify(
      isList ? holder.find(({ name }: { name: string }) => name === serverName) : holder[serverName],
    ),
  );
}

const blank = fc.constantFrom('', ' ', '\n', '\n  ', '\r\n\t', ' // one }\n', '/* two , */', '\n// ы 🏛\n');
const key = fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom('mcpServers', 'a', '__proto__', '//'));

/** Random JSON with comments, white space and trailing commas. */
const jsonc: fc.Arbitrary<string> = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.json({ maxDepth: 0 }),
    tie('object'),
    fc.tuple(blank, tie('value'), blank).map((parts) => `[${parts.join('')}]`),
  ),
  object: objectOf(key, tie('value')),
})).object;

function objectOf(keys: fc.Arbitrary<string>, values: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const property = fc
    .tuple(blank, keys, blank, blank, values, blank)
    .map(([a, name, b, c, value, d]) => [name, `${a}${JSON.stringify(name)}${b}:${c}${value}${d}`] as const);
  return fc
    .tuple(fc.uniqueArray(property, { maxLength: 4, selector: ([name]) => name }), fc.boolean(), blank)
    .map(([properties, hasComma, end]) => {
      const inside = properties.map(([, text]) => text).join(',');
      return `{${inside}${hasComma && inside !== '' ? ',' : ''}${end}}`;
    });
}

/** Random configuration with a section for servers and other content around it. */
const configuration = fc
  .tuple(
    blank,
    fc.array(fc.tuple(key, jsonc), { maxLength: 2 }),
    objectOf(fc.constantFrom('a', 'b', 'б'), jsonc),
    blank,
  )
  .map(([begin, others, servers, end]) => {
    const around = others
      .filter(([name]) => name !== 'mcpServers')
      .map(([name, value]) => `${JSON.stringify(name)}:${value}`);
    return `${begin}{${[...around, `"mcpServers":${servers}`].join(',')}}${end}`;
  });

describe('secrets', () => {
  it('are in no entry of any assistant, for any setting, but in files next to the entries', () => {
    const secrets = allSettings.filter((one) => one.secret && !one.isCommon);
    const given = Object.fromEntries(secrets.map(({ env }) => [env, secretFor(env)]));
    const { env, files } = variablesOf(readCommandLine([], given).config(), machine);
    expect(Object.keys(env).sort()).toEqual(secrets.map(({ env }) => `${env}_FILE`).sort());
    for (const assistant of assistants)
      expect(JSON.stringify(assistant.entry({ ...launch, env }, serverName))).not.toContain('p4ss');
    writeSecrets(files);
    for (const { path, text } of files)
      expect([text.includes('p4ss'), statSync(path).mode & 0o777]).toEqual([true, 0o600]);
    const [kept] = files;
    forgetSecrets(machine, [JSON.stringify(kept?.path)]);
    const folder = dirname(kept?.path as string);
    expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([kept?.path]);
    forgetSecrets(machine, []);
    expect(existsSync(folder)).toBe(false);
  });
});

const secretFor = (env: string) =>
  env === 'CASEBRIDGE_REDIS' ? 'redis://:p4ss@127.0.0.1:6379' : `p4ss ${'x'.repeat(40)}`;

describe('JSON with comments', () => {
  it('keeps every other byte, and restores the file when the entry is removed, with any content', async () => {
    const editor = await editorOf(assistantOf('cursor'));
    const entry = { command: 'node', args: ['main.js'], env: {} };
    fc.assert(
      fc.property(configuration, (text) => {
        const after = editor.put(text, entry);
        expect(addedTo(text, after)).toContain('main.js');
        expect(editor.put(after, entry)).toBe(after);
        const left = editor.take(after);
        expect(left.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      }),
      { numRuns: 400 },
    );
  });
});

describe('removing an entry from a file that has changed since', () => {
  it.each([
    ['cursor', '{"a": 1}', (text: string) => text.replace('"a": 1', '"a": 2, "b": [1,  2]')],
    ['codex', 'model = "a"\n', (text: string) => `${text}\n[tui] # loud\nx = 1\n`],
    ['goose', 'extensions:\n  a: {type: builtin}\n', (text: string) => `${text}GOOSE_MODEL:   m # best\n`],
    ['continue', 'name: a\n', (text: string) => `${text}  - name: other\n    command:   x\n`],
  ])('%s: keeps the changes', async (of, text, change) => {
    const placed = place({ name: '', of, text }, samples.length + places++);
    await connect(placed, { launch }, options);
    const changed = change(readFileSync(placed.path, 'utf8'));
    writeFileSync(placed.path, changed);
    expect(await disconnect(placed, options)).toMatchObject({ state: 'changed' });
    const left = readFileSync(placed.path, 'utf8');
    for (const line of change('').split('\n')) expect(left).toContain(line);
    expect(left).not.toContain('casebridge');
    expect(readdirSync(dirname(placed.path))).toEqual(['configuration']);
  });
});

describe('places', () => {
  const on = (platform: NodeJS.Platform, environment: Machine['environment'], home: string) =>
    Object.fromEntries(
      placeAll({ platform, home, environment }).map(({ assistant, path }) => [assistant.id, path]),
    );

  it('are those of each system', () => {
    const windows = on('win32', { APPDATA: 'C:\\Users\\Анна\\AppData\\Roaming' }, 'C:\\Users\\Анна');
    expect(windows['claude-desktop']).toBe(
      'C:\\Users\\Анна\\AppData\\Roaming\\Claude\\claude_desktop_config.json',
    );
    expect(windows.vscode).toBe('C:\\Users\\Анна\\AppData\\Roaming\\Code\\User\\mcp.json');
    expect(windows.goose).toBe('C:\\Users\\Анна\\AppData\\Roaming\\Block\\goose\\config\\config.yaml');
    const mac = on('darwin', {}, '/Users/anna');
    expect(mac['claude-desktop']).toBe(
      '/Users/anna/Library/Application Support/Claude/claude_desktop_config.json',
    );
    expect(mac.zed).toBe('/Users/anna/.config/zed/settings.json');
    const linux = on('linux', { XDG_CONFIG_HOME: '/x', CODEX_HOME: '/nowhere/codex' }, '/home/anna');
    expect(linux.vscode).toBe('/x/Code/User/mcp.json');
    expect(linux['claude-code']).toBe('/home/anna/.claude.json');
    expect(linux.codex).toBe('/home/anna/.codex/config.toml');
  });

  it('of an assistant are named once, and each assistant has one on every system', () => {
    expect(new Set(assistants.map(({ id }) => id)).size).toBe(assistants.length);
    for (const platform of ['win32', 'darwin', 'linux'] as const)
      expect(Object.keys(on(platform, {}, '/h')).length).toBe(assistants.length);
  });
});
