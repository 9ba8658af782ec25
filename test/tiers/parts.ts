/** Command of the full proof. A person can run it alone after `npm run build`. */
export interface Part {
  readonly name: string;
  readonly command: string;
  /** Fact that the part proves, for docs/testing.md. */
  readonly proof: string;
  /** Program without which the part is skipped. Default: none. */
  readonly needs?: string;
  /**
   * Whether the part compares with measurements of one machine. It then runs alone, after the others, and not in
   * `.ci/run`, because other machines have other ratios.
   */
  readonly isMeasured?: true;
  /** Whether the part mostly waits. It then runs in parallel to the lanes. */
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

/** Parts of `npm run test:all`. Two lanes take them in this order, the longest first. */
export const extended: readonly Part[] = [
  {
    name: 'extended',
    command: vitest('vitest', 'extended'),
    proof: 'the tier `extended`, and the tests over stdio and HTTP that `npm test` leaves out',
  },
  {
    name: 'strangers',
    waits: true,
    command: 'npx tsx test/strangers/run.ts',
    proof: 'questions and changes at services by other authors, written only from the description',
  },
  {
    name: 'changes',
    command:
      'CASEBRIDGE_TEST_CHANGES=2000 npx vitest run --config test/vitest.config.ts --project stdio test/e2e/safety/lossless-changes.test.ts',
    proof: '2,000 random changes lose no field unreported',
  },
  {
    name: 'node',
    command: 'npx tsx test/node/run.ts',
    proof:
      'HTTP on newer versions of Node; start, documents and a draft on the oldest and newest release of each',
  },
  {
    name: 'moved-clock',
    command: '.ci/moved-clock',
    proof: 'tests of dates on a machine with a wrong clock',
    needs: 'faketime',
  },
  {
    name: 'profiles',
    command: vitest('profiles'),
    proof: 'workflows, names and changes with other kinds of deployment',
  },
  {
    name: 'other-folder',
    command: '.ci/other-folder',
    proof: 'installation and demo in a folder with spaces and Cyrillic letters',
  },
  {
    name: 'costs',
    isMeasured: true,
    command: 'npx tsx test/bench/costs/index.ts',
    proof: 'the processor time of a call, relative to a bare server, has not grown',
  },
  {
    name: 'provider',
    command: vitest('provider'),
    proof: 'a real OpenID provider, and libraries for building assistants',
  },
  {
    name: 'conformance',
    command: 'npx tsx test/conformance/run.ts',
    proof: 'the official conformance suite of MCP',
  },
];
