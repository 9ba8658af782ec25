import { afterEach } from 'vitest';
import { startOpenUpstream } from '../../support/clients/callers.ts';
import { type ConnectOptions, type HttpProcess, startHttpProcess } from '../../support/clients/harness.ts';
import { rawRequest } from '../../support/clients/raw-http.ts';
import type { Upstream } from '../../support/servers/upstream.ts';

export interface Ending extends HttpProcess {
  readonly readiness: () => Promise<{ status: number; state: unknown }>;
  /** Returns the number of responses with status 200 that have begun, including streams. */
  readonly begun: () => Promise<number>;
}
export const listUsers = { name: 'list_users', arguments: {} };

/** Starts servers and services for tests that stop them. */
export function useEndings() {
  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  async function start(service: Upstream, options: ConnectOptions = {}): Promise<Ending> {
    const server = await startHttpProcess({
      args: ['--monitor-port', '0', ...(options.args ?? [])],
      // Only warnings, because the messages about start and shutdown are not tested here.
      env: { CASEBRIDGE_URL: service.url, CASEBRIDGE_LOG_LEVEL: 'warn', ...options.env },
    });
    ends.push(server.process.close);
    const [, monitor = ''] = await server.process.says(/Health and metrics: (http:\S+)\/livez/);
    const begun = async () => {
      const { text } = await rawRequest(`${monitor}/metrics`, { method: 'GET' });
      return Number(/^casebridge_http_answers_total\{status="200"\} (\d+)$/m.exec(text)?.[1] ?? 0);
    };
    const readiness = async () => {
      const { status, message } = await rawRequest(`${monitor}/readyz`, { method: 'GET' });
      return { status, state: message?.status };
    };
    return { ...server, readiness, begun };
  }

  async function startService(on: Partial<Upstream['on']> = {}): Promise<Upstream> {
    const service = await startOpenUpstream(on);
    ends.push(service.close);
    return service;
  }

  return { ends, start, startService };
}
