import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServiceState } from '../api/reachability.ts';
import type { Metrics } from './metrics.ts';

export interface MonitorOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly metrics: Metrics;
  /** Whether the server takes requests. */
  readonly isReady: () => boolean;
  /** A service that is away is told, and makes nobody restart this server. */
  readonly serviceState: () => ServiceState;
  /** Finds out whether the service can be reached. */
  readonly probe: () => Promise<void>;
}

export interface Monitor {
  /** Without a path. */
  readonly url: string;
  close(): Promise<void>;
}

type Page = () => Promise<{ status: number; type: string; text: string }>;

const json = (status: number, content: object) => ({
  status,
  type: 'application/json',
  text: JSON.stringify(content),
});

const seldomMs = 15_000;

/** Does something once in a while, however often it is asked for; whoever comes meanwhile waits for it. */
function seldom(act: () => Promise<void>): () => Promise<void> {
  let last: { readonly at: number; readonly done: Promise<void> } | undefined;
  return () => {
    if (last === undefined || performance.now() - last.at > seldomMs)
      last = { at: performance.now(), done: act() };
    return last.done;
  };
}

/**
 * What operators watch: `/livez`, `/readyz` and `/metrics`.
 * @throws Error with `code` where the port cannot be listened on
 */
export async function startMonitor(options: MonitorOptions): Promise<Monitor> {
  const { host, port, metrics, isReady, serviceState } = options;
  const probe = seldom(options.probe);
  const pages: Readonly<Record<string, Page>> = {
    '/livez': async () => json(200, { status: 'alive' }),
    '/readyz': async () => {
      await probe();
      return json(isReady() ? 200 : 503, {
        status: isReady() ? 'ready' : 'ending',
        service: serviceState(),
      });
    },
    '/metrics': async () => {
      await probe();
      return { status: 200, type: metrics.contentType, text: await metrics.text() };
    },
  };
  const none: Page = async () => json(404, { pages: Object.keys(pages) });
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
    void (page ?? none)().then(
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
