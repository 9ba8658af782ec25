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
      ru: 'Работает по MCP через HTTP для многих пользователей, у каждого свои права.',
    },
  },
  sandbox: {
    help: {
      en: 'Runs only the embedded case-management service, with its sample data.',
      ru: 'Запускает один встроенный сервис управления делами с учебными данными.',
    },
    flags: {
      large: {
        en: 'Adds 10,000 participants, 3,000 cases and 300 folders.',
        ru: 'Добавляет 10 000 участников, 3000 дел и 300 папок.',
      },
      profile: {
        en: 'Simulates a type of deployment; `--profile list` lists the types.',
        ru: 'Изображает вид развёртывания; список покажет `--profile list`.',
      },
      quirk: {
        en: 'Simulates a deviation of some deployments; `--quirk list` lists them.',
        ru: 'Отклоняется так, как некоторые развёртывания; список покажет `--quirk list`.',
      },
      faults: {
        en: 'Makes requests fail according to rules: a JSON list, or a file with one; `--faults list` lists the faults.',
        ru: 'Портит запросы по правилам: список JSON или файл с ним; как именно, покажет `--faults list`.',
      },
    },
  },
  tools: {
    help: {
      en: 'Lists the tools: all, those of toolsets, or those that match the words; describes a tool if given its name. Respects settings that remove tools, and --surface, --toolsets and --tools.',
      ru: 'Перечисляет инструменты: все, из указанных групп или подходящие к словам; по имени объясняет один. Настройки, которые убирают инструменты, действуют, как и --surface, --toolsets, --tools.',
    },
    flags: {
      json: {
        en: 'Prints them as JSON, with routes and schemas.',
        ru: 'Выводит их в JSON, с путями и схемами.',
      },
    },
  },
  call: {
    help: {
      en: 'Calls one tool; the result goes to stdout, notes and errors to stderr. Repeat a key to send a list; File=@letter.pdf sends a file. `casebridge call NAME --help` shows the arguments.',
      ru: 'Вызывает один инструмент; результат идёт в stdout, примечания и ошибки — в stderr. Один ключ несколько раз — это список, File=@letter.pdf отправляет файл. Аргументы покажет `casebridge call ИМЯ --help`.',
    },
    flags: {
      json: {
        en: 'The arguments as JSON, or @FILE or - (stdin) to read them from there.',
        ru: 'Аргументы в JSON; @FILE или - (stdin) — откуда их взять.',
      },
      output: { en: 'Writes the result into a new file.', ru: 'Записывает результат в новый файл.' },
      format: {
        en: 'Format of the result; default: a table on a terminal, otherwise JSON.',
        ru: 'Как выводить результат; по умолчанию на терминале таблица, иначе JSON.',
      },
    },
  },
  doctor: {
    help: {
      en: 'Checks the settings, the connection to the service, the sign-in and the permissions of its user. Prints one line per check with the problem and the next step. Exits with 1 if a check failed.',
      ru: 'Проверяет настройки, связь с сервисом, вход и права пользователя; о каждом в одной строке говорит, что не так и что делать. Если что-то не удалось, завершается с кодом 1.',
    },
    flags: {
      json: { en: 'Prints the findings as JSON.', ru: 'Выводит результаты проверки в JSON.' },
      out: {
        en: 'Writes the learnt names of the service to a file, to edit and use with --deployment.',
        ru: 'Записывает узнанное о сервисе в файл, чтобы его дополнить и использовать с --deployment.',
      },
    },
  },
  init: {
    help: {
      en: `Adds casebridge to the named assistants, or to all found on this machine, with the settings given here. Prompts for missing values on a terminal. Changes nothing else in their configurations. Known assistants: ${known}.`,
      ru: `Подключает ассистентов на этом компьютере: названных или всех найденных. Указанные здесь настройки достаются им. На терминале задаёт вопросы; всё прочее в их настройках остаётся как было. Известны: ${known}.`,
    },
    flags: {
      server: {
        en: 'Connects them to a running casebridge, such as https://mcp.example.com/mcp, which has its own settings.',
        ru: 'Подключает их к уже работающему casebridge, например https://mcp.example.com/mcp; настройки у него свои.',
      },
      yes: {
        en: 'Asks no questions; without names connects all assistants found.',
        ru: 'Ни о чём не спрашивает; без имён подключает всех найденных ассистентов.',
      },
      'dry-run': {
        en: 'Shows what would change, and changes nothing.',
        ru: 'Показывает, что изменилось бы, и ничего не меняет.',
      },
      remove: { en: 'Removes casebridge from them.', ru: 'Убирает casebridge из настроек.' },
    },
  },
  learn: {
    help: {
      en: 'Reads the service’s API reference and lists names that differ, uncertain matches, and what is missing.',
      ru: 'Читает справку самого сервиса и сообщает, что в нём называется иначе, что неясно и чего нет.',
    },
    flags: {
      out: {
        en: 'Writes a file to review and use with --deployment; if the file exists, prints what has changed.',
        ru: 'Записывает это в файл, чтобы его просмотреть и использовать с --deployment; если файл уже есть, сообщает, что изменилось.',
      },
    },
  },
  help: {
    help: {
      en: 'Explains the program, a command, the settings, or a tool.',
      ru: 'Объясняет программу, команду, настройки или инструмент.',
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
    ru: 'casebridge: сервис управления делами в виде инструментов MCP',
  },
  commands: {
    en: 'Commands (for details: `casebridge help COMMAND`)',
    ru: 'Команды (подробнее — `casebridge help КОМАНДА`)',
  },
  flags: { en: 'Flags', ru: 'Параметры' },
  takesNoSettings: { en: 'It has no settings.', ru: 'Настроек у этой команды нет.' },
  takesSettings: {
    en: 'It also accepts the settings: casebridge help settings lists them.',
    ru: 'Кроме того, действуют настройки: их список покажет casebridge help settings.',
  },
  settings: {
    en: 'Settings (flag, environment variable; default in brackets)',
    ru: 'Настройки (параметр, переменная окружения; в скобках — что действует без них)',
  },
  orFile: { en: '{name} (or …_FILE)', ru: '{name} (или …_FILE)' },
  exitCodes: {
    en: 'Exit codes: 0 success, 1 refused by the service or the operator, or failed, 2 wrong usage, settings, arguments or names, 130 interrupted.',
    ru: 'Коды завершения: 0 — всё в порядке, 1 — отказал сервис или запрещено администратором, либо что-то не удалось, 2 — ошибка в команде, настройках, аргументах или именах, 130 — прервано.',
  },
} as const satisfies Record<string, Worded>;
