import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import {
  classifyInboundRequest,
  createMcpHandler,
  type McpHttpHandler,
  type McpServer,
  type Server,
} from '@modelcontextprotocol/server';
import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { type Addresses, endpointPath } from './addresses.ts';
import { readBody } from './body.ts';
import { type Authenticate, asAuthInfo, bearerOf, type Caller, challenge, type HttpCall } from './caller.ts';
import { contentTypeGuard, type Guard, hostGuard, lengthGuard, methodGuard, originGuard } from './guards.ts';
import { refuse, retryAfter } from './refusal.ts';
import { createSessions, type SessionLimits, type Sessions } from './sessions.ts';

/** What a new server is made for: a session of an older client, or one request of a newer one. */
export interface Occasion<Who extends Caller> {
  readonly era: 'legacy' | 'modern';
  readonly call: HttpCall<Who>;
  /** Address and headers of the request; its body has been read. */
  readonly request: Request;
}

export interface AppOptions<Who extends Caller> {
  readonly authenticate: Authenticate<Who>;
  readonly createServer: (occasion: Occasion<Who>) => Server | McpServer;
  /** Issuers at which callers sign in; without one no metadata is served. */
  readonly authorizationServers: readonly string[];
  /** Take the client's address from a proxy in front. */
  readonly trustProxy: boolean;
  readonly maxBodyBytes: number;
  /** Requests and streams of one caller at the same time. */
  readonly maxRequestsPerCaller: number;
  readonly sessions: SessionLimits;
  readonly onError: (error: Error) => void;
  /** Told of each answer when it begins. */
  readonly onAnswer: (answer: HttpAnswer) => void;
}

export interface HttpAnswer {
  readonly requestId: string;
  readonly method: string;
  readonly status: number;
  readonly ms: number;
}

export interface App {
  readonly fetch: (request: Request, bindings: HttpBindings) => Response | Promise<Response>;
  readonly sessions: Sessions;
  readonly modern: McpHttpHandler;
  /** Answers under way, without streams that only wait for something to happen. */
  answering(): number;
}

type Env = { Bindings: HttpBindings; Variables: { requestId: string } };

const metadataPath = `/.well-known/oauth-protected-resource${endpointPath}`;
const maxSubscriptions = 64;

/** What arrives is checked from the cheapest to the dearest: where it goes, what it is, who sends it, what it says. */
export function createApp<Who extends Caller>(addresses: Addresses, options: AppOptions<Who>): App {
  const { createServer, onError } = options;
  const serve = (era: 'legacy' | 'modern', call: HttpCall<Caller>, request: Request) =>
    createServer({ era, call: call as HttpCall<Who>, request });
  const modern = createMcpHandler(
    ({ authInfo, requestInfo }) =>
      serve('modern', authInfo?.extra?.call as HttpCall<Who>, requestInfo as Request),
    { legacy: 'reject', maxSubscriptions, onerror: onError },
  );
  const sessions = createSessions(
    (call, request) => serve('legacy', call, request),
    options.sessions,
    onError,
  );
  const busy = createBusy(options.maxRequestsPerCaller);
  const metadataUrl =
    options.authorizationServers.length > 0 ? new URL(metadataPath, addresses.url).href : undefined;
  let answering = 0;

  const handle = async (context: Context<Env>): Promise<Response> => {
    const { outgoing } = context.env;
    const request = context.req.raw;
    const bearer = bearerOf(request.headers);
    const found = await options.authenticate(bearer, clientAddress(context, options.trustProxy));
    if ('turned' in found) return challenge(found.turned, bearer !== undefined, metadataUrl);
    const { caller } = found;
    const leave = busy.enter(caller.id);
    if (leave === undefined) return refuse(429, 'Too many requests at the same time.', retryAfter(1000));
    const ended = new Promise<void>((resolve) => outgoing.once('close', resolve));
    void ended.then(leave);
    const body =
      request.method === 'POST' ? await readBody(request, options.maxBodyBytes) : { json: undefined };
    if ('refused' in body) return body.refused;
    const call = {
      caller,
      requestId: context.get('requestId'),
      traceparent: request.headers.get('traceparent') ?? undefined,
    };
    if (isAnswered(request, body.json)) {
      answering += 1;
      void ended.then(() => {
        answering -= 1;
      });
    }
    if (isLegacy(request, body.json)) return sessions.handle(request, body.json, call, ended);
    return modern.fetch(request, { parsedBody: body.json, authInfo: asAuthInfo(call) });
  };

  const app = new Hono<Env>();
  app.use(async (context, next) => {
    const requestId = requestIdOf(context.req.header('x-request-id'));
    context.set('requestId', requestId);
    const began = performance.now();
    await next();
    const { status } = context.res;
    options.onAnswer({ requestId, method: context.req.method, status, ms: performance.now() - began });
    context.res.headers.set('x-request-id', requestId);
    if (!context.res.headers.has('cache-control')) context.res.headers.set('cache-control', 'no-store');
  });
  app.use(guard(hostGuard(addresses)), guard(originGuard(addresses)));
  app.use(browsers(addresses));
  if (metadataUrl !== undefined)
    app.on('GET', [metadataPath, metadataPath.replace(endpointPath, '')], (context) =>
      context.json({
        resource: addresses.url.href,
        authorization_servers: options.authorizationServers,
        bearer_methods_supported: ['header'],
        resource_name: 'casebridge',
      }),
    );
  app.all(
    endpointPath,
    guard(methodGuard),
    guard(contentTypeGuard),
    guard(lengthGuard(options.maxBodyBytes)),
    handle,
  );
  app.notFound(() => refuse(404, `Nothing is here; MCP is served at ${endpointPath}.`));
  app.onError((error) => {
    onError(error);
    return refuse(500, 'The server failed while handling the request; its log says more.', {}, -32_603);
  });
  return { fetch: app.fetch, sessions, modern, answering: () => answering };
}

const guard =
  (check: Guard) =>
  async (context: Context, next: () => Promise<void>): Promise<Response | undefined> => {
    const refused = check(context.req.raw);
    if (refused === undefined) await next();
    return refused;
  };

/** For pages of origins that are let in. */
const browsers = ({ origins }: Addresses) =>
  cors({
    origin: (origin) => (origins.has(origin) ? origin : null),
    exposeHeaders: ['mcp-session-id', 'www-authenticate', 'x-request-id', 'retry-after'],
    maxAge: 600,
  });

/** The client's own id for a request, where it is one that can go into logs and headers; otherwise a new one. */
const requestIdOf = (given: string | undefined) =>
  given !== undefined && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();

/** The nearest address that was not made up: a proxy adds the one it saw at the end. */
function clientAddress(context: Context<Env>, trustProxy: boolean): string {
  const forwarded = trustProxy ? context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return forwarded ?? context.env.incoming.socket.remoteAddress ?? '';
}

/** Whether the request belongs to revision 2025-11-25 or older. */
function isLegacy(request: Request, body: unknown): boolean {
  const { headers } = request;
  const outcome = classifyInboundRequest({
    httpMethod: request.method,
    ...optional('protocolVersionHeader', headers.get('mcp-protocol-version')),
    ...optional('mcpMethodHeader', headers.get('mcp-method')),
    ...optional('mcpNameHeader', headers.get('mcp-name')),
    body,
  });
  return outcome.kind === 'legacy';
}

const optional = <Key extends string>(key: Key, value: string | null) =>
  (value === null ? {} : { [key]: value }) as { [Name in Key]?: string };

/** A stream that only waits for changes is no answer that anybody would miss. */
const isAnswered = (request: Request, body: unknown) =>
  request.method === 'POST' && (body as { method?: unknown } | null)?.method !== 'subscriptions/listen';

/** Counts what each caller has under way. */
function createBusy(max: number) {
  const counts = new Map<string, number>();
  return {
    /** @returns how to leave again; undefined where the caller has too much under way */
    enter: (id: string): (() => void) | undefined => {
      const count = counts.get(id) ?? 0;
      if (count >= max) return undefined;
      counts.set(id, count + 1);
      return () => {
        const left = (counts.get(id) ?? 1) - 1;
        if (left > 0) counts.set(id, left);
        else counts.delete(id);
      };
    },
  };
}
