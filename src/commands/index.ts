import type { Command } from './command.ts';
import { sandbox } from './sandbox.ts';
import { serve } from './serve.ts';

/** Commands are loaded on demand. Loading all of them would make each start over stdio a third slower. */

const http: Command = {
  usage: 'http',
  settings: ['http', 'access'],
  run: async (context) => (await import('./http/index.ts')).http.run(context),
};

const tools: Command = {
  usage: 'tools [NAME | TOOLSET… | WORD…]',
  flags: {
    json: {
      type: 'boolean',
    },
  },
  run: async (context) => (await import('./tools.ts')).tools.run(context),
};

const call: Command = {
  usage: 'call NAME [key=value …]',
  flags: {
    json: {
      type: 'string',
      value: 'TEXT',
    },
    output: {
      type: 'string',
      value: 'FILE',
    },
    format: {
      type: 'string',
      value: 'table|json',
    },
  },
  describe: async (context, width) => (await import('./call/index.ts')).call.describe?.(context, width),
  run: async (context) => (await import('./call/index.ts')).call.run(context),
};

const doctor: Command = {
  usage: 'doctor',
  flags: {
    json: {
      type: 'boolean',
    },
    out: {
      type: 'string',
      value: 'FILE',
    },
  },
  run: async (context) => (await import('./doctor/index.ts')).doctor.run(context),
};

const init: Command = {
  usage: 'init [ASSISTANT …]',
  flags: {
    server: {
      type: 'string',
      value: 'ADDRESS',
    },
    yes: {
      type: 'boolean',
    },
    'dry-run': {
      type: 'boolean',
    },
    remove: {
      type: 'boolean',
    },
  },
  run: async (context) => (await import('./init/index.ts')).init.run(context),
};

const learn: Command = {
  usage: 'learn',
  flags: {
    out: {
      type: 'string',
      value: 'FILE',
    },
  },
  run: async (context) => (await import('./learn/index.ts')).learn.run(context),
};

const help: Command = {
  usage: 'help [COMMAND | settings | TOOL]',
  run: async (context) => (await import('./help.ts')).help(context, commands),
};

/** Commands by name. Without a name, the program serves MCP over stdio. */
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
