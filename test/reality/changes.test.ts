import { describe, expect, it } from 'vitest';
import { runChanges } from './change-matrix.ts';
import { changeQuestions } from './change-questions.ts';

describe('a change', () => {
  it('is complete, or reported as incomplete: on services that drop a field, do nothing, or return false responses', async () => {
    const rows = await runChanges(changeQuestions);
    const cells = rows.flatMap(({ tool, cells }) => cells.map((one) => ({ tool, ...one })));
    expect(cells.filter(({ cell }) => cell === 'WRONG')).toEqual([]);
    expect(cells.length).toBeGreaterThan(300);
    // Most correct results must have no warning.
    expect(cells.filter(({ cell }) => cell === 'right').length).toBeGreaterThan(80);
  }, 900_000);
});
