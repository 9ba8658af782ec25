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

/** Of a file that is read, and of one that is taken out of another. */
export const maxFileBytes = 50 * megabyte;
/** From the moment that a file's turn has come. */
export const readingMs = 20_000;
/** Of a process that reads, with all that it has loaded. */
export const maxMegabytes = 400;
