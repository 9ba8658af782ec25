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
 * All supported formats. The first one that recognizes the bytes is used, so the order matters. PDF must come after the
 * archives, because its signature may be anywhere in the first kilobyte, even inside an archive. Plain text is checked
 * last.
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
