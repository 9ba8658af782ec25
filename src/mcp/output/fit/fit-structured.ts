import { type Note, worded } from '../../../contract/worded.ts';
import { isJsonObject, type Json, parseJson, writeJson } from '../../../json/tree.ts';
import { answerMessages } from '../messages.ts';
import { type Cut, shrink, tokensUpTo } from './truncate.ts';

/** An answer in text and in structure, with the same facts. */
export interface DoubleAnswer {
  /** Lines, as they may be shown. */
  readonly text: string;
  /** JSON; undefined where the text is all of the answer. */
  readonly data: string | undefined;
  readonly notes: readonly Note[];
}

export interface DoubleFitting {
  /** Tokens of each of the two, since hosts show either; undefined: no bound. */
  readonly budget: number | undefined;
  /** Keeps the whole text where it can be read. */
  readonly keep: (text: string) => Promise<string | undefined>;
}

/** Tokens for the notes and the fence. */
const reserve = 350;

/** Tokens for the text within a budget; undefined: no bound. */
export const roomIn = (budget: number | undefined): number =>
  budget === undefined ? Number.POSITIVE_INFINITY : budget - Math.min(reserve, budget * 0.4);

/**
 * Both within the budget, with the same notes: the text ends at a line, and the structure is without what does not fit,
 * so that nothing of it looks empty that is not.
 */
export async function fitStructured(
  answer: DoubleAnswer,
  { budget, keep }: DoubleFitting,
): Promise<DoubleAnswer> {
  const room = roomIn(budget);
  const fits = (text: string) => text.length <= room || tokensUpTo(text, room) <= room;
  if (fits(answer.text) && fits(answer.data ?? '')) return answer;
  const data = answer.data === undefined ? undefined : shrunk(answer.data, room);
  const lines = fits(answer.text) ? answer.text : firstLines(answer.text, room);
  const uri = await keep(answer.text);
  const notes: Note[] = [answerMessages.tooLong];
  if (uri !== undefined) notes.push(worded(answerMessages.allText, { uri }));
  return {
    text: lines,
    data,
    notes: [...answer.notes, ...notes],
  };
}

function shrunk(text: string, room: number): string {
  const cuts: Cut[] = [];
  const data = shrink(parseJson(text, true), room, { cuts });
  return data === undefined ? '{}' : writeJson(withMore(data, cuts));
}

const moreName = '"has_more"';

/** Says that there is more where items of a list beside `has_more`, or the list itself, were cut. */
function withMore(data: Json, cuts: readonly Cut[]): Json {
  const isCut = cuts.some(({ path, unit }) => path.length === (unit === 'items' ? 1 : 0));
  if (!isCut || !isJsonObject(data)) return data;
  return { members: data.members.map(([name, value]) => [name, name === moreName ? 'true' : value]) };
}

/** As many whole lines as fit; at least the beginning of the first one. */
function firstLines(text: string, room: number): string {
  const lines: string[] = [];
  let left = room;
  for (const line of text.split('\n')) {
    left -= tokensUpTo(line, left) + 1;
    if (left < 0) break;
    lines.push(line);
  }
  return lines.length > 0 ? lines.join('\n') : `${Array.from(text.slice(0, room)).slice(0, -1).join('')}…`;
}
