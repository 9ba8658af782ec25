import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ProfileName, profileTable } from '../../../src/sandbox/quirks/profiles.ts';
import { unlearned } from './process.ts';

/**
 * Properties of a profile, the kind of deployment that the embedded service imitates. Tests adapt their expectations to
 * the profile instead of being skipped.
 */
interface Given {
  /** References contain names, so casebridge can show names even for records that no operation reads. */
  readonly referenceNames?: true;
  /** The service uses other field names, and casebridge learns them from the API reference (OpenAPI) of the service. */
  readonly isLearnt?: true;
  /** Names of fields in responses that differ from the usual names, by usual name. Null if responses lack the field. */
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
 * Quirk of the embedded service in most tests: names are in both languages, because tests look up records by names of
 * either language. The test `e2e/names/one-language` covers services with one language.
 */
export const bothLanguages = { language: 'both' } as const;

/** Returns `named` if references of the current profile contain names, otherwise `nameless`. */
export const whereNamed = <Expected>(named: Expected, nameless: Expected): Expected =>
  given.referenceNames ? named : nameless;

/** Returns the text that a workflow shows for a record that no operation reads. */
export const unreadable = (id: string, name: string): string =>
  whereNamed(name, `${id} (name not returned by this service)`);

/** Returns the name of a field in responses of the current profile. Returns null if responses lack the field. */
export const fieldHere = (name: string): string | null => {
  const called = given.fieldNames?.[name];
  return called === undefined ? name : called;
};

/** Settings that turn learning on if the current profile uses other field names, and off otherwise. */
export const learning: Readonly<Record<string, string>> = given.isLearnt
  ? { CASEBRIDGE_LEARN: 'on', CASEBRIDGE_CACHE_DIR: newFolder() }
  : unlearned;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'casebridge-learnt-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
