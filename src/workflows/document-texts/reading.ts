import { InvalidArgumentsError } from '../../contract/errors.ts';
import type { DocumentFacts } from '../../contract/features/card-facts.ts';
import type {
  DocumentContent,
  DocumentFile,
  DocumentPicture,
  DocumentRange,
} from '../../contract/features/documents/document-reader.ts';
import type { WorkflowAnswer, WorkflowContext } from '../../contract/features/workflow.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import type { Span } from './chunks.ts';
import { type DocumentSource, type NamedBytes, printInstead } from './source.ts';

/** Number of pages that are read at a time if only some pages are requested. */
const chunk = 25;
export const maxPictures = 4;

/** A file to read, and the path to a file inside it. An empty path means the file itself. */
export interface Wanted {
  readonly source: DocumentSource;
  readonly inside: readonly number[];
}

/** Content that was read, and whether it comes from the PDF that the service created from the file. */
export interface Read {
  readonly content: DocumentContent;
  readonly isPrinted: boolean;
}

/** Client and reader for documents, with the size limit of the answer. */
export interface Where extends Pick<WorkflowContext, 'documents' | 'room'> {
  readonly operations: OperationClient;
}

export interface AskedOfDocument {
  readonly wanted: Wanted;
  readonly spans: readonly Span[] | undefined;
  readonly find?: string | undefined;
  readonly isTextOnly?: true;
}

/** An answer without structured data. */
export type Said = Pick<WorkflowAnswer, 'text' | 'notes' | 'pictures'> & {
  readonly facts?: DocumentFacts;
};

/**
 * Returns the requested content of a file. Content that was read a few minutes ago comes from the cache.
 * @param range Default: all parts
 * @throws InvalidArgumentsError if the file cannot be read, and the errors of downloading
 */
export async function contentOf(
  where: Where,
  { source, inside }: Wanted,
  range: DocumentRange | undefined,
): Promise<Read> {
  const { cache, signal } = where.operations;
  const wide = range && { from: chunkStart(range.from), to: chunkStart(range.to) + chunk - 1 };
  const keyFor = (what: string) => `text ${source.key} ${inside.join('.')} ${what}`;
  const isKept = source.key !== undefined;
  const whole = isKept ? cache.recall<Read>(keyFor('all')) : undefined;
  if (whole && holds(whole, range)) return whole;
  const known = isKept && wide ? cache.recall<Read>(keyFor(`${wide.from}-${wide.to}`)) : undefined;
  if (known) return known;
  const read = await where.documents.hold(
    () => overFile(source, inside, (file) => where.documents.read(file, wide, signal)),
    signal,
  );
  const { parts, total } = read.value;
  const result = { content: read.value, isPrinted: read.isPrinted };
  const isAll = wide === undefined || parts.length === total;
  if (isKept) await cache.keep(keyFor(isAll ? 'all' : `${wide.from}-${wide.to}`), result);
  return result;
}

/**
 * Checks whether cached content contains the start of the requested range, which the limits of the reader may have
 * omitted.
 */
const holds = ({ content: { parts, total } }: Read, range: DocumentRange | undefined) =>
  range === undefined || range.from > total || parts.some(({ number }) => number === range.from);

const chunkStart = (page: number) => page - ((page - 1) % chunk);

export interface ShownPages {
  readonly pictures: readonly DocumentPicture[];
  /** Number of pages of the document. Undefined if it did not have to be determined. */
  readonly total: number | undefined;
  readonly isPrinted: boolean;
}

/**
 * Returns those of the requested pages that exist, as pictures.
 * @param numbers at most four page numbers
 * @throws the same errors as `contentOf`
 */
export async function pagePictures(
  { documents, operations: { signal } }: Where,
  { source, inside }: Wanted,
  numbers: readonly number[],
): Promise<ShownPages> {
  const [first = 1] = numbers;
  const show = async (file: DocumentFile) => {
    const { unit, total } = await documents.read(file, { from: first, to: first }, signal);
    if (unit !== 'page') throw new InvalidArgumentsError(noPages);
    const there = numbers.filter((number) => number <= total);
    if (there.length === 0) throw new InvalidArgumentsError(`pages: the document has ${total} pages.`);
    return { pictures: await documents.show(file, there, signal), total };
  };
  const { value, isPrinted } = await documents.hold(() => overFile(source, inside, show), signal);
  return { ...value, isPrinted };
}

const noPages =
  'The document has no pages to show as pictures, and the service makes no PDF of it: read its text, without `as`.';

/** Runs `use` with the file. If the file cannot be used, tries again with the PDF that the service creates from it. */
async function overFile<T>(
  source: DocumentSource,
  inside: readonly number[],
  use: (file: DocumentFile) => Promise<T>,
): Promise<{ readonly value: T; readonly isPrinted: boolean }> {
  const over = async (file: NamedBytes) => use({ ...file, inside });
  const file = await source.open();
  if (file.bytes.length === 0)
    throw new InvalidArgumentsError('The file is empty: there is nothing to read.');
  try {
    return { value: await over(file), isPrinted: false };
  } catch (error) {
    if (inside.length > 0) throw error;
    return { value: await over(await printInstead(source, error)), isPrinted: true };
  }
}
