import { setTimeout as sleep } from 'node:timers/promises';
import { SharedStateError } from './shared-state.ts';

export interface RedisOptions {
  readonly url: string;
  /** Certificate authorities in addition to those of the system, in PEM. */
  readonly authorities: readonly string[] | undefined;
  /** Called with each new connection before it is used. @throws if it must not be used */
  readonly onReady: (connection: Pick<Redis, 'send'>) => Promise<void>;
  /** Called with the reason after each failed attempt to connect. */
  readonly onAway: (why: string) => void;
  readonly channel: string;
  readonly onMessage: (message: string) => void;
}

/** One connection to Redis, restored automatically. */
export interface Redis {
  /**
   * Sends a command. `short` is for callers that can continue without Redis: after a time-out they fail immediately for
   * a second. After a `long` command has timed out, all commands fail immediately until Redis answers a `PING` in time.
   * @throws SharedStateError if Redis is unreachable or does not answer in time, RefusedError with its error message
   */
  send(command: readonly string[], patience?: Patience): Promise<unknown>;
  /** Resolves after the first attempt to connect, whether or not it succeeded. */
  readonly tried: Promise<void>;
  isReached(): boolean;
  close(): Promise<void>;
}

type Patience = keyof typeof patienceMs;

/** Redis has answered with an error. */
export class RefusedError extends Error {}

const patienceMs = { short: 1000, long: 3000 };
/** Time after a time-out during which `short` commands fail immediately, in milliseconds. */
const slowMs = 1000;
/** Interval of the `PING`s to a Redis that has timed out. */
const probeMs = 500;
const connectMs = 2000;
/** Maximum wait for the first connection, in milliseconds. Beyond it, the server starts without Redis. */
const firstMs = 5000;
const mostWaiting = 10_000;

/** Connects to Redis. Loads the client library on demand, because servers without Redis do not need it. */
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
  /** Sends one `PING` at a time, so that commands do not pile up behind a slow Redis. */
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
  // Open a second connection, because a subscribed one can send no other commands. It subscribes again after a
  // reconnect.
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

/** Returns the code or class of an error without its message, because an address may contain a password. */
const wordOf = (error: Error): string => {
  const { code } = error as NodeJS.ErrnoException;
  return code ?? /^[A-Z]{2,20}(?= )/.exec(error.message)?.[0] ?? error.name;
};
