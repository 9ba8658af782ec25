import type { AnswerHead, ApiRequest } from './request.ts';

const idHeader = 'x-request-id';
/** Maximum number of ids in each of two sets. At least this many of the latest ids are kept. */
const maxSentIds = 4096;

/** Detects responses to other requests by the request id. */
export interface SentIds {
  note(request: ApiRequest['headers']): void;
  /** Checks whether the headers of a response contain the id of another request of this process. */
  isForeign(request: ApiRequest['headers'], answer: AnswerHead['headers']): boolean;
}

/** Creates the record of sent ids. An unknown id is not foreign, because the service may have generated it. */
export function createSentIds(): SentIds {
  /** There are two sets. The older one is dropped as a whole, because evicting single ids is far slower. */
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
