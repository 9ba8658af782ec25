import { randomUUID } from 'node:crypto';
import { InMemoryTransport } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createServerApp } from '../../../src/app.ts';
import { shippedToolbox } from '../../../src/catalogue.ts';
import { openSharedFolder } from '../../../src/commands/shared-folder.ts';
import { type Config, readCommandLine } from '../../../src/config/command-line.ts';
import { createServer } from '../../../src/mcp/server.ts';

const toolbox = shippedToolbox();
const info = { name: 'casebridge', version: '0.0.0' };

/**
 * The server over stdio without its process: what `casebridge` composes, with messages passed on as their JSON.
 * For tests at many moments, each of which would need processes of its own.
 */
export async function serveInProcess(args: readonly string[], env: Readonly<Record<string, string>>) {
  // The log of this process is no log of a server, and nobody reads it.
  const silent = { CASEBRIDGE_LEARN: 'off', ...env, CASEBRIDGE_LOG_LEVEL: 'silent' };
  const config = readCommandLine(args, silent).config();
  const exchange = await openSharedFolder(config);
  const bridge = await createAppIn(env.TZ, config);
  // What is kept of a caller is kept by process: here several of them share one.
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

/** The zone of the machine is read once, by a process that has one. */
async function createAppIn(zone: string | undefined, config: Config) {
  const machineZone = process.env.TZ;
  if (zone !== undefined) process.env.TZ = zone;
  try {
    const app = await createServerApp(config, toolbox);
    app.timeZone();
    return app;
  } finally {
    if (machineZone === undefined) delete process.env.TZ;
    else process.env.TZ = machineZone;
  }
}
