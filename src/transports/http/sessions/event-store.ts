import { randomBytes } from 'node:crypto';
import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';

/** What was sent on the streams of all sessions lately, so that a client whose connection broke can get the rest. */
export interface EventStores {
  /** The part of one session in this process: no event of another one can be reached with it. */
  forSession(): SessionEvents;
  /** Forgets what is too old; called now and then. */
  sweep(): void;
  /** What is kept takes, about. */
  bytes(): number;
}

export interface SessionEvents {
  readonly store: EventStore;
  /** Nobody can come back for them. */
  readonly forget: () => void;
}

interface StoredEvent {
  readonly streamId: string;
  readonly message: JSONRPCMessage;
  readonly size: number;
  /** On the monotonic clock. */
  readonly at: number;
}

/** Of one session, by their places, which are the order in which they came. */
interface Held {
  readonly events: Map<number, StoredEvent>;
  bytes: number;
}

const keepMs = 5 * 60_000;
/** One session is replayed this many events at most. */
const maxReplayed = 1000;
/** Beside the text. */
const eventBytes = 100;

/** @param maxBytes of messages, all sessions together; the oldest of the session that has most of them go first */
export function createEventStores(maxBytes = 64 * 1024 * 1024): EventStores {
  const sessions = new Set<Held>();
  let bytes = 0;

  const dropOldest = (held: Held): void => {
    const [oldest] = held.events;
    if (oldest === undefined) return;
    const [place, { size }] = oldest;
    held.events.delete(place);
    held.bytes -= size;
    bytes -= size;
  };
  const forgetOld = (held: Held): void => {
    const since = performance.now() - keepMs;
    for (const { at } of held.events.values()) {
      if (at >= since) return;
      dropOldest(held);
    }
  };
  const makeRoom = (): void => {
    while (bytes > maxBytes)
      dropOldest([...sessions].reduce((most, one) => (one.bytes > most.bytes ? one : most)));
  };

  return {
    forSession: () => {
      // Sessions go on in other processes, which count for themselves: an id of theirs must be none here.
      const name = randomBytes(6).toString('base64url');
      const held: Held = { events: new Map(), bytes: 0 };
      sessions.add(held);
      let count = 0;
      const idOf = (place: number) => `${name}/${place}`;
      const eventAt = (id: string) =>
        id.startsWith(`${name}/`) ? held.events.get(Number(id.slice(name.length + 1))) : undefined;
      const store: EventStore = {
        storeEvent: async (streamId, message) => {
          count += 1;
          const size = JSON.stringify(message).length + streamId.length + eventBytes;
          if (!sessions.has(held)) return idOf(count);
          held.events.set(count, { streamId, message, size, at: performance.now() });
          held.bytes += size;
          bytes += size;
          forgetOld(held);
          makeRoom();
          return idOf(count);
        },
        getStreamIdForEventId: async (id) => eventAt(id)?.streamId,
        replayEventsAfter: async (lastEventId, { send }) => {
          const streamId = eventAt(lastEventId)?.streamId ?? '';
          const first = Math.max(Number(lastEventId.slice(name.length + 1)) + 1, count - maxReplayed);
          for (let place = first; place <= count; place += 1) {
            const event = held.events.get(place);
            if (event?.streamId === streamId && !isPriming(event)) await send(idOf(place), event.message);
          }
          return streamId;
        },
      };
      return {
        store,
        forget: () => {
          if (sessions.delete(held)) bytes -= held.bytes;
          held.events.clear();
        },
      };
    },
    sweep: () => {
      for (const held of sessions) forgetOld(held);
    },
    bytes: () => bytes,
  };
}

/** An empty event begins each stream, only to give the client an id to come back with. */
const isPriming = ({ message }: StoredEvent) => Object.keys(message).length === 0;
