import { describe, expect, it, vi } from 'vitest';
import { slowness } from './regexps.ts';
import { type OddText, oddJson, oddTexts } from './support/odd-texts.ts';
import { composedFunctions, plainFunctions, type TextFunction } from './support/text-functions.ts';

/** No text stops the server: whatever is done with one takes time that grows no faster than the text. */

vi.setConfig({ testTimeout: 300_000 });

const smallest = 4096;
const steps = 2;
const step = 4;
/** Linear is 4 for each step; quadratic is 16. */
const mostGrowth = 10;
/** Shorter times say nothing of growth, in milliseconds. */
const unsure = 2;
const tries = 4;

/** Time of the processor that a run takes, which other processes do not add to; in milliseconds. */
async function cost(run: TextFunction['run'], text: string): Promise<number> {
  const began = process.cpuUsage();
  try {
    await run(text);
  } catch {
    // A refusal is an answer.
  }
  const { user } = process.cpuUsage(began);
  return user / 1000;
}

const least = async (run: TextFunction['run'], text: string, known = Number.POSITIVE_INFINITY) =>
  Math.min(known, await cost(run, text));

/** The length from which on a text four times as long takes far more than four times as long. */
async function growsFrom(run: TextFunction['run'], { make }: OddText): Promise<number | undefined> {
  let shorter = await least(run, make(smallest));
  for (let length = smallest, count = 0; count < steps; count += 1, length *= step) {
    let longer = await least(run, make(length * step));
    for (let again = 0; again < tries && isSteep(shorter, longer); again += 1) {
      shorter = await least(run, make(length), shorter);
      longer = await least(run, make(length * step), longer);
    }
    if (isSteep(shorter, longer)) return length;
    shorter = longer;
  }
  return undefined;
}

const isSteep = (shorter: number, longer: number) => longer > Math.max(shorter, unsure) * mostGrowth;

async function steep(run: TextFunction['run'], texts: readonly OddText[]): Promise<string[]> {
  const found: string[] = [];
  for (const text of texts) {
    const length = await growsFrom(run, text);
    if (length !== undefined) found.push(`${text.name} from ${length} characters on`);
  }
  return found;
}

describe('the time for a text of others grows no faster than the text', async () => {
  const plain = await plainFunctions();

  it('is looked at for every function that takes one', () => {
    expect(plain.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'mcp/clean.ts cleanText',
        'api/file-name.ts safeFileName',
        'lookup/names/normalise.ts normalise',
      ]),
    );
    expect(plain.length).toBeGreaterThan(20);
  });

  it.each([...plain, ...composedFunctions.filter(({ takesJson }) => !takesJson)])(
    '$name',
    async ({ run }) => {
      expect(await steep(run, oddTexts)).toEqual([]);
    },
  );

  it.each(composedFunctions.filter(({ takesJson }) => takesJson))('$name', async ({ run }) => {
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
  ])('refuses /%s/', (pattern) => {
    expect(slowness({ pattern, flags: '' })).toMatch(/(quadratic|exponential) time/);
  });

  it.each([String.raw`(?<![.\s])[.\s]+$`, '<[^<>]*>', String.raw`^[^\s@]+@\S+$`, String.raw`\p{Cf}`])(
    'accepts /%s/',
    (pattern) => {
      expect(slowness({ pattern, flags: 'u' })).toBeUndefined();
    },
  );
});
