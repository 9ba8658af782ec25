import type { Command } from './command.ts';
import { sandbox } from './sandbox.ts';
import { serve } from './serve.ts';

/** What a command consists of is loaded when it runs: all of it would make every start over stdio a third slower. */

const http: Command = {
  usage: 'http',
  help: {
    en: 'Serves MCP over HTTP for many users, each with their own rights.',
    ru: 'Работает по MCP через HTTP для многих пользователей, у каждого свои права.',
  },
  run: async (context) => (await import('./http/index.ts')).http.run(context),
};

const tools: Command = {
  usage: 'tools [NAME | TOOLSET… | WORD…]',
  help: {
    en: 'Lists the tools: all, those of toolsets, or those that have to do with the words; explains the one of that name. Settings that take tools away count, as do --surface, --toolsets and --tools.',
    ru: 'Перечисляет инструменты: все, из указанных групп или подходящие к словам; по имени объясняет один. Настройки, которые убирают инструменты, действуют, как и --surface, --toolsets, --tools.',
  },
  flags: {
    json: {
      type: 'boolean',
      help: {
        en: 'Prints them as JSON, with routes and schemas.',
        ru: 'Выводит их в JSON, с путями и схемами.',
      },
    },
  },
  run: async (context) => (await import('./tools.ts')).tools.run(context),
};

const call: Command = {
  usage: 'call NAME [key=value …]',
  help: {
    en: 'Calls one tool; the result goes to stdout, notes and errors to stderr. The same key several times makes a list, File=@letter.pdf sends a file. `casebridge call NAME --help` shows the arguments.',
    ru: 'Вызывает один инструмент; результат идёт в stdout, примечания и ошибки — в stderr. Один ключ несколько раз — это список, File=@letter.pdf отправляет файл. Аргументы покажет `casebridge call NAME --help`.',
  },
  flags: {
    json: {
      type: 'string',
      value: 'TEXT',
      help: {
        en: 'The arguments as JSON; @FILE or - (stdin) for where they stand.',
        ru: 'Аргументы в JSON; @FILE или - (stdin) — откуда их взять.',
      },
    },
    output: {
      type: 'string',
      value: 'FILE',
      help: {
        en: 'Writes the result into a new file.',
        ru: 'Записывает результат в новый файл.',
      },
    },
    format: {
      type: 'string',
      value: 'table|json',
      help: {
        en: 'How the result is written; default a table on a terminal, JSON elsewhere.',
        ru: 'Как выводить результат; по умолчанию на терминале таблица, иначе JSON.',
      },
    },
  },
  describe: async (context, width) => (await import('./call/index.ts')).call.describe?.(context, width),
  run: async (context) => (await import('./call/index.ts')).call.run(context),
};

const doctor: Command = {
  usage: 'doctor',
  help: {
    en: 'Looks at the settings, the way to the service, the sign-in and what its user may do, and says in a line for each what is wrong and what to do next. Ends with 1 where something failed.',
    ru: 'Проверяет настройки, связь с сервисом, вход и права пользователя; о каждом в одной строке говорит, что не так и что делать. Если что-то не удалось, завершается с кодом 1.',
  },
  flags: {
    json: {
      type: 'boolean',
      help: {
        en: 'Prints the findings as JSON.',
        ru: 'Выводит результаты проверки в JSON.',
      },
    },
  },
  run: async (context) => (await import('./doctor/index.ts')).doctor.run(context),
};

const init: Command = {
  usage: 'init [ASSISTANT …]',
  help: {
    en: 'Connects assistants on this machine: those named, or all that are found. The settings given here are theirs. Asks on a terminal; whatever else their configurations hold stays as it is.',
    ru: 'Подключает ассистентов на этом компьютере: названных или всех найденных. Указанные здесь настройки достаются им. На терминале задаёт вопросы; всё прочее в их настройках остаётся как было.',
  },
  flags: {
    server: {
      type: 'string',
      value: 'ADDRESS',
      help: {
        en: 'Connects them to a casebridge that runs already, such as https://mcp.example.com/mcp; it has its own settings.',
        ru: 'Подключает их к уже работающему casebridge, например https://mcp.example.com/mcp; настройки у него свои.',
      },
    },
    yes: {
      type: 'boolean',
      help: {
        en: 'Asks nothing; without names connects all assistants that are found.',
        ru: 'Ни о чём не спрашивает; без имён подключает всех найденных ассистентов.',
      },
    },
    'dry-run': {
      type: 'boolean',
      help: {
        en: 'Shows what would change, and changes nothing.',
        ru: 'Показывает, что изменилось бы, и ничего не меняет.',
      },
    },
    remove: {
      type: 'boolean',
      help: {
        en: 'Takes casebridge out again.',
        ru: 'Убирает casebridge из настроек.',
      },
    },
  },
  run: async (context) => (await import('./init/index.ts')).init.run(context),
};

const learn: Command = {
  usage: 'learn',
  help: {
    en: 'Reads the service’s own reference, and tells what it calls otherwise, what is unsure, and what is not there.',
    ru: 'Читает справку самого сервиса и сообщает, что в нём называется иначе, что неясно и чего нет.',
  },
  flags: {
    out: {
      type: 'string',
      value: 'FILE',
      help: {
        en: 'Writes it into a file, to be looked through and used with --deployment; where the file is there already, tells what has changed.',
        ru: 'Записывает это в файл, чтобы его просмотреть и использовать с --deployment; если файл уже есть, сообщает, что изменилось.',
      },
    },
  },
  run: async (context) => (await import('./learn/index.ts')).learn.run(context),
};

const help: Command = {
  usage: 'help [COMMAND | settings | TOOL]',
  help: {
    en: 'Explains the program, a command, the settings, or a tool.',
    ru: 'Объясняет программу, команду, настройки или инструмент.',
  },
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
