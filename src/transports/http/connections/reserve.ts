import type { Body } from '../request/body.ts';
import type { RequestHead } from '../request/head.ts';

/** Reads the body of a request. Refuses a body of more than `maxBytes`. */
type ReadBody = (maxBytes: number) => Promise<Body>;

/** Extra slots for callers who have reached their limit on requests. They are only for messages that start no work. */
export interface Reserve {
  /**
   * Reads a request that may start no work: a cancellation, a response, or the end of a session. Such requests free
   * capacity. A refused request releases its slot immediately, an accepted one when `ended` resolves.
   * @param ended resolves when the response has been read or the client has disconnected
   * @returns undefined if the request starts work, is invalid or too long, or no slot is free
   */
  read(
    account: string,
    request: RequestHead,
    readBody: ReadBody,
    ended: Promise<unknown>,
  ): Promise<{ readonly json: unknown } | undefined>;
}

/** Maximum number of slots of one caller. Beyond it, requests are refused without being read. */
const maxPlaces = 8;
/** Maximum size of a body, in bytes. A cancellation has a few hundred bytes, an answer to a form a few thousand. */
const maxBytes = 64 * 1024;

export function createReserve(): Reserve {
  const taken = new Map<string, number>();
  const add = (account: string, count: number) => {
    const places = (taken.get(account) ?? 0) + count;
    if (places > 0) taken.set(account, places);
    else taken.delete(account);
  };
  return {
    read: async (account, request, readBody, ended) => {
      if (request.method === 'DELETE') return { json: undefined };
      const isShort = Number(request.headers.get('content-length') ?? 0) <= maxBytes;
      if (request.method !== 'POST' || !isShort || (taken.get(account) ?? 0) >= maxPlaces) return undefined;
      add(account, 1);
      const body = await readBody(maxBytes);
      if ('json' in body && startsNoWork(body.json)) {
        void ended.then(() => add(account, -1));
        return body;
      }
      add(account, -1);
      return undefined;
    },
  };
}

/** Checks whether all messages of a body are notifications or responses (JSON-RPC 2.0, 4.1 and 5). */
function startsNoWork(body: unknown): boolean {
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  return messages.length > 0 && messages.every(isNotificationOrAnswer);
}

function isNotificationOrAnswer(message: unknown): boolean {
  if (typeof message !== 'object' || message === null) return false;
  return 'method' in message ? !('id' in message) : 'result' in message || 'error' in message;
}
