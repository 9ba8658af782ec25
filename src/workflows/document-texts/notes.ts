import type { DocumentUnit } from '../../contract/features/documents/document-reader.ts';
import type { Worded } from '../../contract/language.ts';
import { worded } from '../../contract/worded.ts';
import { documentMessages } from './messages.ts';

/** Returns the note on the following pages. @param next value for `pages` */
export const restNote = (what: Worded, next: string, also: Worded): Worded =>
  worded(documentMessages.rest, { what, next, also });

export const countedUnits = (count: number, unit: DocumentUnit) =>
  `${count} ${unit}${count === 1 ? '' : 's'}`;
