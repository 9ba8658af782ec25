import { type Quirks, quirkTable } from './quirks.ts';

/** A kind of deployment: quirks that go together. */
interface Profile {
  readonly meaning: string;
  /** What differs from a service that does what the API description states and no more. */
  readonly quirks: Partial<Quirks>;
}

/** What newcomers find handy; no description promises it. */
const convenience: Partial<Quirks> = { references: 'common', objectNameFilter: true };

/** The deployments that can be played. */
export const profileTable = {
  described: {
    meaning: 'What the API description states, and nothing that it does not promise.',
    quirks: {},
  },
  convenient: {
    meaning: 'References carry names where that comes handy, and objects are found by a filter Name.',
    quirks: convenience,
  },
  '2023': {
    meaning: 'As convenient, with the names of participants, folders and users as they were in 2023.',
    quirks: { ...convenience, fieldNames: '2023' },
  },
} as const satisfies Record<string, Profile>;

export type ProfileName = keyof typeof profileTable;

export const defaultProfile: ProfileName = 'convenient';

/** A profile, with the quirks that are given in its place. @throws RangeError which names the profiles */
export function completeQuirks(given: Partial<Quirks> = {}, profile: string = defaultProfile): Quirks {
  if (!Object.hasOwn(profileTable, profile))
    throw new RangeError(
      `There is no profile ${JSON.stringify(profile)}: ${Object.keys(profileTable).join(', ')}`,
    );
  const described = Object.entries(quirkTable).map(([name, { values }]) => [name, values[0]]);
  return {
    ...Object.fromEntries(described),
    ...profileTable[profile as ProfileName].quirks,
    ...given,
  } as Quirks;
}
