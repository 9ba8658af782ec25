import type { Writable } from 'node:stream';

/** Characters from which on what was gathered waits for nothing more. */
const maxTogether = 64 * 1024;

/** Writes lines, those of one round of the event loop together: each write wakes whoever reads. */
export interface Gathered {
  /** @returns as `Writable.write` does */
  readonly write: (line: string) => boolean;
  /** Writes what still waits. */
  readonly flush: () => void;
}

/** @param write of the output itself, which may have another by now */
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
      // What the output itself has to keep counts there.
      if (waiting.length >= maxTogether || output.writableNeedDrain) flush();
      return !output.writableNeedDrain;
    },
    flush,
  };
}
