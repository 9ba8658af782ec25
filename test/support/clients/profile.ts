import { type ProfileName, profileTable } from '../../../src/sandbox/quirks/profiles.ts';

/** What tests expect otherwise on one kind of deployment than on another; nothing of it is skipped. */
interface Given {
  /** References carry names, so that also what no operation reads is known by its name. */
  readonly referenceNames: boolean;
}

const { CASEBRIDGE_TEST_PROFILE: chosen = 'described' } = process.env;
if (!Object.hasOwn(profileTable, chosen)) throw new Error(`There is no profile ${chosen}`);

/** The deployment that the embedded service plays in this run of the tests. */
export const profileInUse = chosen as ProfileName;

const base: Given = { referenceNames: false };
const named: Given = { referenceNames: true };
const differences: Readonly<Record<ProfileName, Given>> = {
  described: base,
  hostile: base,
  renamed: base,
  sparse: base,
  convenient: named,
  '2023': named,
};
const given = differences[profileInUse];

/** What is expected where references carry names, and where they do not. */
export const whereNamed = <Expected>(named: Expected, nameless: Expected): Expected =>
  given.referenceNames ? named : nameless;

/** How a lookup shows a record that no operation reads. */
export const unreadable = (id: string, name: string): string =>
  whereNamed(name, `${id} (name not given by this service)`);
