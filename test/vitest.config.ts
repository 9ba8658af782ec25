import { defineConfig } from 'vitest/config';

/** What is tested through a connected client runs over both transports. */
const throughClients = ['e2e/**/*.test.ts', 'fault-bench*.test.ts', 'stories.test.ts'];
/** The exchange directory is for whoever works at the server's machine. */
const onlyOverStdio = ['e2e/exchange.test.ts'];

// biome-ignore lint/style/noDefaultExport: vitest wants it.
export default defineConfig({
  root: import.meta.dirname,
  test: {
    projects: [
      { test: { name: 'stdio', include: ['**/*.test.ts'] } },
      {
        test: {
          name: 'http',
          include: throughClients,
          exclude: onlyOverStdio,
          env: { CASEBRIDGE_TEST_TRANSPORT: 'http' },
        },
      },
    ],
  },
});
