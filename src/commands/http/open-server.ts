import type { Principal } from '../../api/client/executor.ts';
import { type App, createServerApp } from '../../app.ts';
import { type Callers, maxKnown } from '../../auth/authenticate.ts';
import type { Config } from '../../config/command-line.ts';
import { settings } from '../../config/settings.ts';
import { createQuota } from '../../mcp/guards/limits/rate-limit.ts';
import { createServer } from '../../mcp/server.ts';
import { createMetrics, type Load } from '../../observability/metrics.ts';
import { createSessionIds, type HttpServer, httpCallOf, startHttp } from '../../transports/http/index.ts';
import type { CommandContext } from '../command.ts';
import { sharedStateOf } from '../shared-state.ts';
import { admission } from './admission.ts';
import { type Connection, overHttp } from './connection-guide.ts';
import { checkListenOptions, readTls, refusePort } from './options.ts';
import { ownSignIn } from './own-sign-in.ts';
import { createRefusalLog } from './refusal-log.ts';
import { firstScopes, isScoped, offeredScopes, scopeCheck } from './scopes.ts';
import { serverCard } from './server-card.ts';
import { shareChanges } from './shared-names.ts';

/** Maximum size of a request body, in bytes. */
const maxBodyBytes = 4 * 1024 * 1024;
const maxSessionsPerCaller = 32;
/** Maximum number of concurrent requests and streams per caller. */
const maxRequestsPerCaller = 64;

/** The running server, with the app that it serves. The caller must close first the server, then the app. */
export interface OpenHttpServer {
  readonly server: HttpServer;
  readonly bridge: App;
  readonly metrics: ReturnType<typeof createMetrics>;
}

/**
 * Composes the app and starts to serve it over HTTP.
 * @param logLine receives each line of the log. Default: stderr
 * @throws UsageError if settings contradict each other or the port cannot be used
 */
export async function openHttpServer(
  given: Config,
  { toolbox, info, registered }: Pick<CommandContext, 'toolbox' | 'info' | 'registered'>,
  logLine?: (line: string) => void,
): Promise<OpenHttpServer> {
  // On a server for many users, an operator reads the log. For a single user or the sandbox, warnings are enough.
  const level = given.log.level ?? (given.http.singleUser || given.service.sandbox ? 'warn' : 'info');
  const chosen: Config = { ...given, log: { ...given.log, level } };
  checkListenOptions(chosen);
  const tls = readTls(chosen.http);
  const { access } = chosen;
  const { limits, publicUrl, sessionKey } = chosen.http;
  const running: Running = {};
  const metrics = createMetrics({
    load: () => loadOf(running),
    limits: { sessions: limits.sessions, answering: limits.total, callers: maxKnown },
    version: info.version,
  });
  const bridge = await createServerApp(chosen, toolbox, { ...metrics, logLine }, sharedStateOf(chosen));
  const { log } = bridge;
  try {
    const own = await ownSignIn(chosen, bridge, (outcome) => metrics.signIn('page', outcome));
    const way = own ? 'own_token' : access.issuer === undefined ? 'service_token' : 'single_sign_on';
    const callers = admission(chosen, bridge, own, (outcome) => metrics.signIn(way, outcome));
    const quota = createQuota(limits, bridge.shared);
    const parts = {
      ...bridge,
      names: shareChanges(bridge.names, bridge.shared),
      info,
      quota,
      log: { ...log, call: both(log.call, metrics.call), question: both(log.question, metrics.question) },
    };
    const server = await startHttp<Principal>({
      ...chosen.http,
      tls,
      publicUrl: publicUrl === undefined ? undefined : new URL(publicUrl),
      authenticate: callers.authenticate,
      signIn: {
        authorizationServers: own || access.issuer === undefined ? [] : [access.issuer],
        isOwn: own !== undefined,
        scopes: offeredScopes(access),
        firstScopes: firstScopes(access),
        isOpen: chosen.http.singleUser,
      },
      addRoutes: own?.addTo,
      serverCard: chosen.http.serverCard ? serverCard({ info, registered }) : undefined,
      scopeCheck: isScoped(access) ? scopeCheck(access, toolbox, own?.refuseScope) : undefined,
      snippets: (url) => overHttp({ url, callers: callersOf(chosen) }),
      createServer: () => createServer(parts, (context) => httpCallOf<Principal>(context).caller, httpCallOf),
      counter: quota,
      maxBodyBytes,
      maxRequestsPerCaller,
      sessions: {
        max: limits.sessions,
        maxPerCaller: maxSessionsPerCaller,
        idleMs: limits.idle * 60_000,
        state: bridge.shared,
        ids: sessionKey === undefined ? undefined : createSessionIds(sessionKey),
      },
      onError: (error) => log.error('transport', error),
      onRefused: ({ requestId, status, reason }) =>
        log.warn('request refused', { request: requestId, status, reason }),
      onDropped: ({ caller, bytes }) =>
        log.warn('an answer was dropped: too many unread answers', { caller, bytes }),
      onAnswer: both(metrics.answer, createRefusalLog(log)),
    }).catch(refusePort(settings.http.port));
    Object.assign(running, { server, callers, bridge });
    own?.connections.onEnded(server.endConnection);
    return { server, bridge, metrics };
  } catch (error) {
    await bridge.close();
    throw error;
  }
}

/** Sources of the metrics. Set when the server runs. */
interface Running {
  server?: HttpServer;
  callers?: Callers;
  bridge?: App;
}

const loadOf = ({ server, callers, bridge }: Running): Load => ({
  ...(server?.load() ?? { sessions: 0, answering: 0, waitingBytes: 0 }),
  callers: callers?.count() ?? 0,
  service: bridge?.serviceState() ?? 'unknown',
  shared: bridge?.shared.condition() ?? 'own',
  helpers: bridge?.helpers() ?? {},
  spans: bridge?.tracer?.counts() ?? { sent: 0, dropped: 0 },
});

/** Returns who may call, for the instructions to new users. */
export function callersOf({ http: { singleUser }, access }: Config): Connection['callers'] {
  if (singleUser) return 'one user';
  if (access.signInWith === 'service') return 'page';
  return access.issuer === undefined ? 'token' : 'single sign-on';
}

const both =
  <Event>(first: (event: Event) => void, second: (event: Event) => void) =>
  (event: Event) => {
    first(event);
    second(event);
  };
