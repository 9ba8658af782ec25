import type { Principal } from '../api/executor.ts';
import { type Bridge, createBridge } from '../bridge.ts';
import { createCallers } from '../callers/index.ts';
import { createTokenCheck } from '../callers/jwt.ts';
import { type Config, UsageError } from '../config.ts';
import { createQuota } from '../mcp/quota.ts';
import { createServer } from '../mcp/server.ts';
import { startMonitor } from '../monitor/index.ts';
import { createMetrics } from '../monitor/metrics.ts';
import { settings } from '../settings.ts';
import {
  type Authenticate,
  createSessionIds,
  type HttpServer,
  httpCallOf,
  startHttp,
} from '../transports/http/index.ts';
import { type Command, print } from './command.ts';
import { type Connection, howToConnect, overHttp } from './how-to-connect.ts';
import { checkPlace, readTls, refusePort } from './http-place.ts';
import { toldToStop } from './signals.ts';

/** Answers that are under way when the server is told to end have this long. */
const patienceMs = 25_000;
/** Largest request, in bytes. */
const maxBodyBytes = 4 * 1024 * 1024;
const maxSessionsPerCaller = 32;
/** Requests and streams of one caller at the same time. */
const maxRequestsPerCaller = 64;

/** One server for everybody, each with their own rights. */
export const http: Pick<Command, 'run'> = {
  run: async ({ config, toolbox, info }) => {
    const chosen = config();
    checkPlace(chosen);
    const tls = readTls(chosen);
    const bridge = await createBridge(chosen, toolbox);
    try {
      const { limits } = chosen;
      let server: HttpServer | undefined;
      const metrics = createMetrics(() => server?.load() ?? { sessions: 0, answering: 0 });
      const parts = {
        ...bridge,
        info,
        quota: createQuota(limits),
        log: { ...bridge.log, call: both(bridge.log.call, metrics.call) },
      };
      server = await startHttp<Principal>({
        ...chosen,
        tls,
        publicUrl: chosen.publicUrl === undefined ? undefined : new URL(chosen.publicUrl),
        authenticate: admission(chosen, bridge),
        signIn: {
          authorizationServers: chosen.issuer === undefined ? [] : [chosen.issuer],
          scopes: chosen.scopes,
          isOpen: chosen.singleUser,
        },
        snippets: (url) => overHttp({ url, callers: callersOf(chosen) }),
        createServer: () =>
          createServer(parts, (context) => httpCallOf<Principal>(context).caller, httpCallOf),
        maxBodyBytes,
        maxRequestsPerCaller,
        sessions: {
          max: limits.sessions,
          maxPerCaller: maxSessionsPerCaller,
          idleMs: limits.idle * 60_000,
          ids: chosen.sessionKey === undefined ? undefined : createSessionIds(chosen.sessionKey),
        },
        onError: (error) => bridge.log.error('transport', error),
        onRefused: ({ requestId, status, reason }) =>
          bridge.log.warn(`request ${requestId} was refused with ${status}: ${reason}`),
        onAnswer: metrics.answer,
      }).catch(refusePort(settings.port));
      await serveUntilStopped(chosen, bridge, server, metrics);
      return 0;
    } finally {
      await bridge.close();
    }
  },
};

async function serveUntilStopped(
  chosen: Config,
  bridge: Bridge,
  server: HttpServer,
  metrics: ReturnType<typeof createMetrics>,
): Promise<void> {
  const { monitorPort } = chosen;
  // Before anybody learns that it runs, so that whoever ends it at once gets a clean end.
  const told = toldToStop(() => renewTls(chosen, bridge, server));
  let isReady = true;
  const monitor =
    monitorPort === undefined
      ? undefined
      : await startMonitor({
          port: monitorPort,
          metrics,
          isReady: () => isReady,
          serviceState: bridge.serviceState,
        }).catch(async (error: unknown) => {
          await server.close(0);
          return refusePort(settings.monitorPort)(error);
        });
  for (const warning of bridge.warnings) bridge.log.warn(warning);
  print(`casebridge serves MCP at ${server.url} (Ctrl-C ends it).`);
  if (monitor) print(`Health and metrics: http://127.0.0.1:${monitor.port}/livez, /readyz, /metrics`);
  print(`\n${howToConnect(connectionOf(chosen, bridge, server.url))}`);
  await told;
  isReady = false;
  // A second signal means now.
  process.once('SIGINT', endNow).once('SIGTERM', endNow);
  await server.close(patienceMs);
  await monitor?.close();
  process.off('SIGINT', endNow).off('SIGTERM', endNow);
}

const endNow = () => process.exit(1);

/** After a certificate was renewed; one that is wrong leaves that in use which was right. */
function renewTls(chosen: Config, { log }: Bridge, server: HttpServer): void {
  try {
    const tls = readTls(chosen);
    if (tls === undefined) return;
    server.renewTls(tls);
    log.info('certificate and key were read again');
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    log.warn(`The certificate stays as it was. ${error.message}`);
  }
}

/** Whom the server lets in, in the words of whoever connects. */
function connectionOf(chosen: Config, bridge: Bridge, url: string): Connection {
  const program = { node: process.execPath, script: process.argv[1] ?? '' };
  return { url, callers: callersOf(chosen), sandbox: bridge.sandbox, program };
}

const callersOf = ({ singleUser, issuer }: Config): Connection['callers'] =>
  singleUser ? 'one user' : issuer === undefined ? 'token' : 'single sign-on';

/** Who a request comes from: the configured user alone, or whoever the service accepts. */
function admission(chosen: Config, bridge: Bridge): Authenticate<Principal> {
  const { issuer, audience, publicUrl } = chosen;
  if (chosen.singleUser) {
    const caller = bridge.principal();
    return async () => ({ caller });
  }
  if (chosen.user !== undefined)
    throw new UsageError(
      `${settings.user.env} is for one user: over HTTP without ${settings.singleUser.env} each caller has a token of their own.`,
    );
  if (bridge.hasLogin && !chosen.sandbox)
    throw new UsageError(
      `${settings.login.env} and other ways to sign in are for one user: over HTTP each caller brings a token. Leave them out, or set ${settings.singleUser.env}=true on this machine’s own address.`,
    );
  const checkToken =
    issuer === undefined
      ? undefined
      : createTokenCheck({
          issuer: new URL(issuer),
          audience: [audience ?? publicUrl ?? ''],
          fetch: bridge.fetch,
        });
  return createCallers({
    createTokens: bridge.tokensOf,
    identify: bridge.identify,
    checkToken,
    timeoutMs: chosen.timeout * 1000,
  });
}

const both =
  <Event>(first: (event: Event) => void, second: (event: Event) => void) =>
  (event: Event) => {
    first(event);
    second(event);
  };
