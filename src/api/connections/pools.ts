import { setImmediate as nextRound } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import type { Connect } from './connect.ts';

/** Stands for somebody's own connections; nothing of it is read. */
export type ConnectionOwner = object;

/** Connections of one service, those of each owner apart. */
export interface Pools {
  /**
   * Gives a connection on which nothing is under way, now or when there is one.
   * @param isApart whether nothing else ever goes over the connection, before or after
   */
  readonly lease: (owner: ConnectionOwner, take: Take, isApart: boolean) => void;
  destroy(): Promise<void>;
}

/** Gets a connection on which nothing else is under way. */
export type Take = (connection: Dispatcher, end: LeaseEnd) => void;

/** What to call when the request has ended. */
export interface LeaseEnd {
  /** @param isInStep whether both sides are, so that the connection can be used again */
  readonly release: (isInStep: boolean) => void;
  /** Whether nothing came together with the answer, behind it. */
  readonly isAlone: () => Promise<boolean>;
}

/** Several times the calls that many users may have under way, so that signing in never waits for those. */
const maxOpen = 256;
/** Of one owner, as many as one caller may have requests under way. */
const maxOwn = 64;

/** Of the event loop, until it is known why a connection was closed that was closed just now. */
const closingRounds = 3;

interface Connection {
  readonly owner: ConnectionOwner;
  readonly dispatcher: Dispatcher;
  isOutOfStep: boolean;
}

/** What somebody has: nothing is kept of an owner without a connection. */
interface Pool {
  /** The one that was used last comes last. */
  readonly idle: Connection[];
  count: number;
  readonly waiting: { readonly take: Take; readonly isApart: boolean }[];
}

/**
 * Connections that carry one request at a time and those of one owner alone. Where an answer comes late, or another one
 * too many, nobody else can get it, and a connection on which that may happen is given up. Between one request and the
 * next of an owner nothing shows that an answer is an earlier one's: a change, which would pass for made, goes apart.
 */
export function createPools(connect: Connect): Pools {
  const pools = new Map<ConnectionOwner, Pool>();
  const open = new Set<Connection>();
  /** In the order in which they were used. */
  const idle = new Set<Connection>();
  /** Who waits, in the order in which they were served last. */
  const hungry = new Set<ConnectionOwner>();
  let isEnded = false;

  const poolOf = (owner: ConnectionOwner): Pool => {
    const known = pools.get(owner);
    if (known !== undefined) return known;
    const pool: Pool = { idle: [], count: 0, waiting: [] };
    pools.set(owner, pool);
    return pool;
  };

  const close = (connection: Connection): void => {
    if (!open.delete(connection)) return;
    const pool = poolOf(connection.owner);
    pool.count -= 1;
    if (idle.delete(connection)) pool.idle.splice(pool.idle.indexOf(connection), 1);
    if (pool.count === 0 && pool.waiting.length === 0) pools.delete(connection.owner);
    void connection.dispatcher.destroy();
  };

  /** A connection for the owner; undefined where there must not be a further one. */
  const find = (owner: ConnectionOwner, pool: Pool, isApart: boolean): Connection | undefined => {
    const known = isApart ? undefined : pool.idle.pop();
    if (known !== undefined) {
      idle.delete(known);
      return known;
    }
    const [own] = pool.idle;
    if (pool.count >= maxOwn && own !== undefined) close(own);
    if (pool.count >= maxOwn) return undefined;
    if (open.size >= maxOpen) {
      const [oldest] = idle;
      if (oldest === undefined) return undefined;
      close(oldest);
    }
    const dispatcher = connect((wasOutOfStep) => {
      connection.isOutOfStep = wasOutOfStep;
      if (idle.has(connection)) close(connection);
    });
    const connection: Connection = { owner, dispatcher, isOutOfStep: false };
    open.add(connection);
    pool.count += 1;
    return connection;
  };

  const give = (connection: Connection, take: Take, isApart: boolean): void => {
    let isReleased = false;
    const release = (isInStep: boolean) => {
      if (isReleased) return;
      isReleased = true;
      // What came together with the end of the answer is looked at first: were there more, it must meet no request.
      queueMicrotask(() => {
        if (!isInStep || isApart) close(connection);
        else {
          idle.add(connection);
          poolOf(connection.owner).idle.push(connection);
        }
        serveNext();
      });
    };
    const isAlone = async () => {
      for (let round = 0; round < closingRounds; round += 1) await nextRound();
      return !connection.isOutOfStep;
    };
    take(connection.dispatcher, { release, isAlone });
  };

  /** Fails whatever is sent, as a connection does that was closed. */
  const giveEnded = (take: Take): void => {
    const dispatcher = connect(() => undefined);
    void dispatcher.destroy();
    take(dispatcher, { release: () => undefined, isAlone: async () => true });
  };

  /** One owner after the other, whoever waits with how many requests. */
  const serveNext = (): void => {
    for (const owner of [...hungry]) {
      const pool = poolOf(owner);
      const [next] = pool.waiting;
      const connection = find(owner, pool, next?.isApart === true);
      if (connection === undefined) continue;
      hungry.delete(owner);
      pool.waiting.shift();
      if (pool.waiting.length > 0) hungry.add(owner);
      if (next !== undefined) give(connection, next.take, next.isApart);
      return;
    }
  };

  return {
    lease: (owner, take, isApart) => {
      if (isEnded) return giveEnded(take);
      const pool = poolOf(owner);
      const connection = pool.waiting.length > 0 ? undefined : find(owner, pool, isApart);
      if (connection !== undefined) return give(connection, take, isApart);
      pool.waiting.push({ take, isApart });
      hungry.add(owner);
    },
    destroy: async () => {
      isEnded = true;
      for (const { waiting } of pools.values()) for (const { take } of waiting.splice(0)) giveEnded(take);
      await Promise.all(Array.from(open, ({ dispatcher }) => dispatcher.destroy()));
    },
  };
}
