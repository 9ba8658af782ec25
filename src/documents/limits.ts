import type { ReadingLimits } from './format.ts';

const megabyte = 1024 * 1024;

export const readingLimits: ReadingLimits = {
  inflatedBytes: 100 * megabyte,
  inflatedRatio: 200,
  archiveEntries: 10_000,
  characters: 20_000_000,
  pages: 2_000,
  depth: 200,
};
