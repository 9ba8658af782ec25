import { createServer as createPlain, type RequestListener, Server } from 'node:http';
import { createServer as createSecure } from 'node:https';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';

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
};
const maxHeaders = 100;
const closing = { connection: 'close', 'cache-control': 'no-store' };
const maxConnections = 4_096;
const maxRequestsPerConnection = 1_000;

export interface Listener {
  readonly port: number;
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
  { host, port, tls }: { readonly host: string; readonly port: number; readonly tls: Tls | undefined },
): Promise<Listener> {
  const server = tls ? createSecure({ ...limits, ...tls }) : createPlain(limits);
  // One more than may come: those above it would be left out, and the rest passed for the whole.
  server.maxHeadersCount = maxHeaders + 1;
  server.maxConnections = maxConnections;
  server.maxRequestsPerSocket = maxRequestsPerConnection;
  dropWhoDoesNotRead(server);
  let isStopping = false;
  server.on('request', (request, response) => {
    if (isStopping) response.shouldKeepAlive = false;
    if (request.rawHeaders.length > 2 * maxHeaders) return response.writeHead(431, closing).end();
    return handle(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const closed = new Promise<void>((resolve) => server.once('close', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    renewTls: (renewed) => {
      if ('setSecureContext' in server) server.setSecureContext(renewed);
    },
    stopAccepting: () => {
      isStopping = true;
      // The HTTP server's own close would end idle connections at once, just when a request may be on its way.
      return whenNobodyWaits(server, () => NetServer.prototype.close.call(server));
    },
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

/** A round of the event loop in which nothing happens; in milliseconds. */
const emptyRoundMs = 0.05;
const mostWaitMs = 1_000;

/**
 * Connections that wait to be taken in would be reset by the end of listening, with what was sent on them. A round of
 * the event loop takes in one at most: right after one that found nothing to do, there is hardly ever any.
 * @returns when `stop` has been called at such a moment
 */
function whenNobodyWaits(server: NetServer, stop: () => void): Promise<void> {
  return new Promise((resolve) => {
    const deadline = performance.now() + mostWaitMs;
    let isTaken = false;
    const note = () => {
      isTaken = true;
    };
    server.on('connection', note);
    const round = (began: number) => {
      const now = performance.now();
      if ((!isTaken && now - began < emptyRoundMs) || now > deadline) {
        stop();
        server.off('connection', note);
        return resolve();
      }
      isTaken = false;
      setImmediate(round, performance.now());
    };
    setImmediate(round, Number.NEGATIVE_INFINITY);
  });
}

/** How long an answer may stand still on its way, in milliseconds. */
const standstillMs = 30_000;

/** Ends connections that take nothing of what waits for them; the time begins anew with each byte that moves. */
function dropWhoDoesNotRead(server: Server): void {
  const underWay = new WeakMap<Socket, number>();
  const count = (socket: Socket, more: number) => underWay.set(socket, (underWay.get(socket) ?? 0) + more);
  server.timeout = standstillMs;
  server.on('request', ({ socket }, response) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  // Also told of connections that are idle, which end, and of those that wait for an answer, which stay.
  server.on('timeout', (socket) => {
    if (socket.writableLength > 0 || !underWay.get(socket)) socket.destroy();
  });
}
