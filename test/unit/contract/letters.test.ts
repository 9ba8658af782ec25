import { describe, expect, it } from 'vitest';
import { lettersOf } from '../../../src/contract/records/letters.ts';

describe('a normalized field name', () => {
  it('is the same when it is read again, also after many other names', () => {
    const names = Array.from({ length: 10_000 }, (_, number) => `Field_No-${number}`);
    for (let round = 0; round < 2; round += 1)
      expect(names.map(lettersOf)).toEqual(names.map((_, number) => `fieldno${number}`));
  });

  it('keeps half of a surrogate pair apart from other halves', () => {
    const names = ['\ud800A', '\udc00A', '\ufffdA', '\ud800A'];
    expect(names.map(lettersOf)).toEqual(['\ud800a', '\udc00a', '\ufffda', '\ud800a']);
  });

  it('of any length has no separators', () => {
    expect(lettersOf('A_'.repeat(500))).toBe('a'.repeat(500));
  });
});
