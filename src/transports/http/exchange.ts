import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { leastLarge } from './connections/large-writes.ts';
import { discardUnread } from './request/body.ts';
import { type RefusalKind, type RefusalReason, refusalOf } from './request/error-response.ts';
import { headOf, type RequestHead } from './request/head.ts';

export interface HttpAnswer {
  readonly requestId: string;
  readonly method: string;
  readonly status: number;
  readonly ms: number;
  /** Why it was refused here. */
  readonly reason: string | undefined;
  /** The same in one word, where the status alone does not tell it. */
  readonly kind: RefusalKind | undefined;
  /** Where it was found out who sent it. */
  readonly caller: string | undefined;
  /** Of the client, as far as it is known. */
  readonly address: string;
}

export interface ExchangeOptions {
  /** Address of the client, as far as it is known. */
  readonly address: string;
  /** Fields of every answer to this request. */
  readonly fields: HeaderFields;
  /** Called when the answer begins. */
  readonly onAnswer: (answer: HttpAnswer) => void;
}

export type HeaderFields = Readonly<Record<string, string>>;

/** Where the events of a stream go. */
export interface EventSink {
  /** Whether the client can still get what is written. */
  readonly isOpen: boolean;
  write(text: string): void;
  /** Ends the stream, with a last text. */
  end(text?: string): void;
}

/**
 * One request and its answer on Node's own HTTP, without objects of the web. Nothing is held back: Node counts what waits,
 * and `InFlight` drops answers if it is too much.
 */
export class Exchange implements EventSink {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly head: RequestHead;
  readonly requestId: string;
  /** Resolves when the answer has been taken, or the client has gone. */
  readonly ended: Promise<void>;
  /** Id of the caller, once it is known. */
  caller: string | undefined;
  /** Whether the answer lasts until the server ends. A connection is not kept behind it. */
  isLasting = false;
  /** Called behind each large part of the answer. */
  onLargeWrite: (() => void) | undefined;
  readonly #options: ExchangeOptions;
  readonly #began = performance.now();

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, options: ExchangeOptions) {
    this.incoming = incoming;
    this.outgoing = outgoing;
    this.#options = options;
    this.head = headOf(incoming);
    this.requestId = requestIdOf(this.head.headers.get('x-request-id'));
    // From the start: a client may leave while it is being asked who it is.
    this.ended = new Promise((resolve) => outgoing.once('close', resolve));
  }

  get isOpen(): boolean {
    return !this.outgoing.destroyed && !this.outgoing.writableEnded;
  }

  /** Writes the head of the answer, which goes out with the first part of it, or with `flush`. */
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
      // Nobody holds a connection who was not let in.
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

  /** Writes the answer of a part that speaks in objects of the web. */
  async respond(response: Response): Promise<void> {
    const fields: Record<string, string> = {};
    response.headers.forEach((value, name) => {
      // The listener alone knows whether the connection is about to end.
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

  /** In the next round of the event loop, because only then has the kernel taken what it takes at once. */
  #noteLarge(text: string | Uint8Array): void {
    if (text.length >= leastLarge && this.onLargeWrite !== undefined) setImmediate(this.onLargeWrite);
  }

  /** The request as tools see it, which read nothing of it but its address and headers. */
  asRequest(): Request {
    return this.head as unknown as Request;
  }

  /** The request for a part that speaks in objects of the web; its body has been read. */
  toRequest(accept: string | null): Request {
    const { head, incoming, outgoing } = this;
    const headers = new Headers();
    const { rawHeaders } = incoming;
    for (let at = 0; at < rawHeaders.length; at += 2)
      headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
    if (accept !== null) headers.set('accept', accept);
    const left = new AbortController();
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) left.abort(new Error('The client disconnected.'));
    });
    return new Request(head.url, { method: head.method, headers, signal: left.signal });
  }
}

const noRefusal = { message: undefined, kind: undefined };

const isEventStream = (fields: HeaderFields): boolean =>
  fields['content-type']?.startsWith('text/event-stream') === true;

/** The client's own id for a request, where it is one that can go into logs and headers; otherwise a new one. */
export const requestIdOf = (given: string | null | undefined): string =>
  given && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();
