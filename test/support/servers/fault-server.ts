import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { canary, exchangePath, tokenPath } from './upstream.ts';

/** A received request. */
export interface Taken {
  readonly method: string;
  readonly target: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Value of `performance.now()` when the request was complete. */
  readonly at: number;
}

/** Handles one request: writes any bytes to the connection, or nothing. */
export type Fault = (socket: Socket, taken: Taken) => unknown;

/**
 * Mock service below the HTTP layer. It writes every byte itself, because HTTP libraries prevent servers from sending
 * invalid responses.
 */
export interface FaultServer {
  readonly url: string;
  readonly port: number;
  /** Requests other than for tokens, in order. */
  readonly calls: Taken[];
  /** Requests for tokens, in order. */
  readonly tokenCalls: Taken[];
  /** Number of connections made, and of those still open. */
  readonly connections: { made: number; open: number };
  /** Returns the number of bytes written to the connections. */
  written(): number;
  /**
   * Sets the faults: the nth call gets the nth fault, all later calls get the last one. Clears the recorded requests.
   */
  plays(...faults: Fault[]): void;
  /** Response to sign-ins and token exchanges. If undefined, the tokens are valid. */
  onToken: Fault | undefined;
  /** Resolves when no connection is open. */
  idle(): Promise<void>;
  /** Resolves when the client has closed a connection. */
  left(): Promise<void>;
  close(): Promise<void>;
}

const crlf = '\r\n';
const head = (status: number, headers: Readonly<Record<string, string | number>>) =>
  [
    `HTTP/1.1 ${status} Any`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    crlf,
  ].join(crlf);
const chunk = (bytes: string) => `${Buffer.byteLength(bytes).toString(16)}${crlf}${bytes}${crlf}`;
const jsonType = { 'content-type': 'application/json; charset=utf-8' };
const whole = JSON.stringify({ Id: 'whole', Text: 'x'.repeat(2000) });
const half = whole.slice(0, 1000);
/** Compresses 64 MB of zeros to 64 KB. Gzip members can be concatenated to reach any size. */
const bombMember = () => gzipSync(Buffer.alloc(64 * 1024 * 1024), { level: 9 });

/** Returns a valid response. */
export const answer =
  (status: number, headers: Record<string, string | number> = {}, body: string | Buffer = ''): Fault =>
  (socket) => {
    const length = { 'content-length': Buffer.byteLength(body) };
    socket.write(head(status, { ...(body === '' ? {} : jsonType), ...length, ...headers }));
    socket.write(body);
  };

export const faults = {
  fine: answer(200, {}, whole),
  reset: (socket) => socket.resetAndDestroy(),
  close: (socket) => socket.end(),
  resetInSizedBody: async (socket) => {
    socket.write(head(200, { ...jsonType, 'content-length': whole.length }) + half);
    await sleep(30);
    socket.resetAndDestroy();
  },
  resetInChunkedBody: async (socket) => {
    socket.write(head(200, { ...jsonType, 'transfer-encoding': 'chunked' }) + chunk(half));
    await sleep(30);
    socket.resetAndDestroy();
  },
  endInSizedBody: (socket) =>
    socket.end(head(200, { ...jsonType, 'content-length': whole.length, connection: 'close' }) + half),
  endInChunkedBody: (socket) =>
    socket.end(head(200, { ...jsonType, 'transfer-encoding': 'chunked' }) + chunk(half)),
  endInGzip: answer(200, { 'content-encoding': 'gzip' }, gzipSync(whole).subarray(0, 20)),
  /** The body is shorter than Content-Length says. */
  lengthTooShort: (socket) => socket.write(head(200, { ...jsonType, 'content-length': 1000 }) + whole),
  twoLengths: (socket) =>
    socket.write(
      head(200, { ...jsonType, 'content-length': `${whole.length}\r\ncontent-length: 5` }) + whole,
    ),
  chunkSizeOfGarbage: (socket) =>
    socket.write(`${head(200, { ...jsonType, 'transfer-encoding': 'chunked' })}xyz${crlf}{}${crlf}`),
  stallInBody: (socket) => socket.write(head(200, { ...jsonType, 'content-length': whole.length }) + half),
  stall: () => undefined,
  /** Sends one byte at a time, without end. */
  drip: async (socket) => {
    socket.write(head(200, { ...jsonType, 'content-length': 1_000_000 }));
    for (; !socket.destroyed; await sleep(20)) socket.write(' ');
  },
  dripInHeaders: async (socket) => {
    socket.write(`HTTP/1.1 200 Any${crlf}x-drip: `);
    for (; !socket.destroyed; await sleep(20)) socket.write('a');
  },
  otherProtocol: (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'),
  noise: (socket) => socket.end(Buffer.from('\u0000\u0001ÿþ\r\n\r\n<<<', 'latin1')),
  headersTooLarge: (socket) => socket.end(head(200, { 'x-large': 'x'.repeat(1024 * 1024) })),
} satisfies Record<string, Fault>;

/** Sends JSON of this size in bytes, as fast as the client reads it. */
export const flood = (bytes: number, headers: Record<string, string | number> = {}): Fault =>
  pour(Buffer.alloc(64 * 1024, 'x'), bytes, headers);

/** Sends a gzip body of about this size in bytes, which inflates to a thousand times the size. */
export const bomb = (bytes: number): Fault => pour(bombMember(), bytes, { 'content-encoding': 'gzip' });

const pour =
  (piece: Buffer, bytes: number, headers: Record<string, string | number>): Fault =>
  async (socket) => {
    socket.write(head(200, { ...jsonType, 'transfer-encoding': 'chunked', ...headers }));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    for (let sent = 0; sent < bytes && !socket.destroyed; sent += piece.length) {
      socket.write(`${piece.length.toString(16)}${crlf}`);
      socket.write(piece);
      // A broken connection is not a failure of the mock server.
      if (!socket.write(crlf)) await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
    }
    if (!socket.destroyed) socket.write(`0${crlf}${crlf}`);
  };

/** @param options `tls`: uses TLS with these options; `port`: listens on this port instead of a free one */
export async function startFaultServer(
  options: { tls?: TlsOptions; port?: number } = {},
): Promise<FaultServer> {
  let script: readonly Fault[] = [faults.fine];
  let turn = 0;
  let tokens = 0;
  let written = 0;
  const sockets = new Set<Socket>();
  const token: Fault = (socket, { target }) => {
    tokens += 1;
    const value = target === tokenPath ? canary.session : `${canary.token}-${tokens}`;
    const body = { access_token: value, token_type: 'bearer', expires_in: 3600 };
    answer(200, {}, JSON.stringify(body))(socket, undefined as never);
  };
  const play = (socket: Socket, taken: Taken) => {
    if (taken.target === tokenPath || taken.target === exchangePath) {
      found.tokenCalls.push(taken);
      return (found.onToken ?? token)(socket, taken);
    }
    found.calls.push(taken);
    turn += 1;
    return script[Math.min(turn, script.length) - 1]?.(socket, taken);
  };
  const accept = (socket: Socket) => {
    sockets.add(socket);
    found.connections.made += 1;
    found.connections.open += 1;
    socket.on('error', () => undefined);
    socket.once('close', () => {
      sockets.delete(socket);
      written += socket.bytesWritten;
      found.connections.open -= 1;
    });
    readRequests(socket, (taken) => void play(socket, taken));
  };
  const server: Server = options.tls ? createTlsServer(options.tls, accept) : createServer(accept);
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const found: FaultServer = {
    url: `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    calls: [],
    tokenCalls: [],
    connections: { made: 0, open: 0 },
    written: () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, written),
    plays: (...next) => {
      script = next;
      turn = 0;
      found.calls.length = 0;
    },
    onToken: undefined,
    idle: async () => {
      while (sockets.size > 0) await sleep(10);
    },
    left: async () => {
      while (found.connections.open === found.connections.made) await sleep(10);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return found;
}

/** Splits the bytes of a connection into requests by Content-Length. */
export function readRequests(socket: Socket, onRequest: (taken: Taken) => void): void {
  let received = '';
  socket.setEncoding('latin1').on('data', (data: unknown) => {
    received += String(data);
    for (;;) {
      const end = received.indexOf(crlf + crlf);
      if (end < 0) return;
      const [first = '', ...lines] = received.slice(0, end).split(crlf);
      const headers = Object.fromEntries(
        lines.map((line) => [
          line.slice(0, line.indexOf(':')).toLowerCase(),
          line.slice(line.indexOf(':') + 1).trim(),
        ]),
      );
      const length = Number(headers['content-length'] ?? 0);
      if (received.length < end + 4 + length) return;
      const [method = '', target = ''] = first.split(' ');
      const body = Buffer.from(received.slice(end + 4, end + 4 + length), 'latin1').toString('utf8');
      received = received.slice(end + 4 + length);
      onRequest({ method, target, headers, body, at: performance.now() });
    }
  });
}
