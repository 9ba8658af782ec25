import type { Dispatcher } from 'undici';
import { DeadlineError, isCallError, UnexpectedAnswerError } from '../../contract/errors.ts';
import type { ApiRequest } from '../client/encode-request.ts';
import { type EncodedForm, encodeForm } from '../files/multipart.ts';
import type { Sink, StoredFile } from '../files/sink.ts';
import { decompress, tooLarge } from './decompress.ts';
import { AttemptTimeouts } from './timeouts.ts';

/** What comes before the body of an answer. */
export interface AnswerHead {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** An answer as it came: the body whole, within the limit. */
export interface RawAnswer extends AnswerHead {
  /** Empty where the body became a file. */
  readonly bytes: Buffer;
  readonly stored?: StoredFile | undefined;
}

/** Time and patience for one call, its repetitions included. */
export interface CallTime {
  readonly signal: AbortSignal | undefined;
  /** Moment on the monotonic clock (`performance.now()`) at which the call is given up. */
  readonly deadline: number;
  readonly timeoutMs: number;
  /** For files, which may take long as long as they move: milliseconds without a byte, and until the answer begins. */
  readonly transfer?: { readonly idleMs: number; readonly answerMs: number } | undefined;
}

/** Stands for somebody's own connections; nothing of it is read. */
export type Owner = object;

/**
 * Gives a connection on which nothing is under way, now or when there is one.
 * @param take gets it, and what to call when its request has ended: with whether both sides are in step, so that the
 *   connection can be used again
 */
export type Lease = (take: (connection: Dispatcher, release: (isInStep: boolean) => void) => void) => void;

/** Why one attempt brought no answer. */
export class AttemptError extends Error {
  /** Whether the request was put on a connection, so that the service may have seen it. */
  readonly sent: boolean;

  constructor(sent: boolean, cause: unknown) {
    super('no answer', { cause });
    this.sent = sent;
  }
}

export interface AttemptOptions {
  /** Of the service. */
  readonly origin: string;
  /** Path below which the API lies; without a trailing slash. */
  readonly prefix: string;
  readonly maxBytes: number;
  /** Whether headers say that they belong to the answer to another request. */
  readonly isForeign: (request: ApiRequest['headers'], answer: AnswerHead['headers']) => boolean;
}

/**
 * Sends a request once and reads the answer, by plain callbacks: no stream is made for a body that is read whole anyway.
 * @param time whose signal or deadline stops the attempt at once, wherever it is
 * @throws AttemptError, or another CallError where repeating cannot help: for an answer above the limit, or for a file
 *   that cannot be read or kept
 */
export function attempt(
  lease: Lease,
  request: ApiRequest,
  time: CallTime,
  options: AttemptOptions,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const { method, receive, onProgress } = request;
    const timeouts = new AttemptTimeouts(time, (error) => handler.stop(error));
    const form = formOf(request, timeouts);
    const handler = new AnswerCollector(options.maxBytes, resolve, reject);
    const cancel = () => handler.stop(time.signal?.reason);
    handler.receive = receive;
    handler.isForeign = (answer) => options.isForeign(request.headers, answer);
    if (time.transfer)
      handler.onMoved = (bytes, ofBytes) => {
        timeouts.moved();
        // For a form the way there is what takes long.
        if (form === undefined) onProgress?.(bytes, ofBytes);
      };
    handler.onSettled = () => {
      timeouts.end();
      form?.body.destroy();
      time.signal?.removeEventListener('abort', cancel);
    };
    // Nothing is sent that nobody waits for: a change would be made and its outcome stay unknown.
    if (time.signal?.aborted) return cancel();
    if (performance.now() >= time.deadline) return handler.stop(new DeadlineError(time.timeoutMs));
    time.signal?.addEventListener('abort', cancel);
    const headers = form ? { ...request.headers, ...form.headers } : request.headers;
    const body = form?.body ?? (typeof request.body === 'string' ? request.body : null);
    const path = options.prefix + request.target;
    lease((connection, release) => {
      if (handler.isSettled) return release(true);
      handler.onReleased = release;
      connection.dispatch({ origin: options.origin, path, method, headers, body }, handler);
    });
  });
}

function formOf({ body, onProgress }: ApiRequest, timeouts: AttemptTimeouts): EncodedForm | undefined {
  if (typeof body !== 'object') return undefined;
  return encodeForm(body, (sent, ofBytes) => {
    if (sent < ofBytes) timeouts.moved();
    else timeouts.awaitAnswer();
    onProgress?.(sent, ofBytes);
  });
}

/** Whether something between may have answered for a service whose own answer is still to come. */
const mayBeLate = (status: number) => status === 408 || status >= 500;

/** Nobody reads more of a refusal than its message. */
const maxErrorBytes = 64 * 1024;

class AnswerCollector implements Dispatcher.DispatchHandler {
  onSettled: () => void = () => undefined;
  /** Told when nothing of this request is under way on the connection any more. */
  onReleased: (isInStep: boolean) => void = () => undefined;
  /** Told of each piece of an answer that is no refusal: how many bytes of how many came. */
  onMoved: (bytes: number, ofBytes: number | undefined) => void = () => undefined;
  receive: ApiRequest['receive'];
  isForeign: (headers: AnswerHead['headers']) => boolean = () => false;
  isSettled = false;
  #maxBytes: number;
  readonly #resolve: (answer: RawAnswer) => void;
  readonly #reject: (error: unknown) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: Record<string, string | undefined> = {};
  #chunks: Buffer[] = [];
  #size = 0;
  #declaredSize: number | undefined;
  #sink: Sink | undefined;

  constructor(maxBytes: number, resolve: (answer: RawAnswer) => void, reject: (error: unknown) => void) {
    this.#maxBytes = maxBytes;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Ends the attempt for the caller now; the connection follows. */
  stop(reason: unknown): void {
    this.fail(reason);
    this.#controller?.abort(reason instanceof Error ? reason : new Error('stopped'));
  }

  fail(error: unknown): void {
    this.#giveUp(new AttemptError(this.#controller !== undefined, error));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.isSettled) controller.abort(new Error('stopped'));
    else this.#controller = controller;
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#status = status;
    this.#headers = {};
    for (const name in headers) {
      const value = headers[name];
      this.#headers[name] = Array.isArray(value) ? value.join(', ') : value;
    }
    if (this.isForeign(this.#headers)) {
      this.stop(new Error('the answer to another request came'));
      return;
    }
    const declared = Number(this.#headers['content-length'] ?? Number.NaN);
    this.#declaredSize = Number.isNaN(declared) ? undefined : declared;
    this.#sink = this.receive?.({ status, headers: this.#headers });
    if (this.#sink) return;
    if (status >= 400) this.#maxBytes = Math.min(this.#maxBytes, maxErrorBytes);
    else if (declared > this.#maxBytes) this.#refuse(controller, tooLarge(this.#maxBytes));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.isSettled) return;
    this.#size += chunk.length;
    if (this.#status < 300) this.onMoved(this.#size, this.#declaredSize);
    if (this.#sink) {
      this.#pour(controller, this.#sink, chunk);
      return;
    }
    this.#chunks.push(chunk);
    if (this.#size <= this.#maxBytes) return;
    if (this.#status < 400) {
      this.#refuse(controller, tooLarge(this.#maxBytes));
      return;
    }
    const isPlain = this.#headers['content-encoding'] === undefined;
    this.#answer(isPlain ? Buffer.concat(this.#chunks) : Buffer.alloc(0));
    controller.abort(new Error('enough was read'));
  }

  /** Passes a piece on, and takes no more from the connection than the sink can follow. */
  #pour(controller: Dispatcher.DispatchController, sink: Sink, chunk: Buffer): void {
    try {
      const isBusy = sink.write(chunk);
      if (isBusy === undefined) return;
      controller.pause();
      void isBusy.then(() => controller.resume());
    } catch (error) {
      this.#refuse(controller, error);
    }
  }

  onResponseEnd(): void {
    this.onReleased(!mayBeLate(this.#status));
    if (this.isSettled) return;
    if (this.#sink) {
      this.#sink.end().then(
        ({ bytes, stored }) => this.#answer(bytes ?? Buffer.alloc(0), stored),
        (error: unknown) => this.#giveUp(error),
      );
      return;
    }
    const bytes = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks);
    const encoding = this.#headers['content-encoding'];
    if (encoding === undefined) this.#answer(bytes);
    else void this.#decompress(bytes, encoding);
  }

  async #decompress(bytes: Buffer, encoding: string): Promise<void> {
    this.#chunks = [];
    try {
      this.#answer(await decompress(bytes, encoding, this.#maxBytes));
    } catch (error) {
      // The status of a refusal says enough; the words of the service are lost.
      if (this.#status >= 400) this.#answer(Buffer.alloc(0));
      else if (error instanceof UnexpectedAnswerError) this.#giveUp(error);
      else this.fail(error);
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.onReleased(false);
    // One of our own comes from a file that could not be read to its end.
    if (isCallError(error)) this.#giveUp(error);
    else this.fail(error);
  }

  #answer(bytes: Buffer, stored?: StoredFile): void {
    this.#settle(() => this.#resolve({ status: this.#status, headers: this.#headers, bytes, stored }));
  }

  /** The answer cannot be taken: not a byte more of it is read. */
  #refuse(controller: Dispatcher.DispatchController, error: unknown): void {
    this.#giveUp(error);
    controller.abort(error instanceof Error ? error : new Error('refused'));
  }

  #giveUp(error: unknown): void {
    this.#settle(() => {
      void this.#sink?.discard();
      this.#reject(error);
    });
  }

  #settle(how: () => void): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.#chunks = [];
    how();
    this.onSettled();
  }
}
