import type { ServerResponse } from 'node:http';

/** Smaller parts come together slowly enough for a look now and then. */
const leastBytes = 64 * 1024;

/**
 * Calls `then` behind each large part of an answer that is written: in the next round of the event loop, because only
 * then has the kernel taken what it takes at once.
 */
export function afterLargeWrites(answer: ServerResponse, then: () => void): void {
  const note = (part: unknown) => {
    const isText = typeof part === 'string' || part instanceof Uint8Array;
    if (isText && part.length >= leastBytes) setImmediate(then);
  };
  const write = answer.write.bind(answer) as (...given: unknown[]) => boolean;
  const end = answer.end.bind(answer) as (...given: unknown[]) => ServerResponse;
  answer.write = (...given: unknown[]) => {
    const isTaken = write(...given);
    note(given[0]);
    return isTaken;
  };
  answer.end = (...given: unknown[]) => {
    end(...given);
    note(given[0]);
    return answer;
  };
}
