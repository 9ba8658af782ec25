import { z } from 'zod';
import { InvalidArgumentsError } from '../../contract/errors.ts';
import { balanced, printed, runsOf } from '../../contract/features/documents/document-marks.ts';
import type { DocumentContent } from '../../contract/features/documents/document-reader.ts';
import { workflow } from '../../contract/features/workflow.ts';
import { alsoCalled } from '../../contract/operations/other-words.ts';
import { type Note, worded } from '../../contract/worded.ts';
import { eachOnce } from '../../domain/partial.ts';
import { words } from '../arguments.ts';
import { rangeText } from './as-pictures.ts';
import { documentMessages, unitsBefore } from './messages.ts';
import { changeMarksBesideTracked, compareParagraphs, type TextChange } from './paragraph-diff.ts';
import { inCase } from './read-document.ts';
import { contentOf, type Read } from './reading.ts';
import { type DocumentSource, sourceOf } from './source.ts';

/**
 * Workflow `compare_documents`: the differences between two documents. According to the API description, a document has
 * only one file, so its versions are separate documents.
 */
export const compareDocuments = workflow({
  name: 'compare_documents',
  title: 'Compare documents',
  titleRu: 'Сравнить документы',
  search: { act: 'compare', words: 'compare' },
  access: 'read',
  description: 'Compares two documents by paragraph.',
  input: z.strictObject({
    earlier: alsoCalled(words, 'before', 'old', 'first', 'document', 'a', 'from'),
    later: alsoCalled(words, 'after', 'new', 'second', 'other', 'b', 'to'),
    case: inCase.optional(),
  }),
  output: undefined,
  run: async (operations, { earlier, later, case: within }, workflowContext) => {
    const where = { operations, ...workflowContext };
    const open = async (document: string) => {
      const source = await sourceOf(operations, { document, case: within }, workflowContext);
      return { source, read: await contentOf(where, { source, inside: [] }, undefined) };
    };
    const [before, after] = await Promise.all([open(earlier), open(later)]);
    if (before.source.key !== undefined && before.source.key === after.source.key)
      throw new InvalidArgumentsError(
        '`earlier` and `later` are the same document. Pass two different ones. Earlier versions are separate documents; list_documents finds them.',
      );
    const [old, now] = [paragraphsOf(before.read.content), paragraphsOf(after.read.content)];
    const isTracked = [...old, ...now].some(({ text }) => hasTrackedChanges(text));
    const marks = isTracked ? changeMarksBesideTracked : undefined;
    const changes = await compareParagraphs(textsOf(old), textsOf(now), marks);
    const lines = changes.map((one) => lineOf(one, one.kind === 'removed' ? old : now));
    return {
      data: undefined,
      text: [
        `Earlier: ${before.source.card.join(' | ')}`,
        `Later: ${after.source.card.join(' | ')}`,
        ...(changes.length === 0 ? [await sameness(before.source, after.source)] : []),
        summary(changes, old.length, isTracked),
        ...lines,
      ].join('\n'),
      notes: eachOnce([before, after].flatMap(({ read }) => notesOf(read))),
    };
  },
});

/**
 * Returns a sentence that says whether two files with the same text are identical, because pictures or formatting may
 * differ.
 */
async function sameness(...sources: readonly [DocumentSource, DocumentSource]): Promise<string> {
  const [one, other] = await Promise.all(sources.map((source) => source.open()));
  return one && other && Buffer.compare(one.bytes, other.bytes) === 0
    ? 'These two files are the same, byte for byte: one is a copy of the other. Check that the right documents were passed.'
    : 'The files differ, but not in their text: for example in pictures or formatting.';
}

interface Placed {
  readonly text: string;
  readonly page: number;
}

/** Splits a document into paragraphs. A paragraph that continues on the next page stays one paragraph. */
function paragraphsOf({ parts, unit }: DocumentContent): Placed[] {
  const paragraphs: Placed[] = [];
  for (const { text, number } of parts) {
    const lines = balanced(text.split('\n')).filter((line) => line.trim() !== '');
    const last = unit === 'page' && paragraphs.at(-1);
    if (last && isOpen(last.text) && /^\s*\p{Ll}/u.test(lines[0] ?? ''))
      paragraphs[paragraphs.length - 1] = { ...last, text: `${last.text} ${lines.shift()}` };
    for (const line of lines) paragraphs.push({ text: line, page: number });
  }
  return paragraphs;
}

/** Checks whether a paragraph seems to continue. Tables and headings never do. */
const isOpen = (text: string) => /[\p{L}\p{N},–-]\s*$/u.test(text) && !/^[|#]/.test(text);
const textsOf = (all: readonly Placed[]) => all.map(({ text }) => text);

const signs = { added: '+', removed: '-', changed: '~', moved: '>' } as const;

const lineOf = ({ kind, text, at }: TextChange, places: readonly Placed[]) =>
  `${signs[kind]} ${places[at]?.page} | ${printed(text.trim())}`;

const hasTrackedChanges = (text: string) =>
  runsOf(text).some(({ marks }) => marks.some(({ label }) => label === '-' || label === '+'));

function summary(changes: readonly TextChange[], paragraphs: number, isTracked: boolean): string {
  const marks = isTracked
    ? '[was: …][now: …] marks the difference. [-…-] and [+…+] are tracked changes within one document'
    : '[-removed-][+added+] marks the difference';
  const kinds = Object.entries(signs).map(
    ([kind, sign]) => `${changes.filter((one) => one.kind === kind).length} ${kind} (${sign})`,
  );
  return changes.length === 0
    ? `All ${paragraphs} paragraphs are the same.`
    : `Of ${paragraphs} paragraphs: ${kinds.join(', ')}. The number after the sign is the page (of the earlier document for removed text). In changed paragraphs ${marks}.`;
}

function notesOf({ content, isPrinted }: Read): Note[] {
  const pictures = content.parts.filter(({ isPicture }) => isPicture).map(({ number }) => number);
  return [
    ...(isPrinted ? [documentMessages.printed] : []),
    ...content.notes,
    ...(pictures.length > 0
      ? [
          worded(documentMessages.notCompared, {
            unit: unitsBefore[content.unit],
            numbers: rangeText(pictures),
          }),
        ]
      : []),
  ];
}
