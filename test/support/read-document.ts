import type { DocumentReader } from '../../src/contract/features/document-reader.ts';
import { UnreadableError } from '../../src/documents/format.ts';
import { read } from '../../src/documents/read.ts';

/** Reads a document in this process: what is tested is what a format says, not where it is read. */
export const readHere: Pick<DocumentReader, 'read'> = { read: (file, range) => read(file, range) };

/** Why a document cannot be read, as a reason and what people are told; nothing when it can. */
export async function refusalOf(bytes: Uint8Array, name = 'file'): Promise<string | undefined> {
  try {
    await readHere.read({ bytes, name }, undefined, undefined);
    return undefined;
  } catch (error) {
    if (error instanceof UnreadableError) return `${error.reason}: ${error.message}`;
    throw error;
  }
}
