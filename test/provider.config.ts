import { defineConfig } from 'vitest/config';

/** Tests with separately installed packages of others: a real OpenID provider, and libraries of assistants. */
// biome-ignore lint/style/noDefaultExport: vitest wants it.
export default defineConfig({
  root: import.meta.dirname,
  test: {
    globalSetup: `${import.meta.dirname}/support/nothing-left.ts`,
    setupFiles: [`${import.meta.dirname}/support/setup.ts`],
    silent: 'passed-only',
    include: ['provider/*.test.ts', 'libraries/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
});
