import { InvalidArgumentsError } from '../../contract/errors.ts';
import type { DocumentFacts } from '../../contract/features/card-facts.ts';
import type {
  DocumentContent,
  DocumentFile,
  DocumentPicture,
  DocumentRange,
} from '../../contract/features/document-reader.ts';
import type { WorkflowAnswer, WorkflowContext } from '../../contract/features/workflow.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { type DocumentSource, type NamedBytes, printInstead } from './source.ts';
import type { Span } from './stretches.ts';

/** Pages are read so many at a time where some of many are wanted. */
const chunk = 25;
export const maxPictures = 4;

/** Something to be read: a file, or one inside of it. */
export interface Wanted {
  readonly source: DocumentSource;
  readonly inside: readonly number[];
}

/** What was read, and whether it was the service's own PDF of it. */
export interface Read {
  readonly content: DocumentContent;
  readonly isPrinted: boolean;
}

/** By whom it is read, and for which answer. */
export interface Where extends Pick<WorkflowContext, 'documents' | 'room'> {
  readonly operations: OperationClient;
}

/** What of it is asked for. */
export interface AskedOfDocument {
  readonly wanted: Wanted;
  readonly spans: readonly Span[] | undefined;
  readonly find?: string | undefined;
  /** Nothing but text can be answered. */
  readonly isTextOnly?: true;
}

/** An answer without a structure. */
export type Said = Pick<WorkflowAnswer, 'text' | 'notes' | 'pictures'> & {
  readonly facts?: DocumentFacts;
};

/**
 * What the file says, as far as its parts are wanted; of what was read some minutes ago nothing is read again.
 * @param range undefined: all
 * @throws InvalidArgumentsError where it cannot be read; what downloading throws
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
  const whole = isKept ? await cache.recall<Read>(keyFor('all')) : undefined;
  if (whole && holds(whole, range)) return whole;
  const known = isKept && wide ? await cache.recall<Read>(keyFor(`${wide.from}-${wide.to}`)) : undefined;
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

/** Of a very long document the bounds may have left out what is asked for. */
const holds = ({ content: { parts, total } }: Read, range: DocumentRange | undefined) =>
  range === undefined || range.from > total || parts.some(({ number }) => number === range.from);

const chunkStart = (page: number) => page - ((page - 1) % chunk);

export interface ShownPages {
  readonly pictures: readonly DocumentPicture[];
  /** Pages of the document; undefined where nobody had to find out. */
  readonly total: number | undefined;
  readonly isPrinted: boolean;
}

/** Pages as pictures, those that there are. @param numbers four at most. @throws as `contentOf` does */
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
  'It has no pages to show as pictures, and the service makes no PDF of it: read its text, without as.';

/** Over the file itself; where that is no use over what the service prints of it. */
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
