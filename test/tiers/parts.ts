/** One command of the whole proof. A person can run it alone, once `npm run build` has run. */
export interface Part {
  readonly name: string;
  readonly command: string;
  /** Proof that the part gives, for docs/testing.md. */
  readonly proof: string;
  /** Program without which the part is skipped. Default: none. */
  readonly needs?: string;
  /** Runs only if it is named: its time or spread on an idle machine is not known yet. */
  readonly isByName?: true;
  /** Mostly waits, so it runs beside the lanes. */
  readonly waits?: true;
}

const vitest = (config: string, mode?: string) =>
  `npx vitest run --config test/${config}.config.ts${mode === undefined ? '' : ` --mode ${mode}`}`;

/** Parts of `.ci/run` before those of `npm run test:all`. */
export const first: readonly Part[] = [
  {
    name: 'check',
    command: 'npm run check',
    proof: 'types, format, lint, unused code, generated files',
  },
  { name: 'test', command: vitest('vitest', 'standard'), proof: 'the tiers `quick` and `standard`' },
];

/** Parts of `npm run test:all`, which two lanes take in this order: the longest is first. */
export const extended: readonly Part[] = [
  {
    name: 'extended',
    command: vitest('vitest', 'extended'),
    proof: 'the tier `extended`; the processes and the HTTP that `npm test` leaves out',
  },
  {
    name: 'strangers',
    waits: true,
    command: 'npx tsx test/strangers/run.ts',
    proof: 'questions and changes in front of services that were written from the description alone',
  },
  {
    name: 'changes',
    command:
      'CASEBRIDGE_TEST_CHANGES=2000 npx vitest run --config test/vitest.config.ts --project stdio test/e2e/safety/lossless-changes.test.ts',
    proof: '2,000 random changes lose no field without saying so',
  },
  {
    name: 'node',
    command: 'npx tsx test/node/run.ts',
    proof: 'HTTP on newer versions of Node; a start, documents and a draft on the oldest and newest of each',
  },
  {
    name: 'moved-clock',
    command: '.ci/moved-clock',
    proof: 'tests that look at dates, on a machine whose clock is wrong',
    needs: 'faketime',
  },
  {
    name: 'profiles',
    command: vitest('profiles'),
    proof: 'lookups, names and changes on other kinds of deployment',
  },
  {
    name: 'other-folder',
    command: '.ci/other-folder',
    proof: 'installation and demo in a folder with blanks and Cyrillic letters',
  },
  {
    name: 'costs',
    isByName: true,
    command: 'npx tsx test/bench/costs/index.ts',
    proof: 'a call takes no more processor time beside its floor than before',
  },
  { name: 'provider', command: vitest('provider'), proof: 'a real OpenID provider, libraries of assistants' },
  {
    name: 'conformance',
    command: 'npx tsx test/conformance/run.ts',
    proof: 'the official suite of the protocol',
  },
];
