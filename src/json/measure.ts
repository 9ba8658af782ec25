import { endOfString } from './scan.ts';

export interface JsonLimits {
  /** Maximum nesting of lists and objects. */
  readonly depth: number;
  /** Maximum number of entries of all lists and objects together. */
  readonly members: number;
}

/** Limits for requests, far above the needs of any tool. They are checked before the schema. */
export const requestLimits: JsonLimits = { depth: 200, members: 25_000 };

const quote = 0x22;

/**
 * Returns the exceeded limit of a JSON text, as the end of a sentence. Returns undefined if no limit is exceeded. Reads
 * each character once and creates no objects, so that it is much cheaper than parsing. Does not detect invalid JSON,
 * because the parser does.
 */
export function excessOfJson(text: string, limits: JsonLimits): string | undefined {
  if (isSurelyWithin(text, limits)) return undefined;
  let depth = 0;
  let members = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === quote) at = endOfString(text, at) - 1;
    else if (unit === 0x2c) members += 1;
    else if ((unit | 0x20) === 0x7b) {
      depth += 1;
      members += 1;
      if (depth > limits.depth) return `goes more than ${limits.depth} levels deep`;
    } else if ((unit | 0x20) === 0x7d) depth -= 1;
    if (members > limits.members) return `contains more than ${limits.members} values`;
  }
  return undefined;
}

/**
 * Checks quickly whether JSON is certainly within the limits. Counting brackets is far faster than reading each
 * character.
 */
const isSurelyWithin = (text: string, { depth, members }: JsonLimits) =>
  text.length < members && count(text, '{', depth) + count(text, '[', depth) < depth;

/** Counts a character in a string, up to the limit. */
function count(text: string, character: string, limit: number): number {
  let found = 0;
  for (let at = text.indexOf(character); at !== -1 && found < limit; at = text.indexOf(character, at + 1))
    found += 1;
  return found;
}
