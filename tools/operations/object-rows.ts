import type { RowChecks } from '../../src/contract/operations/row-check.ts';
import { containsText, equalsId, from, inFolder, ofClass, ofFilters, ofMore, until } from './row-checks.ts';

/** This file defines the row checks for filters of object lists. */

const listRows: RowChecks = {
  ...ofMore,
  ...ofClass,
  ...ofFilters,
  Name: containsText('Name', 'Number'),
  Status: {
    is: 'means',
    of: ['Status', 'IsArchive', 'IsArchived'],
    values: {
      InWork: ['inwork', 'in work', 'active', 'в работе', 'false'],
      Archived: ['archived', 'archive', 'в архиве', 'архив', 'true'],
    },
  },
  FolderId: inFolder('Folder', 'FolderId'),
  ProjectId: equalsId('Project', 'ProjectId'),
  ObjectTypeId: equalsId('Type', 'TypeId', 'ObjectType', 'ObjectTypeId'),
  LastChangeDateFrom: from('LastChangeDate'),
  LastChangeDateTo: until('LastChangeDate'),
};
export const listedRows: RowChecks = {
  ...listRows,
  ResponsibleId: equalsId('Responsible', 'ResponsibleId'),
  CreationDateFrom: from('CreationDate'),
  CreationDateTo: until('CreationDate'),
};
export const searchedRows: RowChecks = {
  ...listRows,
  ResponsibleIds: {
    is: 'perhapsId',
    of: ['Responsible', 'ResponsibleId'],
    why: {
      en: 'other users are responsible, possibly members of a requested group',
      ru: 'ответственные у них — другие пользователи, возможно, из указанной группы',
    },
  },
  MinDate: from('CreationDate'),
  MaxDate: until('CreationDate'),
};
