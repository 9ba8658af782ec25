interface Closable {
  close(): unknown;
}

/** List of the parts that hold sockets, threads or timers. One call closes all of them. */
export interface OpenedParts {
  /** Registers a part for `close` and returns it. */
  add<Part extends Closable>(part: Part): Part;
  /** Closes all parts, the last opened first. If one fails to close, the others are still closed. */
  close(): Promise<void>;
}

export function createOpenedParts(): OpenedParts {
  const parts: Closable[] = [];
  return {
    add: (part) => {
      parts.push(part);
      return part;
    },
    close: async () => {
      for (let part = parts.pop(); part !== undefined; part = parts.pop())
        try {
          await part.close();
        } catch {
          // The process is ending, so nobody could react to the error.
        }
    },
  };
}
