import { LRUCache } from 'lru-cache';
import type { SharedState } from '../shared-state/shared-state.ts';
import { letGo } from '../util/let-go.ts';
import { ownText } from '../util/own-text.ts';
import { loggedId, type WriteNote } from './note.ts';
import { tryAgain } from './try-again.ts';

/** Ids of ended connections, which this process refuses regardless of the store. */
export interface Ended {
  has(id: string): boolean;
  /** Marks a connection as ended in this process and notifies all other processes. @param why reason, for the log */
  add(id: string, why: string): void;
  /** Registers a listener. It is called once for each connection that ends, in whichever process that happens. */
  listen(hear: (id: string) => void): void;
}

/**
 * Lifetime of a mark. It equals that of a refresh token, because a store restored from a backup may still contain the
 * ended connection.
 */
const markedMs = 14 * 24 * 60 * 60_000;
/**
 * Maximum number of marks. Beyond it, the oldest mark is evicted, and only the store can show that the connection has
 * ended.
 */
const maxMarked = 20_000;

/** Creates the record of ended connections. @param note logs the connections that this process ended */
export function createEnded(
  state: Pick<SharedState, 'tell' | 'listen'>,
  note: WriteNote = () => undefined,
): Ended {
  const marked = letGo(new LRUCache<string, true>({ max: maxMarked, ttl: markedMs, ttlResolution: 1000 }));
  const listeners: ((id: string) => void)[] = [];
  const mark = (id: string) => {
    if (marked.has(id)) return;
    marked.set(ownText(id), true);
    for (const hear of listeners) hear(id);
  };
  state.listen('ended', mark);
  return {
    has: (id) => marked.has(id),
    add: (id, why) => {
      if (!marked.has(id)) note('a connection ended', { connection: loggedId(id), why });
      mark(id);
      void tryAgain(() => state.tell('ended', id));
    },
    listen: (hear) => void listeners.push(hear),
  };
}
