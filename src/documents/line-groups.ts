/** Maximum length of a chunk, in characters. Documents without pages are split into such chunks. */
const maxLength = 3_000;
/** Minimum length of a chunk that ends before an empty line or heading, in characters. */
const minLength = 2_000;

/**
 * Splits lines into chunks. A chunk ends before an empty line or heading if it is long enough (`minLength`), otherwise
 * before the line that would exceed `maxLength`. The result does not depend on the requested range. Blank chunks are
 * omitted.
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

/**
 * Splits a line that is longer than a chunk. Each piece ends after a sentence, or after a word if no sentence ends late
 * enough. If neither exists, the piece has the maximum length.
 */
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

/** Returns the length without a high surrogate at the end, so that surrogate pairs stay together. */
const lengthWithoutHalf = (piece: string) =>
  piece.length - (/[\ud800-\udbff]$/.test(piece.slice(-1)) ? 1 : 0);
