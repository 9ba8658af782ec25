import { type Note, worded } from '../../../contract/worded.ts';
import { isJsonObject, type Json, parseJson, writeJson } from '../../../json/tree.ts';
import { answerMessages } from '../messages.ts';
import { type Cut, shrink, tokensUpTo } from './truncate.ts';

/** An answer as text and as structured output, with the same facts. */
export interface DoubleAnswer {
  /** Lines of text, ready to be shown. */
  readonly text: string;
  /** JSON of the structured output. Undefined if the answer has only text. */
  readonly data: string | undefined;
  readonly notes: readonly Note[];
}

export interface DoubleFitting {
  /** Maximum tokens of the text and of the structured output each, because hosts show either. */
  readonly budget: number | undefined;
  /** Stores the complete text. Resolves to its address, or to undefined if it cannot be stored. */
  readonly keep: (text: string) => Promise<string | undefined>;
}

/** Tokens that are reserved for the notes and for the delimiters around untrusted text. */
const reserve = 350;

/** Returns how many tokens of a limit remain for the text. Returns infinity if there is no limit. */
export const roomIn = (budget: number | undefined): number =>
  budget === undefined ? Number.POSITIVE_INFINITY : budget - Math.min(reserve, budget * 0.4);

/**
 * Shortens text and structured output to the limit and gives both the same notes. The text is cut at a line break. The
 * structured output loses complete values, because a shortened value could seem empty.
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

/** Sets `has_more` to true if a list was cut. */
function withMore(data: Json, cuts: readonly Cut[]): Json {
  const isCut = cuts.some(({ path, unit }) => path.length === (unit === 'items' ? 1 : 0));
  if (!isCut || !isJsonObject(data)) return data;
  return { members: data.members.map(([name, value]) => [name, name === moreName ? 'true' : value]) };
}

/** Returns as many complete lines as fit. If not even the first one fits, returns its beginning. */
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
