import type { AnswerHead, ApiRequest } from './request.ts';

const idHeader = 'x-request-id';
/** So many of the last requests are known by their ids. */
const maxSentIds = 4096;

/** Knows the answer to another request by its id. */
export interface SentIds {
  note(request: ApiRequest['headers']): void;
  /** Whether an answer's headers say that it belongs to another request than this. */
  isForeign(request: ApiRequest['headers'], answer: AnswerHead['headers']): boolean;
}

/** Where the service repeats ids: one that nobody here gave may be the service's own. */
export function createSentIds(): SentIds {
  const sent = new Set<string>();
  /** The same in a ring, since a set takes long to find its oldest. */
  const ring: string[] = [];
  let next = 0;
  return {
    note: (headers) => {
      const id = headers[idHeader];
      if (id === undefined || sent.has(id)) return;
      sent.add(id);
      const oldest = ring[next];
      if (oldest !== undefined) sent.delete(oldest);
      ring[next] = id;
      next = (next + 1) % maxSentIds;
    },
    isForeign: (request, answer) => {
      const id = answer[idHeader];
      return id !== undefined && id !== request[idHeader] && sent.has(id);
    },
  };
}
