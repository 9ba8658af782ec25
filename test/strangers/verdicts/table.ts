import { type Judged, type Verdict, verdicts } from './judge.ts';

/** Answers about one service. */
export interface Score {
  readonly stranger: string;
  readonly answers: readonly Judged[];
}

/** Returns one line for each type of question, with the total at the end. */
export function tableOf({ stranger, answers }: Score): string {
  const kinds = [...new Set(answers.map(({ question }) => question.kind))];
  return [
    `| ${stranger} | ${verdicts.join(' | ')} | requests | wrong |`,
    `|---|${verdicts.map(() => '--:').join('|')}|--:|---|`,
    ...kinds.map((kind) =>
      lineOf(
        kind,
        answers.filter(({ question }) => question.kind === kind),
      ),
    ),
    lineOf('all', answers, false),
  ].join('\n');
}

function lineOf(kind: string, answers: readonly Judged[], hasWords = true): string {
  const count = (verdict: Verdict) => answers.filter((one) => one.verdict === verdict).length;
  const requests = answers.reduce((sum, one) => sum + one.requests, 0);
  const wrong = answers.filter(({ verdict }) => verdict === 'WRONG').map(({ question }) => question.about);
  return `| ${kind} | ${verdicts.map(count).join(' | ')} | ${requests} | ${hasWords ? wrong.join('; ') : ''} |`;
}

const mostShown = 400;

/** Returns the question, the expectation and the answer for each answer with one of these verdicts. */
export function detailsOf({ stranger, answers }: Score, shown: readonly Verdict[]): string {
  const list = answers.filter(({ verdict }) => shown.includes(verdict));
  return list.map((one) => detailOf(stranger, one)).join('\n\n');
}

function detailOf(
  stranger: string,
  { verdict, question, asked, calls, answer, faults, said }: Judged,
): string {
  const { text, notes, asked: confirmed } = answer;
  return [
    `${verdict} ${stranger} · ${question.kind} · ${question.about}`,
    `  call      ${calls.split('\n').join('\n            ')}`,
    `  expected  ${asked.expected.slice(0, 600)}`,
    ...faults.slice(0, 6).map(({ what }) => `  fault     ${what}`),
    ...(faults.length > 6 ? [`  fault     … and ${faults.length - 6} more`] : []),
    `  answer    ${text.slice(0, mostShown).split('\n').join('\n            ')}`,
    ...notes.slice(0, 6).map((note) => `  note      ${note.slice(0, mostShown)}`),
    ...(confirmed === ''
      ? []
      : [`  asked     ${confirmed.slice(0, mostShown).split('\n').join('\n            ')}`]),
    ...(verdict === 'SAID' ? said.slice(0, 3).map((note) => `  said      ${note.slice(0, 200)}`) : []),
  ].join('\n');
}
