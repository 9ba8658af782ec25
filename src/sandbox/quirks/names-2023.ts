import type { NameTable } from './names.ts';

/** Field names of early 2023 that have changed since, at the same path. Fields that were added later are absent. */
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
