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

/** A piece of a statement, by what it begins with. */
export interface Piece {
  readonly kind: 'text' | 'name' | 'comment' | 'end' | 'word' | 'other';
  readonly text: string;
}

const word = /[\p{L}_][\p{L}\p{N}_$]*/uy;
const closing: Readonly<Record<string, string>> = { "'": "'", '"': '"', '`': '`', '[': ']' };

/** The piece that begins at a place. */
function pieceAt(text: string, at: number): Piece {
  const first = text[at] as string;
  const until = (mark: string) => {
    const end = text.indexOf(mark, at + mark.length);
    return text.slice(at, end === -1 ? text.length : end + mark.length);
  };
  if (closing[first] !== undefined)
    return { kind: first === "'" ? 'text' : 'name', text: text.slice(at, closed(text, at, closing[first])) };
  if (text.startsWith('--', at)) return { kind: 'comment', text: until('\n') };
  if (text.startsWith('/*', at)) return { kind: 'comment', text: until('*/') };
  if (first === ';') return { kind: 'end', text: first };
  word.lastIndex = at;
  const found = word.exec(text)?.[0];
  return found === undefined ? { kind: 'other', text: first } : { kind: 'word', text: found };
}

/** Returns the statement piece by piece. */
export function* piecesOf(text: string): Generator<Piece> {
  for (let at = 0; at < text.length; ) {
    const piece = pieceAt(text, at);
    at += piece.text.length;
    yield piece;
  }
}

/** Where a quotation ends; two marks in a row are one within it. */
function closed(text: string, at: number, mark: string): number {
  let end = text.indexOf(mark, at + 1);
  while (mark !== ']' && end !== -1 && text[end + 1] === mark) end = text.indexOf(mark, end + 2);
  return end === -1 ? text.length : end + 1;
}

/**
 * Reads a statement for what the engine must not even prepare, since some statements take effect then, and for names in
 * double quotation marks, which it would take for texts where there is no such name.
 * @throws InvalidArgumentsError for anything but one SELECT
 */
export function readStatement(text: string): Statement {
  if (text.length > maxLength)
    throw new InvalidArgumentsError(`sql: at most ${maxLength} characters, not ${text.length}.`);
  if (text.includes('\0')) throw new InvalidArgumentsError('sql: should not hold the character NUL.');
  const words: string[] = [];
  const kept: string[] = [];
  let hasEnded = false;
  for (const { kind, text: piece } of piecesOf(text)) {
    if (kind === 'comment' || piece.trim() === '') kept.push(' ');
    else if (kind === 'end') hasEnded = true;
    else if (hasEnded) throw new InvalidArgumentsError('sql: should be one statement, not several.');
    else kept.push(kind === 'name' ? bracketed(piece) : piece);
    if (kind === 'other' && (piece === '?' || /[:@$#]/.test(piece))) throw unbound(piece);
    if (kind === 'word') words.push(piece.toLowerCase());
    if (kind === 'name') words.push(piece.slice(1, -1).toLowerCase());
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

/** SQLite would run a statement with unbound parameters and read each as NULL. */
const unbound = (mark: string) =>
  new InvalidArgumentsError(
    `sql: ${JSON.stringify(mark)} begins a parameter, and no values are bound. Write the value itself, texts and dates in single quotation marks.`,
  );

/** A name in brackets is a name and nothing else; one that holds a bracket cannot be meant. */
const bracketed = (quoted: string) =>
  `[${quoted
    .slice(1, -1)
    .replaceAll(quoted[0]?.repeat(2) ?? '', quoted[0] ?? '')
    .replaceAll(']', '')}]`;
