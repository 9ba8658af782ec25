import type { Body } from '../request/body.ts';
import type { RequestHead } from '../request/head.ts';

/** Reads the body of a request; a longer one is refused. */
type ReadBody = (maxBytes: number) => Promise<Body>;

/** Room for messages that start no work, for callers who have no room for another request. */
export interface Reserve {
  /**
   * Reads a request if it can be one that starts no work: a cancellation or an answer frees room, and so does the end
   * of a session. A refused request gives its place back at once; another one keeps it until its answer was taken.
   * @param ended resolves when the answer was taken, or the client has gone
   * @returns undefined if the request starts work, is wrong or too long, or no place is free
   */
  read(
    account: string,
    request: RequestHead,
    readBody: ReadBody,
    ended: Promise<unknown>,
  ): Promise<{ readonly json: unknown } | undefined>;
}

/** Places of one caller. Further requests are refused unread. */
const maxPlaces = 8;
/** A cancellation has some hundred bytes, an answer of a person's form a few thousand. */
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

/** Whether all messages of a body are notifications or answers (JSON-RPC 2.0, 4.1 and 5). */
function startsNoWork(body: unknown): boolean {
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  return messages.length > 0 && messages.every(isNotificationOrAnswer);
}

function isNotificationOrAnswer(message: unknown): boolean {
  if (typeof message !== 'object' || message === null) return false;
  return 'method' in message ? !('id' in message) : 'result' in message || 'error' in message;
}
