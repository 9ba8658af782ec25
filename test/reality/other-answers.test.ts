import { describe, expect, it } from 'vitest';
import { type MatrixRow, runMatrix } from './matrix.ts';
import { oddAnswers } from './odd-answers.ts';
import { otherAnswers } from './other-answers.ts';
import { listQuestions, lookupQuestions } from './questions.ts';

const wrongIn = (rows: readonly MatrixRow[]) =>
  rows.flatMap(({ perturbation, wrong }) =>
    wrong.map(({ question, got }) => `${perturbation}: ${question}\n${got.slice(0, 400)}`),
  );

describe('an answer in other names and forms', () => {
  it('is read right, or said not to be, or says less and nothing else', async () => {
    const rows = await runMatrix([...lookupQuestions, ...listQuestions], otherAnswers, 'described');
    expect(wrongIn(rows)).toEqual([]);
    const cells = rows.flatMap((row) => row.cells);
    expect(cells.filter((cell) => cell === 'right').length).toBeGreaterThan(1000);
    expect(cells.filter((cell) => cell === 'poorer').length).toBeLessThan(80);
  }, 1_200_000);

  it('is read right, or said not to be: ids, moments, flags, pages and errors as services write them', async () => {
    const rows = await runMatrix(lookupQuestions, oddAnswers);
    expect(wrongIn(rows)).toEqual([]);
    const cells = rows.flatMap((row) => row.cells);
    expect(cells.filter((cell) => cell === 'right').length).toBeGreaterThan(400);
    expect(cells.filter((cell) => cell === 'poorer').length).toBeLessThan(30);
  }, 1_200_000);
});
