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
  const log = collectLog();
  const bridge = await inZone(env.TZ, () => createAppWithZone(config, log.add));
  for (const warning of bridge.warnings) bridge.log.warn(warning.en);
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
    stderr: log.text,
    close: async () => {
      await served.close();
      await bridge.close();
    },
  };
}

/** Runs the server over HTTP without a separate process: the same composition as `casebridge http`, on a free port. */
export async function serveHttpInProcess(args: readonly string[], env: Readonly<Record<string, string>>) {
  const log = collectLog();
  const registered = { name: 'example/casebridge', description: 'Cases and tasks' };
  const { server, bridge } = await inZone(env.TZ, async () => {
    const config = configOf(['http', '--port', '0', ...args], env);
    const started = await openHttpServer(config, { toolbox, info, registered }, log.add);
    started.bridge.timeZone();
    return started;
  });
  for (const warning of bridge.warnings) bridge.log.warn(warning.en);
  return {
    url: server.url,
    stderr: log.text,
    close: async () => {
      await server.close(0);
      await bridge.close();
    },
  };
}

const configOf = (args: readonly string[], env: Readonly<Record<string, string>>) =>
  readCommandLine(args, { CASEBRIDGE_LEARN: 'off', ...env }).config();

/** Collects the lines of a server's log, which a separate process would write to stderr. */
function collectLog() {
  let text = '';
  const add = (line: string) => {
    text += line;
  };
  return { add, text: () => text };
}

async function createAppWithZone(config: Config, logLine: (line: string) => void) {
  const app = await createServerApp(config, toolbox, { logLine });
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
