import { isCallError, SpentError } from '../../contract/errors.ts';
import type { DocumentContent } from '../../contract/features/documents/document-reader.ts';
import type { WorkflowContext } from '../../contract/features/workflow.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { type DocumentRecord, documentRecord, read } from '../../domain/records.ts';
import { sideBySide } from '../../util/side-by-side.ts';
import { passageText } from './as-text.ts';
import { chunksOf } from './chunks.ts';
import { type FoundPassages, findPassages } from './find.ts';
import { withNames } from './named-parts.ts';
import { contentOf } from './reading.ts';
import { type DocumentSource, filedSource, sourceOfRecord } from './source.ts';

/** Maximum number of documents of a case that one call reads. Older ones are not read. */
export const maxDocuments = 40;
/** Maximum size of all files that one call downloads, in bytes. Further files are not read. */
const maxTotalBytes = 100 * 1024 * 1024;
/** Time after which no further file is read, because many clients stop waiting after a minute. */
const maxMs = 40_000;
/**
 * Number of files that one call reads at a time. It is lower than the number of files that may be in memory for all
 * callers.
 */
const atOnce = 4;
/** Maximum number of passages of one document. */
const maxPassages = 3;
/** Length of a chunk, in characters. */
const chunkLength = 8000;
/** Tokens reserved for the lines about the case, and about the documents that were not read. */
const restTokens = 500;

export interface SearchedText {
  readonly content: DocumentContent;
  readonly isPrinted: boolean;
  readonly found: FoundPassages;
}

/** Reason why a document was not searched, or the error of reading it. */
export type Unread = 'pictures' | 'older' | 'limit' | 'full' | { readonly error: unknown };

/** A document of a case: its searched text, or the reason why it was not searched. */
export interface SearchedDocument {
  readonly record: DocumentRecord;
  readonly text?: SearchedText;
  readonly unread?: Unread;
}

/**
 * Searches the documents of a case for words, in the given order. Stops if the passages fill the answer, or at a limit
 * of the call.
 * @throws the abort reason if the caller cancelled
 */
export async function searchDocuments(
  operations: OperationClient,
  documents: readonly DocumentRecord[],
  find: string,
  workflowContext: WorkflowContext,
): Promise<readonly SearchedDocument[]> {
  const where = { operations, ...workflowContext };
  const { room, progress, names } = workflowContext;
  const end = performance.now() + maxMs;
  const newest = documents.slice(0, maxDocuments);
  const spent = { tokens: restTokens, bytes: 0, isAll: false };
  let done = 0;
  const search = async (record: DocumentRecord): Promise<Omit<SearchedDocument, 'record'>> => {
    const size = record.Size ?? 0;
    if (spent.tokens >= room.tokens) return { unread: 'full' };
    if (spent.isAll || performance.now() > end || spent.bytes + size > maxTotalBytes)
      return { unread: 'limit' };
    const source = withCount(await sourceFor(operations, record, names), (bytes) => {
      spent.bytes += bytes;
    });
    const { content, isPrinted } = await contentOf(where, { source, inside: [] }, undefined);
    const parts = content.parts.filter(({ isPicture }) => !isPicture);
    if (parts.length === 0 && content.parts.length > 0) return { unread: 'pictures' };
    const chunks = withNames(chunksOf({ ...content, parts }, chunkLength), content);
    const found = await findPassages(chunks, find, maxPassages);
    // Passages with only some of the words are shown only if no document contains all of them.
    if (found.held === found.asked)
      for (const one of found.passages) spent.tokens += room.tokensOf(passageText(one, content));
    return { text: { content, isPrinted, found } };
  };
  const searched = await sideBySide(newest, atOnce, async (record): Promise<SearchedDocument> => {
    const one = await search(record).catch((error: unknown) => {
      operations.signal?.throwIfAborted();
      if (!isCallError(error)) throw error;
      spent.isAll ||= error instanceof SpentError;
      return { unread: error instanceof SpentError ? ('limit' as const) : { error } };
    });
    done += 1;
    progress(done, newest.length);
    return { record, ...one };
  });
  return [
    ...searched,
    ...documents.slice(maxDocuments).map((record) => ({ record, unread: 'older' as const })),
  ];
}

/**
 * Reads the record if the list does not contain the date of the last change, which is part of the cache key of the
 * text.
 */
async function sourceFor(
  operations: OperationClient,
  record: DocumentRecord,
  names: WorkflowContext['names'],
): Promise<DocumentSource> {
  if (record.LastChangeDate !== undefined) return sourceOfRecord(operations, record);
  const whole = read(documentRecord, await operations.call('get_document', { id: record.Id }));
  return filedSource(operations, whole, names);
}

/** Counts the bytes of the files that are opened. */
function withCount(source: DocumentSource, count: (bytes: number) => void): DocumentSource {
  const { open, print } = source;
  const counted = (opening: typeof open) => async () => {
    const file = await opening();
    count(file.bytes.length);
    return file;
  };
  return { ...source, open: counted(open), ...(print && { print: counted(print) }) };
}
