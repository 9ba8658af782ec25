import type { Pools } from '../connections/pools.ts';
import { type EncodedForm, encodeForm } from '../files/multipart.ts';
import { AnswerCollector } from './answer/answer-collector.ts';
import type { OutboundRequest, RawAnswer, Send } from './request.ts';
import type { SentIds } from './sent-ids.ts';

export interface AttemptOptions {
  readonly pools: Pick<Pools, 'lease'>;
  readonly ids: SentIds;
  readonly origin: string;
  /** Base path of the API, without a trailing slash. */
  readonly prefix: string;
  /** Maximum size of an answer, in bytes. Longer ones are refused. */
  readonly maxBytes: number;
}

/**
 * Sends a request once and reads the answer.
 * @throws AttemptError, or another CallError if a retry cannot help: the answer is too long, or a file cannot be read
 * or written
 */
export const attempt =
  ({ pools, ids, origin, prefix, maxBytes }: AttemptOptions): Send =>
  (request) =>
    new Promise<RawAnswer>((resolve, reject) => {
      const { method, headers, time, limits, onProgress } = request;
      ids.note(headers);
      const form = formOf(request);
      const close = () => form?.body.destroy();
      const collector = new AnswerCollector({
        maxBytes,
        isForeign: (answer) => ids.isForeign(headers, answer),
        receive: request.receive,
        onMoved:
          time.transfer &&
          ((bytes, ofBytes) => {
            limits?.moved();
            // If the request is a form, `onProgress` reports only its upload, which takes longest.
            if (form === undefined) onProgress?.(bytes, ofBytes);
          }),
        resolve: (answer) => {
          resolve(answer);
          close();
        },
        reject: (error) => {
          reject(error);
          close();
        },
      });
      if (limits) limits.onStop = (reason) => collector.stop(reason);
      const sent = {
        origin,
        path: prefix + request.target,
        method,
        headers: form ? { ...headers, ...form.headers } : headers,
        body: form?.body ?? (typeof request.body === 'string' ? request.body : null),
      };
      pools.lease(
        request.owner,
        (connection, end) => {
          if (collector.isSettled) return end.release(true);
          collector.lease = end;
          connection.dispatch(sent, collector);
        },
        request.access !== 'read',
      );
    });

function formOf({ body, limits, onProgress }: OutboundRequest): EncodedForm | undefined {
  if (typeof body !== 'object') return undefined;
  return encodeForm(body, (sent, ofBytes) => {
    if (sent < ofBytes) limits?.moved();
    else limits?.awaitAnswer();
    onProgress?.(sent, ofBytes);
  });
}
