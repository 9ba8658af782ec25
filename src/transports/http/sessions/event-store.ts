import { randomBytes } from 'node:crypto';
import type { RequestId } from '@modelcontextprotocol/server';
import { idOfEvent, placeOfEvent } from './event-ids.ts';
import type { SharedEvents } from './shared-events.ts';

/** Recent events of all session streams, kept so that a client can resume after a broken connection. */
export interface EventStores {
  /**
   * Creates the part of one session in this process. It reaches no event of another session.
   * @param session name by which all processes know the session
   */
  forSession(session?: string): SessionEvents;
  /** Forgets old events. Must be called from time to time. */
  sweep(): void;
  /** Returns the approximate size of the stored events, in bytes. */
  bytes(): number;
}

export interface SessionEvents {
  /**
   * Keeps an event.
   * @param text JSON of the message; empty for an event that only gives the client an id to come back with
   * @param isLast whether nothing more comes on the stream
   * @returns its id
   */
  readonly keep: (stream: EventStream, text: string, isLast: boolean) => string;
  /** Returns the stream of an event; undefined if this part does not have the event (any more). */
  readonly streamOf: (id: string) => string | undefined;
  /** Returns the events of the same stream that came after an event. */
  readonly after: (id: string) => readonly KeptEvent[];
  /** Checks whether an event id is of this part. */
  readonly isOwn: (id: string) => boolean;
  /** Forgets everything, because nobody can come back for it. */
  readonly forget: () => void;
}

/** A stream on which events are numbered. */
export interface EventStream {
  readonly id: string;
  /** Requests that are answered on it. */
  readonly asked: readonly RequestId[];
  /** Number of its events so far. */
  count: number;
}

export interface KeptEvent {
  readonly id: string;
  readonly text: string;
}

interface StoredEvent extends KeptEvent {
  readonly streamId: string;
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
/** Events of one replay. Older ones are left out. */
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
