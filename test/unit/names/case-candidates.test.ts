import { expect, it } from 'vitest';
import { areToldByNumber } from '../../../src/domain/cases/case-row.ts';
import { caseRecord, read } from '../../../src/domain/records.ts';

const cases = (...numbers: (string | undefined)[]) =>
  numbers.map((number, index) => read(caseRecord, { Id: String(index), Number: number }));

it('offers numbers as a choice between cases only if no two cases have the same number', () => {
  expect(areToldByNumber(cases('A-1', 'A-2'))).toBe(true);
  expect(areToldByNumber(cases('A-1', 'a-1'))).toBe(false);
  expect(areToldByNumber(cases('A-1', undefined))).toBe(false);
});
