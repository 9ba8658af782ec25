import { readReference } from '../../api/reference/find-documents.ts';
import type { Operation } from '../../contract/operations/operation.ts';
import { learnNames } from '../matching/learn.ts';
import type { FieldWords } from '../matching/words.ts';
import type { ReferenceReading } from './learning.ts';
import type { GetFile } from './read-files.ts';

/** The operations of casebridge's catalogue, and the vocabulary for comparing names. */
export interface Lexicon {
  readonly operations: readonly Operation[];
  readonly words: FieldWords;
}

/**
 * Finds the API reference (OpenAPI) of a service and learns the names of its fields.
 * @param base the service's base URL
 */
export async function learnFrom(base: URL, getFile: GetFile, lexicon: Lexicon): Promise<ReferenceReading> {
  const decoder = new TextDecoder();
  const read = (isSignedIn: boolean) =>
    readReference(base, async (path) => {
      const file = await getFile(path, isSignedIn);
      return file && decoder.decode(file);
    });
  const open = await read(false);
  // Send a token only if no part of the reference is public, because a public part may be enough.
  const reference = open === 'no reference' ? await read(true) : open;
  if (typeof reference === 'string') return reference;
  return learnNames(reference, lexicon.operations, lexicon.words) ?? 'another product';
}
