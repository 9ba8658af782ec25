import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shippedToolbox } from '../../../src/catalogue.ts';

const toolbox = shippedToolbox();

interface Phrasing {
  readonly words: string;
  /** Right tools. Any of them counts. */
  readonly answers: readonly string[];
  /** Whether the phrasing is reserved for testing. The search terms must not be chosen for it. */
  readonly isHeldOut: boolean;
}

/** Reads users' phrasings and the right tools, one phrasing per line. */
const phrasingsIn = (file: string): readonly Phrasing[] =>
  readFileSync(new URL(`../../search/${file}.tsv`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line, index) => {
      const [words = '', answers = ''] = line.split('\t');
      return { words, answers: answers.split(' '), isHeldOut: index % 3 === 2 };
    });

/** The authors of `blind` knew only the service's abilities. */
const phrasings = ['blind', 'seen'].flatMap(phrasingsIn);
/** Written after the search terms were chosen, so that no term was chosen for them. */
const fresh = phrasingsIn('fresh');

const placesOf = (all: readonly Phrasing[]) =>
  Promise.all(
    all.map(async ({ words, answers }) => {
      const { tools } = await toolbox.search(words);
      return tools.findIndex(({ definition }) => answers.includes(definition.name));
    }),
  );
const places = placesOf(phrasings);

/** Returns the percentages of phrasings whose right tool is first, or among the first three. */
async function shares(isMeant: (phrasing: Phrasing) => boolean): Promise<{ first: number; three: number }> {
  return sharesOf((await places).filter((_, index) => isMeant(phrasings[index] as Phrasing)));
}

function sharesOf(found: readonly number[]): { first: number; three: number } {
  const part = (most: number) =>
    (100 * found.filter((place) => place >= 0 && place < most).length) / found.length;
  return { first: part(1), three: part(3) };
}

describe("users' phrasings", () => {
  it.each([
    ['all', () => true],
    ['those held out', ({ isHeldOut }: Phrasing) => isHeldOut],
  ] as const)('leads to the right tool first, or among the first three: %s', async (which, isMeant) => {
    const { first, three } = await shares(isMeant);
    process.stdout.write(`of 100, ${which}: first ${first.toFixed(1)}, among three ${three.toFixed(1)}\n`);
    expect(first).toBeGreaterThanOrEqual(92);
    expect(three).toBeGreaterThanOrEqual(98);
  });

  it('lead there less often if they are reserved for testing', async () => {
    const { first, three } = sharesOf(await placesOf(fresh));
    process.stdout.write(`of 100, never seen: first ${first.toFixed(1)}, among three ${three.toFixed(1)}\n`);
    expect(first).toBeGreaterThanOrEqual(66);
    expect(three).toBeGreaterThanOrEqual(79);
  });

  it('names tools that exist, each phrase once, about as many in either language', async () => {
    const tools = await toolbox.tools();
    const all = [...phrasings, ...fresh];
    expect(all.flatMap(({ answers }) => answers).filter((name) => !tools.has(name))).toEqual([]);
    expect(new Set(all.map(({ words }) => words)).size).toBe(all.length);
    const russian = phrasings.filter(({ words }) => /[а-яё]/i.test(words)).length;
    expect(phrasings.length).toBeGreaterThanOrEqual(300);
    expect(Math.abs(2 * russian - phrasings.length)).toBeLessThan(phrasings.length / 10);
  });
});
