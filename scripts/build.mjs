import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * `npm run build`: compiles into a folder of its own, which takes the place of `dist` when it is complete. So nothing
 * of an earlier build stays, a build that fails changes nothing, and what runs from `dist` finds all its files.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
const folder = mkdtempSync('.dist-');
const [fresh, old] = [join(folder, 'new'), join(folder, 'old')];
try {
  execFileSync(process.execPath, [compiler(), '-p', '.', '--outDir', fresh], { stdio: 'inherit' });
  await prepareLists();
  takePlace(3);
} catch (error) {
  // What went wrong was said by the step itself.
  if (error.status === undefined || error.status === null) throw error;
  process.exitCode = error.status;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** What the program would otherwise do at every start; `src/mcp/tools/prebuilt-lists.ts` reads it. */
async function prepareLists() {
  const { shippedLists } = await import(pathToFileURL(join(root, fresh, 'src/catalogue.js')).href);
  mkdirSync(join(fresh, 'lists'));
  for (const [surface, tools] of await shippedLists())
    writeFileSync(join(fresh, 'lists', `${surface}.json`), JSON.stringify(tools));
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
