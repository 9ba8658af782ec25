import { printed } from '../../src/contract/features/documents/document-marks.ts';
import type {
  DocumentContent,
  DocumentReader,
} from '../../src/contract/features/documents/document-reader.ts';
import { UnreadableError } from '../../src/documents/format.ts';
import { fileInside, readContent, showPages } from '../../src/documents/read.ts';

/** Content of a document, with notes in English. */
export interface ReadDocument extends Omit<DocumentContent, 'notes'> {
  readonly notes: readonly string[];
}

interface EnglishReader extends Omit<DocumentReader, 'close' | 'read'> {
  read(...asked: Parameters<DocumentReader['read']>): Promise<ReadDocument>;
}

/** Reads documents in this process instead of in worker threads, because the tests that use it concern formats. */
export const reader: EnglishReader = {
  hold: (run) => run(),
  read: async (file, range) => {
    const { notes, parts, ...content } = await readContent(file, range);
    const shown = parts.map((part) => ({ ...part, text: printed(part.text) }));
    return { ...content, parts: shown, notes: notes.map(({ en }) => en) };
  },
  show: (file, numbers) => showPages(file, numbers),
  extract: fileInside,
};

/** Returns why a document cannot be read: reason and message. Returns undefined if it can be read. */
export async function refusalOf(reading: Promise<unknown>): Promise<string | undefined> {
  try {
    await reading;
    return undefined;
  } catch (error) {
    if (error instanceof UnreadableError) return `${error.reason}: ${error.message}`;
    throw error;
  }
}
