import type { Dispatcher } from 'undici';
import { isCallError, UnexpectedAnswerError } from '../../../contract/errors.ts';
import type { LeaseEnd } from '../../connections/pools.ts';
import type { Sink, StoredFile } from '../../files/sink.ts';
import { type AnswerHead, type ApiRequest, AttemptError, type RawAnswer } from '../request.ts';
import { decompress, tooLarge } from './decompress.ts';

/** Checks whether the status may come from a gateway. The service's own response may then still arrive. */
const mayBeLate = (status: number) => status === 408 || status >= 500;

/** Maximum size of an error body, in bytes. Reading stops beyond it, because only the message is used. */
const maxErrorBytes = 64 * 1024;

export interface Collecting {
  readonly maxBytes: number;
  /** Checks whether the headers belong to the response of another request. */
  readonly isForeign: (headers: AnswerHead['headers']) => boolean;
  readonly receive: ApiRequest['receive'];
  /** Called for each chunk of a success response with the received and the total bytes. */
  readonly onMoved: ((bytes: number, ofBytes: number | undefined) => void) | undefined;
  readonly resolve: (answer: RawAnswer) => void;
  /** Rejects with AttemptError, or with another CallError if a retry cannot help. */
  readonly reject: (error: unknown) => void;
}

/** Collects one response with plain callbacks. No stream is needed, because the body is read completely. */
export class AnswerCollector implements Dispatcher.DispatchHandler {
  /** Releases the connection as soon as no data of this request is in flight. */
  lease: LeaseEnd = { release: () => undefined, isAlone: async () => true };
  isSettled = false;
  readonly #options: Collecting;
  #maxBytes: number;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: Record<string, string | undefined> = {};
  #chunks: Buffer[] = [];
  #size = 0;
  #declaredSize: number | undefined;
  #sink: Sink | undefined;

  constructor(options: Collecting) {
    this.#options = options;
    this.#maxBytes = options.maxBytes;
  }

  /** Ends the attempt for the caller immediately, then closes the connection. */
  stop(reason: unknown): void {
    if (this.isSettled) return;
    this.#fail(reason);
    this.#controller?.abort(reason instanceof Error ? reason : new Error('stopped'));
  }

  #fail(error: unknown): void {
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
    if (this.#options.isForeign(this.#headers)) {
      this.stop(new Error('the answer belongs to another request'));
      return;
    }
    const declared = Number(this.#headers['content-length'] ?? Number.NaN);
    this.#declaredSize = Number.isNaN(declared) ? undefined : declared;
    this.#sink = this.#options.receive?.({ status, headers: this.#headers });
    if (this.#sink) return;
    if (status >= 400) this.#maxBytes = Math.min(this.#maxBytes, maxErrorBytes);
    else if (declared > this.#maxBytes) this.#refuse(controller, tooLarge(this.#maxBytes));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.isSettled) return;
    this.#size += chunk.length;
    if (this.#status < 300) this.#options.onMoved?.(this.#size, this.#declaredSize);
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

  /** Passes a chunk to the sink, and pauses the connection if the sink is slower. */
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
    this.lease.release(!mayBeLate(this.#status));
    if (this.isSettled) return;
    if (this.#hidesItsEnd()) void this.lease.isAlone().then((isAlone) => this.#end(isAlone));
    else this.#end(true);
  }

  /** Checks whether only `Content-Length` indicates where the body ends. For JSON, the parser finds the end. */
  #hidesItsEnd(): boolean {
    const isJson = /\bjson\b/i.test(this.#headers['content-type'] ?? '');
    return this.#status < 300 && this.#declaredSize !== undefined && this.#size > 0 && !isJson;
  }

  #end(isWhole: boolean): void {
    if (this.isSettled) return;
    if (!isWhole) this.#fail(new Error('the answer is longer than its declared length'));
    else if (this.#sink)
      this.#sink.end().then(
        ({ bytes, stored }) => this.#answer(bytes ?? Buffer.alloc(0), stored),
        (error: unknown) => this.#giveUp(error),
      );
    else this.#endBytes();
  }

  #endBytes(): void {
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
      // If the body of an error response cannot be decompressed, use only the status.
      if (this.#status >= 400) this.#answer(Buffer.alloc(0));
      else if (error instanceof UnexpectedAnswerError) this.#giveUp(error);
      else this.#fail(error);
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.lease.release(false);
    // A CallError means that a file to send could not be read completely.
    if (isCallError(error)) this.#giveUp(error);
    else this.#fail(error);
  }

  #answer(bytes: Buffer, stored?: StoredFile): void {
    this.#settle(() =>
      this.#options.resolve({ status: this.#status, headers: this.#headers, bytes, stored }),
    );
  }

  /** Stops reading because the response cannot be accepted. */
  #refuse(controller: Dispatcher.DispatchController, error: unknown): void {
    this.#giveUp(error);
    controller.abort(error instanceof Error ? error : new Error('refused'));
  }

  #giveUp(error: unknown): void {
    this.#settle(() => {
      void this.#sink?.discard();
      this.#options.reject(error);
    });
  }

  #settle(how: () => void): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.#chunks = [];
    how();
  }
}
