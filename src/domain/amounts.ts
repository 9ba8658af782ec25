import type { Language } from '../contract/language.ts';

const amountWord =
  /amount|price|cost|fee|sum\b|claim|debt|damage|сумм|цен[аы]|стоимост|размер|долг|ущерб|гонорар/i;
/** Matches names of fields whose digits are an identifier or a year, not a quantity. */
const nameWord = /number|code|index|year|\bid\b|номер|№|код|индекс|год\b|инн|кпп|огрн/i;
const currencyWord = /currency|валюта/i;

/** Smallest number that is shown with digit groups. Smaller numbers are easy to read and may be years. */
const smallestGrouped = 10_000;

/**
 * Formats a number for display: with digit groups, and with at least two decimal places if it is not a whole number.
 * @param what field name, which distinguishes quantities from identifiers
 */
export function shownNumber(value: number, what: string, language: Language): string {
  const isAmount = amountWord.test(what);
  if (!Number.isFinite(value) || nameWord.test(what)) return String(value);
  if (!isAmount && Math.abs(value) < smallestGrouped) return String(value);
  const digits = isAmount && !Number.isInteger(value) ? 2 : 0;
  const shown = new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: 10 });
  return shown.format(value).replace(/\s/g, ' ');
}

/** Checks whether a field of an object card contains the currency of the amounts on the card. */
export const isCurrency = (what: string) => currencyWord.test(what);
export const isAmount = (what: string) => amountWord.test(what) && !nameWord.test(what);
