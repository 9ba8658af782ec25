import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PlayResult, resultFile } from './session/result.ts';

/** Folders below the given one in which results are looked for. */
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

function sumRow(name: string, some: readonly PlayResult[]): string[] {
  const [calls, failed, tokens, questions] = [
    sumOf(some, ({ totals }) => totals.calls),
    sumOf(some, ({ totals }) => totals.refused + totals.unsent),
    sumOf(some, ({ totals }) => totals.tokensRead),
    sumOf(some, ({ totals }) => totals.questions),
  ];
  const mean = (sum: number) => `${number(sum)} (${number(sum / some.length)} each)`;
  return [
    `**${name}**`,
    '',
    `${some.filter(isRight).length} of ${some.length} right`,
    ...[mean(calls), number(failed), mean(tokens), number(questions)],
    `${some.filter(({ isStateRight }) => isStateRight).length} right`,
    `${some.filter(({ isAnswerRight }) => isAnswerRight).length} right`,
  ];
}

/** Returns the reasons why a run is wrong. */
const reasonsOf = ({ id, missing, forbidden, problems }: PlayResult): string[] => [
  ...missing.map((fact) => `${id}: the answer lacks ${fact}`),
  ...forbidden.map((fact) => `${id}: the answer contains ${fact}`),
  ...problems.map((problem) => `${id}: ${problem}`),
];

/** Returns a table of all results below a folder, sums for look-ups and changes, and the reasons of what is wrong. */
export function reportOf(folder: string): string {
  const results = resultsBelow(folder).sort((one, other) =>
    `${one.arm} ${one.id}`.localeCompare(`${other.arm} ${other.id}`),
  );
  if (results.length === 0) return `There is no ${resultFile} below ${folder}.`;
  const groups = (['look-up', 'change'] as const)
    .map((kind) => [`${kind}s`, results.filter((one) => one.kind === kind)] as const)
    .filter(([, some]) => some.length > 0);
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
    ...groups.map(([name, some]) => sumRow(name, some)),
    sumRow('all', results),
  ];
  const table = rows.map((cells) => `| ${cells.join(' | ')} |`);
  const reasons = results.filter((one) => !isRight(one)).flatMap(reasonsOf);
  return [...table, ...(reasons.length === 0 ? [] : ['', ...reasons])].join('\n');
}
