import { parentPort } from 'node:worker_threads';
import type {
  DocumentContent,
  DocumentFile,
  DocumentPicture,
  DocumentRange,
} from '../contract/features/documents/document-reader.ts';
import { UnreadableError, type UnreadableReason } from './format.ts';
import { maxFileBytes } from './limits.ts';
import { fileInside, readContent, showPages } from './read.ts';

/** Request for the content of a file, for pictures of its pages, or for a file embedded in it. */
export type DocumentQuestion = Pick<DocumentFile, 'name' | 'inside'> &
  (
    | { readonly read: DocumentRange | undefined }
    | { readonly show: readonly number[] }
    | { readonly extract: true }
  );

export type DocumentThreadReply =
  | { readonly content: DocumentContent }
  | { readonly pictures: readonly DocumentPicture[] }
  | { readonly file: Pick<DocumentFile, 'name' | 'bytes'> }
  | { readonly refused: { readonly reason: UnreadableReason; readonly message: string } }
  /** An unexpected error in a format reader. `at` is its location in the program and contains no data from the file. */
  | { readonly failed: 'error'; readonly at: string };

async function answer(question: DocumentQuestion, bytes: Uint8Array): Promise<DocumentThreadReply> {
  const { name, inside = [] } = question;
  const file = { bytes, name, inside };
  if ('read' in question) return { content: await readContent(file, question.read) };
  if ('show' in question) return { pictures: await showPages(file, question.show) };
  const found = await fileInside(file);
  if (found.bytes.length > maxFileBytes)
    throw new UnreadableError('too large', 'the file inside is too large to be read');
  return { file: found };
}

function refusal(error: unknown): DocumentThreadReply {
  if (error instanceof UnreadableError) return { refused: { reason: error.reason, message: error.message } };
  const { name, stack = '' } = error instanceof Error ? error : new Error('an unknown error was thrown');
  const places = stack.split('\n').filter((line) => /^ {4}at /.test(line));
  return { failed: 'error', at: [name, ...places].join('\n') };
}

parentPort?.on('message', ({ question, bytes }: { question: DocumentQuestion; bytes: Uint8Array }) => {
  void answer(question, bytes)
    .catch(refusal)
    .then((reply) => parentPort?.postMessage(reply));
});
