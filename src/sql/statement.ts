import { InvalidArgumentsError } from '../contract/errors.ts';

/** A statement that was checked before it is passed to the engine. */
export interface Statement {
  /** Statement for the engine: without comments, and with all quoted names in brackets. */
  readonly sql: string;
  /** Words and quoted names of the statement, in lower case. */
  readonly words: ReadonlySet<string>;
}

/** Maximum length of a statement, in characters. */
const maxLength = 20_000;

/** A lexical unit of a statement. Its kind follows from its first characters. */
export interface LexicalUnit {
  readonly kind: 'text' | 'name' | 'comment' | 'end' | 'word' | 'other';
  readonly text: string;
}

const word = /[\p{L}_][\p{L}\p{N}_$]*/uy;
const closing: Readonly<Record<string, string>> = { "'": "'", '"': '"', '`': '`', '[': ']' };

/** Reads the unit at an index. */
function unitAt(text: string, at: number): LexicalUnit {
  const first = text[at] as string;
  const until = (mark: string) => {
    const end = text.indexOf(mark, at + mark.length);
    return text.slice(at, end === -1 ? text.length : end + mark.length);
  };
  if (closing[first] !== undefined)
    return {
      kind: first === "'" ? 'text' : 'name',
      text: text.slice(at, endOfQuotation(text, at, closing[first])),
    };
  if (text.startsWith('--', at)) return { kind: 'comment', text: until('\n') };
  if (text.startsWith('/*', at)) return { kind: 'comment', text: until('*/') };
  if (first === ';') return { kind: 'end', text: first };
  word.lastIndex = at;
  const found = word.exec(text)?.[0];
  return found === undefined ? { kind: 'other', text: first } : { kind: 'word', text: found };
}

/** Yields the lexical units of a statement. */
export function* lexicalUnitsOf(text: string): Generator<LexicalUnit> {
  for (let at = 0; at < text.length; ) {
    const unit = unitAt(text, at);
    at += unit.text.length;
    yield unit;
  }
}

/** Returns the end of a quotation. Two quotation marks in a row are one inside the quotation. */
function endOfQuotation(text: string, at: number, mark: string): number {
  let end = text.indexOf(mark, at + 1);
  while (mark !== ']' && end !== -1 && text[end + 1] === mark) end = text.indexOf(mark, end + 2);
  return end === -1 ? text.length : end + 1;
}

/**
 * Checks a statement before the engine prepares it, because preparing some statements already has an effect. Puts names
 * in brackets, because SQLite reads an unknown name in double quotation marks as a string literal.
 * @throws InvalidArgumentsError for anything but one SELECT
 */
export function readStatement(text: string): Statement {
  if (text.length > maxLength)
    throw new InvalidArgumentsError(`sql: at most ${maxLength} characters, not ${text.length}.`);
  if (text.includes('\0')) throw new InvalidArgumentsError('sql: must not contain the character NUL.');
  const words: string[] = [];
  const kept: string[] = [];
  let hasEnded = false;
  for (const { kind, text: unit } of lexicalUnitsOf(text)) {
    if (kind === 'comment' || unit.trim() === '') kept.push(' ');
    else if (kind === 'end') hasEnded = true;
    else if (hasEnded) throw new InvalidArgumentsError('sql: should be one statement, not several.');
    else kept.push(kind === 'name' ? bracketed(unit) : unit);
    if (kind === 'other' && (unit === '?' || /[:@$#]/.test(unit))) throw unbound(unit);
    if (kind === 'word') words.push(unit.toLowerCase());
    if (kind === 'name') words.push(unit.slice(1, -1).toLowerCase());
  }
  const sql = kept.join('');
  const own = words.find((word) => /^(pragma|sqlite)_/.test(word));
  if (own !== undefined)
    throw new InvalidArgumentsError(`sql: ${own} is not for queries: read the tables of describe_records.`);
  if (!/^[\s(]*(select|with|values)\b/i.test(sql))
    throw new InvalidArgumentsError(
      'sql: should be one SELECT (or WITH … SELECT): this tool only reads. For changes use the tools that make them.',
    );
  return { sql, words: new Set(words) };
}

/**
 * Returns the error for a parameter, because SQLite would run a statement with unbound parameters and read each as
 * NULL.
 */
const unbound = (mark: string) =>
  new InvalidArgumentsError(
    `sql: ${JSON.stringify(mark)} begins a parameter, but parameters have no values here. Write the value itself, texts and dates in single quotation marks.`,
  );

/**
 * Converts a quoted name to brackets, which SQLite never reads as a string literal. A closing bracket in the name is
 * removed.
 */
const bracketed = (quoted: string) =>
  `[${quoted
    .slice(1, -1)
    .replaceAll(quoted[0]?.repeat(2) ?? '', quoted[0] ?? '')
    .replaceAll(']', '')}]`;
