import type { Language } from '../contract/language.ts';

const amountWord =
  /amount|price|cost|fee|sum\b|claim|debt|damage|сумм|цен[аы]|стоимост|размер|долг|ущерб|гонорар/i;
/** Digits that name something are no quantity. */
const nameWord = /number|code|index|year|\bid\b|номер|№|код|индекс|год\b|инн|кпп|огрн/i;
const currencyWord = /currency|валюта/i;

/** Shorter ones are read at a glance, and may be years. */
const minGrouped = 10_000;

/**
 * A number as people read it: in groups of three digits, with whole hundredths.
 * @param what the name of its field, which tells quantities from numbers that name something
 */
export function shownNumber(value: number, what: string, language: Language): string {
  const isAmount = amountWord.test(what);
  if (!Number.isFinite(value) || nameWord.test(what)) return String(value);
  if (!isAmount && Math.abs(value) < minGrouped) return String(value);
  const digits = isAmount && !Number.isInteger(value) ? 2 : 0;
  const shown = new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: 10 });
  return shown.format(value).replace(/\s/g, ' ');
}

/** Behind the amounts of a card, where one of its fields says in what they are. */
export const isCurrency = (what: string) => currencyWord.test(what);
export const isAmount = (what: string) => amountWord.test(what) && !nameWord.test(what);
