import { setImmediate as nextRound } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import type { Connect } from './connect.ts';

/** Key of an owner. Each owner has separate connections. Owners are compared by object identity. */
export type ConnectionOwner = object;

/** Connections of one service, separate per owner. */
export interface Pools {
  /**
   * Calls `take` with a connection as soon as one is idle or a new one is allowed.
   * @param isApart true to open a new connection only for this request, and to close it afterwards
   */
  readonly lease: (owner: ConnectionOwner, take: Take, isApart: boolean) => void;
  destroy(): Promise<void>;
}

export type Take = (connection: Dispatcher, end: LeaseEnd) => void;

/** Functions to call when the request has ended. */
export interface LeaseEnd {
  /** @param isInStep whether requests and responses match, so that the connection can be reused */
  readonly release: (isInStep: boolean) => void;
  /** Resolves to true if no further data arrived after the response. */
  readonly isAlone: () => Promise<boolean>;
}

/** Maximum number of open connections. It is high, so that sign-ins never wait for calls. */
const maxOpen = 256;
/** Maximum number of connections of one owner, equal to the maximum of parallel requests of one caller. */
const maxOwn = 64;

/** Number of event loop iterations after which it is known whether unexpected data closed a connection. */
const closingRounds = 3;

interface Connection {
  readonly owner: ConnectionOwner;
  readonly dispatcher: Dispatcher;
  isOutOfStep: boolean;
}

/** Connections of one owner. Dropped when the owner has neither connections nor waiting requests. */
interface Pool {
  /** Idle connections. The most recently used one is last. */
  readonly idle: Connection[];
  count: number;
  readonly waiting: { readonly take: Take; readonly isApart: boolean }[];
}

/**
 * Creates connections that carry one request at a time and belong to one owner. A late or duplicate response can then
 * not reach another owner, and such a connection is closed. A late response to the same owner's next request cannot be
 * detected, so changes use a separate connection.
 */
export function createPools(connect: Connect): Pools {
  const pools = new Map<ConnectionOwner, Pool>();
  const open = new Set<Connection>();
  /** Idle connections of all owners, in the order of their last use. */
  const idle = new Set<Connection>();
  /** Owners with waiting requests, in the order in which they were last served. */
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

  /** Returns an idle or new connection for the owner. Returns undefined if no more of them are allowed. */
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
      // First let the client process data that came with the end of the response. Otherwise another request could
      // receive that data.
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

  /** Passes a closed connection to `take`, so that its request fails. */
  const giveEnded = (take: Take): void => {
    const dispatcher = connect(() => undefined);
    void dispatcher.destroy();
    take(dispatcher, { release: () => undefined, isAlone: async () => true });
  };

  /** Serves owners in turn, regardless of how many requests each has waiting. */
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
