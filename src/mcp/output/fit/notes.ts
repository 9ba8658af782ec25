import { joined, type Note, worded } from '../../../contract/worded.ts';
import { isKnownField } from '../known-fields.ts';
import { answerMessages } from '../messages.ts';
import type { Shown } from '../sanitize.ts';
import type { Fitting } from './fitting.ts';
import type { Cut } from './truncate.ts';

/** Changes that shortening made to an answer. */
export interface Notes {
  readonly cuts: Cut[];
  /** Requested fields that no item contains. */
  readonly missing: string[];
  /** Fields that the items contain. Set only if requested fields are missing. */
  known?: readonly string[] | undefined;
  /** Fields that a short answer omits. */
  readonly leftOut: string[];
  hasCutTexts: boolean;
}

const maxNames = 12;

/** Notes about an answer. Those that repeat names from the service are separate. */
export type AnswerNotes = Required<Pick<Shown, 'notes' | 'quoting'>>;

/** Returns the notes about an answer, with the call that shows the omitted parts. */
export function describeCuts(
  { cuts, missing, known, leftOut, hasCutTexts }: Notes,
  { options, callWith }: Fitting,
  { isList, skipped, uri }: { isList: boolean; skipped: number; uri: string | undefined },
): AnswerNotes {
  const lines: Sentence[] = [];
  const [rows] = isList ? cuts.filter(({ path, unit }) => path.length === 0 && unit === 'items') : [];
  if (rows !== undefined) {
    const first = skipped + 1;
    const last = skipped + rows.shown;
    const call = callWith({ ...options, skip: last });
    const all = skipped + rows.of;
    lines.push({ text: worded(answerMessages.shownItems, { first, last, all, call }) });
  }
  const parts = cuts.filter((cut) => cut !== rows);
  if (parts.length > 0) lines.push(partsNote(parts, isList, { options, callWith }));
  if (uri !== undefined) lines.push({ text: worded(answerMessages.wholeAnswer, { uri }) });
  if (missing.length > 0)
    lines.push({
      text: worded(answerMessages.nothingHas, {
        missing: list(missing),
        known: list(known ?? []),
      }),
      names: known,
    });
  if (leftOut.length > 0 || hasCutTexts) {
    const kind = leftOut.length === 0 ? 'textsCut' : hasCutTexts ? 'withoutAndCut' : 'without';
    const what = worded(answerMessages[kind], { names: list(leftOut) });
    lines.push({ text: worded(answerMessages.brief, { what }), names: leftOut });
  }
  return apart(lines);
}

interface Sentence {
  readonly text: Note;
  /** Field names in the note, as the service returned them. */
  readonly names?: readonly string[] | undefined;
}

/** Separates notes with unknown field names, because such a name may be any text. */
export function apart(sentences: readonly Sentence[]): AnswerNotes {
  const isHarmless = (name: string) => !isShown(name) || name.split('.').every(isKnownField);
  const isOwn = ({ names = [] }: Sentence) => names.every(isHarmless);
  const texts = (some: readonly Sentence[]) => some.map(({ text }) => text);
  return {
    notes: texts(sentences.filter(isOwn)),
    quoting: texts(sentences.filter((sentence) => !isOwn(sentence))),
  };
}

function partsNote(
  cuts: readonly Cut[],
  isList: boolean,
  { options, callWith }: Pick<Fitting, 'options' | 'callWith'>,
): Sentence {
  const largest = [...cuts].sort((a, b) => b.of - b.shown - (a.of - a.shown));
  const some = largest.slice(0, 4);
  const parts = some.map(({ path, unit, shown, of }) => {
    const unnamed = answerMessages[unit === 'fields' ? 'theRecord' : 'aField'];
    const name = path.every(isPlain) && path.length > 0 ? path.join('.') : unnamed;
    return worded(cutUnits[unit], { name, shown, all: of });
  });
  const left = largest.length - some.length;
  const more = left > 0 ? worded(answerMessages.andMore, { count: left }) : '';
  const [next] = largest;
  const hasCall = !isList && next !== undefined && next.unit !== 'fields' && next.path.every(isPlain);
  const skip = (options.fields?.length === 1 ? (options.skip ?? 0) : 0) + (next?.shown ?? 0);
  const following = hasCall
    ? worded(answerMessages.nextOfIt, { call: callWith({ fields: [next.path.join('.')], skip }) })
    : '';
  return {
    text: worded(answerMessages.cut, { parts: joined(parts, ', '), more, next: following }),
    names: largest.slice(0, 4).map(({ path }) => path.join('.')),
  };
}

const cutUnits = {
  characters: answerMessages.cutCharacters,
  items: answerMessages.cutItems,
  fields: answerMessages.cutFields,
} as const;

/** Checks whether a name can be shown. Names come from the service and may be sentences. */
const isPlain = (name: string) => /^[\p{L}\p{N}_-]{1,60}$/u.test(name);
const isShown = (path: string) => path.split('.').every(isPlain);

/** Lists field names. Names that may be sentences are only counted. */
export const describeNames = (names: readonly string[]): Note => list(names);

function list(names: readonly string[]): Note {
  const plain = names.filter(isShown);
  const shown = plain.slice(0, maxNames);
  const rest = names.length - shown.length;
  const more = rest > 0 ? [worded(answerMessages.countMore, { count: rest })] : [];
  const all = [...shown, ...more];
  return all.length === 0 ? answerMessages.none : joined(all, ', ');
}
