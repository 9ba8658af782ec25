import type { Worded } from '../../src/contract/language.ts';
import type { RowCheck, RowChecks } from '../../src/contract/operations/row-check.ts';

/**
 * This file defines row checks for filters that several areas use. A row check tests whether a returned row matches a
 * filter.
 */

export const equalsId = (...of: readonly string[]): RowCheck => ({ is: 'equalsId', of });
export const from = (...of: readonly string[]): RowCheck => ({ is: 'from', of });
export const until = (...of: readonly string[]): RowCheck => ({ is: 'until', of });
export const containsText = (...of: readonly string[]): RowCheck => ({ is: 'containsText', of });
export const containsDigits = (...of: readonly string[]): RowCheck => ({ is: 'containsDigits', of });
export const unchecked = (why: Worded): RowCheck => ({ is: 'unchecked', why });

/**
 * Row check for a folder filter. Rows in other folders may match too, because the API description does not say whether
 * a folder includes its subfolders.
 */
export const inFolder = (...of: readonly string[]): RowCheck => ({
  is: 'perhapsId',
  of,
  why: {
    en: 'they are in other folders, possibly inside that one',
    ru: 'они в других папках, возможно, вложенных в указанную',
  },
});

export const ofClass: RowChecks = {
  ObjectClassId: equalsId('ObjectClass', 'ObjectClassId', 'Class', 'Type.ObjectClass'),
};

/**
 * Row check for the argument `more`. Its fields exist only in a deployment, so their meaning is unknown and no row can
 * be checked.
 */
export const ofMore: RowChecks = {
  more: unchecked({
    en: 'the meaning of other fields is unknown',
    ru: 'значение других полей неизвестно',
  }),
};

/** Names under which list rows contain the fields with these tags (API description, System fields of a table row). */
const systemTags = {
  Project_Name: ['Name', 'Project_Name'],
  Project_FullNumber: ['Number', 'Project_FullNumber'],
  Project_Description: ['Description', 'Project_Description'],
  Project_Responsible: ['Responsible.Name', 'Project_Responsible'],
  Project_Client_Name: ['Client.Name', 'Project_Client_Name'],
  Project_ProjectType_Name: ['Type.Name', 'Project_ProjectType_Name'],
};
export const ofFilters: RowChecks = { Filters: { is: 'fieldFilters', tags: systemTags } };
