import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, it } from 'vitest';

const isInstalled = spawnSync('faketime', ['--version']).error === undefined;
if (!isInstalled)
  console.warn(
    'Skipped: the tests on a machine whose clock is wrong (they need the Debian package faketime).',
  );

const root = join(import.meta.dirname, '../..');

describe.skipIf(!isInstalled)('on a machine whose clock is more than a year ahead', () => {
  it('the clock of the tests stays as it is set', async () => {
    const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config', 'test/vitest.config.ts'];
    await promisify(execFile)(
      'faketime',
      ['-f', '+400d', process.execPath, ...vitest, '--project', 'stdio', 'test/calendar/clock.test.ts'],
      // What measures time goes on as it does.
      { cwd: root, env: { PATH: process.env.PATH, DONT_FAKE_MONOTONIC: '1' } },
    );
  }, 120_000);
});
