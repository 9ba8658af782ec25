import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { install } from '../support/repository/installed.ts';

/**
 * Runs what is tested over HTTP on the newer versions of Node too: each reads requests, writes answers and ends
 * connections in a way of its own. Who callers are and what they may is settled above that, and not tried again.
 */

const folder = fileURLToPath(new URL('./', import.meta.url));
const vitest = join(folder, '../../node_modules/vitest/vitest.mjs');
const config = join(folder, '../vitest.config.ts');
const files = [
  ...readdirSync(join(folder, '../http')).filter((name) => name.endsWith('.test.ts')),
  ...['sessions/', 'callers/callers.', 'callers/crowd', 'callers/fair.', 'callers/flood.', 'callers/limits'],
].map((name) => `test/http/${name}`);

/** The major versions, of which this process may be one. */
function majors(): string[] {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const named = Object.keys(manifest.optionalDependencies).map((name) => name.split('-')[1] ?? '');
  return [...new Set(named)].filter((major) => major !== process.versions.node.split('.')[0]);
}

install(folder);
/** All at the same time: much of it is waiting. */
const runs = majors().map(async (major) => {
  const node = join(folder, `node_modules/node-${major}-${process.platform}-${process.arch}/bin/node`);
  if (!existsSync(node))
    return { major, said: 'There is no package of it for this machine.\n', outcome: 'not tested' };
  const run = spawn(node, [vitest, 'run', '--config', config, '--maxWorkers', '3', ...files], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` },
  });
  const [said, [status]] = await Promise.all([text(run.stdout), once(run, 'close')]);
  return { major, said, outcome: status === 0 ? 'passed' : 'failed' };
});
for (const run of runs) {
  const { major, said, outcome } = await run;
  process.stdout.write(`${said}Node ${major}: ${outcome}.\n`);
  if (outcome === 'failed') process.exitCode = 1;
}
