import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { type Addresses, endpointPath, networkOf } from './addresses.ts';
import {
  type Authenticate,
  accountOfCaller,
  bearerOf,
  type Caller,
  type Counter,
  challenge,
  type Lack,
  lackOfScope,
} from './authentication.ts';
import type { Bounds } from './connections/bounds.ts';
import { createInFlight, type Full, type InFlight, type UnderWayOptions } from './connections/in-flight.ts';
import { afterLargeWrites } from './connections/large-writes.ts';
import { createOpenAnswers } from './connections/open-answers.ts';
import { createReserve } from './connections/reserve.ts';
import { addSignIn, challengeParameters, type OAuthSignIn, whereToSignIn } from './oauth.ts';
import { createPages, type Snippet } from './page.ts';
import { createProtocolRouter, type ProtocolRouterOptions } from './protocol-router.ts';
import { withAccept } from './request/accept.ts';
import { readBody } from './request/body.ts';
import { countedAs, type RefusalKind, refusalOf, refuse, retryAfter } from './request/error-response.ts';
import {
  contentTypeGuard,
  type Guard,
  hostGuard,
  lengthGuard,
  methodGuard,
  methods,
  originGuard,
} from './request/guards.ts';
import { addServerCard } from './server-card.ts';
import type { Sessions } from './sessions/sessions.ts';

export interface AppOptions<Who extends Caller> extends ProtocolRouterOptions<Who> {
  readonly authenticate: Authenticate<Who>;
  readonly signIn: OAuthSignIn;
  /** Adds what is served beside MCP: an authorization server of this program's own. */
  readonly addRoutes?:
    | (<Routes extends object>(app: Hono<Routes>, url: URL, addressOf: (context: Context) => string) => void)
    | undefined;
  /** What is told to whoever asks at `/mcp/server-card`, for the address at which clients connect; left out: nothing. */
  readonly serverCard?: ((url: string) => object) | undefined;
  /** Left out: whoever is let in may make every call. */
  readonly scopeCheck?:
    | ((caller: Who, body: unknown, bearer: string | undefined) => Promise<Lack | undefined>)
    | undefined;
  /** What people find at `/` to paste into their assistants. */
  readonly snippets: (url: string) => readonly Snippet[];
  /** Take the client's address from a proxy in front. */
  readonly trustProxy: boolean;
  readonly maxBodyBytes: number;
  /** Requests and streams of one caller at the same time. */
  readonly maxRequestsPerCaller: number;
  /** Left out: nobody asks for too much. */
  readonly counter?: Counter<Who>;
  /** Told of each answer when it begins. */
  readonly onAnswer: (answer: HttpAnswer) => void;
  readonly onDropped: UnderWayOptions['onDropped'];
}

export interface HttpAnswer {
  readonly requestId: string;
  readonly method: string;
  readonly status: number;
  readonly ms: number;
  /** Why it was refused here. */
  readonly reason: string | undefined;
  /** The same in one word, where the status alone does not tell it. */
  readonly kind: RefusalKind | undefined;
  /** Where it was found out who sent it. */
  readonly caller: string | undefined;
  /** Of the client, as far as it is known. */
  readonly address: string;
}

export interface HttpApp {
  readonly fetch: (request: Request, bindings: HttpBindings) => Response | Promise<Response>;
  readonly sessions: Sessions;
  readonly modern: McpHttpHandler;
  /** What is under way; streams that only wait for something to happen are not awaited. */
  readonly inFlight: Pick<InFlight, 'awaited' | 'waiting' | 'sweep'>;
  /** Ends the streams, sessions and requests of a connection that has ended. */
  readonly endConnection: (connection: string) => void;
}

/** Where the requests come from. */
export interface Origin {
  readonly bounds: Bounds;
  /** Somebody was let in with this request. */
  readonly know: (request: IncomingMessage) => void;
}

type Env = { Bindings: HttpBindings; Variables: { requestId: string; caller: string | undefined } };

/** What arrives is checked from the cheapest to the dearest: where it goes, what it is, who sends it, what it says. */
export function createApp<Who extends Caller>(
  addresses: Addresses,
  options: AppOptions<Who>,
  { bounds, know }: Origin,
): HttpApp {
  const { signIn, maxBodyBytes, counter, onError, onDropped } = options;
  const { sessions, modern, answer } = createProtocolRouter(options);
  const inFlight = createInFlight({ max: options.maxRequestsPerCaller, bounds, onDropped });
  const listening = createInFlight({ max: maxListening, bounds, onDropped });
  const openAnswers = createOpenAnswers();
  const reserve = createReserve();
  const admit = createAdmission(options, challengeParameters(addresses, signIn));

  const handle = async (context: Context<Env>): Promise<Response> => {
    const request = context.req.raw;
    // Listened for from the start: a client may leave while it is being asked who it is.
    const { incoming, outgoing } = context.env;
    const ended = new Promise<void>((resolve) => outgoing.once('close', resolve));
    const isPost = request.method === 'POST';
    // From its beginning: the server may be told to end while it asks who sends this.
    const letGo = isPost ? inFlight.await(ended) : undefined;
    const caller = await admit(context);
    if (caller instanceof Response) return caller;
    context.set('caller', caller.id);
    know(incoming);
    const account = accountOfCaller(caller);
    const read = (maxBytes: number) => {
      if (incoming.headers.expect !== undefined) outgoing.writeContinue();
      return readBody(request, maxBytes, (bytes) => counter?.weigh(caller, bytes));
    };
    const full = inFlight.begin(account, outgoing, ended);
    const spare = full && (await reserve.read(account, request, read, ended));
    const refused = (spare ? undefined : full) ?? counter?.request(caller);
    if (refused) return refuseSlowly({ kind: 'requests_limit', ...refused });
    // Answers that are written at the same moment would be too much before anybody looks.
    afterLargeWrites(outgoing, inFlight.sweep);
    if (caller.connection !== undefined) openAnswers.add(caller.connection, outgoing, ended);
    const body = spare ?? (isPost ? await read(maxBodyBytes) : { json: undefined });
    if ('refused' in body) return body.refused;
    const lack = await options.scopeCheck?.(caller, body.json, bearerOf(request.headers));
    if (lack) return lackOfScope(lack, whereToSignIn(addresses, signIn));
    const { headers } = request;
    const isWaiting = isListening(body.json);
    if (isWaiting) {
      const full = listening.begin(account, outgoing, ended);
      if (full) return refuseSlowly(full);
      letGo?.();
    }
    const call = {
      caller,
      requestId: context.get('requestId'),
      traceparent: headers.get('traceparent') ?? undefined,
      tracestate: headers.get('tracestate') ?? undefined,
      ended,
    };
    const answered = await answer(withAccept(request), body.json, call);
    if (isStream(answered.headers)) {
      takeAll(outgoing);
      // It lasts until the server ends: a proxy that kept its connection would send the next request into that end.
      if (isWaiting || !isPost) outgoing.shouldKeepAlive = false;
    }
    return answered;
  };

  const app = new Hono<Env>();
  app.use(stamp(options));
  app.use(guard(hostGuard(addresses)));
  if (options.serverCard) addServerCard(app, addresses, options.serverCard);
  app.use(guard(originGuard(addresses)), browsers(addresses));
  options.addRoutes?.(app, addresses.url, (context) => networkOf(clientAddress(context, options.trustProxy)));
  addSignIn(app, addresses, signIn);
  const pages = createPages(addresses, signIn, options.snippets(addresses.url.href));
  app.get('/', (context) => pages.front(context.req.raw));
  // A slash at the end of the address is easily typed.
  app.on(
    'ALL',
    [endpointPath, `${endpointPath}/`],
    guard(methodGuard, pages.endpoint, contentTypeGuard, lengthGuard(maxBodyBytes)),
    handle,
  );
  app.notFound(() => refuse(404, `Nothing is here; MCP is served at ${endpointPath}.`));
  app.onError((error) => {
    onError(error);
    return refuse(500, 'The server failed while handling the request; its log says more.', {}, -32_603);
  });
  const endConnection = (connection: string) => {
    sessions.endOf(connection);
    openAnswers.end(connection);
  };
  return { fetch: app.fetch, sessions, modern, inFlight, endConnection };
}

/** Of one caller; all of them have room for 64. */
const maxListening = 8;
const slowMs = 1000;

/** Whoever does not wait is made to: refusals as fast as they are asked for would take the time of the others. */
async function refuseSlowly({ kind, message, retryAfterMs }: Full): Promise<Response> {
  await sleep(slowMs);
  return countedAs(kind, refuse(429, message, retryAfter(retryAfterMs)));
}

/**
 * Asks who sends a request.
 * @param parameters of what an unknown one is told
 */
const createAdmission =
  <Who extends Caller>({ authenticate, trustProxy }: AppOptions<Who>, parameters: readonly string[]) =>
  async (context: Context<Env>): Promise<Who | Response> => {
    const bearer = bearerOf(context.req.raw.headers);
    const found = await authenticate(bearer, networkOf(clientAddress(context, trustProxy)));
    return 'rejected' in found ? challenge(found.rejected, bearer !== undefined, parameters) : found.caller;
  };

/** Middleware: sets `x-request-id`, reports status and duration of the answer, and forbids caches to store it. */
const stamp =
  ({ onAnswer, trustProxy }: Pick<AppOptions<Caller>, 'onAnswer' | 'trustProxy'>) =>
  async (context: Context<Env>, next: () => Promise<void>): Promise<void> => {
    const requestId = requestIdOf(context.req.header('x-request-id'));
    context.set('requestId', requestId);
    const began = performance.now();
    await next();
    const { headers, status } = context.res;
    const refusal = refusalOf(context.res);
    onAnswer({
      requestId,
      method: context.req.method,
      status,
      ms: performance.now() - began,
      reason: refusal?.message,
      kind: refusal?.kind,
      caller: context.get('caller'),
      address: clientAddress(context, trustProxy),
    });
    headers.set('x-request-id', requestId);
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
    // Said here, or the adapter waits a millisecond for a length that no stream has.
    if (isStream(headers) && context.env.incoming.httpVersion === '1.1')
      headers.set('transfer-encoding', 'chunked');
    // Nobody holds a connection who was not let in.
    if (context.get('caller') === undefined) headers.set('connection', 'close');
    // Streams would promise it, when only the listener knows that the connection is about to end.
    else if (headers.get('connection') === 'keep-alive') headers.delete('connection');
  };

const isStream = (headers: Headers) => headers.get('content-type')?.startsWith('text/event-stream') === true;

/**
 * The SDK makes events whether anybody takes them or not. Where they wait makes no difference to memory, but there they
 * are counted.
 */
function takeAll(outgoing: HttpBindings['outgoing']): void {
  const write = outgoing.write.bind(outgoing) as (chunk: unknown) => boolean;
  outgoing.write = (chunk: unknown) => {
    write(chunk);
    return true;
  };
}

const guard =
  (...checks: readonly Guard[]) =>
  async (context: Context, next: () => Promise<void>): Promise<Response | undefined> => {
    for (const check of checks) {
      const refused = check(context.req.raw);
      if (refused !== undefined) return refused;
    }
    await next();
    return undefined;
  };

/** For pages of origins that are let in; most requests come from programs, and need none of it. */
const browsers = ({ origins }: Addresses) => {
  const answer = cors({
    origin: (origin) => (origins.has(origin) ? origin : null),
    allowMethods: methods,
    exposeHeaders: ['mcp-session-id', 'www-authenticate', 'x-request-id', 'retry-after'],
    maxAge: 600,
  });
  return (context: Context, next: () => Promise<void>) =>
    context.req.method !== 'OPTIONS' && context.req.raw.headers.get('origin') === null
      ? next()
      : answer(context, next);
};

/** The client's own id for a request, where it is one that can go into logs and headers; otherwise a new one. */
const requestIdOf = (given: string | undefined) =>
  given !== undefined && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();

/** The nearest address that was not made up: a proxy adds the one it saw at the end. */
function clientAddress(context: Context<Env>, trustProxy: boolean): string {
  const forwarded = trustProxy ? context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return forwarded ?? context.env.incoming.socket.remoteAddress ?? '';
}

/** A stream that only waits for changes is no answer that anybody would miss. */
const isListening = (body: unknown) =>
  (body as { method?: unknown } | null)?.method === 'subscriptions/listen';
