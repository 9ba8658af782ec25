import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ProfileName, profileTable } from '../../../src/sandbox/quirks/profiles.ts';
import { unlearned } from './process.ts';

/** Expectations of tests that depend on the profile of the service. No test is skipped. */
interface Given {
  /** References contain names, so records that no operation reads have names too. */
  readonly referenceNames?: true;
  /** The service uses other field names, and the server learns them from its API reference. */
  readonly isLearnt?: true;
  /** Other names of fields in responses. Null if responses lack the field. */
  readonly fieldNames?: Readonly<Record<string, string | null>>;
}
const differences: Readonly<Record<ProfileName, Given>> = {
  described: {},
  hostile: { isLearnt: true },
  renamed: { isLearnt: true },
  sparse: {},
  convenient: { referenceNames: true },
  '2023': {
    ...{ referenceNames: true, isLearnt: true },
    fieldNames: { IndividualInfo: 'PersonInfo', PhoneMain: null },
  },
};

const { CASEBRIDGE_TEST_PROFILE: chosen = 'described' } = process.env;
if (!Object.hasOwn(profileTable, chosen)) throw new Error(`There is no profile ${chosen}`);

/** Profile of the embedded service in this test run. */
export const profileInUse = chosen as ProfileName;
const given = differences[profileInUse];

/**
 * Quirk of the service in most tests: names in both languages, because the tests look up records by either. The test
 * `e2e/names/one-language` covers services with one language.
 */
export const bothLanguages = { language: 'both' } as const;

/** Returns the expectation for services whose references contain names, or for those without. */
export const whereNamed = <Expected>(named: Expected, nameless: Expected): Expected =>
  given.referenceNames ? named : nameless;

/** Returns the text that a workflow shows for a record that no operation reads. */
export const unreadable = (id: string, name: string): string =>
  whereNamed(name, `${id} (name not returned by this service)`);

/** Returns the name of a field in responses. Null if responses lack it. */
export const fieldHere = (name: string): string | null => {
  const called = given.fieldNames?.[name];
  return called === undefined ? name : called;
};

/** Settings for learning the field names of the current profile, if it uses other names. */
export const learning: Readonly<Record<string, string>> = given.isLearnt
  ? { CASEBRIDGE_LEARN: 'on', CASEBRIDGE_CACHE_DIR: newFolder() }
  : unlearned;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'casebridge-learnt-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
