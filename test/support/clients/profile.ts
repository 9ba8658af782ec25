import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ProfileName, profileTable } from '../../../src/sandbox/quirks/profiles.ts';
import { unlearned } from './process.ts';

/** What tests expect otherwise on one kind of deployment than on another; nothing of it is skipped. */
interface Given {
  /** References carry names, so that also what no operation reads is known by its name. */
  readonly referenceNames?: true;
  /** It calls things otherwise, and a server reads its reference for that. */
  readonly isLearnt?: true;
  /** What fields that tests read in answers are called there; null: answers do not have them. */
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

/** The deployment that the embedded service plays in this run of the tests. */
export const profileInUse = chosen as ProfileName;
const given = differences[profileInUse];

/**
 * Quirk of the service that most tests use: names in both languages, because they look up records by either. What a
 * service in one language shows is tested by `e2e/names/one-language`.
 */
export const bothLanguages = { language: 'both' } as const;

/** What is expected where references carry names, and where they do not. */
export const whereNamed = <Expected>(named: Expected, nameless: Expected): Expected =>
  given.referenceNames ? named : nameless;

/** How a lookup shows a record that no operation reads. */
export const unreadable = (id: string, name: string): string =>
  whereNamed(name, `${id} (name not returned by this service)`);

/** What a field is called in answers; null where these do not have it. */
export const fieldHere = (name: string): string | null => {
  const called = given.fieldNames?.[name];
  return called === undefined ? name : called;
};

/** Settings by which a server learns what the deployment in use calls otherwise, where it does. */
export const learning: Readonly<Record<string, string>> = given.isLearnt
  ? { CASEBRIDGE_LEARN: 'on', CASEBRIDGE_CACHE_DIR: newFolder() }
  : unlearned;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'casebridge-learnt-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
