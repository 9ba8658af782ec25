import { z } from 'zod';
import type { Worded } from '../contract/language.ts';
import { type Fillings, worded } from '../contract/worded.ts';
import { valueFaults } from './messages.ts';

/** The person who decides on a setting. */
export type SettingReader = 'user' | 'operator' | 'developer';

/** One setting: everything that the program, its help and its documents know of it. */
export interface Setting extends Given {
  /** Environment variable. A secret may also come from the file that `<env>_FILE` names. */
  readonly env: string;
  /** Name of the flag, without its dashes; undefined if there is none. */
  readonly flag?: string | undefined;
  /** A variable of other programs too (`HTTPS_PROXY`): its lower case form is read as well, and wins. */
  readonly isCommon?: true;
}

/** The facts of a setting that its definition states. */
interface Given {
  readonly reader: SettingReader;
  readonly schema: z.ZodType;
  /** Default: none, the value may then be missing. */
  readonly default?: string;
  /** The value never comes from a flag, except an address without its password. */
  readonly secret?: true;
  /** The value names a file or folder, relative to where the program is started. */
  readonly isPath?: true;
  /** The meaning in one sentence, in English and in Russian. */
  readonly en: string;
  readonly ru: string;
}

type Named = Given & { readonly name: string };
const variable = (name: string) => `CASEBRIDGE_${name.replaceAll('-', '_').toUpperCase()}`;

/** Defines a setting with a flag and a variable: `time-zone` is `--time-zone` and `CASEBRIDGE_TIME_ZONE`. */
export const setting = <const Facts extends Named>(facts: Facts) => ({
  ...facts,
  env: variable(facts.name),
  flag: facts.name,
});

/** Defines a setting that no flag may hold, because other users of the machine see flags. */
export const secret = <const Facts extends Named>(facts: Facts) => ({
  ...facts,
  env: variable(facts.name),
  secret: true as const,
});

/** Defines a setting whose variable other programs read too. It has no flag. */
export const common = <const Facts extends Given & { readonly env: string }>(facts: Facts) => ({
  ...facts,
  isCommon: true as const,
});

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
  // UTC is the default. Loading `Intl` takes milliseconds, so it is skipped here.
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
