/** Maximum length of a chunk of text without pages, in characters. */
const maxLength = 3_000;
/** A chunk of at least this length ends before the next paragraph. */
const minLength = 2_000;

/**
 * Splits lines into chunks that end with a paragraph if possible. The result does not depend on the requested range.
 * Blank chunks are omitted.
 */
export function lineGroups(lines: Iterable<string>): string[] {
  const texts: string[] = [];
  let part: string[] = [];
  let length = 0;
  const end = () => {
    const text = part.join('\n').replace(/^\n+/, '').trimEnd();
    if (text !== '') texts.push(text);
    part = [];
    length = 0;
  };
  for (const whole of lines) {
    for (const line of splitLine(whole)) {
      const isNext = line === '' || line.startsWith('#');
      if (length + line.length > maxLength || (length >= minLength && isNext)) end();
      part.push(line);
      length += line.length + 1;
    }
  }
  end();
  return texts;
}

/** Splits a line that is longer than a chunk, after a sentence or a word if possible. */
function* splitLine(line: string): Generator<string> {
  let from = 0;
  while (line.length - from > maxLength) {
    const piece = line.slice(from, from + maxLength);
    const sentence = piece.lastIndexOf('. ', maxLength) + 1;
    const word = Math.max(piece.lastIndexOf(' '), piece.lastIndexOf(','), piece.lastIndexOf(';')) + 1;
    const at = sentence >= minLength ? sentence : word >= minLength ? word : lengthWithoutHalf(piece);
    yield line.slice(from, from + at).trimEnd();
    from += at;
    while (line[from] === ' ') from += 1;
  }
  yield line.slice(from);
}

/** Keeps surrogate pairs together. */
const lengthWithoutHalf = (piece: string) =>
  piece.length - (/[\ud800-\udbff]$/.test(piece.slice(-1)) ? 1 : 0);
