import { randomBytes } from 'node:crypto';
import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';
import { LRUCache } from 'lru-cache';

/** What was sent on the streams of all sessions lately, so that a client whose connection broke can get the rest. */
export interface Events {
  /** The part of one session in this process: no event of another one can be reached with it. */
  forSession(): EventStore;
}

interface StoredEvent {
  readonly streamId: string;
  readonly message: JSONRPCMessage;
}

const keepMs = 5 * 60_000;
/** How exactly that is kept: the time is looked up once in it, by a timer. */
const resolutionMs = 1000;
/** One session is replayed this many events at most. */
const maxReplayed = 1000;

/** @param maxBytes of messages, all sessions together; the oldest go first */
export function createEvents(maxBytes = 64 * 1024 * 1024): Events {
  const stored = new LRUCache<string, StoredEvent>({
    maxSize: maxBytes,
    ttl: keepMs,
    ttlResolution: resolutionMs,
  });
  return {
    forSession: () => {
      // Sessions go on in other processes, which count for themselves: an id of theirs must be none here.
      const name = randomBytes(6).toString('base64url');
      let count = 0;
      const idOf = (place: number) => `${name}/${place}`;
      // Peeked at only: what is replayed must not outlive what came after it.
      const eventAt = (id: string) => stored.peek(id);
      return {
        storeEvent: async (streamId, message) => {
          count += 1;
          const size = Math.min(JSON.stringify(message).length + streamId.length + 100, maxBytes);
          stored.set(idOf(count), { streamId, message }, { size });
          return idOf(count);
        },
        getStreamIdForEventId: async (id) => (id.startsWith(`${name}/`) ? eventAt(id)?.streamId : undefined),
        replayEventsAfter: async (lastEventId, { send }) => {
          const streamId = eventAt(lastEventId)?.streamId ?? '';
          const first = Math.max(Number(lastEventId.slice(name.length + 1)) + 1, count - maxReplayed);
          for (let place = first; place <= count; place += 1) {
            const event = eventAt(idOf(place));
            if (event?.streamId === streamId && !isPriming(event)) await send(idOf(place), event.message);
          }
          return streamId;
        },
      };
    },
  };
}

/** An empty event begins each stream, only to give the client an id to come back with. */
const isPriming = ({ message }: StoredEvent) => Object.keys(message).length === 0;
