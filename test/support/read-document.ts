import type { DocumentReader } from '../../src/contract/features/document-reader.ts';
import { UnreadableError } from '../../src/documents/format.ts';
import { fileInside, readContent, showPages } from '../../src/documents/read.ts';

/** Reads documents in this process: what is tested is what a format says, not where it is read. */
export const reader: Omit<DocumentReader, 'close'> = {
  hold: (run) => run(),
  read: (file, range) => readContent(file, range),
  show: (file, numbers) => showPages(file, numbers),
  extract: fileInside,
};

/** Why a document cannot be read, as a reason and what people are told; nothing when it can. */
export async function refusalOf(reading: Promise<unknown>): Promise<string | undefined> {
  try {
    await reading;
    return undefined;
  } catch (error) {
    if (error instanceof UnreadableError) return `${error.reason}: ${error.message}`;
    throw error;
  }
}
