import type { Worded } from '../contract/language.ts';

/** Errors and warnings about the command line and the settings. */
export const usageMessages = {
  noSetting: {
    en: '{name} is not a setting{hint}: `casebridge --help` lists the settings.',
    ru: 'Настройки {name} нет{hint}: список покажет casebridge --help.',
  },
  noFlag: {
    en: 'There is no flag {flag}{hint}: `casebridge --help` lists the flags.',
    ru: 'Параметра {flag} нет{hint}: список покажет casebridge --help.',
  },
  flagTakesNoValue: {
    en: '{flag} takes no value: `casebridge --help` lists the flags.',
    ru: 'Параметр {flag} указывают без значения: список покажет casebridge --help.',
  },
  flagNeedsValue: {
    en: '{flag} needs a value: `casebridge --help` lists the flags.',
    ru: 'Для параметра {flag} нужно значение: список покажет casebridge --help.',
  },
  flagBeforeFlag: {
    en: '{flag} is followed by {shown}, which looks like a flag. If it is the value, write {flag}={value}: `casebridge --help` lists the flags.',
    ru: 'После {flag} стоит {shown}, это похоже на параметр. Если это значение, напишите {flag}={value}. Список покажет casebridge --help.',
  },
  noCommand: {
    en: 'There is no command {name}{hint}: `casebridge --help` lists the commands.',
    ru: 'Команды {name} нет{hint}. Список покажет casebridge --help.',
  },
  noCommandOrTool: {
    en: 'There is no command or tool {name}{hint}: `casebridge help` lists the commands.',
    ru: 'Нет ни команды, ни инструмента {name}{hint}: список покажет casebridge help.',
  },
  settingOfNoUse: {
    en: '`casebridge {command}` does not use --{flag}: `casebridge help {command}` lists its flags.',
    ru: 'Команда casebridge {command} не использует параметр --{flag}: её параметры покажет casebridge help {command}.',
  },
  flagTakesNoPassword: {
    en: '--{flag} takes no password: put an address with a password into {name}.',
    ru: 'Адрес с паролем в --{flag} не указывают: поместите его в {name}.',
  },
  unfit: { en: '{name}{shown} {why}.', ru: '{name}{shown}: {why}.' },
  bothSet: {
    en: '{name} and {other} are both set: keep one of them.',
    ru: 'Заданы и {name}, и {other}: оставьте что-то одно.',
  },
  emptyFile: { en: 'The file in {name} is empty.', ru: 'Файл, указанный в {name}, пуст.' },
  unreadableFile: {
    en: 'The file in {name} cannot be read: {why}.',
    ru: 'Не удалось прочитать файл, указанный в {name}: {why}.',
  },
  unwritableFile: {
    en: 'The file in {name} cannot be written: {why}.',
    ru: 'Не удалось записать в файл, указанный в {name}: {why}.',
  },
  noDirectory: {
    en: '{name} should be an existing directory that is used for nothing else.',
    ru: 'Укажите в {name} отдельную существующую папку.',
  },
  cannotBeWritten: { en: '{name} cannot be written: {why}.', ru: 'Не удалось записать {name}: {why}.' },
  cannotBeRead: { en: '{name} cannot be read: {why}.', ru: 'Не удалось прочитать {name}: {why}.' },
  wrongLine: { en: '{name}, line {line}: {why}.', ru: '{name}, строка {line}: {why}.' },
  wrongWord: { en: '{name}: {why}.', ru: '{name}: {why}.' },
  otherIsSet: {
    en: '{name} is missing, although {other} is set.',
    ru: 'Не задано {name}, хотя задано {other}.',
  },
  noUrl: {
    en: '{name} is missing: set it to the address of the case-management service, or try casebridge --sandbox.',
    ru: 'Не задано {name}: укажите адрес системы управления делами или попробуйте casebridge --sandbox.',
  },
  farHttp: {
    en: '{name} is an http address of another machine: use https, or set {allow}=true.',
    ru: 'В {name} указан адрес http на другом компьютере: используйте https или задайте {allow}=true.',
  },
  urlEnd: {
    en: '{name} should end before {end}: every path of the API already begins with /api.',
    ru: 'Уберите из адреса в {name} всё, начиная с {end}: пути API и так начинаются с /api.',
  },
  bareUrl: {
    en: '{name} must not contain a user, query or fragment.',
    ru: 'В адресе {name} не должно быть имени пользователя, параметров и якоря (#).',
  },
  waysToSignIn: {
    en: '{login} and {password}, {token} (or …_FILE), or {domain}',
    ru: '{login} и {password}, {token} (или …_FILE) либо {domain}',
  },
  noSignIn: {
    en: 'No sign-in is configured: set {ways}.',
    ru: 'Не указан способ входа: задайте {ways}.',
  },
  twoSignIns: {
    en: 'Two sign-in methods are set: keep one of {ways}.',
    ru: 'Задано два способа входа. Оставьте один: {ways}.',
  },
  noPresumedField: {
    en: '{name} contains {field}, but a name cannot be set for it: tools/README.md marks the fields with unconfirmed names (°).',
    ru: 'В {name} указано поле {field}, но задать имя можно только для полей, отмеченных знаком ° в tools/README.md.',
  },
  wrongProxy: {
    en: '{name} should be the address of an http or https proxy, such as http://user:password@host:port, with special characters percent-encoded.',
    ru: 'Укажите в {name} адрес прокси http или https, например http://user:password@host:port; специальные символы замените кодами вида %40.',
  },
  unreadable: {
    en: 'The file in {name} cannot be read.',
    ru: 'Не удалось прочитать файл, указанный в {name}.',
  },
  nobodyAsked: {
    en: 'Tools of the classes {classes} run without confirmation by a person ({name}).',
    ru: 'Инструменты классов {classes} работают без подтверждения пользователя ({name}).',
  },
  sandboxNotUrl: {
    en: 'casebridge uses the embedded service with its sample data ({sandbox}), not {url}.',
    ru: 'Используется встроенная система с учебными данными ({sandbox}), а не {url}.',
  },
  unfilled: {
    en: 'Settings with an unfilled placeholder count as not set: {names}.',
    ru: 'Настройки с незаполненной подстановкой считаются незаданными: {names}.',
  },
  tokensHandedOut: {
    en: 'Token tools return the tokens themselves, so the assistant sees them ({name}).',
    ru: 'Инструменты, работающие с токенами, возвращают их ассистенту ({name}).',
  },
  noCertificates: {
    en: '{name} should be a file of certificates in PEM format.',
    ru: 'Укажите в {name} файл с сертификатами в формате PEM.',
  },
} as const satisfies Record<string, Worded>;

/** Reasons why a file cannot be used, by Node's error code. */
export const fileTroubles = {
  ENOENT: { en: 'there is no such file or directory', ru: 'такого файла или папки нет' },
  EACCES: { en: 'permission denied', ru: 'у программы нет на это прав' },
  EPERM: { en: 'permission denied', ru: 'у программы нет на это прав' },
  EISDIR: { en: 'it is a directory', ru: 'это папка' },
  ENOTDIR: { en: 'a part of its path is not a directory', ru: 'часть пути — не папка' },
  EROFS: { en: 'the file system is read-only', ru: 'файловая система доступна только для чтения' },
  ENOSPC: { en: 'the disk is full', ru: 'на диске нет места' },
  EMFILE: { en: 'too many files are open', ru: 'открыто слишком много файлов' },
  other: { en: 'no reason was given', ru: 'причина неизвестна' },
} as const satisfies Record<string, Worded>;

/** Reasons why a value is invalid. A message shows them after the name of the setting. */
export const valueFaults = {
  httpAddress: { en: 'should be an http or https address', ru: 'нужен адрес http или https' },
  redisAddress: {
    en: 'should be an address such as redis://redis.example.com:6379',
    ru: 'нужен адрес вида redis://redis.example.com:6379',
  },
  page: {
    en: 'should be an address with {id}, such as {example}',
    ru: 'нужен адрес, в котором есть {id}, например {example}',
  },
  timeZone: {
    en: 'should be an IANA time zone such as Europe/Moscow',
    ru: 'нужен часовой пояс IANA, например Europe/Moscow',
  },
  apiPath: { en: 'should be a path such as /api/v1/…', ru: 'нужен путь вида /api/v1/…' },
  yesOrNo: { en: 'should be true or false', ru: 'нужно true или false' },
  oneOf: { en: 'should be {words} or {last}', ru: 'нужно {words} или {last}' },
  oneOrBoth: { en: 'should be {words} or both', ru: 'нужно {words} или оба слова' },
  number: { en: 'should be a number', ru: 'нужно число' },
  wholeNumber: { en: 'should be a whole number', ru: 'нужно целое число' },
  atLeast: { en: 'should be at least {least}', ru: 'нужно не меньше {least}' },
  atMost: { en: 'should be at most {most}', ru: 'нужно не больше {most}' },
  noneOrAtLeast: { en: 'should be 0 or at least {least}', ru: 'нужно 0 или не меньше {least}' },
  pairs: { en: 'contains {word}; expected: {form}', ru: 'указано {word}, а нужно {form}' },
  origin: {
    en: 'contains {word}; expected: an origin such as https://tools.example.com',
    ru: 'указано {word}, а нужен адрес сайта без пути (origin), например https://tools.example.com',
  },
  client: {
    en: 'contains {word}; expected: a host or id=https://address',
    ru: 'указано {word}, а нужен хост или id=https://address',
  },
  scope: { en: 'contains {word}, which is not a scope', ru: 'указано {word}, но это не разрешение (scope)' },
  limit: {
    en: 'contains {word}, but accepts only {names}, each with a number above 0',
    ru: 'указано {word}, а допустимы только {names}, каждое с числом больше 0',
  },
  operationClass: {
    en: 'contains {word}, but accepts only {classes}',
    ru: 'указано {word}, а допустимы только {classes}',
  },
  header: { en: 'should be a header name', ru: 'нужно имя заголовка' },
  oneWord: { en: 'should be one word', ru: 'нужно одно слово' },
  claim: { en: 'should be the name of a claim', ru: 'нужно имя поля токена (claim)' },
  principal: {
    en: 'should be a service principal such as HTTP/cases.example.com',
    ru: 'нужно имя службы (SPN) вида HTTP/cases.example.com',
  },
  program: { en: 'should be the full path of a program', ru: 'нужен полный путь к программе' },
  hosts: {
    en: 'should be public host names such as files.example.com',
    ru: 'нужны общедоступные имена хостов, например files.example.com',
  },
  audience: { en: 'should contain at least one audience', ru: 'нужна хотя бы одна аудитория (aud)' },
  keyLength: { en: 'should have at least {least} characters', ru: 'нужно не меньше {least} знаков' },
  kubernetesPort: {
    en: 'is set by Kubernetes for a Service named casebridge: rename the Service, or set enableServiceLinks: false',
    ru: 'эту переменную задал Kubernetes для службы (Service) с именем casebridge: назовите службу иначе или задайте enableServiceLinks: false',
  },
  tooLong: { en: 'is too long', ru: 'слишком длинное значение' },
  other: { en: 'is wrong', ru: 'неверное значение' },
} as const satisfies Record<string, Worded>;
