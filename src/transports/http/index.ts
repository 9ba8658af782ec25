import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerNotifier } from '@modelcontextprotocol/server';
import { addressesOf } from './addresses.ts';
import { type AppOptions, createApp } from './app.ts';
import type { Caller } from './authentication.ts';
import { type Bounds, usualBounds } from './connections/bounds.ts';
import { listen, type Tls } from './connections/listener.ts';

export { sharerOf, siteOf } from './addresses.ts';
export type { Authenticate, AuthRejection, Lack } from './authentication.ts';
export { httpCallOf } from './authentication.ts';
export type { HttpAnswer } from './exchange.ts';
export { escaped, languageLink, languageOf, type PageLanguage } from './page.ts';
export { refuse } from './request/error-response.ts';
export { createSessionIds } from './sessions/session-ids.ts';

export interface HttpServerOptions<Who extends Caller> extends AppOptions<Who> {
  readonly host: string;
  /** Port to listen on. 0 means any free port. */
  readonly port: number;
  readonly tls: Tls | undefined;
  /** Public address for clients, with the path. Undefined if they use the address on which the server listens. */
  readonly publicUrl: URL | undefined;
  /** Origins of web pages that may use the server, in addition to the server's own origins. */
  readonly allowedOrigins: readonly string[];
  /** Limits that differ from `usualBounds`. */
  readonly bounds?: Partial<Bounds>;
}

export interface HttpServer {
  readonly url: string;
  /** Notifies subscribed clients about changes. Only clients of protocol revision 2026-07-28 or later subscribe. */
  readonly notify: ServerNotifier;
  readonly load: () => {
    readonly sessions: number;
    readonly answering: number;
    /** Bytes of responses that clients have not read yet. */
    readonly waitingBytes: number;
  };
  /** Ends the streams, sessions and requests of an assistant's connection. */
  readonly endConnection: (connection: string) => void;
  /** Uses this certificate for new connections. */
  readonly renewTls: (tls: Tls) => void;
  /**
   * Stops accepting connections, waits for requests in flight, and shuts down.
   * @param patienceMs maximum wait for requests in flight, in milliseconds
   */
  readonly close: (patienceMs: number) => Promise<void>;
}

const sweepMs = 15_000;
/** Interval of the check for unread responses, in milliseconds. Large writes are also checked immediately. */
const dropMs = 250;
/**
 * Shutdown waits until no request has arrived for this time, in milliseconds. Clients may still send requests, because
 * they have not noticed the shutdown yet.
 */
const graceMs = 500;
/** Maximum time for clients to read the last messages, in milliseconds. */
const lastMs = 1000;

/**
 * Serves MCP at `/mcp` for both generations of the protocol: revision 2025-11-25 and older in sessions, newer ones
 * request by request.
 * @throws Error with `code` if the address is not available
 */
export async function startHttp<Who extends Caller>(options: HttpServerOptions<Who>): Promise<HttpServer> {
  const { host, tls, publicUrl, allowedOrigins } = options;
  // Drop requests that arrive before the port is known.
  let handle: RequestListener = (_request, response) => response.destroy();
  const bounds = { ...usualBounds, ...options.bounds };
  const listener = await listen((request, response) => handle(request, response), { ...options, bounds });
  const addresses = addressesOf({
    host,
    port: listener.port,
    isTls: tls !== undefined,
    publicUrl,
    allowedOrigins,
  });
  const { know } = listener;
  const app = createApp(addresses, options, { bounds, know });
  handle = app.handle;
  const sweeper = setInterval(app.sessions.sweep, Math.min(sweepMs, options.sessions.idleMs)).unref();
  const drops = setInterval(app.inFlight.sweep, dropMs).unref();
  return {
    url: addresses.url.href,
    notify: app.notify,
    endConnection: app.endConnection,
    renewTls: listener.renewTls,
    load: () => ({
      sessions: app.sessions.count(),
      answering: app.inFlight.awaited(),
      waitingBytes: app.inFlight.waiting(),
    }),
    close: async (patienceMs) => {
      const deadline = performance.now() + patienceMs;
      clearInterval(sweeper);
      clearInterval(drops);
      await listener.stopAccepting();
      for (let busyAt = performance.now(); performance.now() < Math.min(busyAt + graceMs, deadline); ) {
        await sleep(20);
        if (app.inFlight.awaited() > 0) busyAt = performance.now();
      }
      listener.closeIdle();
      await app.sessions.closeAll();
      await app.closeStateless();
      for (
        const until = performance.now() + lastMs;
        performance.now() < until && app.inFlight.awaited() > 0;
      )
        await sleep(20);
      await listener.closeAll();
    },
  };
}
