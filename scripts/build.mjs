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
 * `npm run build`: checks the types and bundles into a temporary folder, which replaces `dist` when it is complete. A
 * failed build therefore changes nothing, and `dist` contains neither old files nor a partial build.
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
  // The failed step has already printed its error.
  if (error.status === undefined || error.status === null) throw error;
  process.exitCode = error.status;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Bundles the program and its packages into few files, because reading hundreds of files takes most of the startup
 * time. Unused parts of packages are omitted. Each package, and code that is loaded later, has a separate file.
 */
async function bundleProgram() {
  const { output } = await bundle({
    input: { main: 'src/main.ts', ...beside },
    // The entry points need not keep their exports, because no other module imports them.
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
      // Omit source text, because `src/observability/source-place.ts` reads only names and lines.
      sourcemap: true,
      sourcemapExcludeSources: true,
      // Remove comments and white space, because reading them takes a tenth of the startup time. Keep names, because
      // messages and logs show them.
      minify: { compress: false, mangle: false },
    },
  });
  // sql.js contains many builds. Copy only the one that is used.
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

/**
 * Builds the tool lists, so that the program need not build them at every start. `src/mcp/tools/prebuilt-lists.ts`
 * reads them.
 */
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
  // Do not bundle pino, because it loads files from its own folder.
  return build({
    platform: 'node',
    external: ['pino'],
    resolve: {
      alias: {
        // The default build of jsonc-parser loads its parts in a way that bundlers cannot follow.
        'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
        undici$: join(root, undiciParts),
      },
    },
    logLevel: 'warn',
    ...options,
  });
}

/** Returns the folder of the package that contains a file. Returns undefined for a file of this project. */
function packageFolder(file) {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0];
}

/** Returns the chunk name for a file of a package. Returns undefined for a file of this project. */
function packageName(file) {
  const name = packageFolder(file)?.replace(/^.*node_modules[\\/]@?/, '');
  return name?.replace(/[\\/]/, '-');
}

/**
 * Returns a CycloneDX bill of materials for the packages in the bundle. Audits would not find them otherwise, because
 * they are not in the `node_modules` of an installation.
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

/**
 * Returns the licence text of a package, because most licences must accompany copies. `scripts/licences` contains the
 * texts that packages lack.
 */
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

/**
 * Replaces `dist` with the new build.
 * @param tries maximum number of retries, because another build may create `dist` at the same time
 */
function takePlace(tries) {
  try {
    if (existsSync('dist')) renameSync('dist', `${old}-${tries}`);
    renameSync(fresh, 'dist');
  } catch (error) {
    if (tries === 0) throw error;
    takePlace(tries - 1);
  }
}
