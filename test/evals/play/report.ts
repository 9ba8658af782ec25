import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { arms, type PlayResult, resultFile } from './session/result.ts';

/** Maximum depth of folders that are searched for results. */
const deepest = 4;

function resultsBelow(folder: string, depth = 0): PlayResult[] {
  const file = join(folder, resultFile);
  const own = existsSync(file) ? [JSON.parse(readFileSync(file, 'utf8')) as PlayResult] : [];
  if (depth === deepest) return own;
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [...own, ...folders.flatMap(({ name }) => resultsBelow(join(folder, name), depth + 1))];
}

const number = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 1 });
const sumOf = (some: readonly PlayResult[], value: (one: PlayResult) => number): number =>
  some.reduce((sum, one) => sum + value(one), 0);
const isRight = ({ isAnswerRight, isStateRight }: PlayResult) => isAnswerRight && isStateRight;

const rowOf = ({ id, arm, kind, isStateRight, isAnswerRight, answer, totals }: PlayResult): string[] => [
  id,
  arm,
  kind,
  ...[totals.calls, totals.refused + totals.unsent, totals.tokensRead, totals.questions].map(number),
  isStateRight ? 'right' : 'WRONG',
  isAnswerRight ? 'right' : answer === null ? 'NONE' : 'WRONG',
];

function sumRow(name: string, arm: string, some: readonly PlayResult[]): string[] {
  const [calls, failed, tokens, questions] = [
    sumOf(some, ({ totals }) => totals.calls),
    sumOf(some, ({ totals }) => totals.refused + totals.unsent),
    sumOf(some, ({ totals }) => totals.tokensRead),
    sumOf(some, ({ totals }) => totals.questions),
  ];
  const mean = (sum: number) => `${number(sum)} (${number(sum / some.length)} each)`;
  return [
    `**${name}**`,
    arm,
    `${some.filter(isRight).length} of ${some.length} right`,
    ...[mean(calls), number(failed), mean(tokens), number(questions)],
    `${some.filter(({ isStateRight }) => isStateRight).length} right`,
    `${some.filter(({ isAnswerRight }) => isAnswerRight).length} right`,
  ];
}

function sumsOf(arm: string, some: readonly PlayResult[]): string[][] {
  const groups = [
    ['look-ups', some.filter(({ kind }) => kind === 'look-up')],
    ['changes', some.filter(({ kind }) => kind === 'change')],
    ['series', some.filter(({ kind }) => kind === 'series')],
    ['all', some],
  ] as const;
  return groups.filter(([, group]) => group.length > 0).map(([name, group]) => sumRow(name, arm, group));
}

/** Returns the reasons why a run is wrong. */
const reasonsOf = ({ id, arm, missing, forbidden, problems }: PlayResult): string[] =>
  [
    ...missing.map((fact) => `the answer lacks ${fact}`),
    ...forbidden.map((fact) => `the answer contains ${fact}`),
    ...problems,
  ].map((reason) => `${arm} ${id}: ${reason}`);

/** Returns a table of all results below a folder, totals for each arm, and the reasons for wrong results. */
export function reportOf(folder: string): string {
  const results = resultsBelow(folder).sort((one, other) =>
    `${one.arm} ${one.id}`.localeCompare(`${other.arm} ${other.id}`),
  );
  if (results.length === 0) return `There is no ${resultFile} below ${folder}.`;
  const byArm = arms.map((arm) => [arm, results.filter((one) => one.arm === arm)] as const);
  const head = [
    'request',
    'arm',
    'kind',
    'calls',
    'refused',
    'tokens of results',
    'questions',
    'state',
    'answer',
  ];
  const rows = [
    head,
    head.map(() => '---'),
    ...results.map(rowOf),
    ...byArm.flatMap(([arm, some]) => sumsOf(arm, some)),
  ];
  const table = rows.map((cells) => `| ${cells.join(' | ')} |`);
  const reasons = results.filter((one) => !isRight(one)).flatMap(reasonsOf);
  return [...table, ...(reasons.length === 0 ? [] : ['', ...reasons])].join('\n');
}
