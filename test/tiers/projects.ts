import { filesOf, filesWhere, testFiles } from './files.ts';
import type { Tier } from './places.ts';

/** Mode of `test/vitest.config.ts`: the tiers that one command runs together, or every file. */
export type Mode = 'quick' | 'standard' | 'extended' | 'every';

/** Folders whose packages are installed separately. `profiles.config.ts` and `provider.config.ts` run these tests. */
export const apart = ['profiles/', 'provider/', 'libraries/'];

/**
 * Checks for files that need a separate process. The calendars and `asked-in` change state that all tests of a process
 * share: the clock, all clients or all responses. `linear` counts only code that has not run before.
 */
const isAlone = (file: string) =>
  /^(calendar\/calendar-[\w-]+|http\/sessions\/asked-in|unit\/linear)\.test\.ts$/.test(file);

/**
 * Files that also run over HTTP: their data depends on the transport. For everything else,
 * `e2e/clients/both-transports` checks that HTTP returns the same result for each operation and workflow.
 */
const overHttp = {
  standard: ['e2e/clients/clients', 'e2e/files/document-files'],
  extended: [
    ...['e2e/cards/asking-in-cards', 'e2e/clients/requests', 'e2e/clients/large-answers'],
    ...['audit', 'confirmation', 'policy', 'trace', 'tracing'].map((name) => `e2e/safety/${name}`),
    'faults/fault-bench-tls',
  ],
};

/** Vitest project. The same file may be in several projects, with another transport in each. */
export interface Project {
  readonly name: 'stdio' | 'memory' | 'http' | 'alone';
  readonly files: readonly string[];
}

/** Returns the projects of a mode that have files. */
export function projectsOf(mode: Mode): Project[] {
  const tiersOf: Record<Mode, readonly Tier[]> = {
    quick: ['quick'],
    standard: ['quick', 'standard'],
    extended: ['extended'],
    every: [],
  };
  const chosen = (mode === 'every' ? testFiles() : filesOf(...tiersOf[mode])).filter(
    (file) => !apart.some((folder) => file.startsWith(folder)),
  );
  const inMemory = new Set(filesWhere(({ over }) => over === 'memory'));
  // Without a mode, a person can run every file with a separate process too.
  const runsInMemory = (file: string) => mode !== 'every' && inMemory.has(file);
  const again: Record<Mode, readonly string[]> = {
    quick: [],
    ...overHttp,
    every: Object.values(overHttp).flat(),
  };
  const projects: Project[] = [
    { name: 'stdio', files: chosen.filter((file) => !isAlone(file) && !runsInMemory(file)) },
    { name: 'alone', files: chosen.filter(isAlone) },
    { name: 'memory', files: chosen.filter((file) => inMemory.has(file)) },
    { name: 'http', files: again[mode].map((name) => `${name}.test.ts`) },
  ];
  return projects.filter(({ files }) => files.length > 0);
}
