import { describe, expect, it } from 'vitest';
import { reader, refusalOf } from '../support/read-document.ts';

const none = undefined;

describe('a file that is not a document', () => {
  it('is refused with the reason, in every tool', async () => {
    const empty = { bytes: new Uint8Array(), name: 'a.pdf' };
    const unknown = { bytes: Uint8Array.from([0, 1, 2, 3, 0xff]), name: 'a.bin' };
    expect(await refusalOf(reader.read(empty, none, none))).toBe('empty: the file is empty');
    for (const reading of [
      reader.read(unknown, none, none),
      reader.show(unknown, [1], none),
      reader.extract({ ...unknown, inside: [1] }, none),
    ])
      expect(await refusalOf(reading)).toMatch(/^unknown: /);
  });
});
