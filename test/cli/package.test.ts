import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { parseSync } from 'oxc-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const {
  command,
  args = [],
  env,
} = JSON.parse(readFileSync(join(root, 'mcp.json'), 'utf8')).mcpServers.casebridge;

const folder = mkdtempSync(join(tmpdir(), 'casebridge-package-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Packs a checkout and installs it into a folder of that name, as npm would. */
function install(checkout: string, name: string): string {
  const place = join(folder, name);
  mkdirSync(join(place, 'node_modules', '.bin'), { recursive: true });
  execFileSync(
    'npm',
    ['pack', '--silent', ...(checkout === root ? ['--ignore-scripts'] : []), '--pack-destination', place],
    { cwd: checkout, stdio: 'pipe' },
  );
  const archive = readdirSync(place).find((file) => file.endsWith('.tgz')) as string;
  execFileSync('tar', ['-xzf', archive], { cwd: place });
  const installed = join(place, 'node_modules', 'casebridge');
  symlinkSync(join(place, 'package'), installed);
  linkDependencies(join(place, 'package', 'node_modules'));
  const { bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  for (const [command, file] of Object.entries<string>(bin))
    symlinkSync(join(installed, file), join(place, 'node_modules', '.bin', command));
  return place;
}

/** Links the dependencies that are installed with the package, without development dependencies. */
function linkDependencies(folder: string): void {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  for (const [path, { dev, devOptional }] of Object.entries<{ dev?: true; devOptional?: true }>(packages)) {
    const inside = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1];
    if (inside === undefined || dev || devOptional) continue;
    mkdirSync(dirname(join(folder, inside)), { recursive: true });
    symlinkSync(join(root, path), join(folder, inside));
  }
}

/** Copies the project as after a clone, and links the installed packages. */
function cloneTo(name: string): string {
  const checkout = join(folder, name);
  for (const top of readdirSync(root))
    if (!/^(node_modules|dist|test|\.dist-.*|\.git)$/.test(top))
      cpSync(join(root, top), join(checkout, top), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
  return checkout;
}

const run = (file: string, words: readonly string[], cwd: string) =>
  spawnSync(file, words, { cwd, encoding: 'utf8' });

describe('the package', () => {
  let place: string;
  beforeAll(() => {
    place = install(root, 'package');
  });

  it('holds the program, the pages for people and the configuration, and no sources, tests or source maps', () => {
    const installed = join(place, 'node_modules', 'casebridge');
    const names = readdirSync(installed).filter((name) => name !== 'node_modules');
    expect(names.sort()).toEqual([
      ...['.github', 'Dockerfile', 'LICENSE', 'README.md', 'bin', 'dist', 'docs', 'examples', 'mcp.json'],
      ...['package.json', 'src', 'test', 'tools'],
    ]);
    const inside = readdirSync(installed, { recursive: true, encoding: 'utf8' });
    const sources = inside.filter((file) => /^(src|test|tools)[\\/]/.test(file) && /\.[a-z]+$/.test(file));
    expect(sources.filter((file) => !file.endsWith('.md'))).toEqual([]);
    // Source maps are useless without the sources.
    expect(inside.filter((file) => file.endsWith('.map'))).toEqual([]);
    expect(readdirSync(join(installed, 'docs'))).toContain('SECURITY.md');
  });

  it('holds every file that its pages link to', () => {
    const installed = join(place, 'package');
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
    const pages = files.filter((file) => file.endsWith('.md') && !file.includes('node_modules'));
    expect(pages.length).toBeGreaterThan(20);
    const broken = pages.flatMap((page) =>
      [...readFileSync(join(installed, page), 'utf8').matchAll(/\]\((?![a-z]+:)([^)\s#]+)/g)]
        .map(([, link = '']) => link)
        .filter((link) => !existsSync(join(installed, dirname(page), link)))
        .map((link) => `${page}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('has a command for the embedded service alone', async () => {
    const service = spawn(join(place, 'node_modules/.bin/casebridge-sandbox'), [], {
      cwd: place,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = await once(service.stdout, 'data');
    const [, url] = /runs at (\S+)/.exec(String(said)) ?? [];
    expect((await fetch(`${url}/api/v2/tasks`)).status).toBe(401);
    service.kill('SIGTERM');
    expect(await once(service, 'exit')).toEqual([0, null]);
  });

  it('comes into no configuration from a folder that is cleared without notice', () => {
    mkdirSync(join(place, '.cursor'));
    const init = (script: string) =>
      spawnSync(process.execPath, [script, 'init', 'cursor', '--sandbox', '--dry-run'], {
        env: { HOME: place, PATH: process.env.PATH },
        encoding: 'utf8',
      });
    const here = init(join(place, 'package/dist/src/main.js'));
    expect([here.status, here.stdout]).toEqual([0, expect.stringContaining('in a temporary folder')]);
    const passing = join(place, '_npx/1a2b/node_modules/casebridge');
    cpSync(join(place, 'package'), passing, { recursive: true });
    const there = init(join(passing, 'dist/src/main.js'));
    expect([there.status, there.stdout]).toEqual([2, '']);
    expect(there.stderr).toContain(
      'Install it first (npm install --global, with the package name you gave to npx)',
    );
  });

  it('answers an assistant that uses mcp.json unchanged', async () => {
    const client = new Client({ name: 'casebridge-test', version: '1.0.0' });
    const commands = join(place, 'node_modules', '.bin');
    const environment = { PATH: `${commands}${delimiter}${process.env.PATH}`, HOME: place, ...env };
    await client.connect(
      new StdioClientTransport({ command, args, env: environment, cwd: place, stderr: 'ignore' }),
    );
    const { content, isError } = await client.callTool({
      name: 'search_cases',
      arguments: { Name: 'Smith' },
    });
    await client.close();
    expect(isError).toBeFalsy();
    expect(JSON.stringify(content)).toContain('Smith v. Northbridge Ltd');
  });
});

describe('the built program', () => {
  const built = join(root, 'dist/src');
  /** Returns the files that are always loaded together with a file. */
  const loadedWith = (file: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(file)) return seen;
    seen.add(file);
    const { staticImports } = parseSync(file, readFileSync(join(built, file), 'utf8')).module;
    for (const { moduleRequest } of staticImports)
      if (moduleRequest.value.startsWith('./')) loadedWith(moduleRequest.value.slice(2), seen);
    return seen;
  };
  /** Returns the sources of files. Files without a source map contain only code of the bundler. */
  const sourcesOf = (files: Iterable<string>): string[] =>
    [...files]
      .map((file) => join(built, `${file}.map`))
      .flatMap((map) => (existsSync(map) ? JSON.parse(readFileSync(map, 'utf8')).sources : []));
  const packageOf = (source: string) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? [];

  /**
   * Returns the files that are loaded at start. The first file checks the version of Node.js and then loads
   * the program.
   */
  const startedWith = () => new Set([...loadedWith('main.js'), ...loadedWith('program.js')]);

  it('starts without the embedded service, HTTP, workflows, or a package that is for later', () => {
    const sources = sourcesOf(startedWith());
    expect(sources.filter((source) => /src\/(sandbox|workflows|transports\/http)\//.test(source))).toEqual(
      [],
    );
    expect(sources.filter((source) => source.includes('tools/operations/'))).toEqual([]);
    expect([...new Set(sources.flatMap(packageOf))].sort()).toEqual([
      ...[
        '@modelcontextprotocol/core',
        '@modelcontextprotocol/server',
        'content-disposition',
        'lru-cache',
        'zod',
      ],
    ]);
  });

  it('reads few files at the start, with most of its own code in one', () => {
    const files = [...startedWith()];
    const own = files.filter((file) => !sourcesOf([file]).some((source) => source.includes('node_modules')));
    const sizeOf = (file: string) => statSync(join(built, file)).size;
    const size = own.reduce((sum, file) => sum + sizeOf(file), 0);
    expect(files.length).toBeLessThanOrEqual(30);
    // A tenth of it is the texts of the settings in both languages.
    expect(size).toBeLessThan(380_000);
    expect(sizeOf('start.js')).toBeGreaterThan(size / 2);
  });

  it('opens connections without the additional parts of fetch', () => {
    const sources = sourcesOf(loadedWith('connect.js'));
    expect(sources.some((source) => source.endsWith('undici/lib/dispatcher/client.js'))).toBe(true);
    expect(sources.filter((source) => /undici\/(index|lib\/(mock|web\/websocket)\/)/.test(source))).toEqual(
      [],
    );
  });

  it('serves HTTP without the embedded service', () => {
    const sources = sourcesOf([...loadedWith('main.js'), ...loadedWith('http.js')]);
    expect(sources.filter((source) => source.includes('src/sandbox/'))).toEqual([]);
    expect(sources.some((source) => source.includes('src/transports/http/'))).toBe(true);
  });

  it('comes with the licence of each package that it has code of', () => {
    const inside = sourcesOf(readdirSync(built).filter((file) => file.endsWith('.js'))).flatMap(packageOf);
    const licences = readFileSync(join(root, 'dist/LICENSES.txt'), 'utf8');
    const named = [...licences.matchAll(/^(\S+) \d\S* \([\w.-]+\)$/gm)].map(([, name]) => name);
    expect(named).toEqual([...new Set(inside)].sort());
    expect(named.length).toBeGreaterThan(5);
  });

  it('tells scanners the version and licence of each package that it has code of', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    const { components } = JSON.parse(readFileSync(join(root, 'dist/bundled.cdx.json'), 'utf8'));
    const inside = sourcesOf(readdirSync(built).filter((file) => file.endsWith('.js'))).flatMap(packageOf);
    expect(components.map(({ name }: { name: string }) => name)).toEqual([...new Set(inside)].sort());
    for (const { name, version, purl, licenses } of components) {
      expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`);
      expect([name, licenses[0].license.id]).toEqual([name, packages[`node_modules/${name}`].license]);
      expect([name, version]).toEqual([name, packages[`node_modules/${name}`].version]);
    }
  });
});

describe('a checkout', () => {
  it('that was packed before a build makes a command that says so', () => {
    const place = install(cloneTo('unbuilt'), 'package-of-unbuilt');
    for (const command of ['casebridge', 'casebridge-sandbox']) {
      const { status, stdout, stderr } = run(join(place, 'node_modules/.bin', command), ['--version'], place);
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^casebridge was not built .*npm run build.*\.\n$/);
    }
  });

  it('is built when it is installed as a command, or from git', () => {
    expect(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts.prepare).toContain('build');
  });

  it('contains after a build only its results, and after a failed one its previous content', () => {
    const checkout = cloneTo('built');
    const build = () => run(process.execPath, ['scripts/build.mjs'], checkout);
    const program = join(checkout, 'dist/src/main.js');
    const removed = join(checkout, 'dist/src/removed.js');
    mkdirSync(join(checkout, 'dist/src'), { recursive: true });
    writeFileSync(removed, '');
    expect(build()).toMatchObject({ status: 0, stderr: '' });
    expect([existsSync(program), existsSync(removed)]).toEqual([true, false]);

    writeFileSync(join(checkout, 'src/wrong.ts'), 'export const wrong: number = "";\n');
    writeFileSync(removed, '');
    const { status, stdout } = build();
    expect(status).not.toBe(0);
    expect(stdout).toContain('src/wrong.ts');
    expect([existsSync(program), existsSync(removed)]).toEqual([true, true]);
    expect(readdirSync(checkout).filter((name) => name.startsWith('.dist'))).toEqual([]);
  }, 300_000);
});
