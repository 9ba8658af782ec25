import type { Settings } from '../state/settings.ts';
import { type Quirks, quirkTable } from './quirks.ts';

/** A kind of deployment: quirks that occur together. */
interface Profile {
  readonly meaning: string;
  /** Deviations from a service that does exactly what the API description states. */
  readonly quirks: Partial<Quirks>;
  readonly settings?: Partial<Pick<Settings, 'pageSize' | 'mcpSettingsPath'>>;
}

/** Convenient features that the API description does not promise. */
const convenience: Partial<Quirks> = { references: 'common', objectNameFilter: true };

/** Available profiles. */
export const profileTable = {
  described: {
    meaning: 'Only what the API description states.',
    quirks: {},
  },
  convenient: {
    meaning: 'Common references have names, and lists of objects accept a filter Name.',
    quirks: convenience,
  },
  '2023': {
    meaning: 'As convenient, with the names of 2023 for participants, folders and users.',
    quirks: { ...convenience, fieldNames: '2023', isLeaf: 'inverse', referencePage: 'inline' },
  },
  renamed: {
    meaning: 'As described, but with other names and words wherever the description does not fix them.',
    quirks: { fieldNames: 'renamed', words: 'other', checksIn: 'query', referencePage: 'literal' },
    settings: { mcpSettingsPath: '/api/v1/assistants/mcpConnection' },
  },
  sparse: {
    meaning: 'As described, but answers have only required fields, and pages are short.',
    quirks: {
      ...{ fieldNames: 'sparse', references: 'flat', emptyFields: 'absent', wholeLists: 'array' },
      ...{ nextPageUrl: 'null', dates: 'unzoned', referencePage: 'legacy' },
    },
    settings: { pageSize: 15 },
  },
  hostile: {
    meaning: 'As described, with a malicious API reference.',
    quirks: { reference: 'hostile' },
  },
} as const satisfies Record<string, Profile>;

export type ProfileName = keyof typeof profileTable;

export const defaultProfile: ProfileName = 'described';

/** Returns the quirks of a profile, overridden by the given ones. @throws RangeError which lists the profiles */
export function completeQuirks(given: Partial<Quirks> = {}, name?: string): Quirks {
  const described = Object.entries(quirkTable).map(([quirk, { values }]) => [quirk, values[0]]);
  return { ...Object.fromEntries(described), ...profileOf(name).quirks, ...given } as Quirks;
}

/** Returns the settings of a profile. */
export const profileSettings = (name?: string): Partial<Settings> => profileOf(name).settings ?? {};

function profileOf(name: string = defaultProfile): Profile {
  if (Object.hasOwn(profileTable, name)) return profileTable[name as ProfileName];
  const known = Object.keys(profileTable).join(', ');
  throw new RangeError(`There is no profile ${JSON.stringify(name)}: ${known}`);
}
