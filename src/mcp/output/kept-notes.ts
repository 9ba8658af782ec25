import { type Note, worded } from '../../contract/worded.ts';
import type { Kept } from '../../json/agree.ts';
import { answerMessages } from './messages.ts';

/** What became of a change. */
export interface NotedKept extends Kept {
  /** What else, in our own words. */
  readonly note?: Note;
}

/** @returns what the assistant has to know of it, in lines */
export function keptNotes({ unkept, unseen, note }: NotedKept): Note[] {
  return [
    ...(unkept.length > 0 ? [worded(answerMessages.notKept, { names: listed(unkept) })] : []),
    ...(unseen.length > 0 ? [worded(answerMessages.notSeen, { names: listed(unseen) })] : []),
    ...(note === undefined ? [] : [note]),
  ];
}

const most = 20;
/** Names of arguments, and tags that the assistant gave. */
function listed(names: readonly string[]): Note {
  const shown = names
    .slice(0, most)
    .map((name) => name.replace(/[^\p{L}\p{N}_.\- ]/gu, '').slice(0, 80))
    .join(', ');
  if (names.length <= most) return shown;
  return worded(answerMessages.namesAndMore, { names: shown, count: names.length - most });
}
