/** How much of JSON is parsed. */
export interface JsonLimits {
  /** Lists and objects within each other. */
  readonly depth: number;
  /** Entries of all lists and objects together. */
  readonly members: number;
}

/** Far above what any tool takes: what is within is looked at more closely once it is parsed. */
export const requestLimits: JsonLimits = { depth: 200, members: 25_000 };

const quote = 0x22;
const backslash = 0x5c;

/**
 * What is too much in a JSON text, as the end of a sentence that begins with what it is; undefined where nothing is.
 * Each character is looked at once and nothing is built, so that this costs little where parsing would cost much. What
 * is no JSON is left to the parser.
 */
export function excessOfJson(text: string, limits: JsonLimits): string | undefined {
  if (isSurelyWithin(text, limits)) return undefined;
  let depth = 0;
  let members = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === quote) at = lastOfString(text, at);
    else if (unit === 0x2c) members += 1;
    else if ((unit | 0x20) === 0x7b) {
      depth += 1;
      members += 1;
      if (depth > limits.depth) return `goes more than ${limits.depth} levels deep`;
    } else if ((unit | 0x20) === 0x7d) depth -= 1;
    if (members > limits.members) return `holds more than ${limits.members} values`;
  }
  return undefined;
}

/** Most texts are short and open few lists and objects, which the engine finds far faster than a look at each character. */
const isSurelyWithin = (text: string, { depth, members }: JsonLimits) =>
  text.length < members && count(text, '{', depth) + count(text, '[', depth) < depth;

/** How often a character stands in a text, counted up to the limit. */
function count(text: string, character: string, limit: number): number {
  let found = 0;
  for (let at = text.indexOf(character); at !== -1 && found < limit; at = text.indexOf(character, at + 1))
    found += 1;
  return found;
}

/** The place of the closing quotation mark. */
function lastOfString(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === quote) return at;
    if (unit === backslash) at += 1;
  }
  return text.length;
}
