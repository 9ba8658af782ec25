import { createServer } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { hostname } from 'node:os';
import type { ServiceState } from '../api/transport/retry/circuit-breaker.ts';
import { withAdvice } from '../contract/advice.ts';
import type { StateCondition } from '../shared-state/shared-state.ts';
import type { Metrics } from './metrics.ts';

export interface MonitorOptions {
  readonly host: string;
  /** Port to listen on. 0 means any free port. */
  readonly port: number;
  /** Public host names under which requests are accepted, in addition to addresses and local names. */
  readonly names: readonly string[];
  readonly metrics: Metrics;
  readonly isReady: () => boolean;
  /** Returns the state of the service. It does not affect readiness, as a restart cannot help. */
  readonly serviceState: () => ServiceState;
  /** Returns the state of Redis. It does not affect readiness, as reads work without it. */
  readonly sharedState: () => StateCondition;
  readonly probe: () => Promise<void>;
}

export interface Monitor {
  /** Address without a path. */
  readonly url: string;
  close(): Promise<void>;
}

type Page = () => Promise<{ status: number; type: string; text: string }>;

const json = (status: number, content: object) => ({
  status,
  type: 'application/json',
  text: JSON.stringify(content),
});

const refuseName: Page = async () =>
  json(403, {
    error: withAdvice('The Host header names another server.', 'ask-by-own-name'),
  });

/** Returns the host name without the port. The port is not compared, because a tunnel may have changed it. */
const nameIn = (host: string) => host.toLowerCase().replace(/:\d{1,5}$/, '');

/**
 * Checks whether a name is safe from DNS rebinding. A foreign web page can only use names that its owner controls in
 * public DNS, never an address or a local name.
 */
const isOwn = (name: string) =>
  isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || /^[\w-]+$|\.(local|internal|localhost)$/.test(name);

const seldomMs = 15_000;

/** Runs `act` at most once per `seldomMs`. Calls in between get the latest promise. */
function seldom(act: () => Promise<void>): () => Promise<void> {
  let last: { readonly at: number; readonly done: Promise<void> } | undefined;
  return () => {
    if (last === undefined || performance.now() - last.at > seldomMs)
      last = { at: performance.now(), done: act() };
    return last.done;
  };
}

/** Serves `/livez`, `/readyz` and `/metrics`. @throws Error with `code` if the port cannot be opened */
export async function startMonitor(options: MonitorOptions): Promise<Monitor> {
  const { host, port, metrics, isReady, serviceState, sharedState } = options;
  const probe = seldom(options.probe);
  const pages: Readonly<Record<string, Page>> = {
    '/livez': async () => json(200, { status: 'alive' }),
    '/readyz': async () => {
      await probe();
      return json(isReady() ? 200 : 503, {
        status: isReady() ? 'ready' : 'ending',
        service: serviceState(),
        ...(sharedState() !== 'own' && { redis: sharedState() }),
      });
    },
    '/metrics': async () => {
      await probe();
      return { status: 200, type: metrics.contentType, text: await metrics.text() };
    },
  };
  const none: Page = async () => json(404, { pages: Object.keys(pages) });
  const known = new Set([...options.names, host, hostname()].map((name) => name.toLowerCase()));
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
    const name = nameIn(request.headers.host ?? '');
    const answer = isOwn(name) || known.has(name) ? (page ?? none) : refuseName;
    void answer().then(
      ({ status, type, text }) => response.writeHead(status, { 'content-type': type }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
