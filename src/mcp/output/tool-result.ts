import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Answer } from '../../api/client/read-response.ts';
import type { Language } from '../../contract/language.ts';
import type { Operation } from '../../contract/operations/operation.ts';
import { type Note, worded } from '../../contract/worded.ts';
import type { Completed } from '../input/complete-arguments.ts';
import type { Understood } from '../input/names/resolve-names.ts';
import { describeFile, fencedBlock, fileBlock, shownStored, textBlock } from './file-content.ts';
import type { ShownAnswer } from './fit/show.ts';
import { keptNotes, type NotedKept, unaskedNotes } from './kept-notes.ts';
import { recognised } from './media-signatures.ts';
import { answerMessages } from './messages.ts';
import { notesIn, wordsForCard } from './notes-out.ts';
import type { Sanitizer } from './sanitize.ts';

/** Data that the result of a call contains in addition to the service's response. */
export interface Rendering {
  readonly understood: readonly Understood[];
  /** List entries that the call removed, by list. */
  readonly lost: Completed['lost'];
  readonly shown: ShownAnswer | undefined;
  /** Note that tells the assistant how to get the next page of a list. */
  readonly more?: Note | undefined;
  /** Values of a change that differ in the record or are missing from it. */
  readonly kept: NotedKept;
  /** The change described in words. Undefined if there is no description. */
  readonly told: string | undefined;
  readonly next?: Note | undefined;
  readonly heading: string;
  readonly language: Language;
  /** Whether a card may show the result to a user with another language. */
  readonly isInCard: boolean;
}

/**
 * Returns the result for a response from the service. The response is marked as data, and casebridge's notes are
 * outside of it.
 * @throws UnexpectedAnswerError if a file is too large
 */
export function successResult(
  operation: Operation,
  answer: Answer,
  sanitizer: Sanitizer,
  { understood, lost, shown, more, kept, told, next, heading, language, isInCard }: Rendering,
): CallToolResult {
  const { stored, text } = answer;
  const { file, notes: doubts } = answer.file ? recognised(answer.file) : { file: undefined, notes: [] };
  const isDone = !file && !stored && text === '';
  const quoted = (heading: Note, lines: readonly Note[]): Note[] =>
    lines.length > 0 ? [heading, sanitizer.fence(notesIn(language, lines).join('\n'))] : [];
  const unasked = unaskedNotes(kept, operation.name);
  const loud = unasked
    ? [
        unasked.heading,
        ...quoted(
          unasked.heading,
          unasked.lines.map((line) => sanitizer.json(line).text),
        ).slice(1),
      ]
    : [];
  const losses = [
    ...keptNotes(kept).map((note) => [note]),
    ...Object.entries(lost).map(([name, entries]) =>
      quoted(worded(answerMessages.replaced, { name }), textsOf(entries, sanitizer)),
    ),
  ];
  const inWords = quoted(answerMessages.inWords, told === undefined ? [] : [told]);
  const said = (notes: readonly Note[]) => textBlock(notesIn(language, notes).join('\n'));
  const words = (notes: readonly Note[]) => (isInCard ? wordsForCard(notes) : {});
  if (isDone) {
    const isLoud = loud.length > 0;
    const all = [
      isLoud ? loud : [answerMessages[operation.access === 'read' ? 'nothing' : 'done']],
      ...(inWords.length > 0 ? [inWords] : []),
      ...losses,
    ];
    return { content: all.map(said), ...words(all.flat()) };
  }
  const {
    block,
    notes,
    quoting = [],
  } = file
    ? fileBlock(file, sanitizer, heading)
    : fencedBlock(shown ?? shownStored(stored as NonNullable<Answer['stored']>), sanitizer, heading);
  const all = [
    ...inWords,
    ...(answer.file ? describeFile(answer.file, sanitizer) : []),
    ...doubts,
    ...notes,
    ...quoted(answerMessages.aboutFields, quoting),
    ...(more === undefined ? [] : [more]),
    // Report the records to which approximately matching names were resolved.
    ...quoted(answerMessages.takenFor, textsOf(understood, sanitizer)),
    ...losses.flat(),
    ...(next === undefined ? [] : [next]),
  ];
  const content = [...(loud.length > 0 ? [said(loud)] : []), block, ...(all.length > 0 ? [said(all)] : [])];
  return { content, ...words([...loud, ...all, ...quoting]) };
}

/** Converts values from the service to strings that are ready to be shown. */
const textsOf = (some: readonly unknown[], sanitizer: Sanitizer): string[] =>
  some.map((one) => sanitizer.json(JSON.stringify(one)).text);
