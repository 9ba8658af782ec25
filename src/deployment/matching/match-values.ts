import type { ReferenceField } from '../../api/reference/structure.ts';
import type { OwnField } from './own-fields.ts';
import type { NameComparison } from './words.ts';

/** Normalizes a value: removes underscores and hyphens and lowercases it. */
const inLetters = (text: string) => text.replace(/[_-]/g, '').toLowerCase();

/**
 * Matches the values of a presumed field in the catalogue with those in the API reference. Two values match if they are
 * equal except for letter case. If both sides have the same number of values, two values also match if no other pair
 * has the same meaning, or if they are the only remaining ones. Returns undefined if a value has no match. Values of
 * other fields may differ only in spelling.
 */
export function valuesOf(
  { values: own, isPresumed }: OwnField,
  { values: real }: ReferenceField,
  compare: NameComparison,
): Readonly<Record<string, string>> | undefined {
  if (own === undefined || real === undefined) return {};
  if (!isPresumed) return spelledOtherwise(own, real);
  const found = pairsOf(own, real, compare);
  if (found.size < own.length) return undefined;
  return Object.fromEntries([...found].filter(([one, word]) => one !== word));
}

/**
 * Matches values that differ only in letter case and separators. If a value has no match, returns none, because then
 * the API description applies.
 */
function spelledOtherwise(own: readonly string[], real: readonly string[]): Readonly<Record<string, string>> {
  const pairs = own.map((word) => [word, real.find((one) => inLetters(one) === inLetters(word))] as const);
  const isWhole = (pair: readonly [string, string | undefined]): pair is readonly [string, string] =>
    pair[1] !== undefined;
  return pairs.every(isWhole) ? Object.fromEntries(pairs.filter(([one, word]) => one !== word)) : {};
}

/** Checks whether two fields have values with the same meanings. The last pair may follow by elimination. */
export function haveOneMeaning(
  { values: own = [] }: OwnField,
  { values: real = [] }: ReferenceField,
  compare: NameComparison,
): boolean {
  return own.length > 1 && own.length === real.length && pairsOf(own, real, compare).size === own.length;
}

function pairsOf(
  own: readonly string[],
  real: readonly string[],
  compare: NameComparison,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const rules: readonly ((one: string, other: string) => boolean)[] = [
    (one, other) => one === other,
    (one, other) => one.toLowerCase() === other.toLowerCase(),
    (one, other) => own.length === real.length && compare.areSimilar(one, other),
    () => own.length === real.length && found.size === own.length - 1,
  ];
  for (const says of rules) {
    const taken = new Set(found.values());
    const open = own.filter((one) => !found.has(one));
    const free = real.filter((other) => !taken.has(other));
    for (const one of open) {
      const [word, other] = free.filter((word) => says(one, word));
      if (word === undefined || other !== undefined) continue;
      if (open.filter((another) => says(another, word)).length === 1) found.set(one, word);
    }
  }
  return found;
}
