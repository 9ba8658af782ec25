import {
  createServer as createPlain,
  type IncomingMessage,
  type RequestListener,
  Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecure } from 'node:https';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import type { Bounds } from './bounds.ts';
import { createConnections } from './connections.ts';

/** Certificate and key in PEM. */
export interface Tls {
  readonly cert: string;
  readonly key: string;
}

/** How long a client may take, and how much it may send before anybody looks at it; in milliseconds. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  // Longer than proxies keep a connection, so that they never send into one that is just being closed.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16 * 1024,
  handshakeTimeout: 10_000,
};
const maxHeaders = 100;
const closing = { connection: 'close', 'cache-control': 'no-store' };
const maxRequestsPerConnection = 1_000;

/** Connections that end are counted by the system for a moment longer than here. */
const maxEnding = 256;

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly tls: Tls | undefined;
  readonly trustProxy: boolean;
  readonly bounds: Bounds;
}

export interface Listener {
  readonly port: number;
  /** Somebody was let in with this request: whose connection it came on is known. */
  know(request: IncomingMessage): void;
  /** From now on new connections get this certificate; where there was none from the start, nothing happens. */
  renewTls(tls: Tls): void;
  /** No new connections; those that are open end with their next answer. */
  stopAccepting(): Promise<void>;
  /** Ends connections on which nothing is under way. */
  closeIdle(): void;
  closeAll(): Promise<void>;
}

/** @throws Error with `code` where the address cannot be listened on */
export async function listen(
  handle: RequestListener,
  { host, port, tls, trustProxy, bounds }: ListenOptions,
): Promise<Listener> {
  const server = tls ? createSecure({ ...limits, ...tls }) : createPlain(limits);
  // One more than may come: those above it would be left out, and the rest passed for the whole.
  server.maxHeadersCount = maxHeaders + 1;
  server.maxConnections = bounds.connections + maxEnding;
  server.maxRequestsPerSocket = maxRequestsPerConnection;
  server.timeout = bounds.standstillMs;
  const connections = createConnections(bounds, trustProxy);
  let isStopping = false;
  const take: RequestListener = (request, response) => {
    const { socket } = request;
    // Its last answer was given: whoever sends more has not waited for it.
    if (!socket.writable) return socket.destroy();
    connections.carry(socket, response);
    if (isStopping) response.shouldKeepAlive = false;
    const status = refusedAs(request);
    return status === undefined ? handle(request, response) : response.writeHead(status, closing).end();
  };
  server
    .on('connection', connections.add)
    .on(tls ? 'secureConnection' : 'connection', endGently)
    .on('request', take)
    // What a client may go on with is said when it is known who sends it.
    .on('checkContinue', take)
    .on('checkExpectation', (_request, response: ServerResponse) => response.writeHead(417, closing).end())
    // Also told of connections that are idle, which end, and of those that wait for an answer, which stay.
    .on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0 || !connections.isBusy(socket)) socket.destroy();
    });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const closed = new Promise<void>((resolve) => server.once('close', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    know: ({ socket }) => connections.know(socket),
    renewTls: (renewed) => {
      if ('setSecureContext' in server) server.setSecureContext(renewed);
    },
    stopAccepting: () =>
      whenNobodyWaits(server, () => {
        // Not before: whoever has to come on a new connection would come while that is no longer safe.
        isStopping = true;
        // The HTTP server's own close would end idle connections at once, just when a request may be on its way.
        NetServer.prototype.close.call(server);
      }),
    closeIdle: () => server.closeIdleConnections(),
    closeAll: async () => {
      if (!isStopping) server.close();
      server.closeAllConnections();
      await closed;
      // Ends the check for slow clients.
      Server.prototype.close.call(server);
    },
  };
}

/** So long a round in which nothing happens is waited for, and as long again one that takes nobody in. */
const mostWaitMs = 1_000;

/**
 * Connections that wait to be taken in would be reset by the end of listening, with what was sent on them. A round of
 * the event loop takes in one at most: right after one that found nothing to do, there is hardly ever any.
 * @returns when `stop` has been called at such a moment
 */
function whenNobodyWaits(server: NetServer, stop: () => void): Promise<void> {
  return new Promise((resolve) => {
    const began = performance.now();
    let isTaken = true;
    let seen = -1;
    const note = () => {
      isTaken = true;
    };
    server.on('connection', note);
    const round = () => {
      const { events } = performance.nodeTiming.uvMetricsInfo;
      const waitedMs = performance.now() - began;
      if (events === seen || (waitedMs > mostWaitMs && !isTaken) || waitedMs > 2 * mostWaitMs) {
        stop();
        server.off('connection', note);
        return resolve();
      }
      seen = events;
      isTaken = false;
      setImmediate(round);
    };
    setImmediate(round);
  });
}

/** Requests that say in an odd way where they go or end: of several readers each may take them otherwise. */
function refusedAs({ rawHeaders, headers }: IncomingMessage): number | undefined {
  if (rawHeaders.length > 2 * maxHeaders) return 431;
  return /^(chunked)?$/i.test(headers['transfer-encoding'] ?? '') ? undefined : 501;
}

/** How long a client that was told to go may be sending what it had begun, in milliseconds. */
const lingerMs = 1_000;

/**
 * Makes a connection whose last answer is written end when the client has ended it, too, or that time is over: closed
 * with something unread, it would be reset, and the answer lost on its way.
 */
function endGently(socket: Socket): void {
  socket.destroySoon = () => {
    if (socket.writable) socket.end();
    const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
    socket.once('close', () => clearTimeout(timer));
  };
}
