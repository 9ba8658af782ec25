import type { RequestId } from '@modelcontextprotocol/server';

/** Position of an event. The event id contains it, so that the client can resume at any process. */
export interface EventPlace {
  /** Process that answers the request. */
  readonly process: string;
  /** Random id of the session's part in that process. */
  readonly part: string;
  /** Index among all events of the part. */
  readonly place: number;
  readonly streamId: string;
  /** Index in the stream, from 0. */
  readonly turn: number;
  /** Request that the stream answers, if it is one request with a short id. */
  readonly requestId: RequestId | undefined;
}

const maxRequestId = 200;

export const idOfEvent = ({ process, part, place, streamId, turn, requestId }: EventPlace): string => {
  const asked = requestId === undefined ? '' : encodeURIComponent(JSON.stringify(requestId));
  return [process, part, place, turn, streamId, asked.length > maxRequestId ? '' : asked].join('/');
};

/** Parses an event id. Returns undefined for any other string. */
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
