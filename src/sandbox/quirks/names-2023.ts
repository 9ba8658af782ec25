import type { NameTable } from './names.ts';

/** Field names of early 2023 that have changed since, on the same paths. Null marks fields that did not exist yet. */
export const namesOf2023: NameTable = {
  participants: {
    record: {
      IndividualInfo: 'PersonInfo',
      LEDESClientId: 'ClientId',
      'ContactInfo.EmailMain': null,
      'ContactInfo.PhoneMain': null,
    },
  },
  folders: {
    answer: {
      '*.Items': 'Children',
      '*.IsLeaf': 'HasChildren',
      '*.Opened': 'IsExpanded',
      '*.Permissions': 'Rights',
    },
  },
  users: { answer: { LastLoginDate: null } },
};
