import { Server } from '@modelcontextprotocol/server';
import { type HttpServerOptions, startHttp } from '../../../src/transports/http/index.ts';

type Who = { readonly id: string };

/** Starts the HTTP transport alone: it authenticates everyone as one caller and has no tools. */
export const startBareHttp = (differing: Partial<HttpServerOptions<Who>> = {}) =>
  startHttp<Who>({
    host: '127.0.0.1',
    port: 0,
    tls: undefined,
    publicUrl: undefined,
    allowedOrigins: [],
    authenticate: async () => ({ caller: { id: 'one' } }),
    signIn: { authorizationServers: [], scopes: [], firstScopes: [], isOpen: true },
    snippets: () => [],
    createServer: () => new Server({ name: 'bare', version: '1' }, { capabilities: {} }),
    trustProxy: false,
    maxBodyBytes: 10_000,
    maxRequestsPerCaller: 10,
    sessions: { max: 10, maxPerCaller: 10, idleMs: 60_000 },
    onError: () => undefined,
    onRefused: () => undefined,
    onAnswer: () => undefined,
    onDropped: () => undefined,
    ...differing,
  });
