import { InvalidArgumentsError } from '../../contract/errors.ts';
import type { PageFacts } from '../../contract/features/card-facts.ts';
import { hasEscapes, printedWords } from '../../contract/features/documents/document-marks.ts';
import type { WorkflowContext } from '../../contract/features/workflow.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { type Note, worded } from '../../contract/worded.ts';
import { type CaseFiles, filesOfCase } from '../../domain/cases/locate-document.ts';
import { whyMissing } from '../../domain/partial.ts';
import type { DocumentRecord } from '../../domain/records.ts';
import { rangeText } from './as-pictures.ts';
import { passageFacts, passageText } from './as-text.ts';
import { withAuthorsAndFolders } from './filed-in.ts';
import { documentMessages, unitPlurals, unitsBefore } from './messages.ts';
import { namesInside } from './named-parts.ts';
import type { Said } from './reading.ts';
import {
  maxDocuments,
  type SearchedDocument,
  type SearchedText,
  searchDocuments,
  type Unread,
} from './search-case.ts';
import { lineInCase } from './source.ts';

/**
 * Maximum number of documents that are named after each reason why they were not searched or not shown. If the size
 * limit of the answer is small, fewer names fit.
 */
const maxNames = 10;
const tokensPerName = 400;
/** Maximum number of files inside a document that are listed by name. */
const maxInside = 5;

/** Returns the passages of all documents of a case that contain the words, and the documents that were not searched. */
export async function searchCase(
  operations: OperationClient,
  within: string,
  find: string,
  workflowContext: WorkflowContext,
): Promise<Said> {
  const { names } = workflowContext;
  const files = await withAuthorsAndFolders(operations, names, await filesOfCase(operations, names, within));
  const searched = await searchDocuments(operations, files.documents, find, workflowContext);
  const texts = searched.flatMap(({ record, text }) => (text === undefined ? [] : [{ record, ...text }]));
  const held = Math.max(0, ...texts.filter(({ found }) => found.total > 0).map(({ found }) => found.held));
  const hits = texts.filter(({ found }) => found.total > 0 && found.held === held);
  const { room } = workflowContext;
  const most = Math.ceil(Math.min(maxNames, room.tokens / tokensPerName));
  const rest = [...unreadLines(searched, most), ...partLines(texts, most)];
  const notShown = (records: readonly DocumentRecord[]) =>
    namedLine('Found, but not shown because the answer has reached its maximum length', records, most);
  const head = `Case: ${caseName(files)} | ${texts.length} of ${searched.length} documents searched, newest first; ${hits.length} ${hits.length === 1 ? 'contains' : 'contain'} ${held < (hits[0]?.found.asked ?? 0) ? 'some of ' : ''}the words`;
  let left =
    room.tokens - room.tokensOf([head, ...rest, ...notShown(hits.map(({ record }) => record))].join('\n'));
  const blocks: string[] = [];
  const pages: PageFacts[] = [];
  const unshown: DocumentRecord[] = [];
  for (const { record, content, found } of hits) {
    const title = `== Document: ${headingOf(record)} ==`;
    const more =
      found.total > found.passages.length ? [`(${found.passages.length} of ${found.total} passages)`] : [];
    const block = [title, ...found.passages.map((one) => passageText(one, content)), ...more].join('\n');
    left -= room.tokensOf(block) + 1;
    if (left < 0 && blocks.length > 0) {
      unshown.push(record);
      continue;
    }
    blocks.push(block);
    const { unit, total } = content;
    for (const one of found.passages)
      pages.push({ ...passageFacts(one), document: nameOf(record), unit, total });
  }
  const none = `No passage of ${texts.length === searched.length ? 'the' : 'the searched'} documents contains these words.`;
  const text = [
    head,
    ...(blocks.length > 0 ? ['', ...blocks, '', ...notShown(unshown), ...rest] : [...rest, none]),
  ].join('\n');
  return {
    text,
    facts: {
      ...{ name: caseName(files), pictures: [], find, pages },
      found: hits.reduce((sum, { found }) => sum + found.total, 0),
    },
    notes: notesOf({ files, searched, texts, hits, text }),
  };
}

interface Outcome {
  readonly files: CaseFiles;
  readonly searched: readonly SearchedDocument[];
  readonly texts: readonly SearchedText[];
  readonly hits: readonly SearchedText[];
  readonly text: string;
}

function notesOf({ files, searched, texts, hits, text }: Outcome): Note[] {
  const [first] = hits;
  const counts = { some: texts.length, all: searched.length };
  return [
    ...(counts.some < counts.all ? [worded(documentMessages.someSearched, counts)] : []),
    ...(first !== undefined && first.found.held < first.found.asked
      ? [worded(documentMessages.notAllWords, { asked: first.found.asked, held: first.found.held })]
      : []),
    ...files.notes,
    ...(hits.some(({ isPrinted }) => isPrinted) ? [documentMessages.printed] : []),
    ...(hasEscapes(text) ? [documentMessages.escaped] : []),
    ...(first === undefined && counts.some > 0 ? [documentMessages.otherWords] : []),
  ];
}

/** Lists the documents of a case briefly, newest first. */
export async function listCaseTexts(
  operations: OperationClient,
  unnamed: CaseFiles,
  { room, names }: Pick<WorkflowContext, 'room' | 'names'>,
): Promise<Said> {
  const files = await withAuthorsAndFolders(operations, names, unnamed);
  const { documents } = files;
  const lines = documents.slice(0, maxDocuments).map((one) => `- ${headingOf(one)}${sizeOf(one)}`);
  const head = `Case: ${caseName(files)} | ${documents.length} documents, newest first`;
  let left = room.tokens - room.tokensOf(head);
  const shown = lines.filter((line) => {
    left -= room.tokensOf(line) + 1;
    return left >= 0;
  });
  const more = documents.length - shown.length;
  return {
    text: [head, ...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
    notes: [...(documents.length > 0 ? [documentMessages.chooseDocument] : []), ...files.notes],
  };
}

const sizeOf = ({ Size }: DocumentRecord) => (Size === undefined ? '' : ` | ${Math.ceil(Size / 1024)} KB`);
const caseName = ({ case: { id, name } }: CaseFiles) => printedWords(name ?? id).replace(/\s+/g, ' ');
const nameOf = (record: DocumentRecord) => record.Name ?? record.Id;

/** Returns name, type, folder, author, dates and id of a document in one line. */
const headingOf = (record: DocumentRecord) => printedWords(lineInCase(record));

const reasons = {
  pictures: "their pages are pictures (to look at one, pass its id as `document`, and as: 'pages')",
  older: `only the ${maxDocuments} newest are searched (to read another one, pass its id as \`document\`)`,
  limit: 'the limit of one call was reached (call again to search these)',
  full: 'the answer has reached its maximum length (pass more specific words, or one document as `document`)',
} as const;

/** Returns the reason why a document was not searched. Does not quote messages from the service. */
function reasonOf(unread: Unread): string {
  if (typeof unread === 'string') return reasons[unread];
  const { error } = unread;
  return error instanceof InvalidArgumentsError
    ? error.message.replace(/^document: /, '').replace(/\. .*$/s, '')
    : whyMissing('the text of the document', error).en;
}

/** Returns lines with the documents that were not searched, grouped by reason. */
function unreadLines(searched: readonly SearchedDocument[], most: number): string[] {
  const byReason = new Map<string, DocumentRecord[]>();
  for (const { record, unread } of searched) {
    if (unread === undefined) continue;
    const reason = reasonOf(unread);
    byReason.set(reason, [...(byReason.get(reason) ?? []), record]);
  }
  return [...byReason].flatMap(([reason, records]) =>
    namedLine(`Not searched, because ${reason}`, records, most),
  );
}

/** Returns lines with the searched documents of which some parts were not searched. */
function partLines(
  texts: readonly (SearchedText & { readonly record: DocumentRecord })[],
  most: number,
): string[] {
  const withFiles = new Map(
    texts.flatMap(({ record, content: { attachments } }) =>
      attachments.length > 0 ? [[record, attachments] as const] : [],
    ),
  );
  return [
    ...texts.flatMap(({ record, content: { parts, unit, total } }) => {
      const pictures = parts.filter(({ isPicture }) => isPicture).map(({ number }) => number);
      const parted = [
        ...(pictures.length > 0
          ? [`${unitsBefore[unit].en} ${rangeText(pictures)}, because they are pictures`]
          : []),
        ...(parts.length < total
          ? [
              `${unitPlurals[unit].en.toLowerCase()} after the first ${parts.length} of ${total}, because it is too long`,
            ]
          : []),
      ];
      return parted.length === 0 ? [] : namedLine(`Not searched: ${parted.join('; ')}`, [record], most);
    }),
    ...namedLine(
      'Not searched: files inside (to read one, pass `document` and `attachment`)',
      [...withFiles.keys()],
      most,
      (record) => `: ${printedWords(namesInside(withFiles.get(record) ?? [], maxInside))}`,
    ),
  ];
}

function namedLine(
  what: string,
  records: readonly DocumentRecord[],
  most: number,
  more: (record: DocumentRecord) => string = () => '',
): string[] {
  if (records.length === 0) return [];
  const names = records
    .slice(0, most)
    .map((one) => `${JSON.stringify(printedWords(nameOf(one)))} (${one.Id})${more(one)}`);
  const rest = records.length > most ? `; and ${records.length - most} more` : '';
  return [`${what}: ${names.join('; ')}${rest}`];
}
