import type { Principal } from '../../api/client/executor.ts';
import { type App, createServerApp } from '../../app.ts';
import { type Callers, maxKnown } from '../../auth/authenticate.ts';
import { type Config, UsageError } from '../../config/command-line.ts';
import { settings } from '../../config/settings.ts';
import type { Language } from '../../contract/language.ts';
import { said } from '../../contract/worded.ts';
import { createQuota } from '../../mcp/guards/limits/rate-limit.ts';
import { createServer } from '../../mcp/server.ts';
import { createMetrics, type Load } from '../../observability/metrics.ts';
import { startMonitor } from '../../observability/monitor-server.ts';
import { createSessionIds, type HttpServer, httpCallOf, startHttp } from '../../transports/http/index.ts';
import { type Command, type CommandContext, print } from '../command.ts';
import { sharedStateOf } from '../shared-state.ts';
import { untilStopSignal } from '../signals.ts';
import { admission } from './admission.ts';
import { type Connection, howToConnect, overHttp } from './connection-guide.ts';
import { httpMessages } from './messages.ts';
import { checkListenOptions, readTls, refusePort } from './options.ts';
import { ownSignIn } from './own-sign-in.ts';
import { createRefusalLog } from './refusal-log.ts';
import { firstScopes, isScoped, offeredScopes, scopeCheck } from './scopes.ts';
import { serverCard } from './server-card.ts';
import { shareChanges } from './shared-names.ts';

/** Maximum wait at shutdown for requests in progress, in milliseconds. */
const patienceMs = 25_000;
/** Maximum size of a request body, in bytes. */
const maxBodyBytes = 4 * 1024 * 1024;
const maxSessionsPerCaller = 32;
/** Maximum number of concurrent requests and streams per caller. */
const maxRequestsPerCaller = 64;

/** Serves all users over HTTP, each with their own rights. */
export const http: Pick<Command, 'run'> = {
  run: async ({ config, toolbox, info, registered, environment, language }) => {
    const given = config();
    // On a server for many users, an operator reads the log. For a single user or the sandbox, warnings are enough.
    const chosen = {
      ...given,
      log: {
        ...given.log,
        level: given.log.level ?? (given.http.singleUser || given.service.sandbox ? 'warn' : 'info'),
      },
    } as const;
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
    const bridge = await createServerApp(chosen, toolbox, metrics, sharedStateOf(chosen));
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
        createServer: () =>
          createServer(parts, (context) => httpCallOf<Principal>(context).caller, httpCallOf),
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
      const tellHow = async () =>
        print(
          howToConnect(
            { ...connectionOf(chosen, bridge, server.url), found: await foundHere(chosen, environment) },
            language,
          ),
        );
      await serveUntilStopped({ chosen, bridge, server, metrics, language, tellHow });
      log.info('ended');
      return 0;
    } finally {
      await bridge.close();
    }
  },
};

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

async function serveUntilStopped({
  chosen,
  bridge,
  server,
  metrics,
  language,
  tellHow,
}: {
  readonly chosen: Config;
  readonly bridge: App;
  readonly server: HttpServer;
  readonly metrics: ReturnType<typeof createMetrics>;
  readonly language: Language;
  readonly tellHow: () => Promise<unknown>;
}): Promise<void> {
  const { monitorHost, monitorPort, publicUrl } = chosen.http;
  // Install the signal handlers before the server reports that it runs, so that an immediate signal also ends it
  // cleanly.
  const told = untilStopSignal(() => renewTls(chosen, bridge, server));
  let isReady = true;
  const monitor =
    monitorPort === undefined
      ? undefined
      : await startMonitor({
          host: monitorHost,
          port: monitorPort,
          names: publicUrl === undefined ? [] : [new URL(publicUrl).hostname],
          metrics,
          isReady: () => isReady,
          serviceState: bridge.serviceState,
          sharedState: bridge.shared.condition,
          probe: bridge.probe,
        }).catch(async (error: unknown) => {
          await server.close(0);
          return refusePort(settings.http.monitorPort)(error);
        });
  for (const warning of bridge.warnings) bridge.log.warn(warning.en);
  bridge.log.info('started', { at: server.url, service: bridge.sandbox?.url ?? chosen.service.url });
  print(said(language, httpMessages.serves, { url: server.url }));
  if (monitor) print(said(language, httpMessages.health, { url: monitor.url }));
  print('');
  await tellHow();
  await told;
  isReady = false;
  bridge.log.info('ending', { answering: server.load().answering });
  // A second signal ends the process immediately.
  process.once('SIGINT', endNow).once('SIGTERM', endNow);
  await server.close(patienceMs);
  await monitor?.close();
  process.off('SIGINT', endNow).off('SIGTERM', endNow);
}

const endNow = () => process.exit(1);

/** Reads certificate and key again after a renewal. If they are wrong, the previous ones stay in use. */
function renewTls(chosen: Config, { log }: App, server: HttpServer): void {
  try {
    const tls = readTls(chosen.http);
    if (tls === undefined) return;
    server.renewTls(tls);
    log.info('certificate and key were reloaded');
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    log.warn(`The previous certificate stays in use. ${error.message}`);
  }
}

function connectionOf(chosen: Config, bridge: App, url: string): Omit<Connection, 'found'> {
  const program = { node: process.execPath, script: process.argv[1] ?? '' };
  return { url, callers: callersOf(chosen), sandbox: bridge.sandbox, program };
}

/** Returns the assistants on this machine. Returns none unless a single user tries the sandbox here. */
async function foundHere(
  { service, http }: Config,
  environment: CommandContext['environment'],
): Promise<Connection['found']> {
  if (!service.sandbox || !http.singleUser) return [];
  const { placeAll, thisMachine } = await import('../../assistants/places.ts');
  const found = placeAll(thisMachine(environment)).filter(({ isFound }) => isFound);
  return found.map(({ assistant: { id, title } }) => ({ id, title }));
}

function callersOf({ http: { singleUser }, access }: Config): Connection['callers'] {
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
