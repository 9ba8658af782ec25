import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rooms } from '../../scripts/rooms.ts';

/** Dependencies have versions without known vulnerabilities, are small, and have free licenses. */

interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const root = new URL('../../', import.meta.url);
const read = (path: string) => JSON.parse(readFileSync(new URL(path, root), 'utf8'));
const lock = Object.entries(read('package-lock.json').packages as Record<string, Locked>).filter(
  ([path]) => path !== '',
);
/** Packages that are installed with or bundled into casebridge, with their own dependencies. */
const runtime = neededBy([
  ...Object.keys(read('package.json').dependencies),
  ...Object.values(rooms).flatMap(({ packages = [] }) => packages.flatMap(packageIn)),
]);
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

function packageIn(specifier: string): string[] {
  const name = /^(?!node:)(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0];
  return name === undefined ? [] : [name];
}

/** Returns entries of the lock file. Searches as Node.js does: in the folder of the dependent first, then above it. */
function neededBy(names: readonly string[]): typeof lock {
  const entries = new Map(lock);
  const found = new Map<string, Locked>();
  const add = (name: string, within: string): void => {
    const path = `${within}node_modules/${name}`;
    const entry = entries.get(path);
    if (entry === undefined && within !== '')
      add(name, within.slice(0, within.slice(0, -1).lastIndexOf('node_modules/')));
    if (entry === undefined || found.has(path)) return;
    found.set(path, entry);
    for (const needed of Object.keys(entry.dependencies ?? {})) add(needed, `${path}/`);
  };
  for (const name of names) add(name, '');
  return [...found];
}

/** Compares versions. Returns a negative number if `a` is older. A pre-release is older than its release. */
function compare(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('-', 1)[0]?.split('.').map(Number) ?? []);
  for (let place = 0; place < 3; place += 1) {
    const difference = (left?.[place] ?? 0) - (right?.[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return Number(b.includes('-')) - Number(a.includes('-'));
}

describe('an installation', () => {
  it('fetches only the packages that the build does not bundle', () => {
    expect(Object.keys(read('package.json').dependencies)).toEqual(['pino']);
    const installed = lock.filter(([, { dev, devOptional }]) => !dev && !devOptional);
    expect(installed.length).toBeLessThanOrEqual(15);
    expect(runtime.length).toBeGreaterThan(installed.length + 15);
  });
});

describe('the packages that are installed at run time or bundled', () => {
  const floors = read('.minimum-versions.json') as Record<string, string>;

  it('are not below the version in which their known vulnerabilities were fixed, anywhere in the tree [FLT-33]', () => {
    const below = lock.filter(([path, { version }]) => {
      const floor = floors[nameOf(path)];
      return floor !== undefined && compare(version, floor) < 0;
    });
    expect(below.map(([path, { version }]) => `${path} ${version}`)).toEqual([]);
  });

  it('have minimum versions only if they are used', () => {
    const names = new Set(runtime.map(([path]) => nameOf(path)));
    expect(Object.keys(floors).filter((name) => !names.has(name))).toEqual([]);
    expect(Object.keys(floors).length).toBeGreaterThanOrEqual(4);
  });

  it('lie in node_modules as the lock file says', () => {
    for (const [path, { version }] of runtime)
      expect([path, read(`${path}/package.json`).version]).toEqual([path, version]);
  });

  it('are 45 at most [FLT-33]', () => {
    expect(runtime.length).toBeLessThanOrEqual(45);
  });

  it('run nothing when they are installed [FLT-33]', () => {
    expect(runtime.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([]);
    for (const [path] of runtime) {
      const { scripts = {} } = read(`${path}/package.json`);
      const run = Object.keys(scripts).filter((name) => /^(pre|post)?install$/.test(name));
      expect([path, run]).toEqual([path, []]);
    }
  });

  it('may be passed on: their licences are on the list [FLT-33]', () => {
    const allowed = [
      'MIT',
      'MIT-0',
      'ISC',
      'Apache-2.0',
      'BSD-2-Clause',
      'BSD-3-Clause',
      'BlueOak-1.0.0',
      '0BSD',
    ];
    const others = runtime.filter(([, { license }]) => !allowed.includes(license ?? ''));
    expect(others.map(([path, { license }]) => `${path} ${license}`)).toEqual([]);
  });

  it('are checked against a hash, and their address is left to the registry that is configured', () => {
    expect(runtime.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
    expect(lock.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });

  it('are named by the package in exact versions', () => {
    const { dependencies, devDependencies } = read('package.json');
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)),
    );
    expect(loose).toEqual([]);
  });
});

describe.each([
  ['the conformance suite', 'test/conformance/', 50],
  ['newer versions of Node', 'test/node/', 3],
  ['the OpenID provider', 'test/provider/', 50],
  ['the libraries of assistants', 'test/libraries/', 50],
])('the packages of %s', (_what, folder, atLeast) => {
  const packages = Object.entries(
    read(`${folder}package-lock.json`).packages as Record<string, Locked>,
  ).filter(([path]) => path !== '');

  it('run nothing when they are installed, are checked against a hash, and come from any registry', () => {
    expect(packages.length).toBeGreaterThan(atLeast);
    expect(packages.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
    expect(packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
    expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });

  it('are named in exact versions', () => {
    const { dependencies, optionalDependencies } = read(`${folder}package.json`);
    const versions = Object.values({ ...dependencies, ...optionalDependencies });
    expect(
      versions.filter((version) => !/^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version))),
    ).toEqual([]);
  });
});

describe('versions', () => {
  it.each([
    ['1.2.3', '1.2.3', 0],
    ['1.2.10', '1.2.9', 1],
    ['2.0.0', '10.0.0', -1],
    ['2.0.0-beta.1', '2.0.0', -1],
    ['2.0.0', '2.0.0-beta.1', 1],
  ])('%s and %s are compared by their numbers', (a, b, sign) => {
    expect(Math.sign(compare(a, b))).toBe(sign);
  });
});

describe('the CI workflows', () => {
  const folder = new URL('.github/workflows/', root);
  const workflows = readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]);

  it.each(workflows)(
    '%s pins actions of others by commit, has read permission only, and a time limit [FLT-32]',
    (_name, text = '') => {
      const used = [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
      expect(used.length).toBeGreaterThan(0);
      expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(action ?? ''))).toEqual([]);
      expect(text).toMatch(/^permissions:\n {2}contents: read\n/m);
      expect(text.match(/^ {4}runs-on:/gm)?.length).toBe(text.match(/^ {4}timeout-minutes:/gm)?.length);
    },
  );
});
