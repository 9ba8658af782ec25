import {
  DEFAULT_NEGOTIATED_PROTOCOL_VERSION,
  type InitializeRequest,
  isInitializeRequest,
  type JSONRPCMessage,
  type RequestId,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/server';
import { maxBatch, readMessage } from '../../message.ts';
import { asAuthInfo, type Caller, type HttpCall } from '../authentication.ts';
import type { EventSink, Exchange } from '../exchange.ts';
import { acceptsBoth, acceptsEvents } from '../request/accept.ts';
import type { EventStream, SessionEvents } from './event-store.ts';
import { type ProtocolRefusal, protocolRefusals, unknownRevision } from './protocol-refusals.ts';
import { connectionClosed } from './session-messages.ts';

export interface SessionTransportOptions {
  readonly id: string;
  readonly events: SessionEvents;
  /** Called when the session begins, by its `initialize`. */
  readonly onBegun: () => void;
}

interface Stream extends EventStream {
  readonly waiting: Set<RequestId>;
  /** Response to which events are written. Undefined while no client is connected. */
  sink: EventSink | undefined;
}

const newStream = (id: string, asked: readonly RequestId[]): Stream => ({
  ...{ id, asked, count: 0 },
  waiting: new Set(asked),
  sink: undefined,
});

/** Delay after which clients should resume an interrupted stream, in milliseconds. */
const retryMs = 1000;
/** First revision whose clients support events without data. */
const primedRevision = '2025-11-25';
const eventFields = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/** Transport of a session (Streamable HTTP, 2025-11-25 or older). Serializes a message once, also for a replay. */
export class SessionTransport implements Transport {
  sessionId: string | undefined;
  onclose: Transport['onclose'];
  onerror: Transport['onerror'];
  onmessage: Transport['onmessage'];
  readonly #options: SessionTransportOptions;
  /** Stream for messages that belong to no request. */
  readonly #general = newStream('general', []);
  /** Streams by the requests that wait for their responses. */
  readonly #asked = new Map<RequestId, Stream>();
  #versions: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS;
  #streams = 0;
  #isClosed = false;

  constructor(options: SessionTransportOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    // Nothing is opened before the first request.
  }

  setSupportedProtocolVersions(versions: string[]): void {
    this.#versions = versions;
  }

  /** Processes the messages of a POST and answers it, unless it is refused. */
  post(exchange: Exchange, body: unknown, call: HttpCall<Caller>): ProtocolRefusal | undefined {
    const { headers } = exchange.head;
    if (!acceptsBoth(headers)) return protocolRefusals.acceptBoth;
    const given: readonly unknown[] = Array.isArray(body) ? body : [body];
    if (given.length > maxBatch) return protocolRefusals.batch;
    let messages: readonly JSONRPCMessage[];
    try {
      messages = given.map(readMessage);
    } catch {
      return protocolRefusals.noMessage;
    }
    if (this.#isClosed) return protocolRefusals.ended;
    const introduction = messages.find(isIntroduction);
    const refusal = introduction ? this.#begin(messages) : this.#refuseHeaders(exchange);
    if (refusal !== undefined) return refusal;
    const revision =
      introduction?.params.protocolVersion ??
      headers.get('mcp-protocol-version') ??
      DEFAULT_NEGOTIATED_PROTOCOL_VERSION;
    const stream = this.#open(messages);
    const isPrimed = this.#versions.includes(revision) && revision >= primedRevision;
    if (stream === undefined) {
      exchange.begin(202, { 'content-length': '0' });
      exchange.end();
    } else this.#connect(exchange, stream, isPrimed);
    for (const message of messages) this.#take(message, exchange, call, isPrimed);
    return undefined;
  }

  /** Answers a GET with the stream of messages that belong to no request, or with the rest of an interrupted stream. */
  listen(exchange: Exchange): ProtocolRefusal | undefined {
    const { headers } = exchange.head;
    if (!acceptsEvents(headers)) return protocolRefusals.acceptEvents;
    const refusal = this.#refuseHeaders(exchange);
    if (refusal !== undefined) return refusal;
    const last = headers.get('last-event-id');
    if (last) return this.#resume(exchange, last);
    if (this.#general.sink?.isOpen) return protocolRefusals.listening;
    this.#connect(exchange, this.#general, false);
    return undefined;
  }

  /** Checks a DELETE. @returns the refusal if it must not end the session */
  refuseEnd(exchange: Exchange): ProtocolRefusal | undefined {
    return this.#refuseHeaders(exchange);
  }

  /** Processes messages without an HTTP request, to continue a session. Resolves when all requests are answered. */
  async introduce(messages: readonly JSONRPCMessage[], call: HttpCall<Caller>): Promise<void> {
    this.#begin(messages.slice(0, 1));
    for (const message of messages) {
      const stream = this.#open([message]);
      const answered = new Promise<void>((resolve) => {
        if (stream) stream.sink = { isOpen: true, write: () => undefined, end: () => resolve() };
        else resolve();
      });
      this.onmessage?.(message, { authInfo: asAuthInfo(call) });
      await answered;
    }
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const answered = 'method' in message ? undefined : message.id;
    const id = 'method' in message ? options?.relatedRequestId : answered;
    if (id === undefined) {
      if (!('method' in message)) throw new Error('An answer without an id cannot be sent.');
      this.#write(this.#general, message, false);
      return;
    }
    const stream = this.#asked.get(id);
    if (stream === undefined) {
      // Drop notifications of a cancelled request.
      if ('method' in message && !('id' in message)) return;
      throw new Error(`No connection established for request ID: ${String(id)}`);
    }
    if (answered !== undefined) this.#settle(answered, stream);
    this.#write(stream, message, answered !== undefined && stream.waiting.size === 0);
  }

  /** Removes a cancelled request and ends its stream, which would otherwise occupy one of the caller's slots. */
  forget(id: RequestId): void {
    const stream = this.#asked.get(id);
    if (stream === undefined) return;
    this.#settle(id, stream);
    disconnect(stream);
  }

  /**
   * Answers all waiting requests with an error. Otherwise clients would try to resume their streams, or wait until they
   * time out.
   * @param message for the client
   */
  async refuseAll(message: string): Promise<void> {
    const error = { code: connectionClosed, message };
    await Promise.allSettled([...this.#asked.keys()].map((id) => this.send({ jsonrpc: '2.0', id, error })));
  }

  /** Writes a comment to all streams, so that proxies do not close them. */
  keepAlive(): void {
    for (const { sink } of this.#all()) if (sink?.isOpen) sink.write(': keepalive\n\n');
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const stream of this.#all()) disconnect(stream);
    this.#asked.clear();
    this.onclose?.();
  }

  #all(): Set<Stream> {
    return new Set([this.#general, ...this.#asked.values()]);
  }

  #begin(messages: readonly JSONRPCMessage[]): ProtocolRefusal | undefined {
    if (this.sessionId !== undefined) return protocolRefusals.begun;
    if (messages.length > 1) return protocolRefusals.oneIntroduction;
    this.sessionId = this.#options.id;
    this.#options.onBegun();
    return undefined;
  }

  #refuseHeaders({ head: { headers } }: Exchange): ProtocolRefusal | undefined {
    if (this.#isClosed) return protocolRefusals.ended;
    if (this.sessionId === undefined) return protocolRefusals.notBegun;
    const revision = headers.get('mcp-protocol-version');
    if (revision === null || this.#versions.includes(revision)) return undefined;
    return unknownRevision(revision, this.#versions);
  }

  /** Opens the stream on which requests are answered. Returns undefined if the messages contain no requests. */
  #open(messages: readonly JSONRPCMessage[]): Stream | undefined {
    const asked = messages.flatMap((message) => ('method' in message && 'id' in message ? [message.id] : []));
    if (asked.length === 0) return undefined;
    this.#streams += 1;
    const stream = newStream(String(this.#streams), asked);
    for (const id of asked) this.#asked.set(id, stream);
    return stream;
  }

  /** Writes a stream. @param isPrimed whether it begins with an id for resuming */
  #connect(exchange: Exchange, stream: Stream, isPrimed: boolean): void {
    stream.sink = exchange;
    exchange.begin(200, this.#fields());
    if (isPrimed) {
      const id = this.#options.events.keep(stream, '', false);
      exchange.write(`id: ${id}\nretry: ${retryMs}\ndata: \n\n`);
    } else exchange.flush();
  }

  #fields(): Record<string, string> {
    return this.sessionId === undefined ? eventFields : { ...eventFields, 'mcp-session-id': this.sessionId };
  }

  #take(message: JSONRPCMessage, exchange: Exchange, call: HttpCall<Caller>, isPrimed: boolean): void {
    const extra = { authInfo: asAuthInfo(call), request: exchange.asRequest() };
    if (!isPrimed || !('id' in message)) {
      this.onmessage?.(message, extra);
      return;
    }
    const closeSSEStream = () => {
      const stream = this.#asked.get(message.id as RequestId);
      if (stream) disconnect(stream);
    };
    const closeStandaloneSSEStream = () => disconnect(this.#general);
    this.onmessage?.(message, { ...extra, closeSSEStream, closeStandaloneSSEStream });
  }

  #resume(exchange: Exchange, last: string): ProtocolRefusal | undefined {
    const { events } = this.#options;
    const id = events.streamOf(last);
    if (id === undefined) return protocolRefusals.noEvent;
    const stream = [...this.#all()].find((one) => one.id === id);
    if (stream?.sink?.isOpen) return protocolRefusals.connected;
    exchange.begin(200, this.#fields());
    for (const event of events.after(last)) exchange.write(asEvent(event.id, event.text));
    if (stream === undefined) exchange.end();
    else {
      stream.sink = exchange;
      exchange.flush();
    }
    return undefined;
  }

  #settle(id: RequestId, stream: Stream): void {
    this.#asked.delete(id);
    stream.waiting.delete(id);
  }

  #write(stream: Stream, message: JSONRPCMessage, isLast: boolean): void {
    const text = JSON.stringify(message);
    const event = asEvent(this.#options.events.keep(stream, text, isLast), text);
    const { sink } = stream;
    if (isLast) stream.sink = undefined;
    if (!sink?.isOpen) return;
    if (isLast) sink.end(event);
    else sink.write(event);
  }
}

const asEvent = (id: string, text: string) => `event: message\nid: ${id}\ndata: ${text}\n\n`;

function disconnect(stream: Stream): void {
  const { sink } = stream;
  stream.sink = undefined;
  if (sink?.isOpen) sink.end();
}

const isIntroduction = (message: JSONRPCMessage): message is JSONRPCMessage & InitializeRequest =>
  'method' in message && message.method === 'initialize' && isInitializeRequest(message);
