import { isCallError } from '../contract/errors.ts';
import type { OperationClient } from '../contract/operation-client.ts';
import type { Resource } from '../contract/resource.ts';
import { whyMissing } from '../domain/partial.ts';
import { documentRecord, read } from '../domain/records.ts';

/** Larger files are for people to open. */
const maxTextBytes = 64 * 1024;
const textExtension = /^\.?(txt|md|csv|tsv|html?|xml|json|eml)$/i;

/** The card of a document by what people call it, with its text where it is a small text file. */
export const readDocument: Resource['read'] = async (operations, words, { names }) => {
  const { id } = await names.find(operations, 'document', words, { guess: true });
  const { text: json, body } = await operations.answer('get_document', { id });
  const { Size, Extension } = read(documentRecord, body);
  const isSmallText = Size !== undefined && Size <= maxTextBytes && textExtension.test(Extension ?? '');
  return isSmallText ? { json, ...(await readText(operations, id)) } : { json };
};

/** Without the text the card stands, and says why. */
async function readText(
  operations: OperationClient,
  docID: string,
): Promise<{ fileText?: string; notes?: string[] }> {
  try {
    const { file } = await operations.answer('download_document', { docID });
    return file ? { fileText: new TextDecoder('utf-8', { fatal: true }).decode(file.bytes) } : {};
  } catch (error) {
    if (isCallError(error)) return { notes: [whyMissing('the text of the document', error)] };
    if (error instanceof TypeError) return { notes: ['The file holds no UTF-8 text.'] };
    throw error;
  }
}
