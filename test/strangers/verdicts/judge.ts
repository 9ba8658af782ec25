import type { Asked, Fault, FaultSort, Question } from '../question.ts';
import type { Answer } from './answer.ts';

/**
 * RIGHT: agrees with the data of the service. SAID: wrong, incomplete or an error, and the answer clearly says so.
 * POOR: true but useless. WRONG: disagrees with the data and does not say so.
 */
export type Verdict = 'RIGHT' | 'SAID' | 'POOR' | 'WRONG';

export const verdicts: readonly Verdict[] = ['RIGHT', 'SAID', 'POOR', 'WRONG'];

/** Question with its answer, before the verdict. */
export interface Result {
  readonly question: Question;
  readonly asked: Asked;
  readonly calls: string;
  readonly answer: Answer;
  readonly faults: readonly Fault[];
  /** Number of requests that the service received. */
  readonly requests: number;
}

export interface Judged extends Result {
  readonly verdict: Verdict;
  /** Notes that report the faults. */
  readonly said: readonly string[];
}

/** Patterns of which a note must match the one for a type of difference to count as a report of it. */
const reportPatterns: Readonly<Record<FaultSort, RegExp>> = {
  missing:
    /not (?:read|given|returned|shown|checked|found|known)|could not|cannot|withheld|missing|may be|more|of \d+|are shown|left out|does not (?:say|return)/i,
  extra: /could not be (?:checked|read)|not (?:checked|read)|similar|does not say/i,
  wrong:
    /not (?:read|given|returned|checked|known)|could not be|cannot be|withheld|may be|does not (?:say|show|return)|similar|unknown|whose names this service/i,
  unmade: /not (?:saved|made|done|written|changed)|does not show|failed|stopped/i,
  lost: /\blost\b|^before|no longer|was replaced/i,
};

/** General warnings, which do not identify the wrong part of an answer. */
const generalWarning =
  /it is not known whether this service filters by|may apply the filters|does not say whether there is more/i;

/** Errors that say that a record does not exist. */
const denial = /^(?:NAME_UNKNOWN)|nobody matches|no case matches|is (?:not|no) (?:known|record)/i;

/** Error that only says that the signed-in user is not in the list of users. It does not deny that a record exists. */
const unidentified = /no listed user has the login/i;

/** Errors without a cause: internal errors, and a status or code without a message. */
const causeless =
  /^(?:INTERNAL|Error|ProtocolError)|^(?:API_ERROR \d+|UNEXPECTED_ANSWER)[:.]?\s*(?:Request id|$)/;

/** Judges all answers of a run together, because a note in nearly all answers of a tool carries no information. */
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
    // Instead of an error, the answer may say that the change was not made.
    const unmade = answer.notes.filter((note) => reportPatterns.unmade.test(note));
    if (!answer.isError && asked.check === undefined)
      return verdict(unmade.length > 0 ? 'SAID' : 'WRONG', unmade);
  }
  const own = answer.notes.filter((note) => !common.has(`${toolOf(calls)} ${shapeOf(note)}`));
  const notes = [...own, ...notesInside(answer.text), ...reportedChange(answer)];
  if (answer.isError) {
    const lost = faults.filter(({ sort }) => sort === 'lost');
    if (lost.length > 0) return verdict('WRONG');
    if (denial.test(answer.text) && !unidentified.test(answer.text))
      return verdict(generalWarning.test(answer.text) ? 'POOR' : isDoubtful(answer.text) ? 'SAID' : 'WRONG');
    return verdict(causeless.test(answer.text) ? 'POOR' : 'SAID', [answer.text]);
  }
  const isNothing = isEmptyAnswer(answer);
  const isVague =
    isNothing && answer.notes.length > 0 && answer.notes.every((note) => generalWarning.test(note));
  if (faults.length === 0) return verdict(isVague ? 'POOR' : 'RIGHT');
  const plain = notes.filter((note) => !generalWarning.test(note));
  const said = faults.map(({ topic, sort = 'wrong' }) =>
    plain.find((note) => reportPatterns[sort].test(note) && topic.test(note)),
  );
  if (said.every((note) => note !== undefined)) return verdict('SAID', said as string[]);
  return verdict(
    isVague ? 'POOR' : 'WRONG',
    said.filter((note) => note !== undefined),
  );
}

const isDoubtful = (text: string) =>
  /could not|not all .{0,40} could be|not read|not (?:given|returned)|does not (?:say|show|return)|casebridge itself searched|not all (?:cases|records)/i.test(
    text,
  );

function isEmptyAnswer({ data, body, text }: Answer): boolean {
  const lists = [data?.cases, data?.people, data?.rows, body?.Items, Array.isArray(body) ? body : undefined];
  return (
    lists.some((list) => Array.isArray(list) && list.length === 0) || /^no \w+ (?:was|matches)/i.test(text)
  );
}

/** Returns the notes that casebridge added to the data. */
const notesInside = (text: string): string[] =>
  text.match(
    /Card fields not shown: .*|[^\n"|;,]*(?:not returned by this service|whose names this service does not return|does not show whether it saved|which the service does not show)[^\n"|;]*/g,
  ) ?? [];

/** Returns what the user learned about a change: the confirmation, and the previous state in the answer. */
function reportedChange({ asked, body, text }: Answer): string[] {
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

/** Normalizes a note: removes names, ids and numbers. */
const shapeOf = (note: string) =>
  note
    .replace(/"[^"]*"|“[^”]*”|«[^»]*»/g, '""')
    .replace(/[\da-f]{8}-[\da-f-]{27}/gi, 'ID')
    .replace(/\d+/g, '0');

/** Returns notes in at least four of five answers of a tool, including correct ones. */
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
