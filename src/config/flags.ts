import { parseArgs } from 'node:util';
import type { Worded } from '../contract/language.ts';
import { suggestion } from '../contract/spelling.ts';
import { asIs, worded } from '../contract/worded.ts';
import { usageMessages } from './messages.ts';
import { UsageError } from './usage-error.ts';

export interface Flag {
  readonly type: 'boolean' | 'string';
  readonly multiple?: boolean;
  /** Placeholder for the value in `--help`. */
  readonly value?: string;
}
export type FlagValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

type Options = Readonly<
  Record<
    string,
    { readonly type: 'boolean' | 'string'; readonly multiple?: boolean; readonly short?: string }
  >
>;

/**
 * Returns the words and flags of a command line. They may be in any order.
 * @param options all known flags, by name
 * @throws UsageError if a flag is unknown, lacks its value, or has a value that it does not accept
 */
export function parseFlags(
  argv: readonly string[],
  options: Options,
): { values: FlagValues; words: readonly string[] } {
  // Do not parse strictly, so that errors have the wording below in every version of Node.
  const { values, positionals, tokens } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    strict: false,
    tokens: true,
    options,
  });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue = false } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    const problem = option
      ? problemOf(option, { flag: rawName, value, isInline: inlineValue })
      : worded(usageMessages.noFlag, { flag: shorten(rawName), hint: hintOn(name, options) });
    if (problem !== undefined) throw new UsageError(problem);
  }
  return { values: values as FlagValues, words: positionals };
}

/** Returns the first word that is neither a flag nor the value of a flag. Returns undefined if there is none. */
export function firstWord(argv: readonly string[], options: Options): string | undefined {
  return parseArgs({ args: [...argv], allowPositionals: true, strict: false, options }).positionals[0];
}

function problemOf(
  { type }: Options[string],
  { flag, value, isInline }: { flag: string; value: string | undefined; isInline: boolean },
): Worded | undefined {
  if (type === 'boolean') return isInline ? worded(usageMessages.flagTakesNoValue, { flag }) : undefined;
  if (value === undefined) return worded(usageMessages.flagNeedsValue, { flag });
  // A single hyphen is a value that means stdin.
  if (!value.startsWith('-') || value === '-' || isInline) return undefined;
  return worded(usageMessages.flagBeforeFlag, {
    flag,
    shown: JSON.stringify(shorten(value)),
    value: shorten(value),
  });
}

function hintOn(name: string, options: Options): Worded {
  const flags = Object.keys(options).map((known) => `--${known}`);
  return name.length < 2 ? asIs('') : suggestion(`--${name}`, flags);
}

const shorten = (text: string) => text.slice(0, 30);
