import { execFile } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The import law is proven: files that break one rule each are linted with the project's own configuration. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'casebridge-law-'));

interface Law {
  readonly keeps: readonly string[];
  readonly breaks: readonly string[];
}

const sandboxPackages = ['zod', 'hono', 'hono/html', '@hono/node-server', 'fflate', 'node:crypto'];
const laws: Readonly<Record<string, Law>> = {
  tools: {
    keeps: ['zod', './fields.ts', '../../src/contract/operation.ts'],
    breaks: [
      ...[
        'node:fs',
        'undici',
        '../../src/api/errors.ts',
        '../../src/mcp/tools/published-schema.ts',
        '../../src/config/command-line.ts',
      ],
      ...[
        '../../src/sandbox/index.ts',
        '../../src/observability/log.ts',
        '../../src/api/errors.ts',
        '../test/harness.ts',
      ],
    ],
  },
  'src/contract': {
    keeps: ['zod', './fields.ts'],
    breaks: ['node:fs', '../api/errors.ts', '../log.ts', '../mcp/schema.ts', '../../tools/index.ts'],
  },
  'src/json': {
    keeps: ['./measure.ts'],
    breaks: ['zod', 'node:fs', '../api/errors.ts', '../contract/fields.ts', '../../tools/index.ts'],
  },
  'src/api': {
    keeps: [
      '../json/measure.ts',
      'zod',
      'undici',
      'content-disposition',
      'node:fs/promises',
      './errors.ts',
      '../contract/fields.ts',
    ],
    breaks: [
      ...['../mcp/schema.ts', '../config.ts', '../log.ts', '../bridge.ts', '../../tools/index.ts'],
      ...['../sandbox/index.ts', '../transports/stdio.ts', '../commands/index.ts', 'hono', 'pino'],
      ...['@modelcontextprotocol/server', '../contract/../mcp/schema.ts'],
    ],
  },
  'src/lookup': {
    keeps: [
      'zod',
      'lru-cache',
      './dates.ts',
      './names/index.ts',
      './prompts/index.ts',
      '../api/errors.ts',
      '../contract/lookup.ts',
    ],
    breaks: [
      ...['../mcp/desk.ts', '../config.ts', '../log.ts', '../bridge.ts', '../../tools/index.ts', 'undici'],
      ...['../sandbox/index.ts', '../transports/stdio.ts', '@modelcontextprotocol/server', 'node:fs'],
    ],
  },
  'src/lookup/names': {
    keeps: ['zod', 'lru-cache', './match.ts', '../../api/errors.ts', '../../contract/desk.ts'],
    breaks: [
      ...['../../mcp/desk.ts', '../../config.ts', '../../log.ts', '../../../tools/index.ts', 'undici'],
      ...['../../sandbox/index.ts', '../../bridge.ts', '../../commands/index.ts'],
    ],
  },
  'src/lookup/prompts': {
    keeps: ['./define.ts', '../../contract/prompt.ts'],
    breaks: [
      ...['zod', '../records.ts', '../library.ts', '../../api/errors.ts', '../../mcp/prompts.ts'],
      ...['../../../tools/index.ts', 'node:fs', '@modelcontextprotocol/server'],
    ],
  },
  'src/mcp': {
    keeps: [
      ...['zod', 'parse5', '@modelcontextprotocol/server', 'node:crypto', './schema.ts', '../log.ts'],
      './answer/fit.ts',
      ...['../api/errors.ts', '../contract/operation.ts', '../json/measure.ts'],
    ],
    breaks: [
      ...['../../tools/index.ts', '../config.ts', '../bridge.ts', '../sandbox/index.ts', 'undici'],
      ...['../transports/stdio.ts', '../commands/index.ts', '../lookup/names/index.ts'],
    ],
  },
  'src/mcp/answer': {
    keeps: ['zod', './tree.ts', '../json-text.ts', '../../contract/operation.ts', '../../api/request.ts'],
    breaks: ['../call.ts', '../perform.ts', '@modelcontextprotocol/server', '../../log.ts', 'node:fs'],
  },
  'src/transports': {
    keeps: [
      '@modelcontextprotocol/server',
      '@modelcontextprotocol/server/stdio',
      'node:stream',
      './stdio.ts',
      '../json/measure.ts',
    ],
    breaks: [
      ...['../mcp/server.ts', '../api/executor.ts', '../contract/operation.ts', '../config.ts'],
      ...['../log.ts', '../bridge.ts', '../sandbox/index.ts', '../../tools/index.ts', 'undici'],
    ],
  },
  'src/sandbox': {
    keeps: [...sandboxPackages, './world.ts', './areas/index.ts', './rules/values.ts', './seed/index.ts'],
    breaks: [
      ...['../contract/fields.ts', '../api/wire.ts', '../mcp/schema.ts', '../../tools/index.ts'],
      ...['../config.ts', '../log.ts', '../bridge.ts', 'undici', '@modelcontextprotocol/server'],
    ],
  },
  ...Object.fromEntries(
    ['areas', 'reference', 'rules', 'seed'].map((name) => [
      `src/sandbox/${name}`,
      {
        keeps: [...sandboxPackages, './one.ts', '../world.ts', '../rules/values.ts', '../seed/index.ts'],
        breaks: [
          ...['../../contract/fields.ts', '../../api/wire.ts', '../../mcp/schema.ts', '../../config.ts'],
          ...['../../log.ts', '../../bridge.ts', '../../../tools/index.ts', 'undici'],
        ],
      },
    ]),
  ),
};

/** Ways to import that the law knows. */
const forms: readonly ((from: string) => string)[] = [
  (from) => `import { thing } from '${from}';\nthing();\n`,
  (from) => `import type { Thing } from '${from}';\nexport type Other = Thing;\n`,
  (from) => `export { thing } from '${from}';\n`,
  (from) => `export const thing = () => import('${from}');\n`,
];

/** Words that only some places may use, with the rule that refuses them elsewhere. */
const words: readonly (readonly [path: string, text: string, rule: string | undefined])[] = [
  ['src/env-in-root.ts', 'export const home = process.env.HOME;\n', 'noProcessEnv'],
  ['src/api/env.ts', 'export const home = process.env.HOME;\n', 'noProcessEnv'],
  ['src/sandbox/rules/env.ts', 'export const home = process.env.HOME;\n', 'noProcessEnv'],
  ['tools/env.ts', 'export const home = process.env.HOME;\n', 'noProcessEnv'],
  ['src/config/command-line.ts', 'export const home = process.env.HOME;\n', undefined],
  ['src/mcp/printing.ts', "console.log('hello');\n", 'noConsole'],
  ['src/commands/printing.ts', "console.error('hello');\n", 'noConsole'],
  ['src/observability/log.ts', "console.info('hello');\n", 'noConsole'],
  ['src/sandbox/printing.ts', "console.warn('hello');\n", 'noConsole'],
  ['src/api/fetching.ts', "export const page = fetch('/');\n", 'noRestrictedGlobals'],
  ['src/mcp/outbound/fetch-hosts.ts', "export const page = fetch('/');\n", 'noRestrictedGlobals'],
  ['src/fetching.ts', "export const page = fetch('/');\n", 'noRestrictedGlobals'],
  ['tools/fetching.ts', "export const page = fetch('/');\n", 'noRestrictedGlobals'],
  ['src/sandbox/rules/fetching.ts', "export const page = fetch('/');\n", undefined],
  ['test/free.ts', "console.log(process.env.HOME, fetch('/'));\n", undefined],
];

let reported: Map<string, Set<string>>;

beforeAll(async () => {
  copyFileSync(join(root, '.biome.json'), join(folder, '.biome.json'));
  for (const [place, law] of Object.entries(laws))
    for (const kind of ['keeps', 'breaks'] as const)
      for (const [path, text] of importsOf(place, kind, law[kind])) write(path, text);
  for (const [path, text] of words) write(path, text);
  reported = await lint();
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** One file per import, by path. */
function importsOf(place: string, kind: string, imports: readonly string[]): [string, string][] {
  return imports.flatMap((from, index) =>
    forms.map((form, number): [string, string] => [`${place}/${kind}-${index}-${number}.ts`, form(from)]),
  );
}

function write(path: string, text: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The rules that each file breaks, by path. */
async function lint(): Promise<Map<string, Set<string>>> {
  const flags = ['lint', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none'];
  const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(join(root, 'node_modules/.bin/biome'), flags, options).catch(
    (error: { stdout: string }) => error,
  );
  const found = new Map<string, Set<string>>();
  for (const { category, location } of JSON.parse(stdout).diagnostics) {
    const path = String(location.path?.file ?? location.path);
    found.set(path, (found.get(path) ?? new Set()).add(String(category).split('/').at(-1) ?? ''));
  }
  return found;
}

const rulesOf = (path: string) => [...(reported.get(path) ?? [])];

describe.each(Object.entries(laws))('%s', (place, law) => {
  it('may import what the law allows, in every form', () => {
    const paths = importsOf(place, 'keeps', law.keeps).map(([path]) => path);
    expect(paths.filter((path) => rulesOf(path).includes('noRestrictedImports'))).toEqual([]);
  });

  it('is refused every other import, in every form', () => {
    const missed = importsOf(place, 'breaks', law.breaks).filter(
      ([path]) => !rulesOf(path).includes('noRestrictedImports'),
    );
    expect(missed.map(([path, text]) => `${path}: ${text}`)).toEqual([]);
  });
});

describe('the words that only some places may use', () => {
  it.each(words)('%s', (path, _text, rule) => {
    expect(rulesOf(path)).toEqual(rule === undefined ? [] : [rule]);
  });
});

const sources = (...tops: string[]) =>
  tops
    .flatMap((top) =>
      readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map((path) => join(top, path)),
    )
    .filter((path) => /\.m?[jt]s$/.test(path) && !path.includes('node_modules'));

describe('a word', () => {
  it('is written in one script: letters of another that look the same make it another word', () => {
    const mixed = sources('src', 'tools').flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8')
        // Escapes, and the ends of ranges in patterns, are no letters of the words beside them.
        .replace(/\\[a-zA-Z]|\p{L}-\p{L}/gu, ' ');
      const words = text.match(/\p{L}+/gu) ?? [];
      const isMixed = (word: string) => /\p{sc=Latin}/u.test(word) && /\p{sc=Cyrillic}/u.test(word);
      return words.filter(isMixed).map((word) => `${path}: ${word}`);
    });
    expect(mixed).toEqual([]);
  });
});

describe('the path of a file beside another one', () => {
  it('comes from fileURLToPath: in an address blanks and letters beyond ASCII are encoded, and Windows has a slash too many', () => {
    const wrong = sources('src', 'tools', 'test').filter((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      if (!text.includes('import.meta.url')) return false;
      const named = text.matchAll(/(\w+) = new URL\([^;]*import\.meta\.url/g);
      const isNamed = [...named].some(([, name]) => text.includes(`${name}.pathname`));
      return isNamed || /new URL\([^;]*,[^;]*\)\.pathname/.test(text);
    });
    expect(wrong).toEqual([]);
  });
});

describe('the proof itself', () => {
  it('has a law for every folder that the design restricts', () => {
    const restricted = ['contract', 'json', 'api', 'lookup', 'mcp', 'transports', 'sandbox'].map(
      (name) => `src/${name}`,
    );
    const inside = ['src/lookup', 'src/mcp', 'src/sandbox'].flatMap((folder) =>
      readdirSync(join(root, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => `${folder}/${entry.name}`),
    );
    expect(Object.keys(laws).sort()).toEqual(['tools', ...restricted, ...inside].sort());
  });

  it('reports exactly the breaking files', () => {
    const expected = [
      ...Object.entries(laws).flatMap(([place, law]) => importsOf(place, 'breaks', law.breaks)),
      ...words.filter(([, , rule]) => rule),
    ].map(([path]) => path);
    expect([...reported.keys()].sort()).toEqual(expected.sort());
  });

  it('is about the configuration that the project is checked with', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(scripts.check).toContain('biome ci .');
  });
});
