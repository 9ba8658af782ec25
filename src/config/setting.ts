import { z } from 'zod';

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
  /** One sentence for `docs/settings.md` and `--help`. */
  readonly help: string;
  readonly default?: string;
}

export const text = z.string().max(2000);

export const timeZoneName = z
  .string()
  .refine(isTimeZone, 'should be an IANA time zone such as Europe/Moscow');

function isTimeZone(name: string): boolean {
  // By default, and `Intl` takes milliseconds to be there.
  if (name === 'UTC') return true;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
export const apiPath = z.string().regex(/^\/[\w./-]+$/, 'should be a path such as /api/v1/…');

const yes = ['true', '1', 'yes', 'on'];
const no = ['false', '0', 'no', 'off'];

/** A switch: as a flag it takes no value. */
export const switchedOn = z
  .string()
  .transform((value) => value.trim().toLowerCase())
  .refine((value) => [...yes, ...no].includes(value), 'should be true or false')
  .transform((value) => yes.includes(value));

/** One of some words, in whatever case. */
export const oneOf = <const Word extends string>(words: readonly Word[]) =>
  z
    .string()
    .transform((value) => value.trim().toLowerCase())
    .pipe(z.enum(words, `should be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`));

export const whole = (min: number, max: number) =>
  z.coerce
    .number<string>('should be a number')
    .pipe(
      z
        .int('should be a whole number')
        .min(min, `should be at least ${min}`)
        .max(max, `should be at most ${max}`),
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
  const wrong = pairs.find(
    ([from, to, ...rest]) => !/^[\w.]+$/.test(from ?? '') || !/^[\w.]+$/.test(to ?? '') || rest.length > 0,
  );
  if (wrong)
    context.addIssue({
      code: 'custom',
      message: `has ${JSON.stringify(wrong.join('='))} where ${form} is expected`,
    });
  return pairs as [string, string][];
}
