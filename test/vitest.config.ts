import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { Skipped } from './support/skipped.ts';
import { SlowestFirst } from './support/slowest-first.ts';
import { type Mode, projectsOf } from './tiers/projects.ts';

/** One clock for all; and machines are shared and busy: what has to end in time is bounded by its own test. */
const everywhere = {
  setupFiles: [`${import.meta.dirname}/support/setup.ts`],
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // A process that runs many files clears young memory all the time where there is little of it. Other cores are as busy
  // as its own, so threads that compile and collect beside it win nothing.
  execArgv: ['--max-semi-space-size=32', '--single-threaded'],
};

const modes: Readonly<Record<string, Mode>> = { quick: 'quick', standard: 'standard', extended: 'extended' };

/** `--mode quick`, `standard` or `extended` runs the files of these tiers; without one every file can be named. */
// biome-ignore lint/style/noDefaultExport: vitest wants it.
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  test: {
    // Most of a test is waiting: for processes, and for what takes its time.
    maxWorkers: 2 * availableParallelism(),
    // A process for each file would spend a third of the time on loading the same modules.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    reporters: ['default', new Skipped()],
    // The next run takes the modules that this one compiled.
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
