import type { Format } from '../../format.ts';
import { gzip } from './gzip.ts';
import { refusedArchive } from './refused.ts';
import { tar } from './tar.ts';
import { zip } from './zip.ts';

/** Archive formats. Must come after all formats whose files are themselves ZIP archives, such as OOXML. */
export const archiveFormats: readonly Format[] = [zip, tar, gzip, refusedArchive];
