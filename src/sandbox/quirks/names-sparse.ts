import type { NameTable } from './names.ts';

/** Omits response fields that the API description does not promise. */
export const sparseNames: NameTable = {
  '*': { record: { '*.SysName': null, '*.IsSystem': null, '*.Icon': null, '*.Section': null } },
  objectTypes: { answer: { 'Fields.IsRequired': null, 'Fields.IsMulti': null, 'Fields.DictionaryId': null } },
  folders: { answer: { '*.IsLeaf': null, '*.Opened': null, '*.Permissions': null, '*.ObjectClass': null } },
  projects: { answer: { ObjectClass: null, Position: null } },
  objects: { answer: { Class: null, Stage: null, Client: null } },
  events: { answer: { Calendar: null } },
  tasks: { answer: { Author: null, Parent: null, History: null, Priority: null } },
  documents: {
    answer: { Author: null, Folder: null, Size: null, Extension: null, 'Signatures.UserName': null },
  },
  participants: {
    answer: { Cases: null, LEDESClientId: null, 'CompanyInfo.OKPO': null, 'ContactInfo.Site': null },
  },
  users: { answer: { ExternalId: null, Initials: null, WorkingStatus: null, Groups: null, TimeZone: null } },
  dictionaries: { answer: { ValuesCount: null, Order: null, Parent: null } },
};
