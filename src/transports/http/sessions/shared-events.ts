import { setTimeout as sleep } from 'node:timers/promises';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { ifStoreFails, type SharedState } from '../../../shared-state/shared-state.ts';
import { type EventPlace, idOfEvent } from './event-ids.ts';
import { unknownOutcome } from './session-messages.ts';

/** Events that processes share, so that clients can resume a stream at another process. */
export interface SharedEvents {
  /**
   * Stores an event.
   * @param message message as JSON
   * @param isLast whether this is the last event of the stream
   */
  keep(session: string, place: EventPlace, message: string, isLast: boolean): void;
  /** Returns the events that follow an event on a stream of another process, and later ones as they arrive. */
  follow(session: string, after: EventPlace): Response;
}

/** Lifetime of an event, in milliseconds. Clients resume within seconds. */
const keepMs = 2 * 60_000;
const lookMs = 100;
/** Number of reads without a new event after which the other process is checked. */
const looksUntilAsked = 20;
const keepAliveMs = 15_000;
/** Maximum time that a stream is followed, in milliseconds. No later events are expected. */
const longestMs = 15 * 60_000;

interface Kept {
  readonly message: JSONRPCMessage;
  readonly isLast: boolean;
}

const keyOf = (session: string, { process, part, streamId }: EventPlace, turn: number) =>
  `event:${JSON.stringify([session, process, part, streamId, turn])}`;

export function createSharedEvents(state: SharedState): SharedEvents {
  const read = async (session: string, after: EventPlace, turn: number): Promise<Kept | undefined> => {
    const found = await state.get(keyOf(session, after, turn)).catch(ifStoreFails);
    return found === undefined ? undefined : (JSON.parse(found) as Kept);
  };
  /** Writes the events that follow an event, until the last one. Writes an error if the other process has ended. */
  const deliver = async (session: string, after: EventPlace, write: (text: string) => void) => {
    const began = performance.now();
    let [turn, looks, saidAt] = [after.turn + 1, 0, began];
    while (performance.now() - began < longestMs) {
      const found = await read(session, after, turn);
      if (found !== undefined) {
        write(asEvent(found.message, idOfEvent({ ...after, turn })));
        if (found.isLast) return;
        [turn, looks] = [turn + 1, 0];
        continue;
      }
      looks += 1;
      if (looks % looksUntilAsked === 0 && !(await state.isRunning(after.process).catch(() => true)))
        if ((await read(session, after, turn)) === undefined)
          // The second read is needed because the process may have stored an event just before it ended.
          break;
      if (performance.now() - saidAt > keepAliveMs) {
        write(': keepalive\n\n');
        saidAt = performance.now();
      }
      await sleep(lookMs);
    }
    if (after.requestId === undefined) return;
    const error = {
      code: -32_000,
      message: `The process that handled this request has ended. ${unknownOutcome}`,
    };
    write(asEvent({ jsonrpc: '2.0', id: after.requestId, error }));
  };
  return {
    keep: (session, place, message, isLast) => {
      const kept = `{"message":${message},"isLast":${isLast}}`;
      // Failures are ignored. They only affect clients that resume, which then get only the events that were stored.
      const keep = () => void state.put(keyOf(session, place, place.turn), kept, keepMs).catch(ifStoreFails);
      // Store the event after it was sent, so that the client does not wait for the store.
      setImmediate(keep);
    },
    follow: (session, after) => {
      let hasLeft = false;
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          const write = (text: string) => {
            if (hasLeft) throw new GoneError();
            controller.enqueue(new TextEncoder().encode(text));
          };
          deliver(session, after, write).then(
            () => hasLeft || controller.close(),
            (error: unknown) => error instanceof GoneError || controller.error(error),
          );
        },
        cancel: () => {
          hasLeft = true;
        },
      });
      const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform' };
      return new Response(body, { headers: { ...headers, 'x-accel-buffering': 'no' } });
    },
  };
}

/** The client no longer reads the stream. */
class GoneError extends Error {}

const asEvent = (message: JSONRPCMessage, id?: string) =>
  `event: message\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(message)}\n\n`;
