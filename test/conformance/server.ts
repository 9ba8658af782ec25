import { type HttpServer, startHttp } from '../../src/transports/http/index.ts';
import { createFixtures } from './fixtures.ts';

/** Starts casebridge's HTTP transport on a free port with the fixtures of the suite. It accepts every client. */
export async function startFixtureServer(onError: (error: Error) => void): Promise<HttpServer> {
  const server: HttpServer = await startHttp({
    host: '127.0.0.1',
    port: 0,
    tls: undefined,
    publicUrl: undefined,
    allowedOrigins: [],
    authenticate: async () => ({ caller: { id: 'suite' } }),
    signIn: { authorizationServers: [], scopes: [], firstScopes: [], isOpen: true },
    snippets: () => [],
    trustProxy: false,
    createServer: () => createFixtures(() => server.notify),
    maxBodyBytes: 4 * 1024 * 1024,
    maxRequestsPerCaller: 64,
    sessions: { max: 1000, maxPerCaller: 1000, idleMs: 60_000 },
    onError,
    onRefused: () => undefined,
    onAnswer: () => undefined,
    onDropped: () => undefined,
  });
  return server;
}
