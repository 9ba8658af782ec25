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
export { escaped, languageOf, type PageLanguage } from './page.ts';
export { refuse } from './request/error-response.ts';
export { createSessionIds } from './sessions/session-ids.ts';

export interface HttpServerOptions<Who extends Caller> extends AppOptions<Who> {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly tls: Tls | undefined;
  /** Where clients reach it, when that is not where it listens; with the path. */
  readonly publicUrl: URL | undefined;
  /** Further origins, of pages that may talk to it. */
  readonly allowedOrigins: readonly string[];
  /** Those that differ from the usual ones. */
  readonly bounds?: Partial<Bounds>;
}

export interface HttpServer {
  /** Where clients connect. */
  readonly url: string;
  /** Tells newer clients that listen of changes. */
  readonly notify: ServerNotifier;
  /** What is under way. */
  readonly load: () => {
    readonly sessions: number;
    readonly answering: number;
    /** Bytes of answers that clients have not read yet. */
    readonly waitingBytes: number;
  };
  /** Ends the streams, sessions and requests of a connection of an assistant. */
  readonly endConnection: (connection: string) => void;
  /** From now on new connections get this certificate. */
  readonly renewTls: (tls: Tls) => void;
  /**
   * Takes no more, finishes what is under way, and ends.
   * @param patienceMs for answers that are under way
   */
  readonly close: (patienceMs: number) => Promise<void>;
}

const sweepMs = 15_000;
/** So often it is looked whether too much waits. Large parts of answers are looked at when they are written. */
const dropMs = 250;
/** Quiet before the end: a request may be on its way from a client that has not learned of it yet. */
const graceMs = 500;
/** For clients to take what they are told at the very end. */
const lastMs = 1000;

/**
 * Serves MCP at `/mcp` for both eras: clients of 2025-11-25 and older in sessions, newer ones request by request.
 * @throws Error with `code` where the address cannot be listened on
 */
export async function startHttp<Who extends Caller>(options: HttpServerOptions<Who>): Promise<HttpServer> {
  const { host, tls, publicUrl, allowedOrigins } = options;
  // A request that comes before the port is known finds nobody.
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
