import type { RecordSource } from '../contract/records/record-source.ts';
import { distance } from '../contract/spelling.ts';
import type { NamedRecord } from './match.ts';
import { leadIn, normalise, withoutLeadIn } from './spelling/normalise.ts';

const numberField = '{Number}';

export const isNumbered = ({ names, codes }: RecordSource): boolean =>
  codes !== undefined || names?.includes(numberField) === true;

/** Checks whether a text is a number, such as `INT-2026-01`, possibly after words such as `case no`. */
export function isNumber(text: string): boolean {
  const words = text.split(/\s+/).filter((word) => {
    const plain = normalise(word);
    return plain !== '' && !leadIn.has(plain);
  });
  return words.length === 1 && /\d\D*\d/.test(text);
}

/** Removes leading zeros of each part, because people omit them. */
const withoutZeros = (number: string) => number.replace(/(?<!\d)0+(?=\d)/g, '');

/** Creates a check whether a number of a record differs by at most one character, or only by leading zeros. */
export function hasNumberLike(text: string): (entry: NamedRecord) => boolean {
  const asked = withoutZeros(withoutLeadIn(normalise(text)));
  return ({ names, codes }) =>
    [...names, ...codes].some((own) => /\d/.test(own) && distance(asked, withoutZeros(own)) <= 1);
}
