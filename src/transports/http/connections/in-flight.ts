import type { ServerResponse } from 'node:http';
import type { RefusalKind } from '../request/error-response.ts';
import type { Bounds } from './bounds.ts';

/** What the callers have under way, so that none takes the server away from the others and its end can wait for it. */
export interface InFlight {
  /**
   * Counts a request of a caller until its answer has been taken, or the client has gone.
   * @param ended resolves then
   * @returns why there is no room for it
   */
  begin(callerId: string, answer: ServerResponse, ended: Promise<unknown>): Full | undefined;
  /**
   * Counts it among the answers that somebody waits for.
   * @returns what ends that before: nobody waits for this one
   */
  await(ended: Promise<unknown>): () => void;
  /** Answers that somebody waits for. */
  awaited(): number;
  /** Bytes of answers that no client has taken yet. */
  waiting(): number;
  /** Drops answers if too much waits; called now and then, and behind each large part of an answer. */
  sweep(): void;
}

/** Why there is no room, and when there may be. */
export interface Full {
  readonly kind: RefusalKind;
  readonly message: string;
  readonly retryAfterMs: number;
}

const retryAfterMs = 1000;

export interface UnderWayOptions {
  /** Requests and streams of one caller at the same time. */
  readonly max: number;
  readonly bounds: Pick<Bounds, 'waitingOwn' | 'waitingAll'>;
  /** Told of answers that were dropped because their client does not take them. */
  readonly onDropped: (dropped: Dropped) => void;
}

/** An answer that nobody will get. */
export interface Dropped {
  readonly caller: string;
  readonly bytes: number;
}

export function createInFlight({ max, bounds, onDropped }: UnderWayOptions): InFlight {
  const answers = new Map<string, Set<ServerResponse>>();
  let awaited = 0;
  const leave = (id: string, answer: ServerResponse) => {
    const own = answers.get(id);
    if (own?.delete(answer) && own.size === 0) answers.delete(id);
  };
  const waiting = () => sum([...answers.values()].map(bytesOf));
  /** Of whom most waits for, the largest. */
  const dropLargest = (): boolean => {
    const [worst] = [...answers].sort(([, one], [, other]) => bytesOf(other) - bytesOf(one));
    const [largest] = [...(worst?.[1] ?? [])].sort((one, other) => other.writableLength - one.writableLength);
    if (worst === undefined || largest === undefined) return false;
    const [caller] = worst;
    onDropped({ caller, bytes: largest.writableLength });
    leave(caller, largest);
    largest.destroy();
    return true;
  };
  return {
    begin: (id, answer, ended) => {
      const own = answers.get(id) ?? new Set();
      if (own.size >= max)
        return { kind: 'parallel_limit', message: 'Too many requests at the same time.', retryAfterMs };
      const bytes = bytesOf(own);
      if (bytes > bounds.waitingOwn)
        return {
          kind: 'unread_limit',
          message: `${bytes} bytes of answers wait to be read: read them, or close their connections, before you ask for more.`,
          retryAfterMs,
        };
      answers.set(id, own.add(answer));
      void ended.then(() => leave(id, answer));
      return undefined;
    },
    await: (ended) => {
      awaited += 1;
      let isOver = false;
      const leave = () => {
        if (!isOver) awaited -= 1;
        isOver = true;
      };
      void ended.then(leave);
      return leave;
    },
    awaited: () => awaited,
    waiting,
    sweep: () => {
      while (waiting() > bounds.waitingAll && dropLargest());
    },
  };
}

const bytesOf = (answers: ReadonlySet<ServerResponse>) =>
  sum([...answers].map((answer) => answer.writableLength));

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
