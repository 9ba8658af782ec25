import { z } from 'zod';
import type { Worded } from '../contract/language.ts';
import { type Fillings, worded } from '../contract/worded.ts';
import { valueFaults } from './messages.ts';

export interface Setting {
  readonly schema: z.ZodType;
  /** Environment variable. A secret also comes from the file that `<env>_FILE` names, and never from a flag; an address without its password may. */
  readonly env: string;
  /** A variable that many programs know (`HTTPS_PROXY`): its lower case form is read as well, and wins. */
  readonly isCommon?: true;
  readonly flag?: string;
  readonly secret?: true;
  /** It names a file or folder, from where the program is started. */
  readonly isPath?: true;
  readonly default?: string;
}

/** Schemas carry one text: the English one stands there for both. */
const faults = new Map<string, Worded>();

/** What is wrong with a value, as a schema takes it. */
export function wrong<const Sentence extends Worded>(
  sentence: Sentence,
  ...values: Fillings<Sentence>
): string {
  const words = worded(sentence, ...values);
  faults.set(words.en, words);
  return words.en;
}

/** What a schema found wrong, in both languages. */
export function faultOf({ issues: [issue] }: z.ZodError): Worded {
  if (issue === undefined) return valueFaults.other;
  const { ru } = issue.code === 'too_big' ? valueFaults.tooLong : valueFaults.other;
  return faults.get(issue.message) ?? { en: issue.message, ru };
}

export const text = z.string().max(2000);

export const timeZoneName = z.string().refine(isTimeZone, wrong(valueFaults.timeZone));

function isTimeZone(name: string): boolean {
  // By default, and `Intl` takes milliseconds to be there.
  if (name === 'UTC') return true;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
export const address = z.url({ protocol: /^https?$/, error: wrong(valueFaults.httpAddress) });

export const apiPath = z.string().regex(/^\/[\w./-]+$/, wrong(valueFaults.apiPath));

const yes = ['true', '1', 'yes', 'on'];
const no = ['false', '0', 'no', 'off'];

/** A switch: as a flag it takes no value. */
export const switchedOn = z
  .string()
  .transform((value) => value.trim().toLowerCase())
  .refine((value) => [...yes, ...no].includes(value), wrong(valueFaults.yesOrNo))
  .transform((value) => yes.includes(value));

/** One of some words, in whatever case. */
export const oneOf = <const Word extends string>(words: readonly Word[]) =>
  z
    .string()
    .transform((value) => value.trim().toLowerCase())
    .pipe(
      z.enum(
        words,
        wrong(valueFaults.oneOf, { words: words.slice(0, -1).join(', '), last: words.at(-1) ?? '' }),
      ),
    );

export const whole = (min: number, max: number) =>
  z.coerce.number<string>(wrong(valueFaults.number)).pipe(
    z
      .int(wrong(valueFaults.wholeNumber))
      .min(min, wrong(valueFaults.atLeast, { least: min }))
      .max(max, wrong(valueFaults.atMost, { most: max })),
  );

/**
 * Pairs separated by commas.
 * @param form of a pair, for whoever got one wrong
 */
export function parsePairs(value: string, context: z.RefinementCtx, form: string): [string, string][] {
  const pairs = value
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => part.split('=').map((side) => side.trim()));
  const odd = pairs.find(
    ([from, to, ...rest]) => !/^[\w.]+$/.test(from ?? '') || !/^[\w.]+$/.test(to ?? '') || rest.length > 0,
  );
  if (odd)
    context.addIssue({
      code: 'custom',
      message: wrong(valueFaults.pairs, { word: JSON.stringify(odd.join('=')), form }),
    });
  return pairs as [string, string][];
}
