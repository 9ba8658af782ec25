import { endOfString } from './scan.ts';

/**
 * Parses JSON. Numbers beyond the precision of JavaScript become strings of their digits, so that a rounded number is
 * never shown or sent.
 * @throws SyntaxError for invalid JSON
 */
export function parseExact(text: string): unknown {
  const parsed: unknown = JSON.parse(text);
  return longNumber.test(text) ? JSON.parse(quoteInexact(text)) : parsed;
}

/** Matches numbers of 16 or more digits. Shorter numbers are always exact. */
const longNumber = /[:,[\s]-?[\d.]{16}/;

/** Turns each number that would lose digits into a string. @param json valid JSON */
function quoteInexact(json: string): string {
  let quoted = '';
  for (let at = 0; at < json.length; ) {
    const open = json.indexOf('"', at);
    const between = open < 0 ? json.slice(at) : json.slice(at, open);
    const end = open < 0 ? json.length : endOfString(json, open);
    quoted += between.replace(number, (digits) => (isHeld(digits) ? digits : `"${digits}"`));
    quoted += open < 0 ? '' : json.slice(open, end);
    at = end;
  }
  return quoted;
}
const number = /-?\d[\d.eE+-]*/g;

/** Checks whether JavaScript writes the parsed number with the same digits. */
function isHeld(digits: string): boolean {
  if (/e/i.test(digits)) return true;
  const plain = digits.includes('.') ? withoutLastZeros(digits) : digits;
  const held = Number(plain);
  return String(held) === plain || held.toPrecision(17) === plain;
}

function withoutLastZeros(fraction: string): string {
  let end = fraction.length;
  while (fraction.charAt(end - 1) === '0') end -= 1;
  return fraction.slice(0, fraction.charAt(end - 1) === '.' ? end - 1 : end);
}
