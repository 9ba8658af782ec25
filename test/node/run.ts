import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install } from '../support/repository/installed.ts';

/** Runs what is tested over HTTP on the newer versions of Node too: each writes its answers in a way of its own. */

const folder = fileURLToPath(new URL('./', import.meta.url));
const vitest = join(folder, '../../node_modules/vitest/vitest.mjs');
const config = join(folder, '../vitest.config.ts');
const files = ['test/http/', 'test/e2e/clients/clients.test.ts', 'test/e2e/content/prompts.test.ts'];

/** The major versions, of which this process may be one. */
function majors(): string[] {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const named = Object.keys(manifest.optionalDependencies).map((name) => name.split('-')[1] ?? '');
  return [...new Set(named)].filter((major) => major !== process.versions.node.split('.')[0]);
}

install(folder);
for (const major of majors()) {
  const node = join(folder, `node_modules/node-${major}-${process.platform}-${process.arch}/bin/node`);
  if (!existsSync(node)) {
    console.log(`Node ${major} is not tested: there is no package of it for this machine.`);
    continue;
  }
  const { status } = spawnSync(node, [vitest, 'run', '--config', config, ...files], {
    stdio: 'inherit',
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` },
  });
  console.log(`Node ${major}: ${status === 0 ? 'passed' : 'failed'}.`);
  if (status !== 0) process.exitCode = 1;
}
