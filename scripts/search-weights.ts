import { readdirSync, readFileSync } from 'node:fs';
import { shippedToolbox } from '../src/catalogue.ts';
import { definitionTexts, factorsOf, featuresOf, readerOf } from '../src/mcp/tools/search/search-features.ts';
import type { Terms } from '../src/mcp/tools/search/search-terms.ts';
import { type SearchWeights, strengthsOf } from '../src/mcp/tools/search/search-weights.ts';

/** Phrasing of a search for tools, with the names of the tools that the search should find. */
export interface Phrasing {
  readonly words: string;
  readonly answers: readonly string[];
}

/** Files of phrasings from which no weights are learned. */
const unlearned: ReadonlySet<string> = new Set(['fresh.tsv', 'unseen.tsv']);
/**
 * Checks whether only tests use the phrasing in a line: all phrasings of `unlearned`, and every third one of `b.tsv`.
 */
const isHeldOut = (file: string, line: number) => unlearned.has(file) || (file === 'b.tsv' && line % 3 === 2);
const folder = new URL('../test/search/', import.meta.url);

/** Reads the phrasings of `test/search/`, divided into those to learn from and those that only tests use. */
export function readPhrasings(): Record<'learned' | 'heldOut', readonly Phrasing[]> {
  const learned: Phrasing[] = [];
  const heldOut: Phrasing[] = [];
  for (const file of readdirSync(folder).sort()) {
    const lines = readFileSync(new URL(file, folder), 'utf8').trimEnd().split('\n');
    for (const [index, line] of lines.entries()) {
      const [words = '', answers = ''] = line.split('\t');
      const phrasings = isHeldOut(file, index) ? heldOut : learned;
      phrasings.push({ words, answers: answers.split(' ') });
    }
  }
  return { learned, heldOut };
}

interface Example {
  readonly terms: Terms;
  /** Indices of the right tools. */
  readonly right: ReadonlySet<number>;
  readonly share: number;
}

/** Weights of a feature of a text, by the index of the factor, a property that tools share (`factorsOf`). */
interface FeatureWeights {
  readonly values: Float64Array;
  /** Factors whose weights are not omitted. */
  kept: readonly number[];
}

/**
 * Size of a learning step for a text from a tool definition, as a share of a full step. Users rarely phrase searches
 * like definitions.
 */
const definitionShare = 0.5;
const rounds = 10;
/** Size of the first step. Steps shrink to almost nothing in the last round. */
const firstStep = 0.75;
/** Number of weights that are kept after half of the rounds, so that the file stays small. The others become 0. */
const maxWeights = 17_000;

/**
 * Learns the weights of the search by logistic regression: the probability of a tool is proportional to the exponential
 * of the sum of the weights of its factors. If several tools are right, only the sum of their probabilities counts.
 */
export async function searchWeights(
  phrasings: readonly Phrasing[] = readPhrasings().learned,
): Promise<SearchWeights> {
  const { factors, examples } = await examplesOf(phrasings);
  const factorNames = [...new Set(factors.flat())];
  const size = factorNames.length;
  const byTool = factors.map((list) => list.map((factor) => factorNames.indexOf(factor)));
  const counts = countsOf(examples);
  const rarityOf = (feature: string) => {
    const count = counts.get(feature);
    return count === undefined ? undefined : rounded(Math.log(1 + examples.length / count));
  };
  const every = factorNames.map((_, index) => index);
  const weights = new Map<string, FeatureWeights>();
  const weightsOf = (feature: string) => {
    const found = weights.get(feature) ?? { values: new Float64Array(size), kept: every };
    weights.set(feature, found);
    return found;
  };
  const inputs = examples.map(({ terms }): [FeatureWeights, number][] =>
    [...strengthsOf(terms, rarityOf)].map(([feature, strength]) => [weightsOf(feature), strength]),
  );
  const random = createRandom();
  for (let round = 0; round < rounds; round += 1) {
    if (round === rounds / 2) keepLargest([...weights.values()]);
    const step = firstStep * (1 - round / rounds) + 0.025;
    for (const index of shuffled(examples.length, random)) {
      const { right, share } = examples[index] as Example;
      const slope = slopeOf(sumsOf(inputs[index] ?? [], size), byTool, right);
      learn(inputs[index] ?? [], slope, step * share);
    }
  }
  return {
    factors: factorNames,
    features: Object.fromEntries(
      Array.from(weights, ([feature, one]): [string, string] => [
        feature,
        textOf(one, rarityOf(feature) ?? 0),
      ])
        .filter(([, text]) => text.includes(':'))
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    ),
  };
}

/** Reads the terms of all phrasings, and of all definitions of tools. */
async function examplesOf(phrasings: readonly Phrasing[]) {
  const toolbox = shippedToolbox();
  const [tools, entries, { words }] = await Promise.all([
    toolbox.tools(),
    toolbox.catalogue.entries(),
    toolbox.arrangement(),
  ]);
  const read = readerOf(words);
  const found = [...tools.values()].filter(({ toolset }) => toolset !== undefined);
  const names = found.map(({ definition }) => definition.name);
  const factors = names.map(factorsOf);
  const indexOf = new Map(names.map((name, index) => [name, index]));
  const example = (text: string, answers: readonly string[], share: number): Example => ({
    terms: read(text),
    right: new Set(
      answers.map((name) => {
        const index = indexOf.get(name);
        if (index === undefined) throw new Error(`“${text}” names the unknown tool ${name}`);
        return index;
      }),
    ),
    share,
  });
  const examples = [
    ...phrasings.map(({ words, answers }) => example(words, newestOf(answers), 1)),
    ...found.flatMap(({ definition }) =>
      definitionTexts(definition, entries.get(definition.name)?.area.search).map((text) =>
        example(text, [definition.name], definitionShare),
      ),
    ),
  ];
  return { factors, examples };
}

/**
 * Returns the names of the newest versions, without those that end with `_v` and a digit, so that the search prefers
 * the newest versions. Returns all names if every one ends so.
 */
function newestOf(names: readonly string[]): readonly string[] {
  const newest = names.filter((name) => !/_v\d$/.test(name));
  return newest.length > 0 ? newest : names;
}

/** Counts the examples of each feature. Omits pairs of words that occur in only one example. */
function countsOf(examples: readonly Example[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { terms } of examples)
    for (const feature of featuresOf(terms).keys()) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const isPair = (feature: string) => feature.includes(' ') && !/^(thing|act): [^+]*$/.test(feature);
  return new Map(Array.from(counts).filter(([feature, count]) => count > 1 || !isPair(feature)));
}

/** Returns the sum of the weights for each factor. */
function sumsOf(features: readonly (readonly [FeatureWeights, number])[], size: number): Float64Array {
  const sums = new Float64Array(size);
  for (const [{ values, kept }, strength] of features)
    for (const factor of kept)
      sums[factor] = (sums[factor] as number) + strength * (values[factor] as number);
  return sums;
}

/** Moves the weights one step against the slope of the loss (gradient descent). */
function learn(
  features: readonly (readonly [FeatureWeights, number])[],
  slope: Float64Array,
  step: number,
): void {
  const steep = Array.from(slope.keys()).filter((factor) => slope[factor] !== 0);
  for (const [{ values, kept }, strength] of features)
    for (const factor of kept.length === slope.length ? steep : kept)
      values[factor] = (values[factor] as number) - step * strength * (slope[factor] as number);
}

/** Minimum change in a tool's probability from which the search learns. Smaller changes only cost time. */
const leastChange = 1e-4;

/** Returns the slope of the loss for the sum of each factor. */
function slopeOf(sums: Float64Array, byTool: readonly (readonly number[])[], right: ReadonlySet<number>) {
  const scores = byTool.map((factors) => factors.reduce((sum, factor) => sum + (sums[factor] as number), 0));
  const most = Math.max(...scores);
  const likely = scores.map((score) => Math.exp(score - most));
  const all = likely.reduce((sum, one) => sum + one, 0);
  const ofRight = [...right].reduce((sum, index) => sum + (likely[index] as number), 0);
  const slope = new Float64Array(sums.length);
  for (const [index, factors] of byTool.entries()) {
    const one = likely[index] as number;
    const change = one / all - (right.has(index) ? one / ofRight : 0);
    if (Math.abs(change) > leastChange)
      for (const factor of factors) slope[factor] = (slope[factor] as number) + change;
  }
  return slope;
}

/** Omits all weights except the largest ones. */
function keepLargest(all: readonly FeatureWeights[]): void {
  const sizeOf = ({ values }: FeatureWeights, factor: number) => Math.abs(values[factor] as number);
  const sizes = Float64Array.from(all.flatMap((one) => one.kept.map((factor) => sizeOf(one, factor)))).sort();
  const least = sizes.at(-maxWeights) ?? 0;
  for (const one of all) one.kept = one.kept.filter((factor) => sizeOf(one, factor) >= least);
}

/** Returns random numbers from 0 to 1. The sequence is always the same, so that the weights are reproducible. */
function createRandom(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function shuffled(count: number, random: () => number): number[] {
  const order = Array.from({ length: count }, (_, index) => index);
  for (let index = count - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [order[index], order[other]] = [order[other] as number, order[index] as number];
  }
  return order;
}

const rounded = (weight: number) => Math.round(weight * 10) / 10;

/** Returns the weights of a feature as the search reads them. */
function textOf({ values, kept }: FeatureWeights, rarity: number): string {
  const parts = kept
    .filter((factor) => rounded(values[factor] as number) !== 0)
    .map((factor) => `${factor}:${rounded(values[factor] as number)}`);
  return [rarity, ...parts].join(' ');
}

/** Returns the weights as JSON with one feature per line, so that a review shows which ones changed. */
export const weightsText = async () =>
  `${JSON.stringify(await searchWeights()).replaceAll('","', '",\n"')}\n`;
