import type { RequestId } from '@modelcontextprotocol/server';

/** Where an event stands, as its id says it to whichever process the client comes back to. */
export interface EventPlace {
  /** The process that answers the request. */
  readonly process: string;
  /** Of the session in that process. */
  readonly part: string;
  /** Among all events of that part. */
  readonly place: number;
  readonly streamId: string;
  /** Among those of the stream, from 0. */
  readonly turn: number;
  /** What is answered on that stream, where it is one request with an id that is not too long. */
  readonly requestId: RequestId | undefined;
}

const maxRequestId = 200;

export const idOfEvent = ({ process, part, place, streamId, turn, requestId }: EventPlace): string => {
  const asked = requestId === undefined ? '' : encodeURIComponent(JSON.stringify(requestId));
  return [process, part, place, turn, streamId, asked.length > maxRequestId ? '' : asked].join('/');
};

/** @returns undefined for what is no id of an event */
export function placeOfEvent(id: string): EventPlace | undefined {
  const [process, part, place, turn, streamId, asked] = id.split('/');
  if (!process || !part || !streamId || asked === undefined) return undefined;
  if (!/^\d{1,15}$/.test(place ?? '') || !/^\d{1,15}$/.test(turn ?? '')) return undefined;
  return {
    ...{ process, part, place: Number(place), streamId, turn: Number(turn) },
    requestId: asked === '' ? undefined : requestIdIn(asked),
  };
}

function requestIdIn(asked: string): RequestId | undefined {
  try {
    const found: unknown = JSON.parse(decodeURIComponent(asked));
    return typeof found === 'string' || typeof found === 'number' ? found : undefined;
  } catch {
    return undefined;
  }
}
