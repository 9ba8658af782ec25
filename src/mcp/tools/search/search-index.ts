import type { Prompt } from '../../../contract/features/prompt.ts';
import type { AnyTool, Found, Toolbox } from '../tool.ts';
import { definitionTexts, factorsOf, featuresOf, readerOf } from './search-features.ts';
import type { Terms } from './search-terms.ts';
import { createWeighing, type SearchWeights, strengthsOf } from './search-weights.ts';

/**
 * Maximum distance of a close match from the best tool, as the logarithm of how much likelier the best one is. For the
 * phrasings in `test/search/`, almost all right tools that are among the first three results are within this distance.
 */
const closeDistance = 3.5;
/**
 * Minimum similarity between a prompt and a query. A prompt with a lower similarity shares only incidental words with
 * the query.
 */
const leastOfPrompt = 0.4;
const maxPrompts = 2;
/** Rarity of a word that only the definition of a tool without learned weights contains. */
const unlearnedRarity = 7;
/** Weight of a query that equals a text in the definition of a tool without learned weights. */
const unlearnedWeight = 15;

export async function createSearch(
  toolbox: Pick<Toolbox, 'tools' | 'catalogue' | 'arrangement'>,
  prompts: readonly Prompt[],
  weights: SearchWeights,
): Promise<Toolbox['search']> {
  const [all, entries, { words }] = await Promise.all([
    toolbox.tools(),
    toolbox.catalogue.entries(),
    toolbox.arrangement(),
  ]);
  const read = readerOf(words);
  const { rarities, weigh } = createWeighing(weights);
  const tools = [...all.values()]
    .filter(({ toolset }) => toolset !== undefined)
    .map((tool) => ({ found: tool, factors: factorsOf(tool.definition.name) }));
  const learned = new Set(weights.factors);
  const unlearned = tools
    .map(({ found: { definition } }) => definition)
    .filter(({ name }) => !learned.has(name))
    .map((definition) => ({
      name: definition.name,
      texts: definitionTexts(definition, entries.get(definition.name)?.area.search).map((text) => read(text)),
    }));
  for (const terms of unlearned.flatMap(({ texts }) => texts))
    for (const feature of featuresOf(terms).keys())
      if (!rarities.has(feature)) rarities.set(feature, unlearnedRarity);
  const strengths = (terms: Terms) => strengthsOf(terms, (feature) => rarities.get(feature));
  const stems = new Set([...rarities.keys()].filter((feature) => !/[ ^:]/.test(feature)));
  const definitions = unlearned.map(({ name, texts }) => ({ name, texts: texts.map(strengths) }));
  const promptTexts = prompts.map(({ name, en, ru }) =>
    [name.replaceAll('_', ' '), en.title, ru.title, en.description, ru.description].map((text) =>
      strengths(read(text)),
    ),
  );
  return async (query) => {
    const terms = read(query, stems);
    const asked = strengths(terms);
    // If the size is 1, the query has no known feature except the one that every text has.
    if (!terms.saysSomething || asked.size === 1)
      return { tools: [], close: new Set(), certainty: 0, prompts: [] };
    const sums = weigh(asked);
    const similarTo = (texts: readonly Strengths[]) =>
      Math.max(...texts.map((text) => similarity(text, asked)));
    for (const { name, texts } of definitions) sums.set(name, unlearnedWeight * similarTo(texts));
    const best = ranked(tools, sums);
    const most = best[0]?.score ?? 0;
    return {
      tools: best.map(({ found }) => found),
      certainty: 1 / best.reduce((sum, { score }) => sum + Math.exp(score - most), 0),
      close: new Set(best.filter(({ score }) => score >= most - closeDistance).map(({ found }) => found)),
      prompts: prompts
        .map((found, index) => ({ found, score: similarTo(promptTexts[index] ?? []) }))
        .filter(({ score }) => score >= leastOfPrompt)
        .sort((one, other) => other.score - one.score)
        .slice(0, maxPrompts)
        .map(({ found }) => found),
    } satisfies Found;
  };
}

type Strengths = ReadonlyMap<string, number>;

/** Returns the cosine similarity of two texts, by the strengths of their features. */
const similarity = (one: Strengths, other: Strengths) =>
  [...one].reduce((sum, [feature, strength]) => sum + strength * (other.get(feature) ?? 0), 0);

const ranked = (
  tools: readonly { readonly found: AnyTool; readonly factors: readonly string[] }[],
  sums: ReadonlyMap<string, number>,
) =>
  tools
    .map(({ found, factors }) => ({
      found,
      score: factors.reduce((sum, factor) => sum + (sums.get(factor) ?? 0), 0),
    }))
    .sort((one, other) => other.score - one.score);
