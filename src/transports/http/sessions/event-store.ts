import { randomBytes } from 'node:crypto';
import type { RequestId } from '@modelcontextprotocol/server';
import { idOfEvent, placeOfEvent } from './event-ids.ts';
import type { SharedEvents } from './shared-events.ts';

/** Recent events of all session streams, kept so that a client can resume after a broken connection. */
export interface EventStores {
  /** Creates the store of one session, which cannot read others. @param session its name in all processes */
  forSession(session?: string): SessionEvents;
  /** Drops old events. Must be called periodically. */
  sweep(): void;
  /** Returns the approximate size of the stored events, in bytes. */
  bytes(): number;
}

export interface SessionEvents {
  /**
   * Stores an event.
   * @param text JSON of the message; empty for an event that only gives the client an id for resuming
   * @param isLast whether this is the last event of the stream
   * @returns the event id
   */
  readonly keep: (stream: EventStream, text: string, isLast: boolean) => string;
  /** Returns the stream of an event that this store still contains. */
  readonly streamOf: (id: string) => string | undefined;
  /** Returns the events of the same stream that came after an event. */
  readonly after: (id: string) => readonly KeptEvent[];
  readonly isOwn: (id: string) => boolean;
  /** Drops all events, because no client can resume any more. */
  readonly forget: () => void;
}

export interface EventStream {
  readonly id: string;
  /** Requests that are answered on the stream. */
  readonly asked: readonly RequestId[];
  count: number;
}

export interface KeptEvent {
  readonly id: string;
  readonly text: string;
}

interface StoredEvent extends KeptEvent {
  readonly streamId: string;
  readonly size: number;
  /** Time on the monotonic clock. */
  readonly at: number;
}

/** Events of one session, by index, in the order in which they were stored. */
interface Held {
  readonly events: Map<number, StoredEvent>;
  bytes: number;
}

const keepMs = 5 * 60_000;
/** Maximum number of events that a replay examines. Older ones are left out. */
const maxReplayed = 1000;
/** Approximate size of an event in addition to its text, in bytes. */
const eventBytes = 100;

/**
 * Creates the stores of all sessions.
 * @param maxBytes maximum size of all messages. Beyond it, the oldest ones of the largest session are dropped
 * @param shared also stores the events for other processes
 * @param process id of this process
 */
export function createEventStores(
  maxBytes = 64 * 1024 * 1024,
  shared?: SharedEvents,
  process = 'own',
): EventStores {
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
      // Use a random name, because a session may continue in another process, which numbers its events separately. The
      // event ids from that process must not match events of this one.
      const part = randomBytes(6).toString('base64url');
      const held: Held = { events: new Map(), bytes: 0 };
      sessions.add(held);
      let last = 0;
      const placeAt = (id: string) => {
        const found = placeOfEvent(id);
        return found?.process === process && found.part === part ? found.place : undefined;
      };
      const eventAt = (id: string) => held.events.get(placeAt(id) ?? -1);
      return {
        keep: (stream, text, isLast) => {
          last += 1;
          const requestId = stream.asked.length === 1 ? stream.asked[0] : undefined;
          const place = { process, part, place: last, streamId: stream.id, turn: stream.count, requestId };
          stream.count += 1;
          const id = idOfEvent(place);
          if (text !== '') shared?.keep(session, place, text, isLast);
          if (!sessions.has(held)) return id;
          const size = text.length + stream.id.length + eventBytes;
          held.events.set(last, { id, streamId: stream.id, text, size, at: performance.now() });
          held.bytes += size;
          bytes += size;
          forgetOld(held);
          makeRoom();
          return id;
        },
        streamOf: (id) => eventAt(id)?.streamId,
        after: (id) => {
          const streamId = eventAt(id)?.streamId;
          const found: KeptEvent[] = [];
          for (
            let place = Math.max((placeAt(id) ?? last) + 1, last - maxReplayed);
            place <= last;
            place += 1
          ) {
            const event = held.events.get(place);
            if (event !== undefined && event.streamId === streamId && event.text !== '') found.push(event);
          }
          return found;
        },
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
