import type { Format } from '../../format.ts';
import { gzip } from './gzip.ts';
import { refusedArchive } from './refused.ts';
import { tar } from './tar.ts';
import { zip } from './zip.ts';

/** Must follow the formats that are ZIP archives themselves. */
export const archiveFormats: readonly Format[] = [zip, tar, gzip, refusedArchive];
