import { printed } from '../../src/contract/features/document-marks.ts';
import type { DocumentContent, DocumentReader } from '../../src/contract/features/document-reader.ts';
import { UnreadableError } from '../../src/documents/format.ts';
import { fileInside, readContent, showPages } from '../../src/documents/read.ts';

/** What a file says, with what is said of it in English. */
export interface ReadDocument extends Omit<DocumentContent, 'notes'> {
  readonly notes: readonly string[];
}

interface EnglishReader extends Omit<DocumentReader, 'close' | 'read'> {
  read(...asked: Parameters<DocumentReader['read']>): Promise<ReadDocument>;
}

/** Reads documents in this process: what is tested is what a format says, not where it is read. */
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
