import { describe, expect, it } from 'vitest';
import { runMatrix } from './matrix.ts';
import { otherAnswers } from './other-answers.ts';
import { listQuestions, lookupQuestions } from './questions.ts';

describe('an answer in other names and forms', () => {
  it('is read right, or said not to be, or says less and nothing else', async () => {
    const rows = await runMatrix([...lookupQuestions, ...listQuestions], otherAnswers, 'described');
    const wrong = rows.flatMap((row) =>
      row.wrong.map(({ question, got }) => `${row.perturbation}: ${question}\n${got.slice(0, 400)}`),
    );
    expect(wrong).toEqual([]);
    const cells = rows.flatMap((row) => row.cells);
    expect(cells.filter((cell) => cell === 'right').length).toBeGreaterThan(1000);
    expect(cells.filter((cell) => cell === 'poorer').length).toBeLessThan(80);
  }, 400_000);
});
