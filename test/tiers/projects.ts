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
 * Checks for files whose tests involve the transport. These run over stdio and HTTP. Other tests run over one
 * transport, and `e2e/clients/both-transports` checks that HTTP returns the same result for each operation and
 * workflow.
 */
const involvesTransport = (file: string) =>
  /^e2e\/(cards|clients|files|safety)\//.test(file) || file === 'faults/fault-bench-tls.test.ts';

/**
 * Files in these folders that run over one transport only. Shared folders are only for users of the server's machine.
 * Some tests start their own servers. Others check the content of confirmations, values or records, which does not
 * depend on the transport. `safety/confirmation` covers confirmations over both.
 */
const overOneTransport = new Set(
  [
    ...['files/shared-folder', 'files/interrupted-files', 'clients/any-arguments', 'clients/both-transports'],
    'cards/facts',
    ...[
      'additions',
      'changed',
      'empty-answers',
      'field-names',
      'finding',
      'kept',
      'told-changes',
      'values',
    ].map((name) => `clients/${name}`),
    ...[
      'canary',
      'confirmation-replay',
      'kept',
      'losing',
      'lossless',
      'lossless-changes',
      'markup',
      'planted',
    ].map((name) => `safety/${name}`),
    ...['question-files', 'question-names', 'reaching-people', 'requests-of-changes'].map(
      (name) => `safety/${name}`,
    ),
  ].map((name) => `e2e/${name}.test.ts`),
);

/**
 * Files that `npm test` runs over HTTP, because HTTP transports this data in a different way. `npm run test:all` runs
 * the other files.
 */
const overHttpInNpmTest = new Set(
  ['clients/clients', 'files/document-files'].map((name) => `e2e/${name}.test.ts`),
);

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
  const inMemory = filesWhere(({ over }) => over === 'memory');
  const overHttp = testFiles().filter((file) => involvesTransport(file) && !overOneTransport.has(file));
  const overStdio: Record<Mode, readonly string[]> = {
    quick: chosen,
    standard: chosen.filter((file) => !inMemory.includes(file)),
    extended: [...chosen, ...filesWhere(({ more }) => more === true)],
    every: chosen,
  };
  const again: Record<Mode, readonly string[]> = {
    quick: [],
    standard: overHttp.filter((file) => overHttpInNpmTest.has(file)),
    extended: overHttp.filter((file) => !overHttpInNpmTest.has(file)),
    every: overHttp,
  };
  const projects: Project[] = [
    { name: 'stdio', files: overStdio[mode].filter((file) => !isAlone(file)) },
    { name: 'alone', files: chosen.filter(isAlone) },
    { name: 'memory', files: mode === 'standard' || mode === 'every' ? inMemory : [] },
    { name: 'http', files: again[mode] },
  ];
  return projects.filter(({ files }) => files.length > 0);
}
