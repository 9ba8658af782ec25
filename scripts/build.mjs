import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildCards } from './build-cards.mjs';
import { beside, fetchName, startName, undiciParts } from './build-start.mjs';

/**
 * `npm run build`: checks the types and bundles into a folder of its own, which takes the place of `dist` when it is
 * complete. So nothing of an earlier build stays, a build that fails changes nothing, and what runs from `dist` finds
 * all its files.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
const folder = mkdtempSync('.dist-');
const [fresh, old] = [join(folder, 'new'), join(folder, 'old')];
try {
  for (const project of ['.', 'src/cards'])
    execFileSync(process.execPath, [compiler(), '-p', project], { stdio: 'inherit' });
  await bundleProgram();
  await buildCards(bundle, fresh);
  await prepareLists();
  takePlace(3);
} catch (error) {
  // What went wrong was said by the step itself.
  if (error.status === undefined || error.status === null) throw error;
  process.exitCode = error.status;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * The program and the packages that it uses in few files, and of the packages only what it uses: reading hundreds of
 * files is most of what a start costs. What is loaded later stays in files of its own, and so does each package.
 */
async function bundleProgram() {
  const { output } = await bundle({
    input: { main: 'src/main.ts', ...beside },
    // Nobody imports them.
    preserveEntrySignatures: false,
    output: {
      dir: join(fresh, 'src'),
      chunkFileNames: '[name].js',
      codeSplitting: {
        groups: [
          { name: fetchName(root), debugName: 'fetch' },
          { name: packageName, debugName: 'packages' },
          { name: startName(root), debugName: 'start' },
        ],
        includeDependenciesRecursively: false,
      },
      // With names and lines alone: `src/observability/source-place.ts` reads them.
      sourcemap: true,
      sourcemapExcludeSources: true,
      // Reading comments and blanks is a tenth of a start. Names stay as they are: messages and logs show them.
      minify: { compress: false, mangle: false },
    },
  });
  // Of its many builds the one that is used.
  copyFileSync('node_modules/sql.js/dist/sql-wasm.wasm', join(fresh, 'src', 'sql-wasm.wasm'));
  copyFileSync('node_modules/@embedpdf/pdfium/dist/pdfium.wasm', join(fresh, 'src', 'pdfium.wasm'));
  const packages = [
    ...new Set(output.flatMap(({ moduleIds = [] }) => moduleIds.flatMap((id) => packageFolder(id) ?? []))),
  ].sort();
  writeFileSync(join(fresh, 'bundled.cdx.json'), `${JSON.stringify(billOf(packages), null, 2)}\n`);
  const font = readFileSync('src/sandbox/seed/fixtures/formats/LICENSE-DejaVu.txt', 'utf8');
  const licences = [...packages.map(licenceOf), `The font of the sample documents\n\n${font}`];
  writeFileSync(join(fresh, 'LICENSES.txt'), licences.join('\n'));
}

/** What the program would otherwise do at every start; `src/mcp/tools/prebuilt-lists.ts` reads it. */
async function prepareLists() {
  const maker = join(folder, 'lists');
  await bundle({ input: 'src/catalogue.ts', output: { dir: maker } });
  const { shippedLists } = await import(pathToFileURL(join(root, maker, 'catalogue.js')).href);
  mkdirSync(join(fresh, 'lists'));
  for (const language of ['en', 'ru'])
    for (const [surface, tools] of await shippedLists(language))
      writeFileSync(join(fresh, 'lists', `${surface}.${language}.json`), JSON.stringify(tools));
}

async function bundle(options) {
  const { build } = await import('rolldown');
  // Loads files of its own where it lies.
  return build({
    platform: 'node',
    external: ['pino'],
    resolve: {
      alias: {
        // Its other build asks for its parts by names that no bundler follows.
        'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
        undici$: join(root, undiciParts),
      },
    },
    logLevel: 'warn',
    ...options,
  });
}

/** The folder of the package that a file belongs to; none for our own. */
function packageFolder(file) {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0];
}

/** What the file of a package's code is called. */
function packageName(file) {
  const name = packageFolder(file)?.replace(/^.*node_modules[\\/]@?/, '');
  return name?.replace(/[\\/]/, '-');
}

/**
 * Returns a CycloneDX bill of materials for the packages in the bundle. Audits of an installation do not see them
 * otherwise, because nothing in its `node_modules` names them.
 */
function billOf(folders) {
  const components = folders.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    return {
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      purl,
      licenses: [{ license: { id: license } }],
    };
  });
  return { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, components };
}

/** Licences ask to come along with copies; one that a package leaves out lies in `scripts/licences`. */
function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const own = readdirSync(folder).filter((entry) => /^licen[cs]e/i.test(entry));
  const files = own.length === 0 ? [`scripts/licences/${name}.txt`] : own.map((file) => join(folder, file));
  if (!files.every((file) => existsSync(file)))
    throw new Error(`${name} ${version} (${license}) has no file with its licence.`);
  const texts = files.map((file) => readFileSync(file, 'utf8').trim());
  return `${name} ${version} (${license})\n\n${texts.join('\n\n')}\n`;
}

function compiler() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  } catch {
    process.stderr.write('casebridge is built with packages that are not installed: run npm ci first.\n');
    throw Object.assign(new Error('no compiler'), { status: 1 });
  }
}

/** @param tries how often another build at the same time may come between */
function takePlace(tries) {
  try {
    if (existsSync('dist')) renameSync('dist', `${old}-${tries}`);
    renameSync(fresh, 'dist');
  } catch (error) {
    if (tries === 0) throw error;
    takePlace(tries - 1);
  }
}
