import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { Skipped } from './support/skipped.ts';
import { SlowestFirst } from './support/slowest-first.ts';
import { type Mode, projectsOf } from './tiers/projects.ts';

/**
 * All tests share one clock. Timeouts are long, because machines may be busy. A test that requires a time
 * limit sets it itself.
 */
const everywhere = {
  setupFiles: [`${import.meta.dirname}/support/setup.ts`],
  testTimeout: 120_000,
  hookTimeout: 240_000,
  // The default of one second is too short for a busy machine.
  expect: { poll: { timeout: 15_000 } },
  // A process that runs many files would otherwise collect young memory all the time. Additional threads for
  // compiling and collecting do not help, because all cores are busy.
  execArgv: ['--max-semi-space-size=32', '--single-threaded'],
};

const modes: Readonly<Record<string, Mode>> = { quick: 'quick', standard: 'standard', extended: 'extended' };

/** `--mode quick`, `standard` or `extended` runs the files of these tiers. Without a mode, any file can be named. */
// biome-ignore lint/style/noDefaultExport: vitest wants it.
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  test: {
    // Tests mostly wait, for processes and timeouts.
    maxWorkers: 2 * availableParallelism(),
    // A separate process for each file would spend a third of the time on loading the same modules.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    reporters: ['default', new Skipped()],
    // The next run reuses the compiled modules.
    experimental: { fsModuleCache: true },
    globalSetup: `${import.meta.dirname}/support/nothing-left.ts`,
    projects: projectsOf(modes[mode] ?? 'every').map(({ name, files }) => ({
      test: {
        ...everywhere,
        name,
        include: [...files],
        isolate: name === 'alone',
        env: name === 'http' || name === 'memory' ? { CASEBRIDGE_TEST_TRANSPORT: name } : {},
      },
    })),
  },
}));
