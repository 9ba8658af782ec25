import { InvalidArgumentsError, ifCallFails } from '../../contract/errors.ts';
import type { DocumentFacts } from '../../contract/features/card-facts.ts';
import type { WorkflowContext } from '../../contract/features/workflow.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { type CalledDocument, locateDocument } from '../../domain/cases/locate-document.ts';
import { extensionIn, extensionOf, fullNameOf } from '../../domain/document-names.ts';
import { type DocumentRecord, documentRecord, read } from '../../domain/records.ts';
import { readNames } from '../../domain/reference-names.ts';

const megabyte = 1024 * 1024;
/** Maximum size of a file to read, in bytes. The document reader accepts no larger files. */
const maxBytes = 50 * megabyte;
/** Maximum size of a file in the cache, in bytes. Larger files are downloaded again for each call. */
const maxKeptBytes = 4 * megabyte;

/** A file with its name. If the content has no signature, as in plain text, the name determines the type. */
export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Data from the record of a document. A file in the shared folder has only its path, as the name. */
export type CardOfDocument = Pick<
  DocumentFacts,
  'name' | 'extension' | 'type' | 'dated' | 'case' | 'filed' | 'author' | 'url'
>;

export interface DocumentSource {
  /** Cache key, which changes with the file. Undefined: content read from the file is not cached. */
  readonly key: string | undefined;
  /** Lines with the fields of the document's record. Their values are text from the service. */
  readonly card: readonly string[];
  readonly facts: CardOfDocument;
  readonly extension: string;
  /** @throws the errors that `src/contract/errors.ts` defines */
  open(): Promise<NamedBytes>;
  /** Returns the service's PDF of the file, if it creates one. @throws as `open` */
  print?(): Promise<NamedBytes>;
}

/** Requested file: a document, or a file in the shared folder. */
export interface Meant extends CalledDocument {
  readonly path?: string | undefined;
}

/** Finds the requested file. @throws InvalidArgumentsError, NameError and the errors of reading a record */
export async function sourceOf(
  operations: OperationClient,
  meant: Meant,
  context: Pick<WorkflowContext, 'names' | 'sharedFile'>,
): Promise<DocumentSource> {
  const { document, path } = meant;
  if ((document ?? meant.case) === undefined) {
    if (path === undefined)
      throw new InvalidArgumentsError('Nothing to read: pass `document`, `case` or `path`.');
    return sharedSource(path, context.sharedFile);
  }
  if (path !== undefined)
    throw new InvalidArgumentsError(
      'Pass `document` or `path`, not both: `path` is a file in the shared folder.',
    );
  const id = await locateDocument(operations, context.names, meant);
  // Read the record each time, so that a user who has lost access to it gets an error even if the content is cached.
  const record = read(documentRecord, await operations.call('get_document', { id }));
  return filedSource(operations, record, context.names);
}

function sharedSource(path: string, open: WorkflowContext['sharedFile']): DocumentSource {
  if (open === undefined)
    throw new InvalidArgumentsError('There is no shared folder here: pass `document` instead of `path`.');
  return {
    key: undefined,
    card: [path],
    facts: { name: path, extension: extensionIn(path) },
    extension: extensionIn(path),
    open: async () => ({ name: path, bytes: await open(path, maxBytes) }),
  };
}

export async function filedSource(
  operations: OperationClient,
  record: DocumentRecord,
  names: WorkflowContext['names'],
): Promise<DocumentSource> {
  const { fill } = await readNames(operations, names, [
    { shape: 'document', rows: [record], fields: ['Type', 'Case', 'Author'] },
  ]);
  return sourceOfRecord(operations, fill(record));
}

/** Returns the source for a record that already contains the names to show. */
export function sourceOfRecord(operations: OperationClient, record: DocumentRecord): DocumentSource {
  const { Id: id, Name = '', LastChangeDate = '', Size } = record;
  const extension = extensionOf(record);
  const key = `${id} ${LastChangeDate} ${Size ?? ''}`;
  const download = async (operation: 'download_document' | 'download_document_pdf') => {
    const { file } = await operations.answer(operation, { docID: id }, { fileBytes: maxBytes });
    if (file === undefined)
      throw new InvalidArgumentsError('The document has no file: there is nothing to read.');
    return { name: file.name || `${Name}.${extension}`, bytes: file.bytes };
  };
  return {
    key,
    card: cardLines(record),
    facts: cardFacts(record, extension),
    extension,
    open: () => kept(operations, `file ${key}`, () => download('download_document')),
    print: () => kept(operations, `print ${key}`, () => download('download_document_pdf')),
  };
}

/** Downloads a file, or returns it from the cache if it was downloaded a few minutes ago. */
async function kept(
  { cache }: OperationClient,
  key: string,
  download: () => Promise<NamedBytes>,
): Promise<NamedBytes> {
  const known = cache.recall<NamedBytes>(key);
  if (known !== undefined) return known;
  const file = await download();
  if (file.bytes.length <= maxKeptBytes) await cache.keep(key, file);
  return file;
}

const day = (moment: string | undefined) => moment?.slice(0, 10);

const joined = (parts: readonly unknown[]) => parts.filter(Boolean).join(' | ').replace(/\s+/g, ' ').trim();

/** Returns the date of filing a document, and its author. */
function filedBy({ CreationDate, Author }: DocumentRecord): string | undefined {
  const filed = [day(CreationDate), Author?.Name && `by ${Author.Name}`].filter(Boolean).join(' ');
  return filed && `filed ${filed}`;
}

const addressOf = ({ Id, Url }: DocumentRecord) => (Url?.includes(Id) ? Url : `id ${Id}`);

/** Returns lines with name, type and date of a document, its case and its author. */
function cardLines(record: DocumentRecord): string[] {
  const { Type, Date: dated, Case } = record;
  return [
    joined([fullNameOf(record), Type?.Name, day(dated) && `dated ${day(dated)}`]),
    joined([Case?.Name && `case: ${Case.Name}`, filedBy(record), addressOf(record)]),
  ];
}

/** Returns a line about a document in a list of the documents of one case. */
export function lineInCase(record: DocumentRecord): string {
  const { Type, Date: dated, CreationDate, Folder } = record;
  const filed = filedBy(record);
  const isSameDay = day(dated) !== undefined && day(dated) === day(CreationDate);
  return joined([
    ...[fullNameOf(record), Type?.Name, Folder?.Name && `folder: ${Folder.Name}`],
    ...(isSameDay ? [`dated and ${filed}`] : [day(dated) && `dated ${day(dated)}`, filed]),
    addressOf(record),
  ]);
}

const cardFacts = (record: DocumentRecord, extension: string): CardOfDocument => ({
  name: record.Name ?? record.FileName ?? '',
  extension,
  type: record.Type?.Name,
  dated: day(record.Date),
  case: record.Case?.Name,
  filed: day(record.CreationDate),
  author: record.Author?.Name,
  url: record.Url?.includes(record.Id) ? record.Url : undefined,
});

/** Checks by the extension whether the service can probably create a PDF of the file, as it can of office documents. */
const isPrintable = ({ extension }: DocumentSource) =>
  /^(?:doc|dot|rtf|odt|xls|ods|ppt|odp|wpd|pages|vsd)/i.test(extension);

/**
 * Returns the PDF that the service creates from a file.
 * @param error error that is thrown if there is no PDF
 */
export async function printInstead(source: DocumentSource, error: unknown): Promise<NamedBytes> {
  if (!(error instanceof InvalidArgumentsError) || source.print === undefined || !isPrintable(source))
    throw error;
  const printed = await source.print().catch(ifCallFails(undefined));
  if (printed === undefined || Buffer.from(printed.bytes.subarray(0, 5)).toString('latin1') !== '%PDF-')
    throw error;
  return printed;
}
