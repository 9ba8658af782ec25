import { expect, it } from 'vitest';
import { bindPairs } from '../../src/sandbox/http/model-binding.ts';

it('binds flat names to nested values', () => {
  const pairs = [
    ['Filters[0].FieldTag', 'Court'],
    ['Filters[1].FieldTag', 'Stage'],
    ['Ids', '1'],
    ['Ids', '2'],
    ['Attributes[Pages]', '3'],
  ] as const;
  expect(bindPairs(pairs)).toEqual({
    Filters: { 0: { FieldTag: 'Court' }, 1: { FieldTag: 'Stage' } },
    Ids: ['1', '2'],
    Attributes: { Pages: '3' },
  });
});

it('treats text in brackets as one name, including dots', () => {
  expect(bindPairs([['Attributes[Court.Room]', '12a']])).toEqual({ Attributes: { 'Court.Room': '12a' } });
});

it('lets no name reach the prototype of other objects', () => {
  bindPairs([
    ['__proto__[polluted]', 'yes'],
    ['constructor.prototype.polluted', 'yes'],
    ['Attributes[__proto__].polluted', 'yes'],
  ]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
