import { randomUUID } from 'node:crypto';
import { InMemoryTransport } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createServerApp } from '../../../src/app.ts';
import { shippedToolbox } from '../../../src/catalogue.ts';
import { openHttpServer } from '../../../src/commands/http/open-server.ts';
import { openSharedFolder } from '../../../src/commands/shared-folder.ts';
import { type Config, readCommandLine } from '../../../src/config/command-line.ts';
import { createServer } from '../../../src/mcp/server.ts';

const toolbox = shippedToolbox();
const info = { name: 'casebridge', version: '0.0.0' };

/**
 * Runs the server over stdio without a separate process: the same composition as `casebridge`, with messages passed as
 * JSON. Tests that run at many points in time use it, because each point would otherwise need a process.
 */
export async function serveInProcess(args: readonly string[], env: Readonly<Record<string, string>>) {
  const config = configOf(args, env);
  const exchange = await openSharedFolder(config);
  const bridge = await inZone(env.TZ, () => createAppWithZone(config));
  // State of a caller is kept per process. Here several servers share one process, so each needs a separate principal.
  const principal = { ...bridge.principal(), id: randomUUID() };
  const [near, far] = InMemoryTransport.createLinkedPair();
  for (const end of [near, far]) {
    const send = end.send.bind(end);
    end.send = (message, options) => send(JSON.parse(JSON.stringify(message)), options);
  }
  const served = serveStdio(() => createServer({ ...bridge, exchange, info }, () => principal), {
    transport: far,
  });
  return {
    transport: near,
    close: async () => {
      await served.close();
      await bridge.close();
    },
  };
}

/** Runs the server over HTTP without a separate process: the same composition as `casebridge http`, on a free port. */
export async function serveHttpInProcess(args: readonly string[], env: Readonly<Record<string, string>>) {
  const { server, bridge } = await inZone(env.TZ, async () => {
    const started = await openHttpServer(configOf(['http', '--port', '0', ...args], env), {
      toolbox,
      info,
      registered: { name: 'example/casebridge', description: 'Cases and tasks' },
    });
    started.bridge.timeZone();
    return started;
  });
  return {
    url: server.url,
    close: async () => {
      await server.close(0);
      await bridge.close();
    },
  };
}

/** Reads the settings, with the log turned off. The log would be that of the test process, which nobody reads. */
const configOf = (args: readonly string[], env: Readonly<Record<string, string>>) =>
  readCommandLine(args, { CASEBRIDGE_LEARN: 'off', ...env, CASEBRIDGE_LOG_LEVEL: 'silent' }).config();

async function createAppWithZone(config: Config) {
  const app = await createServerApp(config, toolbox);
  app.timeZone();
  return app;
}

/** Starts a server in a time zone. The server reads the time zone of the machine once, when it starts. */
async function inZone<Result>(zone: string | undefined, start: () => Promise<Result>): Promise<Result> {
  const machineZone = process.env.TZ;
  if (zone !== undefined) process.env.TZ = zone;
  try {
    return await start();
  } finally {
    if (machineZone === undefined) delete process.env.TZ;
    else process.env.TZ = machineZone;
  }
}
