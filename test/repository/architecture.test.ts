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
import { dirname, join, posix, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ForbiddenImport, forbiddenImports, roomOf } from '../../scripts/import-law.ts';
import { type Room, rooms } from '../../scripts/rooms.ts';
import { circlesIn, exportsOf, importsOf } from '../support/repository/circles.ts';

/** Tests the import rules and the linter's rules with files that break each of them once. */

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'casebridge-law-'));

/** Folders of `src` and `tools` that contain source files. */
const folders = ['src', 'tools'].flatMap((top) => {
  const entries = readdirSync(join(root, top), { recursive: true, withFileTypes: true });
  const sources = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.ts'));
  return [...new Set(sources.map((entry) => relative(root, entry.parentPath).split(sep).join('/')))];
});
/** Rooms of folders, by folder. */
const places = new Map(
  folders.flatMap((place): [string, string][] => {
    const room = roomOf(place);
    return room === undefined ? [] : [[place, room]];
  }),
);
const unlisted = ['src', 'src/commands', 'scripts', 'test'];
const packages = [...new Set(Object.values(rooms).flatMap((room) => room.packages ?? []))];
const strangers = ['pino', 'undici', 'some-package', '@some/package'];

interface Import {
  readonly from: string;
  readonly isAllowed: boolean;
}

/** Returns all imports that a file of the folder could have, and whether its room allows them. */
function importsFrom(folder: string): Import[] {
  const name = places.get(folder) ?? '';
  const { rooms: listed = [], packages: own = [], node } = rooms[name] as Room;
  const path = (other: string) => {
    const to = posix.relative(folder, `${other}/one.ts`);
    return to.startsWith('.') ? to : `./${to}`;
  };
  const inside = [...places].map(([other, owner]) => ({
    from: path(other),
    isAllowed: owner === name || listed.includes(owner),
  }));
  return [
    ...inside,
    ...unlisted.map((other) => ({ from: path(other), isAllowed: false })),
    ...[...new Set([...packages, ...strangers])].map((from) => ({ from, isAllowed: own.includes(from) })),
    { from: 'node:fs', isAllowed: node === true },
    { from: 'node:fs/promises', isAllowed: node === true },
    // An indirect path through a room that may be imported.
    ...listed.slice(0, 1).map((other) => ({
      from: `${posix.relative(folder, other)}/../${other === 'src/contract' ? 'sandbox' : 'no-room'}/one.ts`,
      isAllowed: false,
    })),
  ];
}

/** Kinds of imports. They alternate, so that each folder is tested with each of them. */
const forms: readonly ((from: string, index: number) => string)[] = [
  (from, index) => `import { thing as thing${index} } from '${from}';`,
  (from, index) => `import type { Thing as Thing${index} } from '${from}';`,
  (from, index) => `export { thing as other${index} } from '${from}';`,
  (from, index) => `export const load${index} = () => import('${from}');`,
];

/** Code that is allowed only in some places, and the rule that refuses it elsewhere. */
const words: readonly (readonly [path: string, text: string, rule: string | undefined])[] = [
  ['src/env-in-root.ts', 'export const home = process.env.HOME;\n', 'noProcessEnv'],
  ['src/api/env.ts', 'export const home = process.env.HOME;\n', 'noProcessEnv'],
  ['src/sandbox/domain/env.ts', 'export const home = process.env.HOME;\n', 'noProcessEnv'],
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
  ['src/sandbox/domain/fetching.ts', "export const page = fetch('/');\n", undefined],
  ['test/free.ts', "console.log(process.env.HOME, fetch('/'));\n", undefined],
];

let reported: Map<string, string[]>;
let forbidden: readonly ForbiddenImport[];

beforeAll(async () => {
  copyFileSync(join(root, '.biome.json'), join(folder, '.biome.json'));
  for (const place of places.keys()) write(`${place}/probe.ts`, linesOf(place).join('\n'));
  for (const [path, text] of words) write(path, text);
  reported = await lint();
  forbidden = forbiddenImports(pathToFileURL(`${folder}/`));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns a line of code for each import. */
const linesOf = (place: string) =>
  importsFrom(place).map(({ from }, index) => forms[index % forms.length]?.(from, index) ?? '');

function write(path: string, text: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Returns the linter's rules that each file breaks, by path. */
async function lint(): Promise<typeof reported> {
  const flags = ['lint', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none'];
  const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(join(root, 'node_modules/.bin/biome'), flags, options).catch(
    (error: { stdout: string }) => error,
  );
  const found: typeof reported = new Map();
  for (const { category, location } of JSON.parse(stdout).diagnostics) {
    const rule = String(category).split('/').at(-1) ?? '';
    const earlier = found.get(location.path) ?? [];
    found.set(location.path, [...earlier, rule]);
  }
  return found;
}

describe.each([...places.keys()])('%s', (place) => {
  it('may import only the modules that its room lists', () => {
    const found = forbidden.filter(({ file }) => file === `${place}/probe.ts`);
    const lines = linesOf(place);
    const imports = importsFrom(place);
    const refused = found.map(({ line }) => lines[line - 1]).sort();
    const expected = lines.filter((_, index) => !imports[index]?.isAllowed);
    expect(refused).toEqual(expected.sort());
    expect(expected.length).toBeGreaterThan(10);
  });
});

describe('the words that only some places may use', () => {
  it.each(words)('%s', (path, _text, rule) => {
    expect(reported.get(path) ?? []).toEqual(rule === undefined ? [] : [rule]);
  });
});

const sources = (...tops: string[]) =>
  tops
    .flatMap((top) =>
      readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map((path) => join(top, path)),
    )
    .filter((path) => /\.m?[jt]s$/.test(path) && !path.includes('node_modules'));

describe('rooms', () => {
  it('import one another in one direction, and list only used ones', () => {
    expect(circlesIn(new Map(Object.entries(rooms).map(([name, room]) => [name, room.rooms ?? []])))).toEqual(
      [],
    );
    const imports = importsOf(
      sources('src', 'tools').map((path) => path.split(sep).join('/')),
      root,
    );
    const roomOf = (path: string) => places.get(posix.dirname(path));
    const used = new Set(
      [...imports].flatMap(([file, others]) => others.map((other) => `${roomOf(file)} ${roomOf(other)}`)),
    );
    const listed = Object.entries(rooms).flatMap(([name, room]) =>
      (room.rooms ?? []).map((other) => `${name} ${other}`),
    );
    expect(listed.filter((pair) => !used.has(pair))).toEqual([]);
  });
});

describe('files', () => {
  it('import one another in one direction, for types too', () => {
    const files = sources('src', 'tools', 'scripts').map((path) => path.split(sep).join('/'));
    const imports = importsOf(files, root);
    expect(circlesIn(imports)).toEqual([]);
    expect([...imports.values()].flat().length).toBeGreaterThan(1000);
  });

  it('are found if they do not', () => {
    const imports = new Map([
      ['a', ['b', 'outside']],
      ['b', ['c']],
      ['c', ['b', 'd']],
      ['d', ['d']],
    ]);
    expect(circlesIn(imports)).toEqual([['b', 'c'], ['d']]);
  });
});

describe('an exported name', () => {
  it('means one thing: no two files export the same', () => {
    const files = sources('src').map((path) => path.split(sep).join('/'));
    const bridge = files.filter((path) => !path.startsWith('src/sandbox/'));
    const owners = new Map<string, string[]>();
    for (const { file, name } of exportsOf(bridge, root))
      owners.set(name, [...(owners.get(name) ?? []), file]);
    expect([...owners].filter(([, of]) => of.length > 1)).toEqual([]);
    expect(owners.size).toBeGreaterThan(400);
  });
});

describe('a word', () => {
  it('is written in one script: letters of another that look the same make it another word', () => {
    const mixed = sources('src', 'tools').flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8')
        // Escapes, and the ends of ranges in patterns, are not letters of the adjacent words.
        .replace(/\\[a-zA-Z]|\p{L}-\p{L}/gu, ' ');
      const words = text.match(/\p{L}+/gu) ?? [];
      const isMixed = (word: string) => /\p{sc=Latin}/u.test(word) && /\p{sc=Cyrillic}/u.test(word);
      return words.filter(isMixed).map((word) => `${path}: ${word}`);
    });
    expect(mixed).toEqual([]);
  });
});

describe('the path of a file next to another one', () => {
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

describe('asynchronous state', () => {
  it('is passed on as an argument: hooks on promises would make every call dearer by a tenth', () => {
    const hooked = folders.flatMap((folder) =>
      readdirSync(join(root, folder))
        .filter((name) => name.endsWith('.ts'))
        .filter((name) =>
          /AsyncLocalStorage|async_hooks/.test(readFileSync(join(root, folder, name), 'utf8')),
        )
        .map((name) => `${folder}/${name}`),
    );
    expect(hooked).toEqual([]);
  });
});

describe('the check itself', () => {
  it('has a room for every folder, but for those that put rooms together', () => {
    const isListed = (place: string) => places.has(place) || place.startsWith('src/commands');
    expect(folders.filter((place) => place !== 'src' && !isListed(place))).toEqual([]);
    expect(
      Object.keys(rooms).filter((name) => !folders.some((place) => `${place}/`.startsWith(`${name}/`))),
    ).toEqual([]);
  });

  it('has no file directly in src except those that begin, assemble and load the rooms', () => {
    const loose = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isFile());
    expect(loose.map(({ name }) => name).sort()).toEqual(['app.ts', 'catalogue.ts', 'main.ts']);
  });

  it('covers the sources that `npm run check` covers', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(scripts.check).toContain('biome ci .');
    expect(scripts.check).toContain('tsx scripts/import-law.ts');
  });

  it('refuses files outside of rooms, computed names, and files that are not sources', () => {
    write('src/nowhere/one.ts', "import '../util/one.ts';\n");
    write('src/util/computed.ts', 'export const load = (name: string) => import(name);\n');
    write('src/util/data.ts', "import data from './data.json';\nexport const all = data;\n");
    const files = forbiddenImports(pathToFileURL(`${folder}/`)).map(({ file }) => file);
    expect(files).toEqual(
      expect.arrayContaining(['src/nowhere/one.ts', 'src/util/computed.ts', 'src/util/data.ts']),
    );
  });
});
