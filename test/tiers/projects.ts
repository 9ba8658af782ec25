import { filesOf, filesWhere, testFiles } from './files.ts';
import type { Tier } from './places.ts';

/** Modes of `test/vitest.config.ts`: a tier with all below it that the same command runs, or every file. */
export type Mode = 'quick' | 'standard' | 'extended' | 'every';

/** Packages for these are installed apart; `profiles.config.ts` and `provider.config.ts` run them. */
export const apart = ['profiles/', 'provider/', 'libraries/'];

/**
 * These need a process of their own. The calendars and `asked-in` change what all tests of a process share: its clock,
 * and what stands behind every client or answer. `linear` counts only what has not run before.
 */
const isAlone = (file: string) =>
  /^(calendar\/calendar-[\w-]+|http\/sessions\/asked-in|unit\/linear)\.test\.ts$/.test(file);

/**
 * What stands between a client and its answers runs over both transports. What is answered is made above them: those
 * tests run over one, and `e2e/clients/both-transports` holds that HTTP brings the same, for each operation and lookup.
 */
const isBetween = (file: string) =>
  /^e2e\/(cards|clients|files|safety)\//.test(file) || file === 'faults/fault-bench-tls.test.ts';

/**
 * The shared folder is for whoever works at the server's machine; the others start what they need themselves, look at
 * what a question shows, which `safety/confirmation` asks over both, or at what becomes of a value or a record, which is
 * decided above both.
 */
const once = new Set(
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

/** Over HTTP in `npm test`: what the transport carries in a way of its own. `npm run test:all` runs the others. */
const soon = new Set(['clients/clients', 'files/document-files'].map((name) => `e2e/${name}.test.ts`));

/** A vitest project: the same files may stand in several, over another transport in each. */
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
  const overHttp = testFiles().filter((file) => isBetween(file) && !once.has(file));
  const overStdio: Record<Mode, readonly string[]> = {
    quick: chosen,
    standard: chosen.filter((file) => !inMemory.includes(file)),
    extended: [...chosen, ...filesWhere(({ more }) => more === true)],
    every: chosen,
  };
  const again: Record<Mode, readonly string[]> = {
    quick: [],
    standard: overHttp.filter((file) => soon.has(file)),
    extended: overHttp.filter((file) => !soon.has(file)),
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
