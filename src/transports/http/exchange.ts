import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { discardUnread } from './request/body.ts';
import { type RefusalKind, type RefusalReason, refusalOf } from './request/error-response.ts';
import { headOf, type RequestHead } from './request/head.ts';

/** Size in bytes of a write after which the unread bytes are checked at once, not only periodically. */
const leastLarge = 64 * 1024;

export interface HttpAnswer {
  readonly requestId: string;
  readonly method: string;
  readonly status: number;
  readonly ms: number;
  /** Reason for the refusal. Undefined if the request was accepted. */
  readonly reason: string | undefined;
  /** Label of the refusal for metrics, if the status is not specific enough. */
  readonly kind: RefusalKind | undefined;
  /** Id of the caller. Undefined if the request was not authenticated. */
  readonly caller: string | undefined;
  /** Address of the client, if it is known. */
  readonly address: string;
}

export interface ExchangeOptions {
  /** Address of the client, if it is known. */
  readonly address: string;
  /** Headers that every response to this request gets. */
  readonly fields: HeaderFields;
  /** Called when the response begins. */
  readonly onAnswer: (answer: HttpAnswer) => void;
}

export type HeaderFields = Readonly<Record<string, string>>;

/** Destination of the events of a stream. */
export interface EventSink {
  /** Whether the client can still receive data. */
  readonly isOpen: boolean;
  write(text: string): void;
  /** Ends the stream, optionally after writing `text`. */
  end(text?: string): void;
}

/**
 * One request and its response on Node's HTTP, without web `Request` and `Response` objects. Writes never wait: Node
 * counts the unread bytes, and `InFlight` drops responses if there are too many.
 */
export class Exchange implements EventSink {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly head: RequestHead;
  readonly requestId: string;
  /** Resolves when the response has been read or the client has disconnected. */
  readonly ended: Promise<void>;
  /** Id of the caller. Undefined before authentication. */
  caller: string | undefined;
  /** Whether the response lasts until shutdown. If so, its connection is not reused. */
  isLasting = false;
  onLargeWrite: (() => void) | undefined;
  readonly #options: ExchangeOptions;
  readonly #began = performance.now();

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, options: ExchangeOptions) {
    this.incoming = incoming;
    this.outgoing = outgoing;
    this.#options = options;
    this.head = headOf(incoming);
    this.requestId = requestIdOf(this.head.headers.get('x-request-id'));
    // Listen from the start, because the client may disconnect during authentication.
    this.ended = new Promise((resolve) => outgoing.once('close', resolve));
  }

  get isOpen(): boolean {
    return !this.outgoing.destroyed && !this.outgoing.writableEnded;
  }

  /** Writes status and headers. They are sent with the first part of the body, or by `flush`. */
  begin(status: number, fields: HeaderFields, refusal?: RefusalReason): void {
    const { outgoing, requestId, head, caller } = this;
    const { address, onAnswer } = this.#options;
    const ms = performance.now() - this.#began;
    const { message: reason, kind } = refusal ?? noRefusal;
    onAnswer({ requestId, method: head.method, status, ms, reason, kind, caller, address });
    if (outgoing.destroyed) return;
    if (this.isLasting && isEventStream(fields)) outgoing.shouldKeepAlive = false;
    outgoing.writeHead(status, {
      'cache-control': 'no-store',
      ...fields,
      ...this.#options.fields,
      'x-request-id': requestId,
      // Close the connection, because unauthenticated clients must not keep one.
      ...(caller === undefined && { connection: 'close' }),
    });
  }

  flush(): void {
    this.outgoing.flushHeaders();
  }

  write(text: string | Uint8Array): void {
    this.outgoing.write(text);
    this.#noteLarge(text);
  }

  end(text: string | Uint8Array = ''): void {
    this.outgoing.end(text);
    this.#noteLarge(text);
    discardUnread(this.incoming);
  }

  async respond(response: Response): Promise<void> {
    const fields: Record<string, string> = {};
    response.headers.forEach((value, name) => {
      // Omit this header, because the listener decides whether the connection stays open.
      if (name !== 'connection') fields[name] = value;
    });
    const isStream = isEventStream(fields);
    const body = isStream ? undefined : new Uint8Array(await response.arrayBuffer());
    if (body !== undefined && response.status !== 202) fields['content-length'] = String(body.byteLength);
    this.begin(response.status, fields, refusalOf(response));
    if (body !== undefined || response.body === null) return this.end(body);
    this.flush();
    await this.#pour(response.body);
  }

  async #pour(body: ReadableStream<Uint8Array>): Promise<void> {
    const reader = body.getReader();
    void this.ended.then(() => reader.cancel().catch(() => undefined));
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (!this.isOpen) return;
      this.write(part.value);
    }
    if (this.isOpen) this.end();
  }

  /** Checks the unread bytes in the next iteration of the event loop, after the kernel accepted a part. */
  #noteLarge(text: string | Uint8Array): void {
    if (text.length >= leastLarge && this.onLargeWrite !== undefined) setImmediate(this.onLargeWrite);
  }

  /** Writes JSON as the whole response. */
  writeJson(text: string): void {
    const length = String(Buffer.byteLength(text));
    this.begin(200, { 'content-type': 'application/json', 'content-length': length });
    this.end(text);
  }

  /** Returns the request for tools, which read only its address and headers. */
  asRequest(): Request {
    return this.head as unknown as Request;
  }

  /**
   * Returns the request for the SDK, with a signal that is aborted if the client disconnects. The SDK reads no other
   * members, because the body was already parsed.
   */
  asAbortableRequest(): Request {
    const { head, outgoing } = this;
    const left = new AbortController();
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) left.abort(new Error('The client disconnected.'));
    });
    return { ...head, signal: left.signal } as unknown as Request;
  }
}

const noRefusal = { message: undefined, kind: undefined };

const isEventStream = (fields: HeaderFields): boolean =>
  fields['content-type']?.startsWith('text/event-stream') === true;

/** Returns the client's request id if it is safe for logs and headers, otherwise a new one. */
export const requestIdOf = (given: string | null | undefined): string =>
  given && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();
