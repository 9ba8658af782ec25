import type { Worded } from '../contract/language.ts';

/** Reasons why a configuration stays unchanged. Each is the end of a sentence that begins with the name of the file. */
export const configMessages = {
  brokenLink: { en: 'it is a broken link', ru: 'это ссылка на файл, которого нет' },
  noFile: { en: 'it is not a file', ru: 'это не файл' },
  tooLarge: { en: 'it is too large for a configuration file', ru: 'файл слишком велик для файла настроек' },
  notUtf8: { en: 'it is not UTF-8', ru: 'файл не в кодировке UTF-8' },
  changedMeanwhile: {
    en: 'another program changed it in the meantime: try again',
    ru: 'тем временем его изменила другая программа: повторите попытку',
  },
  readOnly: { en: 'it is marked as read-only', ru: 'файл помечен как доступный только для чтения' },
  closeFirst: { en: '{who}: close it there first', ru: '{who}: сначала закройте его там' },
  inEditor: { en: 'an editor has it open ({mark})', ru: 'файл открыт в редакторе ({mark})' },
  inProgram: {
    en: 'another program has it open for writing',
    ru: 'файл открыт для записи в другой программе',
  },
  notAllowed: { en: 'permission denied', ru: 'у программы нет на это прав' },
  isOpen: { en: 'another program has it open', ru: 'файл открыт в другой программе' },
  readOnlySystem: {
    en: 'the file system is read-only',
    ru: 'файловая система доступна только для чтения',
  },
  diskFull: { en: 'the disk is full', ru: 'на диске нет места' },
  noFolder: { en: 'a part of its path is not a folder', ru: 'часть пути — не папка' },
  noReason: { en: 'no reason was given', ru: 'причина неизвестна' },
  ownCommandEnded: {
    en: 'the assistant’s own command exited with code {code}: {said}',
    ru: 'команда самого ассистента завершилась с кодом {code}: {said}',
  },
  noCode: { en: 'no code', ru: '(нет)' },
  notKept: {
    en: 'the entry that casebridge wrote is missing from it',
    ru: 'запись casebridge в нём не сохранилась',
  },
  stillThere: { en: 'it still contains the server', ru: 'сервер casebridge в нём остался' },
  otherwise: {
    en: 'its format does not allow this change without changes to other parts',
    ru: 'его формат не позволяет внести это изменение, не затронув остальное',
  },
  tooDeep: { en: 'it is nested too deeply', ru: 'в нём слишком глубокая вложенность' },
  noToml: { en: 'it is not valid TOML{line}', ru: 'в нём некорректный TOML{line}' },
  noYaml: { en: 'it is not valid YAML{line}', ru: 'в нём некорректный YAML{line}' },
  noJson: { en: 'it is not valid JSON{line}', ru: 'в нём некорректный JSON{line}' },
  atLine: { en: ' (line {line})', ru: ' (строка {line})' },
  unknownForm: {
    en: 'its "{name}" has an unknown format',
    ru: 'раздел {name} записан в нём в неизвестном формате',
  },
  aliases: {
    en: 'its aliases are broken or expand to too much',
    ru: 'ссылки (alias) в нём неверны или раскрываются в слишком большой объём',
  },
  noLineStart: {
    en: 'its "{name}" does not start a line',
    ru: 'раздел {name} стоит в нём не в начале строки',
  },
  manyDocuments: { en: 'it contains more than one document', ru: 'в нём больше одного документа' },
  noMap: { en: 'it is not a map', ru: 'его содержимое — не словарь' },
  elsewhere: {
    en: 'its "{name}" is elsewhere in the file (*{alias})',
    ru: 'раздел {name} задан в другом месте файла (*{alias})',
  },
  noList: { en: 'its "{name}" is not a list', ru: 'раздел {name} в нём — не список' },
  noMapIn: { en: 'its "{name}" is not a map', ru: 'раздел {name} в нём — не словарь' },
  noObject: { en: 'it is not an object', ru: 'его содержимое — не объект' },
  noObjectIn: { en: '"{name}" in it is not an object', ru: '{name} в нём — не объект' },
  wantsToken: {
    en: 'the server needs a token with each request, but this assistant is not known to read one from a variable',
    ru: 'сервер требует токен в каждом запросе, а этот ассистент, насколько известно, не умеет брать его из переменной окружения',
  },
  noBridge: {
    en: 'it cannot connect to a server by URL, and npx, which would start mcp-remote for it, is not in the PATH',
    ru: 'этот ассистент не подключается по адресу, а команды npx, которая запустила бы для него mcp-remote, нет в PATH',
  },
  notOurs: {
    en: 'it has an entry "{name}" that casebridge did not write: rename or remove that entry first',
    ru: 'в нём есть запись {name}, созданная не casebridge: сначала переименуйте или удалите её',
  },
  twice: { en: 'it has "{name}" more than once', ru: '{name} встречается в нём больше одного раза' },
} as const satisfies Record<string, Worded>;
