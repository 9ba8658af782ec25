import { afterAll, describe, expect, it, vi } from 'vitest';
import { slowness } from '../regexps.ts';
import { type OddText, oddJson, oddTexts } from '../support/texts/odd-texts.ts';
import { startStepCounter } from '../support/texts/steps.ts';

/** No text can block the server: the number of steps of each function grows at most linearly with the text. */

vi.setConfig({ testTimeout: 300_000 });

const counter = startStepCounter();
afterAll(() => counter.stop());
// Import now, because only functions that are loaded after the start of the counter are counted.
const { composedFunctions, plainFunctions } = await import('../support/texts/text-functions.ts');

type Run = (text: string) => unknown;

const length = 2048;
const step = 4;
/**
 * Growth of the number of steps if the text is four times as long: 4 if linear, 16 if quadratic. `worthALook`
 * applies to all texts together, whose total hides part of the growth of one.
 */
const growth = { worthALook: 4.4, tooMuch: 8 };

const steps = (run: Run, texts: readonly OddText[], size: number) =>
  counter.count(
    texts.map(
      ({ make }) =>
        () =>
          run(make(size)),
    ),
  );

async function growthOf(run: Run, texts: readonly OddText[], from = length): Promise<number> {
  const shorter = await steps(run, texts, from);
  return (await steps(run, texts, from * step)) / shorter;
}

/** Checks two lengths. A text beyond a budget is truncated, so growth that stops at the next length does not count. */
const isSteep = async (run: Run, text: OddText) =>
  (await growthOf(run, [text])) > growth.tooMuch &&
  (await growthOf(run, [text], length * step)) > growth.tooMuch;

/**
 * Returns the texts whose number of steps grows faster than the text. Measures all texts together first,
 * because that is faster.
 */
async function steep(run: Run, texts: readonly OddText[]): Promise<string[]> {
  // Warm up first, because steps that are taken only once are not growth.
  await steps(run, texts.slice(0, 3), 64);
  if ((await growthOf(run, texts)) <= growth.worthALook) return [];
  const found: string[] = [];
  for (const text of texts) if (await isSteep(run, text)) found.push(text.name);
  return found;
}

describe('the steps for a text of others grow no faster than the text', async () => {
  const plain = await plainFunctions();

  it('is looked at for every function that takes one [FLT-53]', () => {
    expect(plain.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'util/invisible-characters.ts cleanText',
        'api/files/file-name.ts safeFileName',
        'names/spelling/normalise.ts normalise',
      ]),
    );
    expect(plain.length).toBeGreaterThan(20);
  });

  it.each([...plain, ...composedFunctions.filter(({ takesJson }) => !takesJson)])(
    '$name [FLT-53]',
    async ({ run, isHeavy }) => {
      expect(await steep(run, isHeavy ? oddTexts.filter((_, index) => index % 16 === 0) : oddTexts)).toEqual(
        [],
      );
    },
  );

  it.each(composedFunctions.filter(({ takesJson }) => takesJson))('$name [FLT-53]', async ({ run }) => {
    expect(await steep(run, oddJson)).toEqual([]);
  });
});

describe('the check of regular expressions', () => {
  it.each([
    String.raw`(?:\x1b\]|\x9d)[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)`,
    String.raw`[.\s]+$`,
    '<[^>]*>',
    '^(a+)+$',
    String.raw`^\S+@\S+$`,
    '(a|aa)*b',
  ])('refuses /%s/ [FLT-53]', (pattern) => {
    expect(slowness({ pattern, flags: '' })).toMatch(/(quadratic|exponential) time/);
  });

  it.each([String.raw`(?<![.\s])[.\s]+$`, '<[^<>]*>', String.raw`^[^\s@]+@\S+$`, String.raw`\p{Cf}`])(
    'accepts /%s/',
    (pattern) => {
      expect(slowness({ pattern, flags: 'u' })).toBeUndefined();
    },
  );
});

describe('the measurement of growth', () => {
  const repeated: OddText = { name: 'a repeated letter', make: (size) => 'a'.repeat(size) };

  it('counts the blocks of the source', async () => {
    const shown = composedFunctions.find(({ name }) => name === 'a text shown');
    expect(await steps((text) => shown?.run(text), [repeated], length)).toBeGreaterThan(length);
  });

  it.each<[string, Run]>([
    [
      'compares each character with each other one',
      (text) => {
        let equal = 0;
        for (const one of text) for (let at = 0; at < text.length; at += 16) if (text[at] === one) equal += 1;
        return equal;
      },
    ],
    [
      'searches the rest of the text at each place',
      (text) => [...text].filter((_, at) => text.indexOf('b', at) > 0),
    ],
    ['matches from each place on', (text) => [...text].filter((_, at) => /b/.test(text.slice(at)))],
    [
      'cuts the beginning off a list again and again',
      (text) => {
        for (const rest = [...text]; rest.length > 0; ) rest.shift();
      },
    ],
  ])('detects a function that %s', async (_, run) => {
    expect(await steep(run, [repeated])).toEqual(['a repeated letter']);
  });

  it('accepts a function that reads each character a few hundred times', async () => {
    const look = (text: string) => {
      let equal = 0;
      for (const one of text) for (let at = 0; at < 300; at += 1) if (text[at] === one) equal += 1;
      return equal;
    };
    expect(await steep(look, [repeated])).toEqual([]);
  });
});
