import { type Cut, shrink, tokensUpTo } from './shrink.ts';
import { parseJson, writeJson } from './tree.ts';

/** An answer in text and in structure, with the same facts. */
export interface DoubleAnswer {
  /** Lines, as they may be shown. */
  readonly text: string;
  /** JSON. */
  readonly data: string;
  readonly notes: readonly string[];
}

export interface DoubleFitting {
  /** Tokens of each of the two, since hosts show either; undefined: no bound. */
  readonly budget: number | undefined;
  /** Keeps the whole text where it can be read. */
  readonly keep: (text: string) => Promise<string | undefined>;
}

/** Tokens for the notes and the fence. */
const reserve = 350;

/** Both within the budget, with the same notes: the text ends at a line, the structure keeps all its fields. */
export async function fitLookup(
  answer: DoubleAnswer,
  { budget, keep }: DoubleFitting,
): Promise<DoubleAnswer> {
  const room = budget === undefined ? Number.POSITIVE_INFINITY : budget - Math.min(reserve, budget * 0.4);
  const fits = (text: string) => text.length <= room || tokensUpTo(text, room) <= room;
  if (fits(answer.text) && fits(answer.data)) return answer;
  const cuts: Cut[] = [];
  const data = shrink(parseJson(answer.data, true), room, { cuts, keepsFields: true });
  const lines = fits(answer.text) ? answer.text : firstLines(answer.text, room);
  const uri = await keep(answer.text);
  const notes = ['Not all of the answer is shown, as it is too long: ask more narrowly.'];
  if (uri !== undefined) notes.push(`All of its text is the resource ${uri} for 15 minutes.`);
  return {
    text: lines,
    data: data === undefined ? answer.data : writeJson(data),
    notes: [...answer.notes, ...notes],
  };
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
