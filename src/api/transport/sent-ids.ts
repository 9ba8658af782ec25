import type { AnswerHead, ApiRequest } from './request.ts';

const idHeader = 'x-request-id';
/** So many of the last requests are known by their ids, and at most twice as many. */
const maxSentIds = 4096;

/** Knows the answer to another request by its id. */
export interface SentIds {
  note(request: ApiRequest['headers']): void;
  /** Whether an answer's headers say that it belongs to another request than this. */
  isForeign(request: ApiRequest['headers'], answer: AnswerHead['headers']): boolean;
}

/** Where the service repeats ids: one that nobody here gave may be the service's own. */
export function createSentIds(): SentIds {
  /** Two sets, the older of which goes as a whole: one that loses its oldest each time costs far more. */
  let [newer, older] = [new Set<string>(), new Set<string>()];
  return {
    note: (headers) => {
      const id = headers[idHeader];
      if (id === undefined) return;
      if (newer.size === maxSentIds) [newer, older] = [new Set(), newer];
      newer.add(id);
    },
    isForeign: (request, answer) => {
      const id = answer[idHeader];
      return id !== undefined && id !== request[idHeader] && (newer.has(id) || older.has(id));
    },
  };
}
