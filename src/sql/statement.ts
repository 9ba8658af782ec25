import { InvalidArgumentsError } from '../contract/errors.ts';

/** A statement, as far as it can be told before the engine sees it. */
export interface Statement {
  /** As the engine gets it: without comments, and with every quoted name in brackets. */
  readonly sql: string;
  /** The words and quoted names in it, in small letters. */
  readonly words: ReadonlySet<string>;
}

/** Longest statement, in characters. */
const maxLength = 20_000;
const parts =
  /(?<text>'(?:[^']|'')*(?:'|$))|(?<name>"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$))|(?<bracket>\[[^\]]*(?:\]|$))|(?<comment>--[^\n]*|\/\*(?:(?!\*\/)[\s\S])*(?:\*\/|$))|(?<end>;)|(?<word>[\p{L}_][\p{L}\p{N}_$]*)/gu;

/**
 * Reads a statement for what the engine must not even prepare, since some statements take effect then, and for names in
 * double quotation marks, which it would take for texts where there is no such name.
 * @throws InvalidArgumentsError for anything but one SELECT
 */
export function readStatement(text: string): Statement {
  if (text.length > maxLength)
    throw new InvalidArgumentsError(`sql: at most ${maxLength} characters, not ${text.length}.`);
  const words: string[] = [];
  let hasEnded = false;
  const sql = text.replace(parts, (part: string, ...found: unknown[]) => {
    const { name, bracket, comment, end, word } = found.at(-1) as Record<string, string | undefined>;
    if (comment !== undefined) return ' ';
    if (end !== undefined) {
      hasEnded = true;
      return ' ';
    }
    if (hasEnded) throw new InvalidArgumentsError('sql: should be one statement, not several.');
    if (word !== undefined) words.push(word.toLowerCase());
    if (name !== undefined || bracket !== undefined) words.push(part.slice(1, -1).toLowerCase());
    return name === undefined ? part : bracketed(name);
  });
  const own = words.find((word) => /^(pragma|sqlite)_/.test(word));
  if (own !== undefined)
    throw new InvalidArgumentsError(`sql: ${own} is not for queries: read the tables of describe_records.`);
  if (text.includes('\0')) throw new InvalidArgumentsError('sql: should not hold the character NUL.');
  if (!/^[\s(]*(select|with|values)\b/i.test(sql))
    throw new InvalidArgumentsError(
      'sql: should be one SELECT (or WITH … SELECT): this tool only reads. For changes use the tools that make them.',
    );
  return { sql, words: new Set(words) };
}

/** A name in brackets is a name and nothing else; one that holds a bracket cannot be meant. */
const bracketed = (quoted: string) =>
  `[${quoted
    .slice(1, -1)
    .replaceAll(quoted[0]?.repeat(2) ?? '', quoted[0] ?? '')
    .replaceAll(']', '')}]`;
