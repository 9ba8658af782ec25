import { endOfString } from './scan.ts';

/**
 * JSON as values, where each number that JavaScript cannot hold is a string of its digits as they stand in the text, so
 * that none is ever shown or sent as another one.
 * @throws SyntaxError for what is no JSON
 */
export function parseExact(text: string): unknown {
  const parsed: unknown = JSON.parse(text);
  return longNumber.test(text) ? JSON.parse(quoteInexact(text)) : parsed;
}

/** Fewer digits than these are always held. */
const longNumber = /[:,[\s]-?[\d.]{16}/;

/** Each number that would lose digits as a string; everything else as it is. @param json valid JSON */
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

/** Whether the number that is made of the digits is written with them again: by itself, or with all that it has. */
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
