import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { SlowestFirst } from './support/slowest-first.ts';

/**
 * What stands between a client and its answers runs over both transports. What is answered is made above them: those
 * tests run over stdio, and `e2e/clients/both-transports` holds that HTTP brings the same, for each operation and lookup.
 */
const throughClients = ['e2e/{cards,clients,files,safety}/**/*.test.ts', 'faults/fault-bench-tls.test.ts'];
/**
 * The shared folder is for whoever works at the server's machine; the others start what they need themselves, compare
 * what is answered with what else is answered, or look at what a question shows, which `safety/confirmation` asks over
 * both.
 */
const onlyOnce = [
  ...[
    'files/shared-folder',
    'files/interrupted-files',
    'clients/any-arguments',
    'clients/both-transports',
    'safety/canary',
    'safety/confirmation-replay',
    'safety/losing',
  ],
  'safety/question-files',
].map((name) => `e2e/${name}.test.ts`);

/** These change what all tests of a process share: its clock, and what stands behind every client or answer. */
const alone = ['calendar/calendar-*.test.ts', 'http/sessions/asked-in.test.ts'];

/** What is installed apart has tests of its own; `profiles.config.ts` runs others. */
const packages = [...configDefaults.exclude, 'profiles/**', 'provider/**', 'libraries/**'];

/** One clock for all; and machines are shared and busy: what has to end in time is bounded by its own test. */
const everywhere = {
  setupFiles: [`${import.meta.dirname}/support/setup.ts`],
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // A process that runs many files clears young memory all the time where there is little of it.
  execArgv: ['--max-semi-space-size=32'],
};

// biome-ignore lint/style/noDefaultExport: vitest wants it.
export default defineConfig({
  root: import.meta.dirname,
  test: {
    // Most of a test is waiting: for processes, and for what takes its time.
    maxWorkers: 2 * availableParallelism(),
    // A process for each file would spend a third of the time on loading the same modules.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    globalSetup: `${import.meta.dirname}/support/nothing-left.ts`,
    projects: [
      {
        test: {
          ...everywhere,
          name: 'stdio',
          include: ['**/*.test.ts'],
          exclude: [...packages, ...alone],
          isolate: false,
        },
      },
      { test: { ...everywhere, name: 'alone', include: alone, isolate: true } },
      {
        test: {
          ...everywhere,
          name: 'http',
          include: throughClients,
          exclude: [...packages, ...onlyOnce],
          isolate: false,
          env: { CASEBRIDGE_TEST_TRANSPORT: 'http' },
        },
      },
    ],
  },
});
