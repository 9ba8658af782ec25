import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import type { ProfileName } from '../src/sandbox/quirks/profiles.ts';

/** Tests of workflows, names and changes that also run with other kinds of deployment. */
const files = [
  'e2e/workflows/{agenda,case,case-timeline,find-case,intake,people,stories,who-am-i}.test.ts',
  'e2e/names/{names,finding}.test.ts',
  'e2e/clients/{changed,kept}.test.ts',
];

/**
 * Deployments that have all features that these tests need. Features that the others lack or name differently
 * are tested in `profiles/`.
 */
const profiles: readonly ProfileName[] = ['convenient', '2023', 'hostile'];

const everywhere = {
  setupFiles: [`${import.meta.dirname}/support/setup.ts`],
  testTimeout: 120_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 15_000 } },
  isolate: false,
  execArgv: ['--max-semi-space-size=32', '--single-threaded'],
};

// biome-ignore lint/style/noDefaultExport: vitest wants it.
export default defineConfig({
  root: import.meta.dirname,
  test: {
    maxWorkers: 2 * availableParallelism(),
    isolate: false,
    // The next run reuses the compiled modules.
    experimental: { fsModuleCache: true },
    globalSetup: `${import.meta.dirname}/support/nothing-left.ts`,
    projects: [
      { test: { ...everywhere, name: 'on all others', include: ['profiles/*.test.ts'] } },
      ...profiles.map((profile) => ({
        test: {
          ...everywhere,
          name: `on ${profile}`,
          include: files,
          // The transport makes no difference between deployments.
          env: { CASEBRIDGE_TEST_PROFILE: profile, CASEBRIDGE_TEST_TRANSPORT: 'memory' },
        },
      })),
    ],
  },
});
