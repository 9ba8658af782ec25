import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect } from 'vitest';
import { type ConnectOptions, connect, type TestClient } from '../clients/harness.ts';

/** A request received by the service. */
interface Seen {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Handler = (response: ServerResponse, seen: Seen) => void;

/**
 * Mock service for responses that the embedded one never sends. Sign-in and token exchange work unless a test replaces
 * them.
 */
export interface Upstream {
  readonly url: string;
  /** All requests so far. */
  readonly seen: Seen[];
  /** Returns the requests with a matching path, in order. */
  requests(path: string | RegExp): Seen[];
  /** Handlers. A test replaces the one that it tests. */
  on: { signIn: Handler; exchange: Handler; call: Handler };
  /** Clears the recorded requests and restores the initial handlers. */
  renew(): void;
  close(): Promise<void>;
}

/** Values that must not appear in any result or line of the log. */
export const canary = {
  password: 'canary-password-Zx81',
  session: 'canary-session-token',
  token: 'canary-access-token',
  refresh: 'canary-refresh-token',
};

export const json = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    .end(JSON.stringify(body));
export const html = (response: ServerResponse, status = 200) =>
  response
    .writeHead(status, { 'content-type': 'text/html' })
    .end('<!doctype html><html>Please sign in</html>');
/** Resets the connection, as a crash would. */
export const reset = (response: ServerResponse) => response.socket?.resetAndDestroy();

export const tokenPath = '/api/v2/auth/token';
export const exchangePath = '/api/v2/auth/short-lived-token';

export async function startUpstream(on: Partial<Upstream['on']> = {}): Promise<Upstream> {
  const seen: Seen[] = [];
  let exchanges = 0;
  const atFirst: Upstream['on'] = {
    signIn: (response) =>
      json(response, 200, { access_token: canary.session, token_type: 'bearer', expires_in: 3600 }),
    exchange: (response) => {
      exchanges += 1;
      json(response, 200, {
        access_token: `${canary.token}-${exchanges}`,
        token_type: 'bearer',
        expires_in: 600,
      });
    },
    call: (response) => json(response, 200, { Items: [] }),
    ...on,
  };
  const handlers = { ...atFirst };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      const { method = '', url: target = '', headers } = request;
      const one = { method, target, headers, body: Buffer.concat(chunks).toString('utf8') };
      seen.push(one);
      const kind = target === tokenPath ? 'signIn' : target === exchangePath ? 'exchange' : 'call';
      handlers[kind](response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    requests: (path) =>
      seen.filter(({ target }) => (typeof path === 'string' ? target === path : path.test(target))),
    on: handlers,
    renew: () => {
      seen.length = 0;
      Object.assign(handlers, atFirst);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Settings of a server that signs in with the canary password. */
export const environmentOf = (url: string): Record<string, string> => ({
  CASEBRIDGE_URL: url,
  CASEBRIDGE_LOGIN: 'anna',
  CASEBRIDGE_PASSWORD: canary.password,
  CASEBRIDGE_LOG_LEVEL: 'debug',
  // Tests of faults need no confirmation. Tests of confirmations override the setting.
  CASEBRIDGE_CONFIRM: 'none',
});

/** Matches a host with a port. */
const address = /[\w\]]:\d{4,5}\b/;

/**
 * Checks that a text contains no internal data: no secret, host, port, stack or local path.
 * @param given arguments of the call; the text may repeat them
 */
export function expectDiscreet(text: string, given?: unknown): void {
  expect(text).not.toMatch(/canary-|127\.0\.0\.1|localhost/);
  if (!address.test(JSON.stringify(given) ?? '')) expect(text).not.toMatch(address);
  expect(text).not.toMatch(/^\s*at |\n\s+at |node:internal|node_modules|file:\/\/|dist\/src|\.[jt]s:\d/);
}

/** Removes the start message from a log, because it shows the operator the addresses of the server and the service. */
const withoutStarts = (log: string) => log.replaceAll(/^\{[^\n]*"msg":"started"\}$/gm, '');

/**
 * Starts services and clients for a test file. Closes them after each test, and then checks that the log of the server
 * contains no internal data.
 */
export function useUpstream() {
  const ends: (() => Promise<unknown>)[] = [];
  const clients: TestClient[] = [];
  afterEach(async () => {
    const logs = clients.splice(0).map((client) => client.stderr());
    for (const end of ends.splice(0).reverse()) await end();
    for (const log of logs) expectDiscreet(withoutStarts(log));
  });
  const own = <Thing extends { close(): Promise<unknown> }>(thing: Thing): Thing => {
    ends.push(() => thing.close());
    return thing;
  };
  return {
    start: async (on?: Partial<Upstream['on']>) => own(await startUpstream(on)),
    connectTo: async (url: string, options: ConnectOptions = {}) => {
      const client = own(await connect({ ...options, env: { ...environmentOf(url), ...options.env } }));
      clients.push(client);
      return client;
    },
  };
}
