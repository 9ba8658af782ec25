import type { ServerResponse } from 'node:http';
import type { RefusalKind } from '../request/error-response.ts';
import type { Bounds } from './bounds.ts';

/** Counts requests in flight, so that no caller exhausts the server and shutdown can wait for requests. */
export interface InFlight {
  /**
   * Counts a request until `ended` resolves.
   * @param ended resolves when the response has been read or the client has disconnected
   * @returns the refusal if the request exceeds a limit; otherwise undefined
   */
  begin(callerId: string, answer: ServerResponse, ended: Promise<unknown>): Full | undefined;
  /**
   * Counts a request among those that shutdown waits for.
   * @returns a function that removes the request from the count before it ends. Used for a stream for which shutdown
   *   does not wait
   */
  await(ended: Promise<unknown>): () => void;
  /** Returns the number of responses that shutdown waits for. */
  awaited(): number;
  /** Returns the unread bytes of responses. */
  waiting(): number;
  /** Drops responses if too many bytes are unread. Called periodically and after each large write. */
  sweep(): void;
}

/** Reason of a refusal, and time after which the client may retry. */
export interface Full {
  readonly kind: RefusalKind;
  readonly message: string;
  readonly retryAfterMs: number;
}

const retryAfterMs = 1000;

export interface UnderWayOptions {
  /** Maximum concurrent requests and streams of one caller. */
  readonly max: number;
  readonly bounds: Pick<Bounds, 'waitingOwn' | 'waitingAll'>;
  /** Called for each response that was dropped because its client does not read it. */
  readonly onDropped: (dropped: Dropped) => void;
}

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
  /** Drops the largest response of the caller with the most unread bytes. */
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
          message: `${bytes} bytes of answers are unread: read them, or close their connections, before you send more requests.`,
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
