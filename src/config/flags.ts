import { parseArgs } from 'node:util';
import { didYouMean } from '../contract/spelling.ts';
import { UsageError } from './usage-error.ts';

/** A flag that only one command knows. */
export interface Flag {
  readonly type: 'boolean' | 'string';
  /** May be given several times. */
  readonly multiple?: boolean;
  /** What stands for the value in `--help`. */
  readonly value?: string;
  readonly help: string;
}
export type FlagValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

type Options = Readonly<
  Record<
    string,
    { readonly type: 'boolean' | 'string'; readonly multiple?: boolean; readonly short?: string }
  >
>;

/**
 * Words and flags of a command line, in any order.
 * @param options every flag that is known, by its name
 * @throws UsageError where one is unknown, lacks its value, or has one that it does not take
 */
export function parseFlags(
  argv: readonly string[],
  options: Options,
): { values: FlagValues; words: readonly string[] } {
  // Not strict: what is wrong is said below, in words that are the same with every version of Node.
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
      : `there is no flag ${shorten(rawName)}${suggestion(name, options)}`;
    if (problem !== undefined)
      throw new UsageError(`${upperFirst(problem)}: casebridge --help lists the flags.`);
  }
  return { values: values as FlagValues, words: positionals };
}

/** The first word that is neither a flag nor the value of one; undefined where there is none. */
export function firstWord(argv: readonly string[], options: Options): string | undefined {
  return parseArgs({ args: [...argv], allowPositionals: true, strict: false, options }).positionals[0];
}

function problemOf(
  { type }: Options[string],
  { flag, value, isInline }: { flag: string; value: string | undefined; isInline: boolean },
): string | undefined {
  if (type === 'boolean') return isInline ? `${flag} takes no value` : undefined;
  if (value === undefined) return `${flag} needs a value`;
  // A minus alone is a value: stdin.
  if (!value.startsWith('-') || value === '-' || isInline) return undefined;
  return `${flag} is followed by ${JSON.stringify(shorten(value))}, which looks like a flag (its value? ${flag}=${shorten(value)})`;
}

function suggestion(name: string, options: Options): string {
  const flags = Object.keys(options).map((known) => `--${known}`);
  return name.length < 2 ? '' : didYouMean(`--${name}`, flags);
}

const shorten = (text: string) => text.slice(0, 30);
const upperFirst = (text: string) => text.replace(/^[a-z]/, (first) => first.toUpperCase());
