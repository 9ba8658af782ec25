import { type GetText, readReference } from '../../api/reference/find-documents.ts';
import type { Operation } from '../../contract/operations/operation.ts';
import { learnNames } from '../matching/learn.ts';
import type { FieldWords } from '../matching/words.ts';
import type { ReferenceReading } from './learning.ts';

/** What learning is done with. */
export interface Lexicon {
  readonly operations: readonly Operation[];
  readonly words: FieldWords;
}

/** Finds the reference of a service, and learns from it. @param base the service's base URL */
export async function learnFrom(base: URL, getText: GetText, lexicon: Lexicon): Promise<ReferenceReading> {
  const reference = await readReference(base, getText);
  if (reference === undefined) return 'no reference';
  return learnNames(reference, lexicon.operations, lexicon.words) ?? 'another product';
}
