import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import type { Fault } from './fault-rules.ts';

/** A complete response from the service. */
export interface WholeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** One request that a fault affects. */
export interface InterceptedRequest {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** Passes the request to the service and sends its response, as without a fault. */
  pass(): void;
  /** Runs the service and returns its response without sending it. */
  answer(): Promise<WholeAnswer>;
  /** Reads the rest of the request. */
  drain(): Promise<void>;
  head(status: number, headers: Readonly<Record<string, string>>): void;
  expireToken(): void;
  restart(closedMs: number | undefined): void;
}

type Act<Kind extends Fault['kind']> = (
  fault: Extract<Fault, { kind: Kind }>,
  exchange: InterceptedRequest,
) => Promise<void> | void;

/** Applies a fault. Resolves when the request is finished. */
export async function inject(fault: Fault, exchange: InterceptedRequest): Promise<void> {
  await (acts[fault.kind] as Act<Fault['kind']>)(fault, exchange);
}

const json = { 'content-type': 'application/json; charset=utf-8' };

const acts: { readonly [Kind in Fault['kind']]: Act<Kind> } = {
  latency: async (fault, exchange) => {
    if (await pause(exchange, fault.ms)) exchange.pass();
  },
  status: async (fault, exchange) => {
    await (fault.done ? exchange.answer() : exchange.drain());
    sendStatus(fault, exchange);
  },
  drop: async ({ at, chunked }, exchange) => {
    await (at === 'request' ? exchange.drain() : undefined);
    const whole = at === 'request' ? undefined : await exchange.answer();
    if (at !== 'body' || whole === undefined || whole.bytes.length < 2) return cut(exchange);
    await sendHalf(exchange, whole, !chunked);
    cut(exchange);
  },
  truncated: async ({ contentLength, gzip }, exchange) => {
    const whole = await exchange.answer();
    const bytes = gzip ? gzipSync(whole.bytes) : whole.bytes;
    const part = bytes.subarray(0, Math.floor(bytes.length / 2));
    exchange.head(whole.status, {
      ...whole.headers,
      ...(gzip ? { 'content-encoding': 'gzip' } : {}),
      'content-length': String((contentLength === 'right' ? part : bytes).length),
      // After a wrong length, the connection cannot be reused.
      ...(contentLength === 'wrong' ? { connection: 'close' } : {}),
    });
    exchange.outgoing.end(part);
  },
  drip: async ({ bytesPerSecond }, exchange) => {
    const { status, headers, bytes } = await exchange.answer();
    const step = Math.ceil(bytesPerSecond / 20);
    exchange.head(status, { ...headers, 'content-length': String(bytes.length) });
    for (let at = 0; at < bytes.length; at += step) {
      exchange.outgoing.write(bytes.subarray(at, at + step));
      if (!(await pause(exchange, (step * 1000) / bytesPerSecond))) return;
    }
    exchange.outgoing.end();
  },
  stall: async ({ at }, exchange) => {
    if (at === 'headers') await exchange.drain();
    else await sendHalf(exchange, await exchange.answer(), true);
    if (await pause(exchange, longestStallMs)) cut(exchange);
  },
  signInPage: async (_fault, exchange) => {
    await exchange.drain();
    exchange.head(200, { 'content-type': 'text/html; charset=utf-8' });
    exchange.outgoing.end(signInPage);
  },
  invalidJson: async (_fault, exchange) => {
    const { bytes } = await exchange.answer();
    exchange.head(200, json);
    exchange.outgoing.end(Buffer.concat([bytes, Buffer.from('}]')]));
  },
  flood: async ({ bytes, gzip }, exchange) => {
    await exchange.drain();
    exchange.head(200, { ...json, ...(gzip ? { 'content-encoding': 'gzip' } : {}) });
    await pipeline(Readable.from(filler(bytes, gzip ?? false)), exchange.outgoing);
  },
  expiredToken: (_fault, exchange) => {
    exchange.expireToken();
    exchange.pass();
  },
  restart: ({ closedMs }, exchange) => {
    exchange.restart(closedMs);
    if (closedMs === undefined) exchange.pass();
  },
};

const longestStallMs = 600_000;
const signInPage =
  '<!DOCTYPE html><html><head><title>Sign in</title></head><body><form method="post" action="/login">' +
  '<input name="login"><input name="password" type="password"><button>Sign in</button></form></body></html>';

function sendStatus(fault: Extract<Fault, { kind: 'status' }>, exchange: InterceptedRequest): void {
  const { status, body, retryAfter } = fault;
  const given = body ?? { type: 'about:blank', title: `Injected fault ${status}`, status };
  exchange.head(status, {
    ...(typeof given === 'string' ? {} : json),
    ...(body === undefined ? { 'content-type': 'application/problem+json; charset=utf-8' } : {}),
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    ...fault.headers,
  });
  exchange.outgoing.end(typeof given === 'string' ? given : JSON.stringify(given));
}

/** Sends the head and the first half of the body. Resolves when the operating system has accepted them. */
async function sendHalf(exchange: InterceptedRequest, whole: WholeAnswer, isSized: boolean): Promise<void> {
  const { status, headers, bytes } = whole;
  exchange.head(status, { ...headers, ...(isSized ? { 'content-length': String(bytes.length) } : {}) });
  const half = bytes.subarray(0, Math.floor(bytes.length / 2));
  await new Promise<void>((resolve) => exchange.outgoing.write(half, () => resolve()));
}

/** Resets the connection, so that the client detects a broken connection regardless of the sent data. */
const cut = ({ outgoing }: InterceptedRequest) => void outgoing.socket?.resetAndDestroy();

/**
 * Waits. Resolves to false if the client or the service ends the exchange in the meantime.
 * @returns true if the time has passed
 */
function pause({ outgoing }: InterceptedRequest, ms: number): Promise<boolean> {
  if (outgoing.closed || outgoing.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    const settle = (isOver: boolean) => {
      clearTimeout(timer);
      outgoing.off('close', gone);
      resolve(isOver);
    };
    const gone = () => settle(false);
    const timer = setTimeout(settle, ms, true).unref();
    outgoing.once('close', gone);
  });
}

/**
 * Yields JSON that begins with `{"Items":["aaa` and has about this many bytes. With `gzip`, each block is a separate
 * gzip member, so that a full block is compressed only once.
 */
function* filler(bytes: number, gzip: boolean): Generator<Buffer> {
  const [open, close] = ['{"Items":["', '"],"NextPageUrl":null}'].map((text) => Buffer.from(text));
  const block = Buffer.alloc(Math.min(bytes, 1_048_576), 'a');
  const pack = (part: Buffer) => (gzip ? gzipSync(part) : part);
  const packed = pack(block);
  yield pack(open as Buffer);
  for (let left = bytes; left > 0; left -= block.length)
    yield left < block.length ? pack(block.subarray(0, left)) : packed;
  yield pack(close as Buffer);
}
