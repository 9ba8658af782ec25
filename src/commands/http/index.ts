import type { App } from '../../app.ts';
import { type Config, UsageError } from '../../config/command-line.ts';
import { settings } from '../../config/settings.ts';
import type { Language } from '../../contract/language.ts';
import { said } from '../../contract/worded.ts';
import { startMonitor } from '../../observability/monitor-server.ts';
import type { HttpServer } from '../../transports/http/index.ts';
import { type Command, type CommandContext, print } from '../command.ts';
import { untilStopSignal } from '../signals.ts';
import { type Connection, howToConnect } from './connection-guide.ts';
import { httpMessages } from './messages.ts';
import { callersOf, type OpenHttpServer, openHttpServer } from './open-server.ts';
import { readTls, refusePort } from './options.ts';

/** Maximum wait at shutdown for requests in progress, in milliseconds. */
const patienceMs = 25_000;

/** Serves all users over HTTP, each with their own rights. */
export const http: Pick<Command, 'run'> = {
  run: async ({ config, toolbox, info, registered, environment, language }) => {
    const chosen = config();
    const { server, bridge, metrics } = await openHttpServer(chosen, { toolbox, info, registered });
    try {
      const tellHow = async () =>
        print(
          howToConnect(
            { ...connectionOf(chosen, bridge, server.url), found: await foundHere(chosen, environment) },
            language,
          ),
        );
      await serveUntilStopped({ chosen, bridge, server, metrics, language, tellHow });
      bridge.log.info('ended');
      return 0;
    } finally {
      await bridge.close();
    }
  },
};

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
  readonly metrics: OpenHttpServer['metrics'];
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
