import type { Writable } from 'node:stream';

/** Number of characters from which gathered lines are written at once. */
const maxTogether = 64 * 1024;

/** Writes the lines of one event loop round together, because each write wakes the reader. */
export interface Gathered {
  /** @returns the result of `Writable.write` */
  readonly write: (line: string) => boolean;
  /** Writes the waiting lines. */
  readonly flush: () => void;
}

/** @param write the original write function of the output, which may be replaced */
export function gather(
  output: Pick<Writable, 'writableNeedDrain'>,
  write: (text: string) => boolean,
): Gathered {
  let waiting = '';
  const flush = (): void => {
    if (waiting === '') return;
    const text = waiting;
    waiting = '';
    write(text);
  };
  return {
    write: (line) => {
      if (waiting === '') setImmediate(flush);
      waiting += line;
      // Flush, so that the output counts the waiting bytes itself.
      if (waiting.length >= maxTogether || output.writableNeedDrain) flush();
      return !output.writableNeedDrain;
    },
    flush,
  };
}
