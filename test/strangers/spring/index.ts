/** HTTP server: finds the route, authenticates the request and sends the response. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StartStranger, User } from '../world.ts';
import { caseRoutes } from './cases/case-routes.ts';
import { documentRoutes } from './documents/document-routes.ts';
import { readMultipart } from './documents/files.ts';
import { eventRoutes } from './events.ts';
import { lookupRoutes } from './lookups.ts';
import type { Memory } from './memory.ts';
import { openApi, referencePage } from './openapi.ts';
import { makeSessions } from './people/accounts.ts';
import { participantRoutes } from './people/participant-routes.ts';
import { userRoutes } from './people/users.ts';
import { seed } from './seed/seed.ts';
import {
  type Call,
  checkId,
  errorBody,
  Fault,
  matches,
  type Reply,
  type Route,
  readBody,
  readQuery,
} from './server.ts';
import { settingsRoutes } from './settings.ts';
import { taskRoutes } from './tasks.ts';

const MAX_BODY = 20 * 1024 * 1024;

/** Starts the service on a free port of 127.0.0.1. */
export const startSpring: StartStranger = async (options = {}) => {
  const started = Date.now();
  const base = options.now ?? new Date(started);
  const memory = seed(base, () => new Date(base.getTime() + Date.now() - started));
  const sessions = makeSessions(memory);
  const routes = [
    ...sessions.routes,
    ...caseRoutes,
    ...taskRoutes,
    ...eventRoutes,
    ...documentRoutes,
    ...participantRoutes,
    ...userRoutes,
    ...lookupRoutes,
    ...settingsRoutes,
  ];
  const requests: string[] = [];
  const app: App = { memory, routes, identify: sessions.identify };
  const server = createServer((request, response) => {
    const done = (status: number) => requests.push(`${request.method} ${request.url} ${status}`);
    void serve(app, request, response).then(done, () => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  memory.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () =>
    new Promise<void>((resolve, reject) => {
      server.close((error) => (error ? reject(error) : resolve()));
      server.closeAllConnections();
    });
  return { baseUrl: memory.baseUrl, world: memory.world, requests, close };
};

interface App {
  readonly memory: Memory;
  readonly routes: readonly Route[];
  identify(request: IncomingMessage): User;
}

async function serve(app: App, request: IncomingMessage, response: ServerResponse): Promise<number> {
  const url = new URL(request.url ?? '/', app.memory.baseUrl);
  let reply: Reply;
  try {
    reply =
      referencePage(url.pathname, app.memory.baseUrl, () => openApi(app.routes, app.memory.baseUrl)) ??
      (await answer(app, request, url));
  } catch (error) {
    const fault = error instanceof Fault ? error : new Fault(500, 'Internal Server Error');
    const body = errorBody(fault, url.pathname, app.memory.now());
    reply = { status: fault.status, body, headers: fault.headers };
    request.resume();
  }
  write(response, reply, request.method === 'HEAD', url.pathname.startsWith('/api/'));
  return reply.status;
}

async function answer(app: App, request: IncomingMessage, url: URL): Promise<Reply> {
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const found = matches(app.routes, url.pathname);
  const isOpen = found.some(({ route }) => route.open);
  const user = isOpen ? undefined : app.identify(request);
  const match = found.find(({ route }) => route.method === method);
  if (!match) {
    if (found.length === 0) throw new Fault(404, `No static resource ${url.pathname.slice(1)}.`);
    const allow = [...new Set(found.map(({ route }) => route.method))].join(', ');
    throw new Fault(405, `Method '${request.method}' is not supported.`, { headers: { allow } });
  }
  const { route, variables } = match;
  for (const value of Object.values(variables)) checkId(value);
  const read = await readRequestBody(route, request);
  const call = {
    memory: app.memory,
    path: url.pathname,
    search: url.searchParams,
    request,
    variable: (name = 'id') => (variables[name] ?? '').toLowerCase(),
    query: readQuery(route.query ?? {}, url.searchParams),
    body: read.body,
    ...(read.file ? { file: read.file } : {}),
    get user() {
      return user ?? app.identify(request);
    },
  } as Call<Record<string, never>, unknown>;
  return route.handle(call);
}

type Read = { readonly body: unknown; readonly file?: Call<unknown, unknown>['file'] };

async function readRequestBody(route: Route, request: IncomingMessage): Promise<Read> {
  if (!route.body) return { body: undefined };
  const bytes = await readBytes(request);
  if (bytes.length === 0) {
    if (route.bodyOptional) return { body: readBody(route.body, {}) };
    throw new Fault(400, 'Required request body is missing');
  }
  const type = request.headers['content-type'] ?? 'application/octet-stream';
  if (route.multipart && /^multipart\/form-data/i.test(type)) {
    const { json, file } = unpack(bytes, type);
    return { body: readBody(route.body, json), ...(file ? { file } : {}) };
  }
  if (!/^application\/([\w.-]+\+)?json\b/i.test(type))
    throw new Fault(415, `Content-Type '${type}' is not supported.`, {
      headers: { accept: 'application/json' },
    });
  return { body: readBody(route.body, parse(bytes)) };
}

function unpack(bytes: Buffer, type: string) {
  try {
    return readMultipart(bytes, type);
  } catch (error) {
    throw new Fault(400, `Failed to parse multipart request: ${(error as Error).message}`);
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw new Fault(400, `JSON parse error: ${(error as Error).message}`);
  }
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    length += (part as Buffer).length;
    if (length > MAX_BODY) throw new Fault(413, 'Maximum upload size exceeded');
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}

const SECURITY = {
  'cache-control': 'no-cache, no-store, max-age=0, must-revalidate',
  pragma: 'no-cache',
  expires: '0',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

function write(response: ServerResponse, reply: Reply, headOnly: boolean, isApi: boolean) {
  const bytes =
    reply.bytes ?? (reply.body === undefined ? undefined : Buffer.from(JSON.stringify(reply.body)));
  const versions = { 'api-supported-versions': '1.0, 2.0, 3.0, 4.0', 'api-deprecated-versions': '1.0' };
  response.writeHead(reply.status, {
    ...SECURITY,
    ...(isApi ? versions : {}),
    ...(bytes
      ? { 'content-type': 'application/json', 'content-length': bytes.length }
      : reply.status === 204
        ? {}
        : { 'content-length': 0 }),
    ...reply.headers,
  });
  response.end(headOnly ? undefined : bytes);
}
