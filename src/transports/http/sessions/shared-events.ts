import { setTimeout as sleep } from 'node:timers/promises';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { type SharedState, SharedStateError } from '../../../shared-state/shared-state.ts';
import { type EventPlace, idOfEvent } from './event-ids.ts';
import { unknownOutcome } from './session-messages.ts';

/** What other processes keep for clients that come back to this one. */
export interface SharedEvents {
  /**
   * @param message as JSON
   * @param isLast whether nothing more will come on that stream
   */
  keep(session: string, place: EventPlace, message: string, isLast: boolean): void;
  /** What came after an event on a stream that another process answers, and comes from now on. */
  follow(session: string, after: EventPlace): Response;
}

/** Clients come back within seconds. */
const keepMs = 2 * 60_000;
const lookMs = 100;
/** Looks in vain, after which the process is asked after. */
const looksUntilAsked = 20;
const keepAliveMs = 15_000;
/** After so long nothing more is to be expected. */
const longestMs = 15 * 60_000;

interface Kept {
  readonly message: JSONRPCMessage;
  readonly isLast: boolean;
}

const keyOf = (session: string, { process, part, streamId }: EventPlace, turn: number) =>
  `event:${JSON.stringify([session, process, part, streamId, turn])}`;

export function createSharedEvents(state: SharedState): SharedEvents {
  const read = async (session: string, after: EventPlace, turn: number): Promise<Kept | undefined> => {
    const found = await state.get(keyOf(session, after, turn)).catch(orNothing);
    return found === undefined ? undefined : (JSON.parse(found) as Kept);
  };
  /** @returns whether more may come */
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
          // It may have written its last just before it ended.
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
      // Who does not come back misses nothing; who does gets what there is.
      const keep = () => void state.put(keyOf(session, place, place.turn), kept, keepMs).catch(orNothing);
      // Once the event itself is on its way to the client.
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

/** Nobody reads any more. */
class GoneError extends Error {}

const asEvent = (message: JSONRPCMessage, id?: string) =>
  `event: message\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(message)}\n\n`;

function orNothing(error: unknown): undefined {
  if (error instanceof SharedStateError) return undefined;
  throw error;
}
