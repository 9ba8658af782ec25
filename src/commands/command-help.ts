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
      en: 'Serves MCP over stdio; this is what an assistant starts.',
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
      en: 'Runs the embedded case-management service alone, with its sample data.',
      ru: 'Запускает один встроенный сервис управления делами с учебными данными.',
    },
    flags: {
      large: {
        en: 'Adds 10,000 participants, 3,000 cases and 300 folders.',
        ru: 'Добавляет 10 000 участников, 3000 дел и 300 папок.',
      },
      profile: {
        en: 'Plays a kind of deployment; `--profile list` shows which.',
        ru: 'Изображает вид развёртывания; список покажет `--profile list`.',
      },
      quirk: {
        en: 'Deviates as some deployments do; `--quirk list` shows how.',
        ru: 'Отклоняется так, как некоторые развёртывания; список покажет `--quirk list`.',
      },
      faults: {
        en: 'Lets requests go wrong by rules: a JSON list, or a file that holds one; `--faults list` shows how.',
        ru: 'Портит запросы по правилам: список JSON или файл с ним; как именно, покажет `--faults list`.',
      },
    },
  },
  tools: {
    help: {
      en: 'Lists the tools: all, those of toolsets, or those that have to do with the words; explains the one of that name. Settings that take tools away count, as do --surface, --toolsets and --tools.',
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
      en: 'Calls one tool; the result goes to stdout, notes and errors to stderr. The same key several times makes a list, File=@letter.pdf sends a file. `casebridge call NAME --help` shows the arguments.',
      ru: 'Вызывает один инструмент; результат идёт в stdout, примечания и ошибки — в stderr. Один ключ несколько раз — это список, File=@letter.pdf отправляет файл. Аргументы покажет `casebridge call ИМЯ --help`.',
    },
    flags: {
      json: {
        en: 'The arguments as JSON; @FILE or - (stdin) for where they stand.',
        ru: 'Аргументы в JSON; @FILE или - (stdin) — откуда их взять.',
      },
      output: { en: 'Writes the result into a new file.', ru: 'Записывает результат в новый файл.' },
      format: {
        en: 'How the result is written; default a table on a terminal, JSON elsewhere.',
        ru: 'Как выводить результат; по умолчанию на терминале таблица, иначе JSON.',
      },
    },
  },
  doctor: {
    help: {
      en: 'Looks at the settings, the way to the service, the sign-in and what its user may do, and says in a line for each what is wrong and what to do next. Ends with 1 where something failed.',
      ru: 'Проверяет настройки, связь с сервисом, вход и права пользователя; о каждом в одной строке говорит, что не так и что делать. Если что-то не удалось, завершается с кодом 1.',
    },
    flags: {
      json: { en: 'Prints the findings as JSON.', ru: 'Выводит результаты проверки в JSON.' },
      out: {
        en: 'Writes what was learnt of the service into a file, to be edited and used with --deployment.',
        ru: 'Записывает узнанное о сервисе в файл, чтобы его дополнить и использовать с --deployment.',
      },
    },
  },
  init: {
    help: {
      en: `Connects assistants on this machine: those named, or all that are found. The settings given here are theirs. Asks on a terminal; whatever else their configurations hold stays as it is. Known are ${known}.`,
      ru: `Подключает ассистентов на этом компьютере: названных или всех найденных. Указанные здесь настройки достаются им. На терминале задаёт вопросы; всё прочее в их настройках остаётся как было. Известны: ${known}.`,
    },
    flags: {
      server: {
        en: 'Connects them to a casebridge that runs already, such as https://mcp.example.com/mcp; it has its own settings.',
        ru: 'Подключает их к уже работающему casebridge, например https://mcp.example.com/mcp; настройки у него свои.',
      },
      yes: {
        en: 'Asks nothing; without names connects all assistants that are found.',
        ru: 'Ни о чём не спрашивает; без имён подключает всех найденных ассистентов.',
      },
      'dry-run': {
        en: 'Shows what would change, and changes nothing.',
        ru: 'Показывает, что изменилось бы, и ничего не меняет.',
      },
      remove: { en: 'Takes casebridge out again.', ru: 'Убирает casebridge из настроек.' },
    },
  },
  learn: {
    help: {
      en: 'Reads the service’s API reference and lists names that differ, uncertain matches, and what is missing.',
      ru: 'Читает справку самого сервиса и сообщает, что в нём называется иначе, что неясно и чего нет.',
    },
    flags: {
      out: {
        en: 'Writes it into a file, to be looked through and used with --deployment; where the file is there already, tells what has changed.',
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
    en: 'Commands (`casebridge help COMMAND` says more)',
    ru: 'Команды (подробнее — `casebridge help КОМАНДА`)',
  },
  flags: { en: 'Flags', ru: 'Параметры' },
  takesNoSettings: { en: 'It takes no settings.', ru: 'Настроек у этой команды нет.' },
  takesSettings: {
    en: 'It takes the settings too: casebridge help settings lists them.',
    ru: 'Кроме того, действуют настройки: их список покажет casebridge help settings.',
  },
  settings: {
    en: 'Settings (flag, environment variable; in brackets what holds without them)',
    ru: 'Настройки (параметр, переменная окружения; в скобках — что действует без них)',
  },
  orFile: { en: '{name} (or …_FILE)', ru: '{name} (или …_FILE)' },
  exitCodes: {
    en: 'Exit codes: 0 fine, 1 the service or the operator refused, or something failed, 2 wrong usage, settings, arguments or names, 130 interrupted.',
    ru: 'Коды завершения: 0 — всё в порядке, 1 — отказал сервис или запрещено администратором, либо что-то не удалось, 2 — ошибка в команде, настройках, аргументах или именах, 130 — прервано.',
  },
} as const satisfies Record<string, Worded>;
