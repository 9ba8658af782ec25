import type { Format } from '../../format.ts';
import { readingLimits } from '../../limits.ts';
import { isOfficePackage } from './package.ts';
import { readWordDocument } from './word/document.ts';

/** DOCX, with the forms for templates and macros. */
const wordDocument: Format = {
  is: (bytes) => isOfficePackage(bytes, readingLimits, /wordprocessingml|ms-word/),
  read: readWordDocument,
};

/** The formats of office programs. */
export const officeFormats: readonly Format[] = [wordDocument];
