import { defineConfig } from 'vitest/config';

/** Tests of signing in with a real OpenID provider, whose packages are installed for them. */
// biome-ignore lint/style/noDefaultExport: vitest wants it.
export default defineConfig({
  root: import.meta.dirname,
  test: {
    globalSetup: `${import.meta.dirname}/support/nothing-left.ts`,
    setupFiles: [`${import.meta.dirname}/support/setup.ts`],
    silent: 'passed-only',
    include: ['provider/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
