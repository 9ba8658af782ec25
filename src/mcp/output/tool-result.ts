import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Answer } from '../../api/client/read-response.ts';
import type { Language } from '../../contract/language.ts';
import type { Operation } from '../../contract/operations/operation.ts';
import { said } from '../../contract/worded.ts';
import type { Kept } from '../../json/agree.ts';
import type { Completed } from '../input/complete-arguments.ts';
import type { Understood } from '../input/resolve-names.ts';
import { describeFile, fencedBlock, fileBlock, shownStored, textBlock } from './file-content.ts';
import type { ShownAnswer } from './fit/show.ts';
import { keptNotes } from './kept-notes.ts';
import { recognised } from './media-signatures.ts';
import { answerMessages } from './messages.ts';
import type { Sanitizer } from './sanitize.ts';

/** What a call adds to its answer. */
export interface Rendering {
  readonly understood: readonly Understood[];
  /** What lists have lost by the call. */
  readonly lost: Completed['lost'];
  /** The JSON of the answer, where it has any. */
  readonly shown: ShownAnswer | undefined;
  /** Of a list: how to get the page that follows. */
  readonly more?: string | undefined;
  /** What of a change the record shows otherwise, or not. */
  readonly kept: Kept;
  readonly language: Language;
}

/**
 * A tool's result for what the service answered: its text fenced, and what the bridge has to say about it apart.
 * @throws UnexpectedAnswerError for a file that is too large
 */
export function successResult(
  operation: Operation,
  answer: Answer,
  sanitizer: Sanitizer,
  { understood, lost, shown, more, kept, language }: Rendering,
): CallToolResult {
  const { stored, text } = answer;
  const { file, notes: doubts } = answer.file ? recognised(answer.file) : { file: undefined, notes: [] };
  const isDone = !file && !stored && text === '';
  const losses = [...keptNotes(kept, language), ...describeLosses(lost, sanitizer, language)];
  if (isDone)
    return {
      content: [answerMessages[operation.access === 'read' ? 'nothing' : 'done'][language], ...losses].map(
        textBlock,
      ),
    };
  const {
    block,
    notes,
    quoting = [],
  } = file
    ? fileBlock(file, sanitizer)
    : fencedBlock(shown ?? shownStored(stored as NonNullable<Answer['stored']>), sanitizer);
  const taken = describeUnderstood(understood, sanitizer);
  const guessed =
    taken.length > 0 ? [`${answerMessages.takenFor[language]}\n${sanitizer.fence(taken.join('\n'))}`] : [];
  const lines = [
    answer.file && describeFile(answer.file, sanitizer),
    ...doubts,
    ...notes,
    ...(quoting.length > 0
      ? [`${answerMessages.aboutFields[language]}\n${sanitizer.fence(quoting.join('\n'))}`]
      : []),
    more,
    ...guessed,
    ...losses,
  ].filter((line) => line !== undefined);
  return { content: lines.length > 0 ? [block, textBlock(lines.join('\n'))] : [block] };
}

/** What lists had before they were replaced and have no more: texts of the service. */
function describeLosses(lost: Rendering['lost'], sanitizer: Sanitizer, language: Language): string[] {
  return Object.entries(lost).map(([name, entries]) => {
    const lines = entries.map((entry) => sanitizer.json(JSON.stringify(entry)).text);
    return `${said(language, answerMessages.replaced, { name })}\n${sanitizer.fence(lines.join('\n'))}`;
  });
}

/** What names were taken for, where they were not given exactly: texts of the service. */
function describeUnderstood(understood: readonly Understood[], sanitizer: Sanitizer): string[] {
  return understood.map((one) => sanitizer.json(JSON.stringify(one)).text);
}
