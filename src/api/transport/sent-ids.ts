import type { AnswerHead, ApiRequest } from './request.ts';

const idHeader = 'x-request-id';
/** Size of one set of ids. Between one and two sets of the latest ids are kept. */
const maxSentIds = 4096;

/** Detects by the request id that an answer belongs to another request. */
export interface SentIds {
  note(request: ApiRequest['headers']): void;
  /** Checks whether the headers of an answer name another request of this process. */
  isForeign(request: ApiRequest['headers'], answer: AnswerHead['headers']): boolean;
}

/** Creates the record of sent ids. An unknown id may be one that the service has made, so it proves nothing. */
export function createSentIds(): SentIds {
  /** Two sets, of which the older one is dropped as a whole, because evicting single ids costs far more. */
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
