import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { ServerNotifier } from '@modelcontextprotocol/server';
import { type Context, Hono } from 'hono';
import { type Addresses, endpointPath, networkOf } from './addresses.ts';
import type { Caller } from './authentication.ts';
import { crossOriginRoutes } from './cross-origin.ts';
import {
  clientAddress,
  createEndpoint,
  type EndpointOptions,
  type McpEndpoint,
  type Origin,
  serverFailure,
} from './endpoint.ts';
import { requestIdOf } from './exchange.ts';
import { addSignIn } from './oauth.ts';
import { createPages, type Snippet } from './page.ts';
import { createProtocolRouter, type ProtocolRouterOptions } from './protocol-router.ts';
import { refusalOf, refuse } from './request/error-response.ts';
import { type Guard, hostGuard, originGuard } from './request/guards.ts';
import { addServerCard } from './server-card.ts';
import type { Sessions } from './sessions/sessions.ts';

export interface AppOptions<Who extends Caller> extends ProtocolRouterOptions<Who>, EndpointOptions<Who> {
  /** Adds routes other than MCP, such as those of the built-in authorization server. */
  readonly addRoutes?:
    | (<Routes extends object>(app: Hono<Routes>, url: URL, addressOf: (context: Context) => string) => void)
    | undefined;
  /** Returns the content of `/mcp/server-card` for the address at which clients connect. Default: no server card. */
  readonly serverCard?: ((url: string) => object) | undefined;
  /** Returns the configurations for assistants that the page at `/` shows. */
  readonly snippets: (url: string) => readonly Snippet[];
}

export interface HttpApp {
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  readonly sessions: Sessions;
  /** Notifies subscribed clients about changes. Only clients of protocol revision 2026-07-28 or later subscribe. */
  readonly notify: ServerNotifier;
  readonly inFlight: McpEndpoint['inFlight'];
  /** Ends the streams, sessions and requests of an assistant's connection that has ended. */
  readonly endConnection: (connection: string) => void;
  /** Ends requests and streams that belong to no session. */
  readonly closeStateless: () => Promise<void>;
}

type Env = { Bindings: HttpBindings; Variables: { requestId: string } };

/** Creates the application. hono serves all paths except the MCP endpoint. */
export function createApp<Who extends Caller>(
  addresses: Addresses,
  options: AppOptions<Who>,
  origin: Origin,
): HttpApp {
  const { signIn, onError, trustProxy } = options;
  const router = createProtocolRouter(options);
  const { sessions } = router;
  const pages = createPages(addresses, signIn, options.snippets(addresses.url.href));
  const endpoint = createEndpoint(addresses, options, router, pages.endpoint, origin);

  const app = new Hono<Env>();
  // Serve requests with another spelling of the endpoint's address, for which `endpoint.takes` returns false. CORS
  // preflight requests are answered below.
  app.on('ALL', [endpointPath, `${endpointPath}/`], async ({ req, env }, next) => {
    if (req.method === 'OPTIONS') return next();
    endpoint.serve(env.incoming, env.outgoing);
    return RESPONSE_ALREADY_SENT;
  });
  app.use(stamp(options));
  app.use(guard(hostGuard(addresses)));
  if (options.serverCard) addServerCard(app, addresses, options.serverCard);
  app.use(guard(originGuard(addresses)), crossOriginRoutes(addresses));
  options.addRoutes?.(app, addresses.url, ({ env }) => networkOf(clientAddress(env.incoming, trustProxy)));
  addSignIn(app, addresses, signIn);
  app.get('/', (context) => pages.front(context.req.raw));
  app.notFound(() => refuse(404, `There is nothing here; MCP is served at ${endpointPath}.`));
  app.onError((error) => {
    onError(error);
    return serverFailure();
  });
  const serve = getRequestListener((request, bindings) => app.fetch(request, bindings as HttpBindings), {
    errorHandler: () =>
      refuse(400, 'The Host header and the request target do not form a valid address.', {
        connection: 'close',
      }),
  });
  return {
    handle: (request, response) =>
      endpoint.takes(request) ? endpoint.serve(request, response) : void serve(request, response),
    sessions,
    notify: router.notify,
    inFlight: endpoint.inFlight,
    endConnection: (connection) => {
      sessions.endOf(connection);
      endpoint.endConnection(connection);
    },
    closeStateless: router.close,
  };
}

/** Middleware: sets `x-request-id`, reports status and duration of the answer, and forbids caches to store it. */
const stamp =
  ({ onAnswer, trustProxy }: Pick<AppOptions<Caller>, 'onAnswer' | 'trustProxy'>) =>
  async (context: Context<Env>, next: () => Promise<void>): Promise<void> => {
    const requestId = requestIdOf(context.req.header('x-request-id'));
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
      caller: undefined,
      address: clientAddress(context.env.incoming, trustProxy),
    });
    headers.set('x-request-id', requestId);
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
    // Close the connection, because unauthenticated clients must not keep one.
    headers.set('connection', 'close');
  };

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
