import type { Format } from '../format.ts';
import { gzip } from './archives/gzip.ts';
import { refusedArchive } from './archives/refused.ts';
import { tar } from './archives/tar.ts';
import { zip } from './archives/zip.ts';
import { otherCompoundFile } from './compound.ts';
import { eml } from './mail/eml.ts';
import { msg } from './mail/msg.ts';
import { tnef } from './mail/tnef.ts';
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
  // These must come after all formats whose files are themselves ZIP archives, such as OOXML.
  zip,
  tar,
  gzip,
  refusedArchive,
  signed,
  msg,
  tnef,
  eml,
  otherCompoundFile,
  pdf,
  texts,
];
