import { call } from './call.ts';
import type { Command } from './command.ts';
import { sandbox } from './sandbox.ts';
import { serve } from './serve.ts';
import { tools } from './tools.ts';

/** `casebridge http`. Loaded when it runs: all that it takes would make every start over stdio a third slower. */
const http: Command = {
  usage: 'http',
  help: 'Serves MCP over HTTP for many users, each with the token that their assistant brings.',
  run: async (context) => (await import('./http.ts')).http.run(context),
};

/** The commands by the word that names them; without a word the bin serves. */
export const commands: Readonly<Record<string, Command>> = { '': serve, http, sandbox, tools, call };
