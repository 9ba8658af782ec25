import type { ReadingLimits } from './format.ts';

const megabyte = 1024 * 1024;

export const readingLimits: ReadingLimits = {
  inflatedBytes: 100 * megabyte,
  inflatedRatio: 200,
  archiveEntries: 10_000,
  characters: 20_000_000,
  pages: 2_000,
  milliseconds: 10_000,
  depth: 200,
};

/** Maximum size of a file to read, in bytes. Also applies to files embedded in others. */
export const maxFileBytes = 50 * megabyte;
/** Maximum time per file, in milliseconds. It starts when a process takes the file. */
export const readingMs = 20_000;
/** Maximum memory of a reading process, in megabytes, including the loaded libraries. */
export const maxMegabytes = 400;
