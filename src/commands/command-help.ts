import { assistants } from '../assistants/table.ts';
import type { Worded } from '../contract/language.ts';

/** Description of a command, and of the flags that only this command accepts. */
interface CommandWords {
  readonly help: Worded;
  readonly flags?: Readonly<Record<string, Worded>>;
}

const known = assistants.map(({ id }) => id).join(', ');

/** Help texts by command. They are separate from the commands, so that they are loaded only for help. */
export const commandHelp: Readonly<Record<string, CommandWords>> = {
  '': {
    help: {
      en: 'Serves MCP over stdio; assistants start casebridge this way.',
      ru: 'Работает по MCP через stdio; так его запускает ассистент.',
    },
  },
  http: {
    help: {
      en: 'Serves MCP over HTTP for many users, each with their own rights.',
      ru: 'Работает по MCP через HTTP для многих пользователей; каждый действует со своими правами.',
    },
  },
  sandbox: {
    help: {
      en: 'Runs only the embedded case-management service, with its sample data.',
      ru: 'Запускает только встроенную систему управления делами с учебными данными.',
    },
    flags: {
      large: {
        en: 'Adds 10,000 participants, 3,000 cases and 300 folders.',
        ru: 'Добавляет 10 000 участников, 3000 дел и 300 папок.',
      },
      profile: {
        en: 'Simulates a type of deployment; `--profile list` lists the types.',
        ru: 'Имитирует один из вариантов установки системы; список покажет `--profile list`.',
      },
      quirk: {
        en: 'Simulates one deviation from the API description; `--quirk list` lists the deviations.',
        ru: 'Имитирует отклонение, которое встречается в некоторых установках системы; список отклонений покажет `--quirk list`.',
      },
      faults: {
        en: 'Makes requests fail according to rules, given as a JSON list or a file that contains one; `--faults list` lists the faults.',
        ru: 'Вызывает сбои запросов по правилам: список JSON или файл с таким списком; виды сбоев покажет `--faults list`.',
      },
    },
  },
  tools: {
    help: {
      en: 'Lists all tools, the tools of toolsets, or the tools that match the words; describes a tool if its name is given. Leaves out tools that the settings exclude; --surface, --toolsets and --tools apply.',
      ru: 'Перечисляет инструменты: все, из указанных групп или подходящие к словам; если указано имя, описывает один инструмент. Учитывает настройки, которые убирают инструменты, а также --surface, --toolsets и --tools.',
    },
    flags: {
      json: {
        en: 'Prints the tools as JSON, with routes and schemas.',
        ru: 'Выводит список инструментов в формате JSON, с маршрутами и схемами.',
      },
    },
  },
  call: {
    help: {
      en: 'Calls one tool; the result goes to stdout, notes and errors to stderr. Repeat a key to send a list; File=@letter.pdf sends a file. `casebridge call NAME --help` shows the arguments.',
      ru: 'Вызывает один инструмент; результат выводится в stdout, примечания и ошибки — в stderr. Чтобы передать список, повторите ключ; File=@letter.pdf отправляет файл. Аргументы покажет `casebridge call ИМЯ --help`.',
    },
    flags: {
      json: {
        en: 'The arguments as JSON, or @FILE or - (stdin) to read them from there.',
        ru: 'Аргументы в формате JSON либо @ФАЙЛ или - (stdin), откуда их нужно прочитать.',
      },
      output: { en: 'Writes the result into a new file.', ru: 'Записывает результат в новый файл.' },
      format: {
        en: 'Format of the result; default: a table on a terminal, otherwise JSON.',
        ru: 'Формат результата; по умолчанию на терминале — таблица, иначе JSON.',
      },
    },
  },
  doctor: {
    help: {
      en: 'Checks the settings, the connection to the service, the sign-in and the permissions of its user. Prints one line per check with the problem and the next step. Exits with 1 if a check failed.',
      ru: 'Проверяет настройки, связь с системой, вход и права пользователя. По каждой проверке выводит строку: что не так и что делать. Если какая-то проверка не пройдена, завершается с кодом 1.',
    },
    flags: {
      json: { en: 'Prints the findings as JSON.', ru: 'Выводит результаты проверки в формате JSON.' },
      out: {
        en: 'Writes the field names that casebridge learned from the service’s API reference to a file, which you can edit and pass to --deployment.',
        ru: 'Записывает найденные имена полей системы в файл, чтобы дополнить его и указать в --deployment.',
      },
    },
  },
  init: {
    help: {
      en: `Adds casebridge to the named assistants, or to all found on this machine, with the settings given here. Prompts for missing values on a terminal. Changes nothing else in their configurations. Known assistants: ${known}.`,
      ru: `Подключает casebridge к указанным ассистентам или ко всем, что найдены на этом компьютере, с настройками из этой команды. На терминале спрашивает недостающее. Больше ничего в конфигурации ассистентов не меняет. Известны: ${known}.`,
    },
    flags: {
      server: {
        en: 'Connects the assistants to a running casebridge, such as https://mcp.example.com/mcp, which has its own settings.',
        ru: 'Подключает их к уже работающему casebridge, например https://mcp.example.com/mcp; у него свои настройки.',
      },
      yes: {
        en: 'Asks no questions. If no assistant is named, connects all that are found.',
        ru: 'Ни о чём не спрашивает; если имена не указаны, подключает всех найденных ассистентов.',
      },
      'dry-run': {
        en: 'Shows what would change, and changes nothing.',
        ru: 'Показывает, что изменится, но ничего не меняет.',
      },
      remove: {
        en: 'Removes casebridge from the assistants.',
        ru: 'Убирает casebridge из настроек ассистентов.',
      },
    },
  },
  learn: {
    help: {
      en: 'Reads the service’s API reference. Lists field names that differ from the API description, fields without a certain match, and fields and operations that the reference lacks.',
      ru: 'Читает спецификацию API системы и сообщает, какие имена отличаются, какие определить не удалось и чего в ней нет.',
    },
    flags: {
      out: {
        en: 'Writes the names to a file, which you can review and pass to --deployment; if the file exists, prints what has changed.',
        ru: 'Записывает результат в файл, чтобы проверить его и указать в --deployment; если файл уже есть, сообщает, что изменилось.',
      },
    },
  },
  help: {
    help: {
      en: 'Explains the program, a command, the settings, or a tool.',
      ru: 'Выводит справку о программе, команде, настройках или инструменте.',
    },
  },
};

/** Names of placeholders for values that the user must provide. */
export const placeWords: Readonly<Record<string, Worded>> = {
  ADDRESS: { en: 'ADDRESS', ru: 'АДРЕС' },
  ASSISTANT: { en: 'ASSISTANT', ru: 'АССИСТЕНТ' },
  COMMAND: { en: 'COMMAND', ru: 'КОМАНДА' },
  FILE: { en: 'FILE', ru: 'ФАЙЛ' },
  NAME: { en: 'NAME', ru: 'ИМЯ' },
  PORT: { en: 'PORT', ru: 'ПОРТ' },
  TEXT: { en: 'TEXT', ru: 'ТЕКСТ' },
  TOOL: { en: 'TOOL', ru: 'ИНСТРУМЕНТ' },
  TOOLSET: { en: 'TOOLSET', ru: 'ГРУППА' },
  VALUE: { en: 'VALUE', ru: 'ЗНАЧЕНИЕ' },
  WORD: { en: 'WORD', ru: 'СЛОВО' },
  'key=value': { en: 'key=value', ru: 'ключ=значение' },
};

/** Texts of the help around its lists. */
export const helpMessages = {
  heading: {
    en: 'casebridge: a case-management service as MCP tools',
    ru: 'casebridge: система управления делами в виде инструментов MCP',
  },
  commands: {
    en: 'Commands (for details: `casebridge help COMMAND`)',
    ru: 'Команды (подробнее — `casebridge help КОМАНДА`)',
  },
  flags: { en: 'Flags', ru: 'Параметры' },
  takesNoSettings: { en: 'It has no settings.', ru: 'Настроек у этой команды нет.' },
  takesSettings: {
    en: 'It also accepts the settings: casebridge help settings lists them.',
    ru: 'Команда принимает и настройки: их список покажет casebridge help settings.',
  },
  settings: {
    en: 'Settings (flag, environment variable; default in brackets)',
    ru: 'Настройки (параметр, переменная окружения; в скобках — значение по умолчанию)',
  },
  orFile: { en: '{name} (or …_FILE)', ru: '{name} (или …_FILE)' },
  exitCodes: {
    en: 'Exit codes: 0 success, 1 refused by the service or the operator, or failed, 2 wrong usage, settings, arguments or names, 130 interrupted.',
    ru: 'Коды завершения: 0 — успех; 1 — отказ системы, запрет администратора или сбой; 2 — ошибка в команде, настройках, аргументах или именах; 130 — прервано.',
  },
} as const satisfies Record<string, Worded>;
