import { z } from 'zod';
import type { Worded } from '../contract/language.ts';
import { type Fillings, worded } from '../contract/worded.ts';
import { valueFaults } from './messages.ts';

/** Reader of a setting. Help and docs group the settings by it. */
export type SettingReader = 'user' | 'operator' | 'developer';

/** One setting, with all data that the program, its help and its docs need. */
export interface Setting extends Given {
  /** Environment variable. A secret may also come from a file, whose path is in `<env>_FILE`. */
  readonly env: string;
  /** Name of the flag without dashes. Undefined if there is no flag. */
  readonly flag?: string | undefined;
  /** True for a variable of other programs (`HTTPS_PROXY`). The lower-case form takes precedence. */
  readonly isCommon?: true;
}

interface Given {
  readonly reader: SettingReader;
  readonly schema: z.ZodType;
  /** Default: none. The configuration then contains undefined if the setting is not set. */
  readonly default?: string;
  /** True for a secret. It cannot be set by a flag, except for an address that contains no password. */
  readonly secret?: true;
  /** True if the value is the path of a file or folder, relative to the working directory. */
  readonly isPath?: true;
  /** Description in one sentence, in English and in Russian. */
  readonly en: string;
  readonly ru: string;
}

type Named = Given & { readonly name: string };
const variable = (name: string) => `CASEBRIDGE_${name.replaceAll('-', '_').toUpperCase()}`;

/** Defines a setting with a flag and a variable: `time-zone` becomes `--time-zone` and `CASEBRIDGE_TIME_ZONE`. */
export const setting = <const Facts extends Named>(facts: Facts) => ({
  ...facts,
  env: variable(facts.name),
  flag: facts.name,
});

/** Defines a setting without a flag, because other users of the machine can see flags. */
export const secret = <const Facts extends Named>(facts: Facts) => ({
  ...facts,
  env: variable(facts.name),
  secret: true as const,
});

/** Defines a setting whose variable other programs also use. It has no flag. */
export const common = <const Facts extends Given & { readonly env: string }>(facts: Facts) => ({
  ...facts,
  isCommon: true as const,
});

/** Error messages in both languages, by their English text. A schema can report a message only in one language. */
const faults = new Map<string, Worded>();

/** Registers an error message in both languages and returns the English text, which the schema reports. */
export function wrong<const Sentence extends Worded>(
  sentence: Sentence,
  ...values: Fillings<Sentence>
): string {
  const words = worded(sentence, ...values);
  faults.set(words.en, words);
  return words.en;
}

/** Returns the first error that a schema reports, in both languages. */
export function faultOf({ issues: [issue] }: z.ZodError): Worded {
  if (issue === undefined) return valueFaults.other;
  const { ru } = issue.code === 'too_big' ? valueFaults.tooLong : valueFaults.other;
  return faults.get(issue.message) ?? { en: issue.message, ru };
}

export const text = z.string().max(2000);

export const timeZoneName = z.string().refine(isTimeZone, wrong(valueFaults.timeZone));

function isTimeZone(name: string): boolean {
  // Skip the check for the default, because loading `Intl` takes milliseconds.
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

/** Schema for a boolean setting, whose flag takes no value. */
export const switchedOn = z
  .string()
  .transform((value) => value.trim().toLowerCase())
  .refine((value) => [...yes, ...no].includes(value), wrong(valueFaults.yesOrNo))
  .transform((value) => yes.includes(value));

/** Returns a schema that accepts one of several words and ignores their letter case. */
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

/** Parses comma-separated pairs `from=to`. @param form expected form, for the error message */
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
