import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';
import { LRUCache } from 'lru-cache';

/** What was sent on the streams of all sessions lately, so that a client whose connection broke can get the rest. */
export interface Events {
  /** The part of one session: no event of another one can be reached with it. */
  forSession(sessionId: string): EventStore;
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
    forSession: (sessionId) => {
      let count = 0;
      // Peeked at only: what is replayed must not outlive what came after it.
      const eventAt = (id: string | number) => stored.peek(`${sessionId}/${id}`);
      return {
        storeEvent: async (streamId, message) => {
          count += 1;
          const size = Math.min(JSON.stringify(message).length + streamId.length + 100, maxBytes);
          stored.set(`${sessionId}/${count}`, { streamId, message }, { size });
          return String(count);
        },
        getStreamIdForEventId: async (id) => eventAt(id)?.streamId,
        replayEventsAfter: async (lastEventId, { send }) => {
          const streamId = eventAt(lastEventId)?.streamId ?? '';
          const first = Math.max(Number(lastEventId) + 1, count - maxReplayed);
          for (let id = first; id <= count; id += 1) {
            const event = eventAt(id);
            if (event?.streamId === streamId && !isPriming(event)) await send(String(id), event.message);
          }
          return streamId;
        },
      };
    },
  };
}

/** An empty event begins each stream, only to give the client an id to come back with. */
const isPriming = ({ message }: StoredEvent) => Object.keys(message).length === 0;
