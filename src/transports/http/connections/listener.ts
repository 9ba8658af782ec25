import {
  createServer as createPlain,
  type IncomingMessage,
  type RequestListener,
  Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecure } from 'node:https';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { lazy } from '../../../util/lazy.ts';
import type { Bounds } from './bounds.ts';
import { createConnections } from './connections.ts';

/** Certificate and key in PEM format. */
export interface Tls {
  readonly cert: string;
  readonly key: string;
}

/** Limits on time and size that Node enforces before casebridge examines a request. Times in milliseconds. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  // This is longer than proxies keep a connection, so that they never send a request on one that is being closed.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16 * 1024,
  handshakeTimeout: 10_000,
};
const maxHeaders = 100;
const closing = { connection: 'close', 'cache-control': 'no-store' };
const maxRequestsPerConnection = 1_000;

/** Number of connections that Node may accept above the limit, because Node still counts closing ones. */
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
  /** Records that the caller of this request was authenticated. */
  know(request: IncomingMessage): void;
  /** Uses this certificate for new connections. Does nothing if the server started without one. */
  renewTls(tls: Tls): void;
  /** Accepts no new connections. Open ones close after their next response. */
  stopAccepting(): Promise<void>;
  /** Closes connections without requests in flight. */
  closeIdle(): void;
  closeAll(): Promise<void>;
}

/** @throws Error with `code` if the address is not available */
export async function listen(
  handle: RequestListener,
  { host, port, tls, trustProxy, bounds }: ListenOptions,
): Promise<Listener> {
  const server = tls ? createSecure({ ...limits, ...tls }) : createPlain(limits);
  // Let Node accept one header more than the limit, so that `refusedAs` notices the excess. Node silently drops headers
  // above its limit.
  server.maxHeadersCount = maxHeaders + 1;
  server.maxConnections = bounds.connections + maxEnding;
  server.maxRequestsPerSocket = maxRequestsPerConnection;
  server.timeout = bounds.standstillMs;
  const connections = createConnections(bounds, trustProxy);
  let isStopping = false;
  const take: RequestListener = (request, response) => {
    const { socket } = request;
    // Close the connection, because its last response was already sent. The client sent this request without waiting
    // for it.
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
    // `100 Continue` is sent only after authentication.
    .on('checkContinue', take)
    .on('checkExpectation', (_request, response: ServerResponse) => response.writeHead(417, closing).end())
    // The event fires for connections with a stalled response, for idle ones, and for those that wait for a response.
    // Keep only the last group open.
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
        // Set the flag only now. If it were set earlier, a client would lose its connection and could not safely open a
        // new one.
        isStopping = true;
        // The HTTP server's own `close` would end idle connections immediately, although a request may be in flight.
        NetServer.prototype.close.call(server);
      }),
    closeIdle: () => server.closeIdleConnections(),
    closeAll: async () => {
      if (!isStopping) server.close();
      server.closeAllConnections();
      await closed;
      // Stops the timer for slow clients.
      Server.prototype.close.call(server);
    },
  };
}

/**
 * Maximum wait for an idle iteration of the event loop, in milliseconds. After it, an iteration without new connections
 * is enough. After twice this time, every iteration is enough.
 */
const mostWaitMs = 1_000;

/**
 * Stops listening when no connection waits to be accepted, because the operating system resets waiting connections. An
 * iteration of the event loop accepts at most one connection, so probably none waits just after an idle iteration.
 * @returns a promise that resolves when `stop` was called
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

/**
 * Returns the status with which to refuse a request that proxies may interpret differently: 431 for too many headers,
 * 501 for a transfer encoding other than `chunked`. Returns undefined for other requests.
 */
function refusedAs({ rawHeaders, headers }: IncomingMessage): number | undefined {
  if (rawHeaders.length > 2 * maxHeaders) return 431;
  return /^(chunked)?$/i.test(headers['transfer-encoding'] ?? '') ? undefined : 501;
}

/** Time for a client to finish sending after its last response, in milliseconds. */
const lingerMs = 1_000;

/**
 * Closes a connection after its last response only when the client has finished, or after `lingerMs`. Closing it with
 * unread data would reset it, and the response would be lost.
 */
function endGently(socket: Socket): void {
  // This is called again for every further chunk of a refused body. `lazy` closes the connection only once.
  socket.destroySoon = lazy(() => {
    if (socket.writable) socket.end();
    const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
    socket.once('close', () => clearTimeout(timer));
  });
}
