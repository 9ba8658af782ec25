import { isRow, type Row } from '../json/record-value.ts';
import { normalise } from '../names/normalise.ts';

/**
 * Returns the values at some paths of a row: `{ Case: { Id: 'a' } }` at `Case.Id` → `['a']`. A list contributes each of
 * its entries. Empty values are omitted.
 * @returns undefined if the row has none of the paths
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

/** Maximum depth of searched values. Deeper values are not shown to users. */
const maxDepth = 6;

/** Returns all texts and numbers in a row. */
export function* valueTexts(value: unknown, depth = 0): Generator<string> {
  if (typeof value === 'string' || typeof value === 'number') yield String(value);
  else if (typeof value === 'object' && value !== null && depth < maxDepth)
    for (const inside of Object.values(value)) yield* valueTexts(inside, depth + 1);
}

const notRead = /^(?:https?:\/\/\S+|\d{4}-\d\d-\d\dT\S+|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/i;

/**
 * Returns the texts of a row that users read. Ids, date-times and URLs are excluded, because they can contain parts of
 * words by chance.
 */
export function* readTexts(row: Row): Generator<string> {
  for (const text of valueTexts(row)) if (!notRead.test(text)) yield text;
}

/** Length and distance of the overlapping chunks in which a text is normalized, in characters. */
const part = { length: 500, step: 400 };

/** Joins texts of any length into one normalized text for comparison. */
export function wordsIn(texts: Iterable<unknown>): string {
  const parts: string[] = [];
  for (const one of texts) {
    const text = String(one);
    for (let at = 0; at === 0 || at + part.length - part.step < text.length; at += part.step)
      parts.push(normalise(text.slice(at, at + part.length)));
  }
  return parts.join(' ');
}
