/** A parsed JSON text in which the line of each part is known, for error messages. */
export interface LocatedJson {
  readonly value: unknown;
  /** Returns the line of a part, from 1, or of the nearest enclosing part that exists. */
  lineOf(path: readonly PropertyKey[]): number;
}

/** The text is invalid JSON, or one of its objects contains a name twice. */
export class JsonTextError extends Error {
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

const token =
  /[ \t\r\n]*([{}[\]:,]|"(?:[^"\\\p{Cc}]|\\.)*"|true|false|null|-?\d{1,30}(?:\.\d{1,30})?(?:[eE][+-]?\d{1,4})?)/uy;
/** Maximum nesting depth. Deployment files never reach it. Deeper JSON is refused. */
const maxDepth = 16;

/** Parses JSON and records the line of each part. @throws JsonTextError */
export function parseLocated(text: string): LocatedJson {
  const lines = new Map<string, number>();
  const reader = { text, at: 0 };
  const value = readAny(reader, [], lines);
  if (text.slice(reader.at).trim() !== '') fail(reader, 'Unexpected content after the end of the JSON');
  const lineOf = (path: readonly PropertyKey[]): number =>
    lines.get(keyOf(path)) ?? (path.length === 0 ? 1 : lineOf(path.slice(0, -1)));
  return { value, lineOf };
}

interface Reader {
  readonly text: string;
  at: number;
}
type Lines = Map<string, number>;

const keyOf = (path: readonly PropertyKey[]) => JSON.stringify(path.map(String));

function readAny(reader: Reader, path: readonly PropertyKey[], lines: Lines): unknown {
  const first = next(reader);
  if (!lines.has(keyOf(path))) lines.set(keyOf(path), lineAt(reader));
  if (first !== '{' && first !== '[') return scalar(reader, first);
  if (path.length >= maxDepth) fail(reader, 'The JSON is nested too deeply');
  return first === '{' ? readObject(reader, path, lines) : readList(reader, path, lines);
}

function readObject(reader: Reader, path: readonly PropertyKey[], lines: Lines): object {
  const entries = new Map<string, unknown>();
  let mark = next(reader);
  while (mark !== '}') {
    const name = mark.startsWith('"') ? (scalar(reader, mark) as string) : fail(reader, 'A name is missing');
    if (entries.has(name)) fail(reader, `${JSON.stringify(name)} occurs twice`);
    const within = [...path, name];
    lines.set(keyOf(within), lineAt(reader));
    expect(reader, ':');
    entries.set(name, readAny(reader, within, lines));
    mark = next(reader);
    if (mark === ',') mark = notEnd(reader, next(reader), '}');
    else if (mark !== '}') fail(reader, 'A comma or } is missing');
  }
  return Object.fromEntries(entries);
}

function readList(reader: Reader, path: readonly PropertyKey[], lines: Lines): unknown[] {
  const items: unknown[] = [];
  for (;;) {
    const before = reader.at;
    if (next(reader) === ']' && items.length === 0) return items;
    reader.at = before;
    items.push(readAny(reader, [...path, items.length], lines));
    const mark = next(reader);
    if (mark === ']') return items;
    if (mark !== ',') fail(reader, 'A comma or ] is missing');
  }
}

function next(reader: Reader): string {
  token.lastIndex = reader.at;
  const found = token.exec(reader.text)?.[1];
  if (found === undefined) {
    reader.at += /^\s*/.exec(reader.text.slice(reader.at))?.[0].length ?? 0;
    return fail(reader, reader.at >= reader.text.length ? 'The JSON ends too early' : 'This is not JSON');
  }
  reader.at = token.lastIndex;
  return found;
}

const expect = (reader: Reader, mark: string) => next(reader) === mark || fail(reader, `${mark} is missing`);
const notEnd = (reader: Reader, mark: string, end: string) =>
  mark === end ? fail(reader, 'There is a comma before the end') : mark;

function scalar(reader: Reader, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return fail(reader, 'This is not JSON');
  }
}

const lineAt = ({ text, at }: Reader) => text.slice(0, at).split('\n').length;

function fail(reader: Reader, message: string): never {
  throw new JsonTextError(message, lineAt(reader));
}
