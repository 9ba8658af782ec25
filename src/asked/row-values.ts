import { isRow, type Row } from '../contract/records/row.ts';
import { normalise } from '../names/spelling/normalise.ts';

/**
 * Returns the values at the given paths of a row. Example: `{ Case: { Id: 'a' } }` at `Case.Id` → `['a']`. A list
 * contributes each of its entries. Empty values are omitted.
 */
export function valuesAt(row: Row, paths: readonly string[]): readonly unknown[] | undefined {
  let found: unknown[] | undefined;
  for (const path of paths) {
    const values = valuesOf(row, path.split('.'));
    if (values !== undefined) found = [...(found ?? []), ...values];
  }
  return found;
}

function valuesOf(value: unknown, [step, ...rest]: readonly string[]): readonly unknown[] | undefined {
  if (value === null || value === '') return [];
  if (Array.isArray(value)) {
    const inside = value.flatMap((item) => valuesOf(item, step === undefined ? [] : [step, ...rest]) ?? []);
    return inside.length > 0 || value.length === 0 ? inside : undefined;
  }
  if (step === undefined) return [value];
  if (!isRow(value) || !Object.hasOwn(value, step)) return undefined;
  return value[step] === undefined ? undefined : valuesOf(value[step], rest);
}

/** Maximum nesting depth that is searched. Users do not see deeper values. */
const maxDepth = 6;

export function* valueTexts(value: unknown, depth = 0): Generator<string> {
  if (typeof value === 'string' || typeof value === 'number') yield String(value);
  else if (typeof value === 'object' && value !== null && depth < maxDepth)
    for (const inside of Object.values(value)) yield* valueTexts(inside, depth + 1);
}

const notRead = /^(?:https?:\/\/\S+|\d{4}-\d\d-\d\dT\S+|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/i;

/** Yields what users read in a row. Skips ids, dates and URLs, because they could contain parts of words by chance. */
export function* readTexts(row: Row): Generator<string> {
  for (const text of valueTexts(row)) if (!notRead.test(text)) yield text;
}

/** Length of the chunks of a long string, and distance of their starts, in characters. The chunks overlap. */
const part = { length: 500, step: 400 };

/** Joins strings of any length into one normalized string for comparison. */
export function wordsIn(texts: Iterable<unknown>): string {
  const parts: string[] = [];
  for (const one of texts) {
    const text = String(one);
    for (let at = 0; at === 0 || at + part.length - part.step < text.length; at += part.step)
      parts.push(normalise(text.slice(at, at + part.length)));
  }
  return parts.join(' ');
}
