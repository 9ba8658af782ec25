import type { Asked, Fault, FaultSort, Question } from '../question.ts';
import type { Answer } from './answer.ts';

/**
 * RIGHT: agrees with the world. SAID: wrong, incomplete or refused, and the answer says so plainly. POOR: true and of no
 * use. WRONG: disagrees with the world and does not say so.
 */
export type Verdict = 'RIGHT' | 'SAID' | 'POOR' | 'WRONG';

export const verdicts: readonly Verdict[] = ['RIGHT', 'SAID', 'POOR', 'WRONG'];

/** A question that was asked, before it is judged. */
export interface Result {
  readonly question: Question;
  readonly asked: Asked;
  readonly calls: string;
  readonly answer: Answer;
  readonly faults: readonly Fault[];
  /** Number of requests that the service got for it. */
  readonly requests: number;
}

export interface Judged extends Result {
  readonly verdict: Verdict;
  /** Notes that tell of the faults. */
  readonly said: readonly string[];
}

/** Words without which a note tells nothing of a difference of this kind. */
const telling: Readonly<Record<FaultSort, RegExp>> = {
  missing:
    /not (?:read|given|returned|shown|checked|found|known)|could not|cannot|withheld|missing|may be|more|of \d+|are shown|left out|does not (?:say|return)/i,
  extra: /could not be (?:checked|read)|not (?:checked|read)|similar|does not say/i,
  wrong:
    /not (?:read|given|returned|checked|known)|could not be|cannot be|withheld|may be|does not (?:say|show|return)|similar|unknown|whose names this service/i,
  unmade: /not (?:saved|made|done|written|changed)|does not show|failed|stopped/i,
  lost: /\blost\b|^before|no longer|was replaced/i,
};

/** A doubt about everything: it names no part of the answer that is wrong. */
const general = /no row has confirmed yet that|may not apply the filters|does not say whether there is more/i;

/** Refusals that say that a record does not exist. */
const denial = /^(?:NAME_UNKNOWN)|nobody matches|no case matches|is (?:not|no) (?:known|record)/i;

/** A refusal that is no denial: what lists show does not tell who is signed in. */
const unidentified = /no listed user has the login/i;

/** Failures that name no cause: internal ones, and a status or code without words. */
const causeless =
  /^(?:INTERNAL|Error|ProtocolError)|^(?:API_ERROR \d+|UNEXPECTED_ANSWER)[:.]?\s*(?:Request id|$)/;

/** Judges the answers of one run together: a note that stands under nearly all answers of a tool says nothing. */
export function judge(results: readonly Result[]): Judged[] {
  const common = commonNotes(results);
  return results.map((result) => judgeOne(result, common));
}

function judgeOne(result: Result, common: ReadonlySet<string>): Judged {
  const { answer, asked, faults, calls } = result;
  const verdict = (kind: Verdict, said: readonly string[] = []): Judged => ({
    ...result,
    verdict: kind,
    said,
  });
  if (asked.refusal !== undefined && faults.length === 0) {
    if (answer.isError && asked.refusal.test(answer.text)) return verdict('RIGHT');
    // Instead of a refusal, the answer may say that nothing came of it.
    const unmade = answer.notes.filter((note) => telling.unmade.test(note));
    if (!answer.isError && asked.check === undefined)
      return verdict(unmade.length > 0 ? 'SAID' : 'WRONG', unmade);
  }
  const own = answer.notes.filter((note) => !common.has(`${toolOf(calls)} ${shapeOf(note)}`));
  const notes = [...own, ...inside(answer.text), ...toldOfChange(answer)];
  if (answer.isError) {
    const lost = faults.filter(({ sort }) => sort === 'lost');
    if (lost.length > 0) return verdict('WRONG');
    if (denial.test(answer.text) && !unidentified.test(answer.text))
      return verdict(general.test(answer.text) ? 'POOR' : isDoubtful(answer.text) ? 'SAID' : 'WRONG');
    return verdict(causeless.test(answer.text) ? 'POOR' : 'SAID', [answer.text]);
  }
  const isNothing = isEmptyAnswer(answer);
  const isVague = isNothing && answer.notes.length > 0 && answer.notes.every((note) => general.test(note));
  if (faults.length === 0) return verdict(isVague ? 'POOR' : 'RIGHT');
  const plain = notes.filter((note) => !general.test(note));
  const said = faults.map(({ topic, sort = 'wrong' }) =>
    plain.find((note) => telling[sort].test(note) && topic.test(note)),
  );
  if (said.every((note) => note !== undefined)) return verdict('SAID', said as string[]);
  return verdict(
    isVague ? 'POOR' : 'WRONG',
    said.filter((note) => note !== undefined),
  );
}

const isDoubtful = (text: string) =>
  /could not|not all .{0,40} could be|not read|not (?:given|returned)|does not (?:say|show|return)|casebridge searched|not all (?:cases|records)/i.test(
    text,
  );

function isEmptyAnswer({ data, body, text }: Answer): boolean {
  const lists = [data?.cases, data?.people, data?.rows, body?.Items, Array.isArray(body) ? body : undefined];
  return (
    lists.some((list) => Array.isArray(list) && list.length === 0) || /^no \w+ (?:was|matches)/i.test(text)
  );
}

/** Words of the bridge that stand among the data. */
const inside = (text: string): string[] =>
  text.match(
    /Card fields not shown: .*|[^\n"|;,]*(?:not returned by this service|whose names this service does not return|does not show whether it saved|which the service does not show)[^\n"|;]*/g,
  ) ?? [];

/** Of a change: what the person was asked, and what the answer shows as the state before. */
function toldOfChange({ asked, body, text }: Answer): string[] {
  const before = body?.Before === undefined ? [] : [`before: ${JSON.stringify(body.Before)}`];
  const lost = /^Changed or lost although not requested/.test(text) ? [text] : [];
  return [
    ...lost,
    ...asked
      .split('\n')
      .filter((line) => /lost|^- /i.test(line))
      .map((line) => `would be lost: ${line}`),
    ...before,
  ];
}

const toolOf = (calls: string): string => /^\w+/.exec(calls.split('\n').at(-1) ?? '')?.[0] ?? '';

/** Writes a note without what differs from answer to answer. */
const shapeOf = (note: string) =>
  note
    .replace(/"[^"]*"|“[^”]*”|«[^»]*»/g, '""')
    .replace(/[\da-f]{8}-[\da-f-]{27}/gi, 'ID')
    .replace(/\d+/g, '0');

/** Returns notes that stand under four of five answers of a tool, and under right ones. */
function commonNotes(results: readonly Result[]): ReadonlySet<string> {
  const answers = new Map<string, number>();
  const notes = new Map<string, { all: number; right: number }>();
  for (const { calls, answer, faults } of results) {
    if (answer.isError) continue;
    const tool = toolOf(calls);
    answers.set(tool, (answers.get(tool) ?? 0) + 1);
    for (const shape of new Set(answer.notes.map(shapeOf))) {
      const seen = notes.get(`${tool} ${shape}`) ?? { all: 0, right: 0 };
      seen.all += 1;
      if (faults.length === 0) seen.right += 1;
      notes.set(`${tool} ${shape}`, seen);
    }
  }
  const isCommon = ([key, { all, right }]: [string, { all: number; right: number }]) => {
    const count = answers.get(key.split(' ', 1)[0] ?? '') ?? 0;
    return count >= 5 && all >= 0.8 * count && right > 0;
  };
  return new Set([...notes].filter(isCommon).map(([key]) => key));
}
