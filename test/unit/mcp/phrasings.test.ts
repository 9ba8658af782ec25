import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shippedToolbox } from '../../../src/catalogue.ts';

const toolbox = shippedToolbox();

interface Phrasing {
  readonly words: string;
  /** Any of them is right. */
  readonly answers: readonly string[];
  /** Whether words of the search may be chosen by it. */
  readonly isHeldOut: boolean;
}

/** What people say, and the tools that are right, one a line. Of those in `blind` nothing but what the service can do was known. */
const phrasings: readonly Phrasing[] = ['blind', 'seen'].flatMap((file) =>
  readFileSync(new URL(`../../search/${file}.tsv`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line, index) => {
      const [words = '', answers = ''] = line.split('\t');
      return { words, answers: answers.split(' '), isHeldOut: index % 3 === 2 };
    }),
);

const places = Promise.all(
  phrasings.map(async ({ words, answers }) => {
    const { tools } = await toolbox.search(words);
    return tools.findIndex(({ definition }) => answers.includes(definition.name));
  }),
);

/** Of those, the parts of 100 whose right tool comes first, and among the first three. */
async function shares(isMeant: (phrasing: Phrasing) => boolean): Promise<{ first: number; three: number }> {
  const found = (await places).filter((_, index) => isMeant(phrasings[index] as Phrasing));
  const part = (most: number) =>
    (100 * found.filter((place) => place >= 0 && place < most).length) / found.length;
  return { first: part(1), three: part(3) };
}

describe('what people say', () => {
  it.each([
    ['all', () => true],
    ['those held out', ({ isHeldOut }: Phrasing) => isHeldOut],
  ] as const)('leads to the right tool first, or among the first three: %s', async (which, isMeant) => {
    const { first, three } = await shares(isMeant);
    process.stdout.write(`of 100, ${which}: first ${first.toFixed(1)}, among three ${three.toFixed(1)}\n`);
    expect(first).toBeGreaterThanOrEqual(92);
    expect(three).toBeGreaterThanOrEqual(98);
  });

  it('names tools that exist, each phrase once, about as many in either language', async () => {
    const tools = await toolbox.tools();
    expect(phrasings.flatMap(({ answers }) => answers).filter((name) => !tools.has(name))).toEqual([]);
    expect(new Set(phrasings.map(({ words }) => words)).size).toBe(phrasings.length);
    const russian = phrasings.filter(({ words }) => /[а-яё]/i.test(words)).length;
    expect(phrasings.length).toBeGreaterThanOrEqual(300);
    expect(Math.abs(2 * russian - phrasings.length)).toBeLessThan(phrasings.length / 10);
  });
});
