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
  return {
    note: (headers) => {
      const id = headers[idHeader];
      if (id === undefined || sent.has(id)) return;
      sent.add(id);
      const [oldest] = sent;
      if (sent.size > maxSentIds && oldest !== undefined) sent.delete(oldest);
    },
    isForeign: (request, answer) => {
      const id = answer[idHeader];
      return id !== undefined && id !== request[idHeader] && sent.has(id);
    },
  };
}
