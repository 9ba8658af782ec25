/** What the callers have under way, so that none takes the server away from the others and its end can wait for it. */
export interface UnderWay {
  /**
   * Counts a request of a caller until it has ended.
   * @returns whether there was room for it
   */
  begin(callerId: string, ended: Promise<unknown>): boolean;
  /** Counts it among the answers that somebody waits for. */
  await(ended: Promise<unknown>): void;
  /** Answers that somebody waits for. */
  awaited(): number;
}

/** @param max requests and streams of one caller at the same time */
export function createUnderWay(max: number): UnderWay {
  const counts = new Map<string, number>();
  let awaited = 0;
  const leave = (id: string) => {
    const left = (counts.get(id) ?? 1) - 1;
    if (left > 0) counts.set(id, left);
    else counts.delete(id);
  };
  return {
    begin: (id, ended) => {
      const count = counts.get(id) ?? 0;
      if (count >= max) return false;
      counts.set(id, count + 1);
      void ended.then(() => leave(id));
      return true;
    },
    await: (ended) => {
      awaited += 1;
      void ended.then(() => {
        awaited -= 1;
      });
    },
    awaited: () => awaited,
  };
}
