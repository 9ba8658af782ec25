/** Single-character changes, and exchanges of neighbours, that make one text of the other. */
export function distance(left: string, right: string): number {
  let before: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      next[column] = Math.min(
        at(last, column) + 1,
        at(next, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = next;
  }
  return at(last, right.length);
}

const at = (row: readonly number[], index: number) => row[index] ?? Number.POSITIVE_INFINITY;

/** Longer words are no misspelling of anything. */
const longest = 80;

/** The word that was probably meant, whatever the case and the marks between its parts; undefined where none is near. */
export function nearestWord(word: string, known: Iterable<string>): string | undefined {
  if (word.length > longest) return undefined;
  const plain = (text: string) => text.toLowerCase().replace(/[\s_.-]+/g, '');
  const asked = plain(word);
  const ranked = Array.from(known, (name) => ({ name, changes: distance(asked, plain(name)) }));
  const best = ranked.sort((one, other) => one.changes - other.changes)[0];
  return best && best.changes <= Math.max(2, asked.length / 3) && best.changes < asked.length
    ? best.name
    : undefined;
}

/** A question to put behind an error: ` (did you mean X?)`, or nothing. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const nearest = nearestWord(word, known);
  return nearest === undefined ? '' : ` (did you mean ${nearest}?)`;
}
