import { type Note, worded } from '../../contract/worded.ts';
import type { Kept } from '../../json/agree.ts';
import type { Difference } from '../../json/whole-record.ts';
import { answerMessages } from './messages.ts';

/** Result of comparing the sent values of a change with the record. */
export interface NotedKept extends Kept {
  readonly note?: Note;
  /** Differences in the record that the call did not request. Undefined if the records were not compared. */
  readonly others?: readonly Difference[];
  /** Whether the record could not be compared with the one before the change. */
  readonly isUncompared?: boolean;
}

/** Effects of a change that the call did not request. */
export interface Unasked {
  readonly heading: Note;
  /** Values before the change as JSON, one line per field. */
  readonly lines: readonly string[];
}

/** Maximum length of one field's JSON, in characters. A longer one is cut. */
const maxShown = 4000;

/**
 * Returns the effects that an answer must state first: fields that the change removed or altered although the call did
 * not request it. Returns undefined if there are none.
 */
export function unaskedNotes({ others = [] }: NotedKept, tool: string): Unasked | undefined {
  const gone = others.filter(({ kind, isComposed }) => kind !== 'set' && !isComposed);
  if (gone.length === 0) return undefined;
  const names = listed([...new Set(gone.map(({ path }) => path.join('.')))]);
  const lines = gone.flatMap(({ path, was }) => {
    const json = JSON.stringify(was);
    const shown = json === undefined || json.length <= maxShown ? was : `${json.slice(0, maxShown)}…`;
    return shown === undefined ? [] : [JSON.stringify({ [path.join('.')]: shown })];
  });
  return { heading: worded(answerMessages.unasked, { names, tool }), lines };
}

/** Returns notes about the comparison for the assistant, one per line. */
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
/** Lists argument names, and tags that the assistant passed. */
function listed(names: readonly string[]): Note {
  const shown = names
    .slice(0, most)
    .map((name) => name.replace(/[^\p{L}\p{N}_.\- ]/gu, '').slice(0, 80))
    .join(', ');
  if (names.length <= most) return shown;
  return worded(answerMessages.namesAndMore, { names: shown, count: names.length - most });
}
