import { said } from '../contract/worded.ts';
import { createServer } from '../mcp/server.ts';
import { refuseStart } from '../transports/refuse-start.ts';
import { runStdio } from '../transports/stdio.ts';
import type { Command } from './command.ts';
import { commandMessages } from './messages.ts';
import { openSharedFolder } from './shared-folder.ts';
import { withServerApp } from './with-app.ts';

/** `casebridge` without a command: MCP over stdio, as assistants start it. */
export const serve: Command = {
  usage: '',
  run: async (context) => {
    const { config, toolbox, info } = context;
    const settings = config();
    const exchange = await openSharedFolder(settings);
    const isTold = await withServerApp(settings, toolbox, async (bridge) => {
      const principal = bridge.principal();
      const parts = { ...bridge, exchange, info };
      for (const warning of bridge.warnings) bridge.log.warn(warning.en);
      if (process.stdin.isTTY) process.stderr.write(`${commandMessages.serving[context.language]}\n`);
      return await runStdio(
        () => createServer(parts, () => principal),
        (error) => bridge.log.error('transport', error),
      );
    });
    // Exit explicitly, because output that the client never reads keeps the process alive.
    if (isTold && process.stdout.writableLength > 0) process.exit(0);
    return 0;
  },
  refuse: async (why, language) => {
    // Do not answer the client at a terminal, because a person there can read stderr.
    if (process.stdin.isTTY) return;
    await refuseStart(said(language, commandMessages.cannotServe, { why }));
  },
};
