import { flagWords } from '../contract/flag-words.ts';
import { isAnyId, plainText } from './record-value.ts';
import { isSameMoment, momentsIn } from './written-moment.ts';

/** Checks whether two scalars are equal, even if they are written differently. */
export function isSameValue(given: unknown, shown: unknown): boolean {
  const [one, other] = [plain(given), plain(shown)];
  if (one === other) return true;
  if (isAnyId(one) && isAnyId(other)) return plainText(one) === plainText(other);
  return (
    isSameFlag(one, other) ||
    isSameNumber(one, other) ||
    isSamePhone(one, other) ||
    isSameWord(given, shown) ||
    isSameTime(one, other)
  );
}

/** Normalizes letter case, white space, Unicode form and HTML escapes. */
const plain = (value: unknown) =>
  unescaped(typeof value === 'string' ? value : JSON.stringify(value))
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

const escapes: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
};
const unescaped = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => escapes[name] ?? '');

/**
 * Checks whether two values are the same boolean. Words such as `yes` count only in comparison with `true` or `false`,
 * so `yes` and `да` differ.
 */
const isSameFlag = (one: string, other: string) =>
  [one, other].some((text) => text === 'true' || text === 'false') &&
  flagWords.has(one) &&
  flagWords.get(one) === flagWords.get(other);

const amount = /^-?\d[\d .,']*$/;
/** Maximum number of digits of compared numbers. Numbers with more digits are not exact in JavaScript. */
const maxDigits = 15;

/** Returns the possible values of a number: `1,234` is 1234 in one language and 1.234 in another. */
function numbersIn(text: string): number[] {
  const exact = Number(text);
  if (text !== '' && !Number.isNaN(exact) && !/^0[xob]/.test(text)) return [exact, ...groupedIn(text)];
  return groupedIn(text);
}

function groupedIn(text: string): number[] {
  if (!amount.test(text)) return [];
  const solid = text.replace(/[ ']/g, '');
  const last = Math.max(solid.lastIndexOf(','), solid.lastIndexOf('.'));
  const whole = /^-?\d{1,3}(?:[ .,']\d{3})+$/.test(text) ? [Number(solid.replace(/[.,]/g, ''))] : [];
  if (last === -1 || !/^-?\d{1,3}(?:[ .,']?\d{3})*[.,]\d+$/.test(text)) return whole;
  return [...whole, Number(`${solid.slice(0, last).replace(/[.,]/g, '')}.${solid.slice(last + 1)}`)];
}

const isSameNumber = (one: string, other: string) =>
  [one, other].every((text) => text.replace(/\D/g, '').length <= maxDigits) &&
  numbersIn(one).some((number) => numbersIn(other).includes(number));

const phone = /^\+?[\d ().-]{7,}$/;
const isPhone = (text: string) => phone.test(text) && /^\+|\(/.test(text);
const isSamePhone = (one: string, other: string) =>
  [one, other].every((text) => phone.test(text)) &&
  [one, other].some(isPhone) &&
  one.replace(/\D/g, '') === other.replace(/\D/g, '');

/** Matches identifiers of enumeration values: `InWork`, `IN_WORK`. */
const identifier = /^(?:[A-Z]+|[a-zA-Z]+(?:_[a-zA-Z]+)+|[a-zA-Z]*[a-z][A-Z][a-zA-Z]*)$/;
const isSameWord = (given: unknown, shown: unknown) =>
  [given, shown].every((text) => typeof text === 'string' && /^[a-z]+(?:[_ -][a-z]+)*$/i.test(text)) &&
  [given, shown].some((text) => identifier.test(String(text))) &&
  letters(given) === letters(shown);
const letters = (text: unknown) => String(text).replace(/[_ -]/g, '').toLowerCase();

const isNumeric = (text: string) => numbersIn(text).length > 0;

/** Checks whether two values are the same time. Two numbers are compared only as numbers. */
const isSameTime = (one: string, other: string) =>
  !(isNumeric(one) && isNumeric(other)) &&
  momentsIn(one).some((moment) => momentsIn(other).some((second) => isSameMoment(moment, second)));

type Kind = 'id' | 'flag' | 'number' | 'moment' | 'text';

function kindsOf(value: unknown): Set<Kind> {
  const text = plain(value);
  if (isAnyId(text)) return new Set(['id']);
  return new Set<Kind>([
    ...(flagWords.has(text) ? ['flag' as const] : []),
    ...(isNumeric(text) || isPhone(text) ? ['number' as const] : []),
    ...(momentsIn(text).length > 0 ? ['moment' as const] : []),
    ...(typeof value === 'string' ? ['text' as const] : []),
  ]);
}

/**
 * Checks whether another scalar in the record proves that the given one was not saved. Another type proves nothing,
 * because services may return an enumeration word as a number, a person's id as a name, or a date in words.
 */
export function isComparable(given: unknown, shown: unknown): boolean {
  const [ours, theirs] = [kindsOf(given), kindsOf(shown)];
  if (ours.has('moment') && !ours.has('number')) ours.delete('text');
  if (isNumeric(plain(shown))) theirs.delete('text');
  return [...ours].some((kind) => theirs.has(kind));
}
