import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Phrasing, readPhrasings } from '../../../scripts/search-weights.ts';
import { shippedToolbox } from '../../../src/catalogue.ts';

const toolbox = shippedToolbox();
const { learned, heldOut } = readPhrasings();

/** Returns the percentages of phrasings whose right tool comes first, and among the first three. */
async function sharesOf(phrasings: readonly Phrasing[]): Promise<{ first: number; three: number }> {
  const places = await Promise.all(
    phrasings.map(async ({ words, answers }) => {
      const { tools } = await toolbox.search(words);
      return tools.findIndex(({ definition }) => answers.includes(definition.name));
    }),
  );
  const part = (most: number) =>
    (100 * places.filter((place) => place >= 0 && place < most).length) / places.length;
  return { first: part(1), three: part(3) };
}

describe("users' phrasings", () => {
  it.each([
    ['learned phrasings', learned, { first: 98, three: 99 }],
    ['phrasings that nothing was learned from', heldOut, { first: 83, three: 93 }],
  ])('leads to the right tool first, or among the first three: %s', async (which, phrasings, least) => {
    const { first, three } = await sharesOf(phrasings);
    process.stdout.write(`of 100 ${which}: first ${first.toFixed(1)}, among three ${three.toFixed(1)}\n`);
    expect(first).toBeGreaterThanOrEqual(least.first);
    expect(three).toBeGreaterThanOrEqual(least.three);
  });

  it('names tools that exist, each phrase once, about as many in either language', async () => {
    const tools = await toolbox.tools();
    const all = [...learned, ...heldOut];
    expect(all.flatMap(({ answers }) => answers).filter((name) => !tools.has(name))).toEqual([]);
    expect(new Set(all.map(({ words }) => words)).size).toBe(all.length);
    const russian = all.filter(({ words }) => /[а-яё]/i.test(words)).length;
    expect(Math.abs(2 * russian - all.length)).toBeLessThan(all.length / 10);
  });
});

describe('the learned weights', () => {
  it('take at most 64 kB when compressed', () => {
    const file = new URL('../../../tools/published/search-weights.json', import.meta.url);
    expect(gzipSync(readFileSync(file)).length).toBeLessThan(64_000);
  });
});
