import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StartStranger, User } from '../world.ts';
import { authRoutes, Tokens } from './auth.ts';
import { caseListRoutes } from './cases/case-lists.ts';
import { caseRoutes } from './cases/cases.ts';
import { invalid, Problem, type Reply, type Route } from './contract.ts';
import { documentFileRoutes } from './documents/document-files.ts';
import { documentRoutes } from './documents/documents.ts';
import { folderRoutes } from './documents/folders.ts';
import { eventRoutes } from './events.ts';
import { openApi, swaggerPage, VERSIONS } from './openapi.ts';
import { participantRoutes } from './participants.ts';
import { referenceRoutes } from './reference.ts';
import type { Errors } from './schema.ts';
import { isObject } from './schema.ts';
import { seedStore } from './seed/seed-documents.ts';
import { taskRoutes } from './tasks.ts';
import { userRoutes } from './users.ts';

interface Entry {
  readonly route: Route;
  readonly version: number;
  readonly pattern: RegExp;
  readonly params: number;
}

const MAX_BODY = 30_000_000;

const PHRASES: Record<number, readonly [title: string, section: string]> = {
  400: ['Bad Request', '15.5.1'],
  401: ['Unauthorized', '15.5.2'],
  403: ['Forbidden', '15.5.4'],
  404: ['Not Found', '15.5.5'],
  405: ['Method Not Allowed', '15.5.6'],
  409: ['Conflict', '15.5.10'],
  413: ['Payload Too Large', '15.5.14'],
  415: ['Unsupported Media Type', '15.5.16'],
  500: ['An error occurred while processing your request.', '15.6.1'],
};

function compile(routes: readonly Route[]): Entry[] {
  const entries = routes.flatMap((route) =>
    route.versions.map((version): Entry => {
      const path = route.path.replace('{version}', String(version));
      const pattern = path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
      return { route, version, pattern: new RegExp(`^${pattern}/?$`, 'i'), params: path.split('{').length };
    }),
  );
  // Literal segments take precedence over parameters.
  return entries.sort((one, two) => one.params - two.params);
}

/** Serializes a body with seven fractional digits in dates, as System.Text.Json writes a UTC DateTime. */
function toJson(body: unknown): string {
  return JSON.stringify(body, function replace(this: Record<string, unknown>, key: string, value: unknown) {
    const raw = this[key];
    return raw instanceof Date ? raw.toISOString().replace('Z', '0000Z') : value;
  });
}

function problemReply(problem: Problem, traceId: string): { body: string; type: string } {
  const [phrase, section] = PHRASES[problem.status] ?? ['Error', '15.6'];
  const body = {
    type: `https://tools.ietf.org/html/rfc9110#section-${section}`,
    title: problem.errors === undefined ? phrase : 'One or more validation errors occurred.',
    status: problem.status,
    ...(problem.message === '' ? {} : { detail: problem.message }),
    ...(problem.errors === undefined ? {} : { errors: problem.errors }),
    traceId,
  };
  return { body: toJson(body), type: 'application/problem+json; charset=utf-8' };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) throw new Problem(413, 'Request body too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function rawBody(route: Route, request: IncomingMessage): Promise<unknown> {
  const bytes = await bytesOf(request);
  const type = request.headers['content-type'] ?? '';
  if (bytes.length === 0 && route.isBodyOptional) return {};
  const wanted = route.isForm ? /^multipart\/form-data/i : /^(application|text)\/([\w.]+\+)?json/i;
  if (bytes.length > 0 || type !== '' || route.isForm) {
    if (!wanted.test(type)) throw new Problem(415, '');
  }
  if (bytes.length === 0) throw invalid({ '': ['A non-empty request body is required.'] });
  if (!route.isForm) {
    try {
      return JSON.parse(bytes.toString('utf8')) as unknown;
    } catch (error) {
      throw invalid({ $: [`${(error as Error).message}. Path: $ | LineNumber: 0 | BytePositionInLine: 0.`] });
    }
  }
  try {
    const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
    return Object.fromEntries(form);
  } catch {
    throw invalid({ '': ['Failed to read the request form.'] });
  }
}

function boundQuery(route: Route, search: URLSearchParams, errors: Errors): unknown {
  if (route.query === undefined) return {};
  const values: Record<string, unknown> = {};
  for (const name of new Set([...search.keys()].map((key) => key.toLowerCase()))) {
    const found = [...search].filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
    const [key] = Object.entries(route.query.shape).find(([one]) => one.toLowerCase() === name) ?? [];
    const many = key !== undefined && route.query.shape[key]?.schema.doc.type === 'array';
    values[name] = many ? found : found[0];
  }
  return route.query.read(values, '', errors, 'text');
}

async function boundBody(route: Route, request: IncomingMessage, errors: Errors) {
  if (route.body === undefined) return { body: undefined, sent: new Set<string>() };
  const raw = await rawBody(route, request);
  const sent = new Set(isObject(raw) ? Object.keys(raw).map((key) => key.toLowerCase()) : []);
  return { body: route.body.read(raw, '', errors, route.isForm ? 'text' : 'json'), sent };
}

function send(response: ServerResponse, reply: Reply): void {
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
  if (reply.file !== undefined) {
    const ascii = reply.file.name.replace(/[^\x20-\x7e]|["\\]/g, '_');
    const name = encodeURIComponent(reply.file.name).replace(
      /['()*]/g,
      (one) => `%${one.charCodeAt(0).toString(16)}`,
    );
    const { type } = reply.file;
    response.setHeader('Content-Type', type.startsWith('text/') ? `${type}; charset=utf-8` : type);
    response.setHeader('Content-Disposition', `attachment; filename="${ascii}"; filename*=UTF-8''${name}`);
    response.writeHead(reply.status).end(reply.file.bytes);
    return;
  }
  if (reply.body === undefined) {
    response.writeHead(reply.status).end();
    return;
  }
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.writeHead(reply.status).end(toJson(reply.body));
}

/** Starts the ASP.NET Core service. */
export const startAspnet: StartStranger = async (options = {}) => {
  const startedAt = Date.now();
  const now = options.now ?? new Date(startedAt);
  const store = seedStore(now, () => new Date(now.getTime() + (Date.now() - startedAt)));
  const tokens = new Tokens(store, store.world.signsIn.password);
  const routes = [
    ...authRoutes(tokens),
    ...caseRoutes(),
    ...caseListRoutes(),
    ...taskRoutes(),
    ...eventRoutes(),
    ...documentRoutes(),
    ...documentFileRoutes(),
    ...participantRoutes(),
    ...userRoutes(),
    ...folderRoutes(),
    ...referenceRoutes(),
  ];
  const entries = compile(routes);
  const requests: string[] = [];

  const answer = async (request: IncomingMessage, address: URL): Promise<Reply> => {
    const path = address.pathname;
    const found = entries.filter(({ pattern }) => pattern.test(path));
    const entry = found.find(({ route }) => route.method === request.method);
    if (found.length === 0) throw new Problem(404, '');
    if (entry === undefined) {
      const allow = [...new Set(found.map(({ route }) => route.method))].join(', ');
      throw new Problem(405, '', undefined, { Allow: allow });
    }
    const { route, version, pattern } = entry;
    const authorization = request.headers.authorization;
    const user = route.isOpen ? ({} as User) : tokens.byHeader(authorization);
    const errors: Errors = {};
    const values = Object.entries(pattern.exec(path)?.groups ?? {}).map(([name, text]): [string, string] => {
      const value = decodeURIComponent(text).toLowerCase();
      if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)) {
        errors[name] = [`The value '${value}' is not valid.`];
      }
      return [name, value];
    });
    const query = boundQuery(route, address.searchParams, errors);
    const { body, sent } = await boundBody(route, request, errors);
    if (Object.keys(errors).length > 0) throw invalid(errors);
    const params = Object.fromEntries(values);
    const id = params.id ?? '';
    return route.handle({ store, user, version, path: params, id, query, body, sent, authorization });
  };

  const server = createServer((request, response) => {
    const address = new URL(request.url ?? '/', 'http://127.0.0.1');
    const traceId = `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`;
    response.setHeader('Server', 'Kestrel');
    response.setHeader('Cache-Control', 'no-store,no-cache');
    response.setHeader('Pragma', 'no-cache');
    const done = (): void => {
      requests.push(`${request.method} ${request.url} ${response.statusCode}`);
    };
    const document = /^\/swagger\/v([1-4])\/swagger\.json$/i.exec(address.pathname)?.[1];
    if (request.method === 'GET' && document !== undefined) {
      send(response, { status: 200, body: openApi(routes, Number(document)) });
      return done();
    }
    if (request.method === 'GET' && /^\/swagger\/?$/i.test(address.pathname)) {
      response.writeHead(301, { Location: '/swagger/index.html' }).end();
      return done();
    }
    if (request.method === 'GET' && /^\/swagger\/index\.html$/i.test(address.pathname)) {
      response.writeHead(200, { 'Content-Type': 'text/html;charset=utf-8' }).end(swaggerPage());
      return done();
    }
    response.setHeader(
      'api-supported-versions',
      VERSIONS.slice(1)
        .map((one) => `${one}.0`)
        .join(', '),
    );
    response.setHeader('api-deprecated-versions', '1.0');
    void answer(request, address)
      .catch((error: unknown): Reply => {
        const problem = error instanceof Problem ? error : new Problem(500, String(error));
        const { body, type } = problemReply(problem, traceId);
        for (const [name, value] of Object.entries(problem.headers)) response.setHeader(name, value);
        response.setHeader('Content-Type', type);
        response.writeHead(problem.status).end(body);
        return { status: problem.status };
      })
      .then((reply) => {
        if (!response.headersSent) send(response, reply);
        done();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  store.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl: store.baseUrl,
    world: store.world,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
