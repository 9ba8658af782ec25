import type { Writable } from 'node:stream';

/** Number of characters at which collected lines are written immediately. */
const maxTogether = 64 * 1024;

/** Collects the lines of one event loop iteration into one write, because each write wakes the reader. */
export interface Gathered {
  /** Collects a line. @returns the same as `Writable.write` */
  readonly write: (line: string) => boolean;
  readonly flush: () => void;
}

/** @param write original `write` of the output, because `output.write` may have been replaced */
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
      // Write the collected lines, so that the output counts the waiting bytes itself.
      if (waiting.length >= maxTogether || output.writableNeedDrain) flush();
      return !output.writableNeedDrain;
    },
    flush,
  };
}
