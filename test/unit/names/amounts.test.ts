import { describe, expect, it } from 'vitest';
import { shownNumber } from '../../../src/domain/amounts.ts';

describe('a number in a text for people', () => {
  it.each<[number, string, 'en' | 'ru', string]>([
    [4_300_000.5, 'ClaimAmount', 'en', '4,300,000.50'],
    [4_300_000.5, 'Сумма иска', 'ru', '4 300 000,50'],
    [1_250_000, 'ClaimAmount', 'ru', '1 250 000'],
    [-9_999.25, 'Price', 'en', '-9,999.25'],
    [1_500, 'Стоимость услуг', 'ru', '1 500'],
    [2026, 'Pages', 'en', '2026'],
    [123_456, 'Pages', 'en', '123,456'],
    [2026, 'Year of the claim', 'en', '2026'],
    [123_456_789, 'Номер счёта', 'ru', '123456789'],
    [0.333_333, 'Share', 'en', '0.333333'],
    [Number.MAX_SAFE_INTEGER, 'Amount', 'en', '9,007,199,254,740,991'],
  ])('%d of %s is in %s: %s', (value, what, language, shown) => {
    expect(shownNumber(value, what, language)).toBe(shown);
  });
});
