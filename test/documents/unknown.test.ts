import { describe, expect, it } from 'vitest';
import { refusalOf } from '../support/read-document.ts';

describe('a file that is no document', () => {
  it('is refused with what is wrong with it', async () => {
    expect(await refusalOf(new Uint8Array())).toBe('empty: the file is empty');
    expect(await refusalOf(Uint8Array.from([0, 1, 2, 3, 0xff]))).toMatch(/^unknown: /);
  });
});
