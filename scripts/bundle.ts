import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Zippable, zipSync } from 'fflate';
import { bundleManifest } from './manifests.ts';

/** `npm run bundle`: packs the program into one file that Claude Desktop installs. */

const root = fileURLToPath(new URL('..', import.meta.url));

/** One date for every file, in local time as ZIP requires, so that equal builds have equal bytes. */
const moment = new Date(1980, 0, 1);

/** Returns the bytes of the bundle. @throws Error if the program was not built yet */
export function makeBundle(): Uint8Array {
  if (!existsSync(join(root, 'dist/src/main.js'))) throw new Error('run npm run build first');
  const paths = [
    'LICENSE',
    'package.json',
    ...filesBelow('dist').filter((path) => !path.endsWith('.map')),
    ...packagesOf('pino').flatMap((name) => filesBelow(`node_modules/${name}`).filter(isNeeded)),
  ];
  const entries = paths.sort().map((path) => [path, new Uint8Array(readFileSync(join(root, path)))]);
  const files: Zippable = {
    'manifest.json': Buffer.from(`${JSON.stringify(bundleManifest, null, 2)}\n`),
    ...Object.fromEntries(entries),
  };
  return zipSync(files, { level: 9, mtime: moment });
}

/** Returns the names of a package and of all its direct and indirect dependencies. */
function packagesOf(name: string, known = new Set<string>()): string[] {
  if (known.has(name)) return [];
  known.add(name);
  const { dependencies = {} } = JSON.parse(
    readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'),
  );
  return [name, ...Object.keys(dependencies).flatMap((other) => packagesOf(other, known))];
}

const isNeeded = (path: string) =>
  !/\/(\.[^/]+|tests?|docs|benchmarks?|examples?|fixtures|tsd|types)\//.test(path) &&
  /(\.[cm]?js|\.json|\/licen[cs]e[^/]*)$/i.test(path) &&
  !/\/(test|browser|eslint\.config|tsconfig)\.[cm]?js(on)?$|\.(test|min)\.[cm]?js$/.test(path);

const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => statSync(join(root, path)).isFile());

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const file = `casebridge-${bundleManifest.version}.mcpb`;
  const bytes = makeBundle();
  writeFileSync(join(root, file), bytes);
  process.stdout.write(`wrote ${file}: ${(bytes.length / 1_000_000).toFixed(1)} MB\n`);
}
