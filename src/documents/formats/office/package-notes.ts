import type { Worded } from '../../../contract/language.ts';
import { worded } from '../../../contract/worded.ts';
import { fileMessages, officeMessages } from '../../notes/messages.ts';
import type { OfficePackage } from './package.ts';

export function packageNotes(file: OfficePackage): Worded[] {
  const outside = file.outsideCount();
  return [
    ...(file.hasMacros ? [fileMessages.macros] : []),
    ...(file.inside.length > 0 ? [worded(officeMessages.embedded, { count: file.inside.length })] : []),
    ...(outside > 0 ? [worded(officeMessages.outside, { outside })] : []),
  ];
}
