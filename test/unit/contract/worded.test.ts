import { describe, expect, it } from 'vitest';
import { joined, said, worded } from '../../../src/contract/worded.ts';

const cases = {
  en: '{count} {count|case|cases} of {whose}',
  ru: '{whose}: {count} {count|дело|дела|дел}',
} as const;

describe('a sentence in both languages', () => {
  it.each([
    [0, '0 cases', '0 дел'],
    [1, '1 case', '1 дело'],
    [2, '2 cases', '2 дела'],
    [5, '5 cases', '5 дел'],
    [11, '11 cases', '11 дел'],
    [21, '21 cases', '21 дело'],
    [112, '112 cases', '112 дел'],
    [1.5, '1.5 cases', '1.5 дела'],
  ])('has the form of a word that goes with %d', (count, en, ru) => {
    const filled = worded(cases, { count, whose: { en: 'Anna', ru: 'Анна' } });
    expect(filled).toEqual({ en: `${en} of Anna`, ru: `Анна: ${ru}` });
  });

  it('is filled in once: inserted values may contain braces', () => {
    expect(said('en', { en: '{one} {other}', ru: '{other} {one}' }, { one: '{other}', other: '$&' })).toBe(
      '{other} $&',
    );
  });

  it('is joined to others in each language', () => {
    expect(joined([{ en: 'one', ru: 'раз' }, 'x'], '; ')).toEqual({ en: 'one; x', ru: 'раз; x' });
  });
});
