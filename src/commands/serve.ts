import { createServerApp } from '../app.ts';
import { createServer } from '../mcp/server.ts';
import { runStdio } from '../transports/stdio.ts';
import type { Command } from './command.ts';
import { commandMessages } from './messages.ts';
import { openSharedFolder } from './shared-folder.ts';

/** `casebridge` alone: MCP over stdio, as assistants start it. */
export const serve: Command = {
  usage: '',
  run: async (context) => {
    const { config, toolbox, info } = context;
    const settings = config();
    const exchange = await openSharedFolder(settings);
    const bridge = await createServerApp(settings, toolbox);
    const principal = bridge.principal();
    const parts = { ...bridge, exchange, info };
    for (const warning of bridge.warnings) bridge.log.warn(warning.en);
    if (process.stdin.isTTY) process.stderr.write(`${commandMessages.serving[context.language]}\n`);
    const isTold = await runStdio(
      () => createServer(parts, () => principal),
      (error) => bridge.log.error('transport', error),
    );
    await bridge.close();
    // What nobody reads would hold the process.
    if (isTold && process.stdout.writableLength > 0) process.exit(0);
    return 0;
  },
};
