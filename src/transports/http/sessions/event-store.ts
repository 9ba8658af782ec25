import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import {
  type EventStore,
  isJSONRPCErrorResponse,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type RequestId,
} from '@modelcontextprotocol/server';
import { idOfEvent, placeOfEvent } from './event-ids.ts';
import type { SharedEvents } from './shared-events.ts';

/** What was sent on the streams of all sessions lately, so that a client whose connection broke can get the rest. */
export interface EventStores {
  /**
   * The part of one session in this process: no event of another one can be reached with it.
   * @param session what its processes know it by
   */
  forSession(session?: string): SessionEvents;
  /** Forgets what is too old; called now and then. */
  sweep(): void;
  /** What is kept takes, about. */
  bytes(): number;
}

export interface SessionEvents {
  readonly store: EventStore;
  /** Carries out a request whose answers are to be kept. */
  readonly during: <T>(asked: readonly RequestId[], run: () => T) => T;
  /** Whether an event is of this part. */
  readonly isOwn: (id: string) => boolean;
  /** Nobody can come back for them. */
  readonly forget: () => void;
}

interface StoredEvent {
  readonly id: string;
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

/** What is on its way on one stream. */
interface Stream {
  readonly asked: readonly RequestId[];
  turn: number;
  answered: number;
}

/** Of one session: requests that are cancelled get no answer. */
const maxStreams = 1000;
const keepMs = 5 * 60_000;
/** One session is replayed this many events at most. */
const maxReplayed = 1000;
/** Beside the text. */
const eventBytes = 100;

/**
 * @param maxBytes of messages, all sessions together; the oldest of the session that has most of them go first
 * @param shared keeps them for other processes too
 * @param process the name of this one
 */
export function createEventStores(
  maxBytes = 64 * 1024 * 1024,
  shared?: SharedEvents,
  process = 'own',
): EventStores {
  const asking = new AsyncLocalStorage<readonly RequestId[]>();
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
    forSession: (session = '') => {
      // Sessions go on in other processes, which count for themselves: an id of theirs must be none here.
      const part = randomBytes(6).toString('base64url');
      const streams = new Map<string, Stream>();
      const streamOf = (streamId: string): Stream => {
        const known = streams.get(streamId);
        if (known) return known;
        const made = { asked: asking.getStore() ?? [], turn: -1, answered: 0 };
        streams.set(streamId, made);
        const [oldest] = streams.keys();
        if (streams.size > maxStreams && oldest !== undefined) streams.delete(oldest);
        return made;
      };
      const held: Held = { events: new Map(), bytes: 0 };
      sessions.add(held);
      let count = 0;
      const placeAt = (id: string) => {
        const found = placeOfEvent(id);
        return found?.process === process && found.part === part ? found.place : undefined;
      };
      const eventAt = (id: string) => held.events.get(placeAt(id) ?? -1);
      const store: EventStore = {
        storeEvent: async (streamId, message) => {
          count += 1;
          const stream = streamOf(streamId);
          stream.turn += 1;
          if (isAnswer(message)) stream.answered += 1;
          const isLast = isAnswer(message) && stream.answered >= stream.asked.length;
          const [requestId] = stream.asked.length === 1 ? stream.asked : [];
          const place = { process, part, place: count, streamId, turn: stream.turn, requestId };
          const id = idOfEvent(place);
          if (isLast) streams.delete(streamId);
          const text = JSON.stringify(message);
          // An empty one only gives the client an id to come back with.
          if (Object.keys(message).length > 0) shared?.keep(session, place, text, isLast);
          const size = text.length + streamId.length + eventBytes;
          if (!sessions.has(held)) return id;
          held.events.set(count, { id, streamId, message, size, at: performance.now() });
          held.bytes += size;
          bytes += size;
          forgetOld(held);
          makeRoom();
          return id;
        },
        getStreamIdForEventId: async (id) => eventAt(id)?.streamId,
        replayEventsAfter: async (lastEventId, { send }) => {
          const streamId = eventAt(lastEventId)?.streamId ?? '';
          const first = Math.max((placeAt(lastEventId) ?? count) + 1, count - maxReplayed);
          for (let place = first; place <= count; place += 1) {
            const event = held.events.get(place);
            if (event?.streamId === streamId && !isPriming(event)) await send(event.id, event.message);
          }
          return streamId;
        },
      };
      return {
        store,
        during: (asked, run) => asking.run(asked, run),
        isOwn: (id) => placeAt(id) !== undefined,
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

const isAnswer = (message: JSONRPCMessage) =>
  isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);

/** An empty event begins each stream, only to give the client an id to come back with. */
const isPriming = ({ message }: StoredEvent) => Object.keys(message).length === 0;
