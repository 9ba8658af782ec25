import type { Command } from './command.ts';
import { sandbox } from './sandbox.ts';
import { serve } from './serve.ts';

/** What a command consists of is loaded when it runs: all of it would make every start over stdio a third slower. */

const http: Command = {
  usage: 'http',
  help: 'Serves MCP over HTTP for many users, each with their own rights.',
  run: async (context) => (await import('./http/index.ts')).http.run(context),
};

const tools: Command = {
  usage: 'tools [NAME | TOOLSET… | WORD…]',
  help: 'Lists the tools: all, those of toolsets, or those that have to do with the words; explains the one of that name. Settings that take tools away count, as do --surface, --toolsets and --tools.',
  flags: { json: { type: 'boolean', help: 'Prints them as JSON, with routes and schemas.' } },
  run: async (context) => (await import('./tools.ts')).tools.run(context),
};

const call: Command = {
  usage: 'call NAME [key=value …]',
  help: 'Calls one tool; the result goes to stdout, notes and errors to stderr. The same key several times makes a list, File=@letter.pdf sends a file. `casebridge call NAME --help` shows the arguments.',
  flags: {
    json: {
      type: 'string',
      value: 'TEXT',
      help: 'The arguments as JSON; @FILE or - (stdin) for where they stand.',
    },
    output: { type: 'string', value: 'FILE', help: 'Writes the result into a new file.' },
    format: {
      type: 'string',
      value: 'table|json',
      help: 'How the result is written; default a table on a terminal, JSON elsewhere.',
    },
  },
  describe: async (context, width) => (await import('./call/index.ts')).call.describe?.(context, width),
  run: async (context) => (await import('./call/index.ts')).call.run(context),
};

const doctor: Command = {
  usage: 'doctor',
  help: 'Looks at the settings, the way to the service, the sign-in and what its user may do, and says in a line for each what is wrong and what to do next. Ends with 1 where something failed.',
  flags: { json: { type: 'boolean', help: 'Prints the findings as JSON.' } },
  run: async (context) => (await import('./doctor/index.ts')).doctor.run(context),
};

const init: Command = {
  usage: 'init [ASSISTANT …]',
  help: 'Connects assistants on this machine: those named, or all that are found. The settings given here are theirs. Asks on a terminal; whatever else their configurations hold stays as it is.',
  flags: {
    server: {
      type: 'string',
      value: 'ADDRESS',
      help: 'Connects them to a casebridge that runs already, such as https://mcp.example.com/mcp; it has its own settings.',
    },
    yes: { type: 'boolean', help: 'Asks nothing; without names connects all assistants that are found.' },
    'dry-run': { type: 'boolean', help: 'Shows what would change, and changes nothing.' },
    remove: { type: 'boolean', help: 'Takes casebridge out again.' },
  },
  run: async (context) => (await import('./init/index.ts')).init.run(context),
};

const learn: Command = {
  usage: 'learn',
  help: 'Reads the service’s own reference, and tells what it calls otherwise, what is unsure, and what is not there.',
  flags: {
    out: {
      type: 'string',
      value: 'FILE',
      help: 'Writes it into a file, to be looked through and used with --deployment; where the file is there already, tells what has changed.',
    },
  },
  run: async (context) => (await import('./learn/index.ts')).learn.run(context),
};

const help: Command = {
  usage: 'help [COMMAND | settings | TOOL]',
  help: 'Explains the program, a command, the settings, or a tool.',
  run: async (context) => (await import('./help.ts')).help(context, commands),
};

/** The commands by the word that names them; without a word the bin serves. */
export const commands: Readonly<Record<string, Command>> = {
  '': serve,
  http,
  sandbox,
  tools,
  call,
  doctor,
  init,
  learn,
  help,
};
