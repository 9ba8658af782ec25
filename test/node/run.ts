import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { install } from '../support/repository/installed.ts';
import { failuresByVersion, packagedVersions } from './versions.ts';

/**
 * Runs the program on the oldest and the newest version of each Node release line, and the HTTP tests on the newer LTS
 * versions. Versions of Node differ in how they parse requests and close connections.
 */

const folder = fileURLToPath(new URL('./', import.meta.url));
const vitest = join(folder, '../../node_modules/vitest/vitest.mjs');
const config = join(folder, '../vitest.config.ts');
/** Tests of queues, metrics, log and output, which do not depend on HTTP and are the same on each version. */
const isAbove = /^(chaos|log|monitor|page|start|watching)\./;
const ofHttp = readdirSync(join(folder, '../http')).filter(
  (name) => name.endsWith('.test.ts') && !isAbove.test(name),
);
const ofSessions = ['ending', 'idle', 'resumed', 'streams'].map((name) => `sessions/${name}.test.ts`);

/** Tests of requests, connections and streams, in which versions of Node have differed. */
const files = [...ofHttp, ...ofSessions].map((name) => `test/http/${name}`);

/** LTS versions, without the current one. */
const majors = ['22', '24'].filter((major) => major !== process.versions.node.split('.')[0]);

install(folder);
const failures = await failuresByVersion();
for (const failure of failures) process.stdout.write(`${failure}\n`);
process.stdout.write(`Tried ${[...packagedVersions().keys()].join(', ')}: ${failures.length} failures.\n`);
if (failures.length > 0) process.exitCode = 1;

/** Run all of them in parallel, because much of the time is waiting. */
const runs = majors.map(async (major) => {
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
