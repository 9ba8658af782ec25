import type { Dispatcher, FormData } from 'undici';
import { decompress, tooLarge } from './encoding.ts';
import { DeadlineError, UnexpectedAnswerError } from './errors.ts';
import type { ApiRequest, FormPart } from './request.ts';

/** An answer as it came: the body whole, within the limit. */
export interface RawAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly bytes: Buffer;
}

/** Time and patience for one call, its repetitions included. */
export interface CallTime {
  readonly signal: AbortSignal | undefined;
  /** Moment on the monotonic clock (`performance.now()`) at which the call is given up. */
  readonly deadline: number;
  readonly timeoutMs: number;
}

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
  /** Path below which the API lies; without a trailing slash. */
  readonly prefix: string;
  readonly maxBytes: number;
}

/**
 * Sends a request once and reads the answer, by the dispatcher's plain callbacks: no stream is made for a body that is
 * read whole anyway.
 * @param time whose signal or deadline stops the attempt at once, wherever it is
 * @throws AttemptError, or UnexpectedAnswerError for an answer above `maxBytes`
 */
export function attempt(
  dispatcher: Dispatcher,
  request: ApiRequest,
  time: CallTime,
  options: AttemptOptions,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const handler = new AnswerCollector(options.maxBytes, resolve, reject);
    const cancel = () => handler.stop(time.signal?.reason);
    const timer = setTimeout(
      () => handler.stop(new DeadlineError(time.timeoutMs)),
      time.deadline - performance.now(),
    );
    handler.onSettled = () => {
      clearTimeout(timer);
      time.signal?.removeEventListener('abort', cancel);
    };
    // Nothing is sent that nobody waits for: a change would be made and its outcome stay unknown.
    if (time.signal?.aborted) return cancel();
    if (performance.now() >= time.deadline) return handler.stop(new DeadlineError(time.timeoutMs));
    time.signal?.addEventListener('abort', cancel);
    const send = (body: string | FormData | null) => {
      if (handler.isSettled) return;
      const { method, headers } = request;
      dispatcher.dispatch({ path: options.prefix + request.target, method, headers, body }, handler);
    };
    if (typeof request.body === 'object')
      encodeForm(request.body).then(send, (error: unknown) => handler.fail(error));
    else send(request.body ?? null);
  });
}

/** Nobody reads more of a refusal than its message. */
const maxErrorBytes = 64 * 1024;

class AnswerCollector implements Dispatcher.DispatchHandler {
  onSettled: () => void = () => undefined;
  isSettled = false;
  #maxBytes: number;
  readonly #resolve: (answer: RawAnswer) => void;
  readonly #reject: (error: unknown) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: Record<string, string | undefined> = {};
  #chunks: Buffer[] = [];
  #size = 0;

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
    this.#settle(() => this.#reject(new AttemptError(this.#controller !== undefined, error)));
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
    if (status >= 400) this.#maxBytes = Math.min(this.#maxBytes, maxErrorBytes);
    else if (Number(this.#headers['content-length']) > this.#maxBytes) this.#refuse(controller);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.isSettled) return;
    this.#size += chunk.length;
    this.#chunks.push(chunk);
    if (this.#size <= this.#maxBytes) return;
    if (this.#status < 400) {
      this.#refuse(controller);
      return;
    }
    const isPlain = this.#headers['content-encoding'] === undefined;
    this.#answer(isPlain ? Buffer.concat(this.#chunks) : Buffer.alloc(0));
    controller.abort(new Error('enough was read'));
  }

  onResponseEnd(): void {
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
      else if (error instanceof UnexpectedAnswerError) this.#settle(() => this.#reject(error));
      else this.fail(error);
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  #answer(bytes: Buffer): void {
    this.#settle(() => this.#resolve({ status: this.#status, headers: this.#headers, bytes }));
  }

  /** The answer is above the limit: not a byte more of it is taken. */
  #refuse(controller: Dispatcher.DispatchController): void {
    const error = tooLarge(this.#maxBytes);
    this.#settle(() => this.#reject(error));
    controller.abort(error);
  }

  #settle(how: () => void): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.#chunks = [];
    how();
    this.onSettled();
  }
}

async function encodeForm(parts: readonly FormPart[]): Promise<FormData> {
  const { FormData } = await import('undici');
  const form = new FormData();
  for (const part of parts) appendPart(form, part);
  return form;
}

function appendPart(form: FormData, { name, value }: FormPart): void {
  if (typeof value === 'string') form.append(name, value);
  else form.append(name, new Blob([value.bytes], { type: value.mediaType }), value.fileName);
}
