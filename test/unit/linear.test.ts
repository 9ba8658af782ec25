import { describe, expect, it, vi } from 'vitest';
import { slowness } from '../regexps.ts';
import { type OddText, oddJson, oddTexts } from '../support/texts/odd-texts.ts';
import { composedFunctions, plainFunctions, type TextFunction } from '../support/texts/text-functions.ts';

/** No text stops the server: whatever is done with one takes time that grows no faster than the text. */

vi.setConfig({ testTimeout: 300_000 });

const lengths = [4096, 16_384];
const step = 4;
const longest = 65_536;
/** Linear is 4 for each step; quadratic is 16. */
const mostGrowth = 10;
/** What looks like no more than this needs no closer look: of a quadratic time a third would have been seen. */
const clearGrowth = 5;
/** Shorter times say nothing of growth, in milliseconds. */
const unsure = 2;
/** Runs are repeated for so long before their time is believed, in milliseconds: the clock of a process is coarse. */
const longEnough = 60;
/** For a first look, in milliseconds. */
const glance = 20;
const tries = 4;
/** A growth that is steep up to here needs no further step, in milliseconds. */
const tooLong = 5000;

/** Time of the processor that a run takes, which other processes do not add to; in milliseconds. */
async function cost(run: TextFunction['run'], text: string, atLeast = 0): Promise<number> {
  const began = process.cpuUsage();
  for (let runs = 1; ; runs += 1) {
    try {
      await run(text);
    } catch {
      // A refusal is an answer.
    }
    const spent = process.cpuUsage(began).user / 1000;
    if (spent >= atLeast) return spent / runs;
  }
}

/**
 * The least of several, since nothing makes a run shorter than it is.
 * @param enough needs no better one, in milliseconds
 */
async function leastCost(run: TextFunction['run'], text: string, enough = 0): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < tries && least > enough; count += 1)
    least = Math.min(least, await cost(run, text, longEnough));
  return least;
}

/** Whether a text four times as long takes far more than four times as long, and one of sixteen times far more again. */
async function isSteepFrom(length: number, run: TextFunction['run'], { make }: OddText): Promise<boolean> {
  const first = await cost(run, make(length), glance);
  if ((await cost(run, make(length * step), glance)) <= Math.max(first, unsure) * clearGrowth) return false;
  let shorter = await leastCost(run, make(length));
  for (const longerLength of [length * step, length * step ** 2]) {
    const linear = Math.max(shorter, unsure) * mostGrowth;
    const longer = await leastCost(run, make(longerLength), linear);
    if (longer <= linear) return false;
    if (longer > tooLong) return true;
    shorter = longer;
  }
  return true;
}

/** The length from which on time grows faster than the text; what is quick needs no closer look. */
async function growsFrom(run: TextFunction['run'], text: OddText): Promise<number | undefined> {
  const isQuick = async (length: number) => (await cost(run, text.make(length))) <= unsure * mostGrowth;
  if (await isQuick(longest)) return undefined;
  for (const length of lengths)
    if (!(await isQuick(length * step)) && (await isSteepFrom(length, run, text))) return length;
  return undefined;
}

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

  it('is looked at for every function that takes one [FLT-53]', () => {
    expect(plain.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'mcp/output/invisible-characters.ts cleanText',
        'api/files/file-name.ts safeFileName',
        'names/normalise.ts normalise',
      ]),
    );
    expect(plain.length).toBeGreaterThan(20);
  });

  it.each([...plain, ...composedFunctions.filter(({ takesJson }) => !takesJson)])(
    '$name [FLT-53]',
    async ({ run }) => {
      expect(await steep(run, oddTexts)).toEqual([]);
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

describe('the look at growth', () => {
  const repeated: OddText = { name: 'a repeated letter', make: (length) => 'a'.repeat(length) };

  it('finds what compares each character with each other one', async () => {
    const compare = (text: string) => {
      let equal = 0;
      for (const one of text) for (let at = 0; at < text.length; at += 16) if (text[at] === one) equal += 1;
      return equal;
    };
    expect(await steep(compare, [repeated])).toEqual(['a repeated letter from 4096 characters on']);
  });

  it('finds nothing where each character is looked at a few hundred times', async () => {
    const look = (text: string) => {
      let equal = 0;
      for (const one of text) for (let at = 0; at < 300; at += 1) if (text[at] === one) equal += 1;
      return equal;
    };
    expect(await steep(look, [repeated])).toEqual([]);
  });
});
