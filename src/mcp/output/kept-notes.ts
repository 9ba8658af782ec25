import { type Note, worded } from '../../contract/worded.ts';
import type { Kept } from '../../json/agree.ts';
import type { Difference } from '../../json/whole-record.ts';
import { answerMessages } from './messages.ts';

/** What became of a change. */
export interface NotedKept extends Kept {
  /** What else, in our own words. */
  readonly note?: Note;
  /** What differs in the record without having been asked for. Default: nothing was compared. */
  readonly others?: readonly Difference[];
  /** Whether the record could not be compared with what it was. */
  readonly isUncompared?: boolean;
}

/** What a change did beside what was asked for. */
export interface Unasked {
  readonly heading: Note;
  /** JSON of what was there, a line for each field. */
  readonly lines: readonly string[];
}

/** Longest JSON of one field that is shown, in characters. The rest is cut. */
const maxShown = 4000;

/** @returns what has to stand before everything else; undefined where nothing was lost or changed */
export function unaskedNotes({ others = [] }: NotedKept, tool: string): Unasked | undefined {
  const gone = others.filter(({ kind }) => kind !== 'set');
  if (gone.length === 0) return undefined;
  const names = listed([...new Set(gone.map(({ path }) => path.join('.')))]);
  const lines = gone.flatMap(({ path, was }) => {
    const json = JSON.stringify(was);
    const shown = json === undefined || json.length <= maxShown ? was : `${json.slice(0, maxShown)}…`;
    return shown === undefined ? [] : [JSON.stringify({ [path.join('.')]: shown })];
  });
  return { heading: worded(answerMessages.unasked, { names, tool }), lines };
}

/** @returns what the assistant has to know of it, in lines */
export function keptNotes({ unkept, unseen, note, others = [], isUncompared }: NotedKept): Note[] {
  const set = [...new Set(others.filter(({ kind }) => kind === 'set').map(({ path }) => path.join('.')))];
  return [
    ...(unkept.length > 0 ? [worded(answerMessages.notKept, { names: listed(unkept) })] : []),
    ...(unseen.length > 0 ? [worded(answerMessages.notSeen, { names: listed(unseen) })] : []),
    ...(set.length > 0 ? [worded(answerMessages.alsoSet, { names: listed(set) })] : []),
    ...(isUncompared ? [answerMessages.uncompared] : []),
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
