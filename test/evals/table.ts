import type { Cost } from './api.ts';
import type { Trial } from './model/evaluate.ts';
import { type Kind, kinds } from './question.ts';

/** Cost of answering a question: with a plain server (`plain`), and with its scripted calls of casebridge (`short`). */
export interface Compared {
  readonly id: string;
  readonly kind: Kind;
  readonly plain: Cost;
  readonly short: Cost;
}

const number = (value: number, digits = 0) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Returns the mean costs. */
export function meansOf(compared: readonly Compared[]): { plain: Cost; short: Cost } {
  const mean = (value: (one: Compared) => number) =>
    compared.reduce((sum, one) => sum + value(one), 0) / compared.length;
  return {
    plain: { calls: mean(({ plain }) => plain.calls), tokens: mean(({ plain }) => plain.tokens) },
    short: { calls: mean(({ short }) => short.calls), tokens: mean(({ short }) => short.tokens) },
  };
}

/** Returns a table by kind of question, for `docs/costs.md`. */
export function tableByKind(compared: readonly Compared[]): string {
  const cells = (some: readonly Compared[]) => {
    const { plain, short } = meansOf(some);
    return [
      some.length,
      number(short.calls, 1),
      number(short.tokens),
      number(plain.calls, 1),
      number(plain.tokens),
    ];
  };
  const rows = kinds.map((kind) => [kind, ...cells(compared.filter((one) => one.kind === kind))]);
  const all = ['**all**', ...cells(compared).map((cell) => `**${cell}**`)];
  return [
    '| question | how many | calls | tokens | calls one-to-one | tokens one-to-one |',
    '|---|---|---|---|---|---|',
    ...[...rows, all].map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
}

/** Returns a table with a row for each question. */
export const tableOfEach = (compared: readonly Compared[]): string =>
  [
    '| question | calls | tokens | calls one-to-one | tokens one-to-one |',
    '|---|---|---|---|---|',
    ...compared.map(
      ({ id, plain, short }) =>
        `| ${id} | ${short.calls} | ${number(short.tokens)} | ${plain.calls} | ${number(plain.tokens)} |`,
    ),
  ].join('\n');

/** Returns a table of a model's results, by kind of question. */
export function tableOfTrials(trials: readonly Trial[]): string {
  const mean = (some: readonly Trial[], value: (one: Trial) => number) =>
    some.reduce((sum, one) => sum + value(one), 0) / some.length;
  const row = (name: string, some: readonly Trial[]) => {
    const questions = new Set(some.map(({ question }) => question));
    const failed = new Set(some.filter(({ isRight }) => !isRight).map(({ question }) => question));
    return [
      name,
      some.length,
      `${number(100 * mean(some, ({ isRight }) => Number(isRight)))} %`,
      `${number((100 * (questions.size - failed.size)) / questions.size)} %`,
      ...[
        number(
          mean(some, ({ calls }) => calls),
          1,
        ),
        number(mean(some, ({ tokens }) => tokens)),
      ],
      ...(['wrongTools', 'errors', 'broken'] as const).map((what) =>
        some.reduce((sum, one) => sum + one[what], 0),
      ),
      some.filter(({ end }) => end !== 'answered').length,
    ];
  };
  const present = kinds.filter((kind) => trials.some((one) => one.kind === kind));
  return [
    '| question | asked | right | right each time | calls | tokens | wrong tools | refused calls | broken arguments | no answer |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...[
      ...present.map((kind) =>
        row(
          kind,
          trials.filter((one) => one.kind === kind),
        ),
      ),
      row('all', trials),
    ].map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n');
}

const markers = /(<!-- evals: generated -->\n)([\s\S]*?)(<!-- \/evals -->)/;

/**
 * Returns the table in the document.
 * @throws Error if the document has no markers
 */
export function tableIn(document: string): string {
  const [, , table] = markers.exec(document) ?? [];
  if (table === undefined) throw new Error('docs/costs.md has no markers for the evals');
  return table.trim();
}

export const withTable = (document: string, table: string): string =>
  document.replace(markers, (_, open: string, _old: string, close: string) => `${open}${table}\n${close}`);
