import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Answer } from '../../api/client/read-response.ts';
import type { Operation } from '../../contract/operations/operation.ts';
import type { Kept } from '../../json/agree.ts';
import type { Completed } from '../input/complete-arguments.ts';
import type { Understood } from '../input/resolve-names.ts';
import { describeFile, fencedBlock, fileBlock, shownStored, textBlock } from './file-content.ts';
import type { ShownAnswer } from './fit/show.ts';
import { keptNotes } from './kept-notes.ts';
import { recognised } from './media-signatures.ts';
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
}

/**
 * A tool's result for what the service answered: its text fenced, and what the bridge has to say about it apart.
 * @throws UnexpectedAnswerError for a file that is too large
 */
export function successResult(
  operation: Operation,
  answer: Answer,
  sanitizer: Sanitizer,
  { understood, lost, shown, more, kept }: Rendering,
): CallToolResult {
  const { stored, text } = answer;
  const { file, notes: doubts } = answer.file ? recognised(answer.file) : { file: undefined, notes: [] };
  const isDone = !file && !stored && text === '';
  const losses = [...keptNotes(kept), ...describeLosses(lost, sanitizer)];
  if (isDone) return { content: [operation.access === 'read' ? nothing : 'Done.', ...losses].map(textBlock) };
  const {
    block,
    notes,
    quoting = [],
  } = file
    ? fileBlock(file, sanitizer)
    : fencedBlock(shown ?? shownStored(stored as NonNullable<Answer['stored']>), sanitizer);
  const taken = describeUnderstood(understood, sanitizer);
  const guessed =
    taken.length > 0 ? [`Names were taken for these records:\n${sanitizer.fence(taken.join('\n'))}`] : [];
  const said = [
    answer.file && describeFile(answer.file, sanitizer),
    ...doubts,
    ...notes,
    ...(quoting.length > 0 ? [`About its fields:\n${sanitizer.fence(quoting.join('\n'))}`] : []),
    more,
    ...guessed,
    ...losses,
  ];
  const lines = said.filter((line) => line !== undefined);
  return { content: lines.length > 0 ? [block, textBlock(lines.join('\n'))] : [block] };
}

/** What lists had before they were replaced and have no more: texts of the service. */
function describeLosses(lost: Rendering['lost'], sanitizer: Sanitizer): string[] {
  return Object.entries(lost).map(([name, entries]) => {
    const lines = entries.map((entry) => sanitizer.json(JSON.stringify(entry)).text);
    return `${name} was replaced. No longer there; to have them back, send the list with them again:\n${sanitizer.fence(lines.join('\n'))}`;
  });
}

/** Not that anything was done: nothing was asked to be. */
const nothing = 'The service answered with nothing here.';

/** What names were taken for, where they were not given exactly: texts of the service. */
function describeUnderstood(understood: readonly Understood[], sanitizer: Sanitizer): string[] {
  return understood.map((one) => sanitizer.json(JSON.stringify(one)).text);
}
