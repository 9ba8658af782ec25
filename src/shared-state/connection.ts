import { setTimeout as sleep } from 'node:timers/promises';
import { SharedStateError } from './shared-state.ts';

export interface RedisOptions {
  readonly url: string;
  /** Authorities beside the system's, in PEM. */
  readonly authorities: readonly string[] | undefined;
  /** Told of each connection, before it is used. @throws where it shall not be */
  readonly onReady: (connection: Pick<Redis, 'send'>) => Promise<void>;
  /** Told why it cannot be reached, each time that it was tried. */
  readonly onAway: (why: string) => void;
  readonly channel: string;
  readonly onMessage: (message: string) => void;
}

/** One connection to Redis, which comes back by itself. */
export interface Redis {
  /**
   * Sends a command. After a `long` one was not answered in time, all fail at once until Redis answers a `PING` in time.
   * @param patience `short` where there is another way: while Redis is slow nothing is tried for a moment
   * @throws SharedStateError where it is away or does not answer in time, RefusedError with what it says
   */
  send(command: readonly string[], patience?: Patience): Promise<unknown>;
  /** Resolves when it was reached, or cannot be for now. */
  readonly tried: Promise<void>;
  isReached(): boolean;
  close(): Promise<void>;
}

type Patience = keyof typeof patienceMs;

/** Redis has answered, with an error. */
export class RefusedError extends Error {}

const patienceMs = { short: 1000, long: 3000 };
/** Whoever has another way takes it for so long after Redis has not answered in time. */
const slowMs = 1000;
/** Pause between attempts to find out whether a Redis that did not answer in time does so again. */
const probeMs = 500;
const connectMs = 2000;
/** At the start, for Redis to be reached. */
const firstMs = 5000;
const mostWaiting = 10_000;

/** The library is loaded here. */
export async function connectRedis(options: RedisOptions): Promise<Redis> {
  const { url, authorities, onReady, onAway } = options;
  const { createClient, ErrorReply } = await import('@redis/client');
  let isUsable = false;
  let slowUntil = Number.NEGATIVE_INFINITY;
  let isStill = false;
  let settle = (): void => undefined;
  const first = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const away = (why: string) => {
    isUsable = false;
    onAway(why);
    settle();
  };
  const client = createClient({
    url,
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    commandsQueueMaxLength: mostWaiting,
    socket: {
      connectTimeout: connectMs,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 1000) + Math.random() * 50,
      ...(url.startsWith('rediss:') && { tls: true as const, ca: authorities && [...authorities] }),
    },
  });
  const answerOf = async (command: readonly string[], patience: Patience): Promise<unknown> => {
    const ms = patienceMs[patience];
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve, reject) => {
        timer = setTimeout(() => {
          slowUntil = performance.now() + slowMs;
          if (patience === 'long') void waitWhileStill();
          reject(new SharedStateError(`Redis did not answer in ${ms} ms`));
        }, ms).unref();
        client.sendCommand([...command]).then(resolve, reject);
      });
    } catch (error) {
      if (error instanceof SharedStateError) throw error;
      if (error instanceof ErrorReply) throw new RefusedError(error.message);
      throw new SharedStateError('Redis cannot be reached', { cause: error });
    } finally {
      clearTimeout(timer);
    }
  };
  /** One at a time asks, so that nobody waits and no commands pile up. */
  const waitWhileStill = async () => {
    if (isStill) return;
    isStill = true;
    while (isStill && client.isOpen) {
      await sleep(probeMs, undefined, { ref: false });
      if (isUsable)
        await answerOf(['PING'], 'long').then(
          () => {
            isStill = false;
          },
          () => undefined,
        );
    }
  };
  const checked: Pick<Redis, 'send'> = {
    send: (command, patience = 'long') => answerOf(command, patience),
  };
  client.on('error', (error: Error) => away(wordOf(error)));
  client.on('ready', () => {
    onReady(checked).then(
      () => {
        isUsable = true;
        isStill = false;
        settle();
      },
      (error: Error) => away(error.message),
    );
  });
  // Who listens on a connection can send nothing else on it. It comes back with what it listened to.
  const listener = client.duplicate();
  listener.on('error', () => undefined);
  client.connect().catch((error: Error) => away(wordOf(error)));
  listener
    .connect()
    .then(() => listener.subscribe(options.channel, options.onMessage))
    .catch(() => undefined);
  const patient = new AbortController();
  return {
    send: async (command, patience = 'long') => {
      if (!isUsable) throw new SharedStateError('Redis cannot be reached');
      if (isStill) throw new SharedStateError('Redis did not answer in time lately');
      if (patience === 'short' && performance.now() < slowUntil) throw new SharedStateError('Redis is slow');
      return answerOf(command, patience);
    },
    tried: Promise.race([
      first,
      sleep(firstMs, undefined, { signal: patient.signal, ref: false }).catch(() => undefined),
    ]).finally(() => patient.abort()),
    isReached: () => isUsable,
    close: async () => {
      isUsable = false;
      client.destroy();
      listener.destroy();
    },
  };
}

/** Its kind alone: an address may carry a password. */
const wordOf = (error: Error): string => {
  const { code } = error as NodeJS.ErrnoException;
  return code ?? /^[A-Z]{2,20}(?= )/.exec(error.message)?.[0] ?? error.name;
};
