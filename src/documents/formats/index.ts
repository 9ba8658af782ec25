import type { Format } from '../format.ts';
import { archiveFormats } from './archives/index.ts';
import { otherCompoundFile } from './compound.ts';
import { mailFormats } from './mail/index.ts';
import { officeFormats } from './office/index.ts';
import { pdf } from './pdf/index.ts';
import { picture } from './pictures/index.ts';
import { signed } from './signed.ts';
import { texts } from './texts/index.ts';

/**
 * Every kind of file that is read: the first that knows the bytes as its own. A PDF may begin
 * anywhere in its first kilobyte, as may one within an archive; texts of any charset come last.
 */
export const formats: readonly Format[] = [
  picture,
  ...officeFormats,
  ...archiveFormats,
  signed,
  ...mailFormats,
  otherCompoundFile,
  pdf,
  texts,
];
