import { type Profiler, Session } from 'node:inspector';

/**
 * Counts the steps of a function, because its duration depends on the machine. Steps are executed blocks of JavaScript,
 * as V8 counts them for coverage, plus the characters and items that built-in methods read. Spread copies and the work
 * of Node itself are not counted.
 */
export interface StepCounter {
  /** Runs the functions one after the other. An error counts like a result. */
  count(runs: Iterable<() => unknown>): Promise<number>;
  stop(): void;
}

/** Starts to count. V8 does not count blocks of functions that ran before. */
export function startStepCounter(): StepCounter {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return {
    count: async (runs) => {
      takeBlocks(session);
      const builtIns = watchBuiltIns();
      try {
        for (const run of runs) await settled(run);
      } finally {
        builtIns.restore();
      }
      return takeBlocks(session) + builtIns.steps();
    },
    stop: () => session.disconnect(),
  };
}

async function settled(run: () => unknown): Promise<void> {
  try {
    await run();
  } catch {
    // Errors count as results.
  }
}

/** Returns the number of blocks executed since the last call. The inspector responds synchronously. */
function takeBlocks(session: Session): number {
  let blocks = 0;
  session.post(
    'Profiler.takePreciseCoverage',
    (error, { result }: Profiler.TakePreciseCoverageReturnType) => {
      if (error !== null) throw error;
      for (const { functions } of result)
        for (const { ranges } of functions) for (const { count } of ranges) blocks += count;
    },
  );
  return blocks;
}

type Cost = (self: any, given: any[], result: any, lastIndex: number) => number;
const lengthOf: Cost = ({ length }) => length;
const { indexOf } = String.prototype;
/** Returns the number of characters from the start of a search to its result. */
const searched: Cost = (self, [part, from = 0]) => {
  const at = indexOf.call(self, part, from);
  return (at === -1 ? self.length : at) - from;
};
const searchedBackwards: Cost = ({ length }, [, from = length], at) =>
  Math.min(from, length) - Math.max(at, 0);
const whole = ['normalize', 'toLowerCase', 'toUpperCase', 'toWellFormed', 'replaceAll'];
const watched: readonly (readonly [owner: object, names: readonly string[], cost: Cost])[] = [
  [RegExp.prototype, ['exec'], (self, [text], found, from) => lookedAt(self, String(text), found, from)],
  [String.prototype, ['indexOf', 'includes'], searched],
  [String.prototype, ['lastIndexOf'], searchedBackwards],
  [String.prototype, whole, lengthOf],
  [Array.prototype, ['slice', 'concat'], (_, __, { length }) => length],
  [Array.prototype, ['indexOf', 'lastIndexOf', 'includes', 'join', 'splice'], lengthOf],
  [Array.prototype, ['shift', 'unshift', 'reverse', 'sort'], lengthOf],
  [JSON, ['parse'], (_, [text]) => String(text).length],
  [JSON, ['stringify'], (_, __, text) => text?.length ?? 0],
];

/**
 * Returns the number of characters that one match reads. `test/regexps.ts` rejects expressions that take more than
 * linear time.
 */
function lookedAt(
  expression: RegExp,
  text: string,
  found: RegExpExecArray | null,
  lastIndex: number,
): number {
  const from = expression.global || expression.sticky ? lastIndex : 0;
  if (found !== null) return found.index + found[0].length - from;
  const isBound = expression.sticky || (expression.source.startsWith('^') && !expression.multiline);
  return isBound ? 1 : text.length - from;
}

/** Wraps the methods to count their steps, until `restore` is called. */
function watchBuiltIns() {
  let steps = 0;
  const replaced = watched.flatMap(([owner, names, cost]) =>
    names.map((name) => {
      const descriptor = Object.getOwnPropertyDescriptor(owner, name) ?? {};
      const original = descriptor.value;
      const value = function (this: any, ...given: any[]) {
        const lastIndex = this instanceof RegExp ? this.lastIndex : 0;
        const result = Reflect.apply(original, this, given);
        steps += cost(this, given, result, lastIndex);
        return result;
      };
      Object.defineProperty(owner, name, { ...descriptor, value });
      return () => Object.defineProperty(owner, name, descriptor);
    }),
  );
  return { steps: () => steps, restore: () => replaced.forEach((restore) => void restore()) };
}
