import { isCallError } from '../contract/errors.ts';
import type { OperationCall, OperationClient } from '../contract/operations/operation-client.ts';
import { whyMissing } from '../domain/partial.ts';
import { documentRecord, read } from '../domain/records.ts';

/** Larger files are for people to open. */
const maxTextBytes = 64 * 1024;
const textExtension = /^\.?(txt|md|csv|tsv|html?|xml|json|eml)$/i;

/**
 * The text of a document, where its card says that it is a small text file. Without it the card stands, and says why.
 * @param download the operation that answers its file
 */
export async function readFileText(
  operations: OperationClient,
  [download, args]: OperationCall<'download_document'>,
  card: unknown,
): Promise<{ fileText?: string; notes?: string[] }> {
  const { Size, Extension } = read(documentRecord, card);
  if (Size === undefined || Size > maxTextBytes || !textExtension.test(Extension ?? '')) return {};
  try {
    const { file } = await operations.answer(download, args);
    return file ? { fileText: new TextDecoder('utf-8', { fatal: true }).decode(file.bytes) } : {};
  } catch (error) {
    if (isCallError(error)) return { notes: [whyMissing('the text of the document', error)] };
    if (error instanceof TypeError) return { notes: ['The file holds no UTF-8 text.'] };
    throw error;
  }
}
