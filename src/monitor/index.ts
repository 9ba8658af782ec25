import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServiceState } from '../api/reachability.ts';
import type { Metrics } from './metrics.ts';

export interface MonitorOptions {
  /** 0: any free one. */
  readonly port: number;
  readonly metrics: Metrics;
  /** Whether the server takes requests. */
  readonly isReady: () => boolean;
  /** A service that is away is told, and makes nobody restart this server. */
  readonly serviceState: () => ServiceState;
}

export interface Monitor {
  readonly port: number;
  close(): Promise<void>;
}

type Page = () => Promise<{ status: number; type: string; text: string }>;

const json = (status: number, content: object) => ({
  status,
  type: 'application/json',
  text: JSON.stringify(content),
});

/**
 * What operators watch, for this machine only: `/livez`, `/readyz` and `/metrics`.
 * @throws Error with `code` where the port cannot be listened on
 */
export async function startMonitor(options: MonitorOptions): Promise<Monitor> {
  const { port, metrics, isReady, serviceState } = options;
  const pages: Readonly<Record<string, Page>> = {
    '/livez': async () => json(200, { status: 'alive' }),
    '/readyz': async () =>
      json(isReady() ? 200 : 503, { status: isReady() ? 'ready' : 'ending', service: serviceState() }),
    '/metrics': async () => ({ status: 200, type: metrics.contentType, text: await metrics.text() }),
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
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
