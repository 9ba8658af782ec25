import type { Worded } from '../../contract/language.ts';

export const callMessages = {
  needsTool: {
    en: '`casebridge call` needs the name of a tool: `casebridge tools` lists the tools.',
    ru: 'Для call нужно имя инструмента: список покажет `casebridge tools`.',
  },
  noTool: {
    en: 'There is no tool {name}{hint}: `casebridge tools` lists the tools.',
    ru: 'Инструмента {name} нет{hint}: список покажет `casebridge tools`.',
  },
  noFormat: {
    en: '--format {given} is unknown: use one of {formats}.',
    ru: '--format {given} не поддерживается: укажите {formats}.',
  },
  eitherWay: {
    en: 'Pass the arguments either as key=value or with --json, not both.',
    ru: 'Задайте аргументы либо в виде key=value, либо через --json, но не обоими способами.',
  },
  noPair: { en: '{pair} is not key=value.', ru: 'Аргумент {pair} указан не в виде key=value.' },
  noJsonArgument: {
    en: '{word} is not a JSON object. Windows shells drop quotation marks: type key=value there, or pipe the JSON and use -.',
    ru: '{word} — не объект JSON. Оболочки Windows убирают кавычки: пишите там ключ=значение или передайте JSON через stdin и укажите -.',
  },
  noJson: {
    en: '--json is not valid JSON: pass JSON, @FILE, or - (stdin).',
    ru: 'В --json указан некорректный JSON: передайте JSON, @ФАЙЛ или - (stdin).',
  },
  unreadableJson: {
    en: '--json: {what} cannot be read: {why}.',
    ru: '--json: не удалось прочитать {what}: {why}.',
  },
  givenTwice: {
    en: '{key} is set {count} times, but the tool accepts one value.',
    ru: '{key} задан {count} {count|раз|раза|раз}, а инструмент принимает одно значение.',
  },
  isFile: {
    en: '{key} is a file: pass it as {key}=@letter.pdf.',
    ru: '{key} — это файл: укажите его как {key}=@letter.pdf.',
  },
  outputExists: {
    en: '--output {file} already exists: choose another file or delete this one.',
    ru: '--output: файл {file} уже есть; укажите другой или удалите этот.',
  },
  interrupted: { en: '{name} was interrupted.', ru: 'Вызов {name} прерван.' },
  outcomeUnknown: {
    en: 'OUTCOME_UNKNOWN: {name} was interrupted and its outcome is unknown. {where} before doing it again.',
    ru: 'OUTCOME_UNKNOWN: вызов {name} прерван, и его исход неизвестен. {where}, прежде чем повторять.',
  },
  lookInService: { en: 'Check in the service', ru: 'Проверьте в системе' },
  lookWith: { en: 'Check with {tool}', ru: 'Проверьте с помощью {tool}' },
  stored: {
    en: '{file}: {size} bytes, SHA-256 {hash}',
    ru: '{file}: {size} {size|байт|байта|байт}, SHA-256 {hash}',
  },
} as const satisfies Record<string, Worded>;
