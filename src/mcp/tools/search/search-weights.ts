import { featuresOf } from './search-features.ts';
import type { Terms } from './search-terms.ts';

/** Weights that `scripts/search-weights.ts` learned from phrasings. */
export interface SearchWeights {
  readonly factors: readonly string[];
  /**
   * For each feature: its rarity, then its weights by the index of the factor. `4.2 3:1.3 17:-0.7` means a rarity of
   * 4.2, and weights for the factors 3 and 17.
   */
  readonly features: Readonly<Record<string, string>>;
}

/** Feature that every text has, and below it the strength of this feature. */
const always = '*';
const alwaysStrength = 0.2;

/**
 * Returns the strength of each known feature of a text, scaled so that their squares add up to 1. Then adds the feature
 * `*`.
 */
export function strengthsOf(
  terms: Terms,
  rarityOf: (feature: string) => number | undefined,
): ReadonlyMap<string, number> {
  const known = Array.from(featuresOf(terms), ([feature, strength]) => ({
    feature,
    strength: strength * (rarityOf(feature) ?? 0),
  })).filter(({ strength }) => strength > 0);
  const length = Math.hypot(...known.map(({ strength }) => strength));
  return new Map([
    ...known.map(({ feature, strength }): [string, number] => [feature, strength / length]),
    [always, alwaysStrength],
  ]);
}

interface Feature {
  readonly rarity: number;
  readonly weights: readonly (readonly [factor: number, weight: number])[];
}

const featureOf = (text: string): Feature => {
  const [rarity, ...weights] = text.split(' ');
  return {
    rarity: Number(rarity),
    weights: weights.map((part) => part.split(':').map(Number) as [number, number]),
  };
};

/** Reads weights into the rarity of each feature, and a function that adds up the weights of a text by factor. */
export function createWeighing({ factors, features }: SearchWeights) {
  const read = new Map(Object.entries(features).map(([name, text]) => [name, featureOf(text)]));
  return {
    rarities: new Map(Array.from(read, ([name, { rarity }]) => [name, rarity])),
    weigh: (strengths: ReadonlyMap<string, number>): Map<string, number> => {
      const sums = new Map<string, number>();
      for (const [feature, strength] of strengths)
        for (const [factor, weight] of read.get(feature)?.weights ?? []) {
          const name = factors[factor] as string;
          sums.set(name, (sums.get(name) ?? 0) + strength * weight);
        }
      return sums;
    },
  };
}
