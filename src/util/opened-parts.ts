interface Closable {
  close(): unknown;
}

/** Parts that hold sockets, threads or timers, so that one call closes them all. */
export interface OpenedParts {
  /** Returns the part, after noting it for `close`. */
  add<Part extends Closable>(part: Part): Part;
  /** Closes all parts, the last opened first. A part that fails to close does not keep the others open. */
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
