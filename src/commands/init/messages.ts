import type { Worded } from '../../contract/language.ts';

export const initMessages = {
  noneFound: {
    en: 'No assistant was found on this machine. casebridge knows {known}. Start a newly installed assistant once.',
    ru: 'На этом компьютере не найдено ни одного ассистента. Поддерживаются: {known}. Только что установленный ассистент нужно один раз запустить.',
  },
  noAssistant: {
    en: 'There is no assistant {word}{hint}. Use one of {known}. Nothing was changed.',
    ru: 'Ассистента {word} нет{hint}. Известны: {known}. Ничего не изменено.',
  },
  notHere: {
    en: 'the assistant was not found on this machine: start it once and run this again',
    ru: 'ассистент на этом компьютере не найден: запустите его один раз и повторите команду',
  },
  notFound: {
    en: '{title} was not found on this machine: start it once to create the folder for {path}.',
    ru: '{title} на этом компьютере не найден: запустите его один раз, чтобы появилась папка для {path}.',
  },
  noService: {
    en: 'No service is configured. Use --url with a sign-in (--login and CASEBRIDGE_PASSWORD or CASEBRIDGE_PASSWORD_FILE), --sandbox, or --server for a running casebridge.',
    ru: 'Не указана система. Задайте --url и способ входа (--login и CASEBRIDGE_PASSWORD или CASEBRIDGE_PASSWORD_FILE), либо --sandbox, либо --server для уже работающего casebridge.',
  },
  notAnswered: {
    en: 'Nothing was changed: the questions were not answered.',
    ru: 'Ничего не изменено: на вопросы нет ответа.',
  },
  nameThem: {
    en: 'Found: {titles}. Add the names of the assistants to connect ({ids}), or --yes to connect all of them.',
    ru: 'Найдены: {titles}. Укажите имена ассистентов, которых нужно подключить ({ids}), или добавьте --yes, чтобы подключить всех.',
  },
  cannotStart: { en: '{command} cannot be started: {why}.', ru: 'Не удалось запустить {command}: {why}.' },
  doesNotStart: {
    en: 'The server does not start with these settings: {said}',
    ru: 'С этими настройками сервер не запускается: {said}',
  },
  saidNothing: { en: 'it printed nothing.', ru: 'он не вывел никакого сообщения.' },
  starts: {
    en: 'The server starts and lists {count} tools.',
    ru: 'Сервер запускается и показывает {count} {count|инструмент|инструмента|инструментов}.',
  },
  inNone: {
    en: 'None of these assistants has casebridge in its configuration.',
    ru: 'Ни к одному из этих ассистентов casebridge не подключён.',
  },
  found: { en: 'Found: {titles}.', ru: 'Найдены: {titles}.' },
  connectAll: { en: 'Connect casebridge to all of them?', ru: 'Подключить casebridge ко всем?' },
  addressOf: {
    en: 'Address of the case-management service, or of your firm’s casebridge (empty: try it with sample data): ',
    ru: 'Адрес системы управления делами или casebridge вашей фирмы (оставьте пустым, чтобы попробовать на учебных данных): ',
  },
  onlyRead: { en: 'Only read, change nothing?', ru: 'Только читать, ничего не менять?' },
  login: {
    en: 'Login (empty: integrated domain sign-in): ',
    ru: 'Логин (оставьте пустым для входа с учётной записью домена): ',
  },
  password: { en: 'Password (not shown): ', ru: 'Пароль (на экране не отображается): ' },
  yesOr: { en: '[Y/n]', ru: '[Д/н]' },
  orNo: { en: '[y/N]', ru: '[д/Н]' },
  notYet: {
    en: 'The server starts, but cannot work yet: {trouble}\nFor details run `casebridge doctor` with the same settings.',
    ru: 'Сервер запускается, но работать пока не может: {trouble}\nПодробнее — casebridge doctor с теми же настройками.',
  },
  noneConnected: { en: 'No assistant was connected.', ru: 'Ни один ассистент не подключён.' },
  serverOwnSettings: {
    en: '--server names a running server with its own settings: remove --{other}.',
    ru: '--server указывает на уже работающий сервер со своими настройками: уберите --{other}.',
  },
  ready: { en: 'Ready: restart {titles}.', ru: 'Готово: перезапустите {titles}.' },
  signInFrom: { en: 'Sign in from {titles}.', ru: 'Войдите из {titles}.' },
  thenAsk: { en: 'Then ask: {question}', ru: 'Затем спросите: {question}' },
  nobodyIn: {
    en: 'The server answers, but nobody can sign in there yet: {trouble}',
    ru: 'Сервер отвечает, но войти на него пока нельзя: {trouble}',
  },
  passing: {
    en: 'casebridge runs from {script}, a cache folder that may be cleared at any time. Install it first (npm install --global, with the package name you gave to npx), then run casebridge init again.',
    ru: 'casebridge запущен из папки кэша ({script}), которую могут очистить в любой момент. Сначала установите его (npm install --global с тем же именем пакета, что и в npx), затем снова выполните casebridge init.',
  },
  temporary: {
    en: 'casebridge is in a temporary folder ({script}): when that folder is cleared, it stops working in the assistants.',
    ru: 'casebridge находится в папке временных файлов ({script}): когда её очистят, он перестанет работать в ассистентах.',
  },
  serverAddress: {
    en: '--server ({given}) should be an address such as https://mcp.example.com/mcp.',
    ru: 'Укажите в --server адрес вида https://mcp.example.com/mcp, а не {given}.',
  },
  serverBare: {
    en: '--server should be an address without user, password and #.',
    ru: 'Укажите в --server адрес без имени пользователя, пароля и знака #.',
  },
  serverHttp: {
    en: '--server should be an https address, otherwise questions and answers cross the network unprotected.',
    ru: 'Укажите в --server адрес https, иначе вопросы и ответы будут передаваться по сети без защиты.',
  },
  nothingAnswers: {
    en: 'No answer from {url}: {why}. Nothing was changed.',
    ru: 'Адрес {url} не отвечает: {why}. Ничего не изменено.',
  },
  takesToken: {
    en: 'The server answers and needs a token with each request: assistants read it from the variable {variable}.',
    ru: 'Сервер отвечает и требует токен в каждом запросе: ассистенты берут его из переменной {variable}.',
  },
  listsTools: {
    en: 'The server answers and lists {count} tools.',
    ru: 'Сервер отвечает и показывает {count} {count|инструмент|инструмента|инструментов}.',
  },
  noServer: {
    en: 'The server at {url} (status {status}) is not a known MCP server: the address of a firm’s casebridge ends with /mcp. Nothing was changed.',
    ru: 'Сервер по адресу {url} (статус {status}) — не сервер MCP или неизвестный сервер MCP: адрес casebridge фирмы заканчивается на /mcp. Ничего не изменено.',
  },
  asksToSignIn: {
    en: 'The server answers and asks its users to sign in.',
    ru: 'Сервер отвечает и требует входа от каждого пользователя.',
  },
  describedElsewhere: {
    en: 'its OAuth metadata is at the address of another server ({place}).',
    ru: 'описание входа находится по другому адресу ({place}).',
  },
  noIssuer: {
    en: 'its OAuth metadata ({place}) cannot be read, or names no issuer.',
    ru: 'описание входа ({place}) не удалось прочитать, или в нём не указан сервер входа (issuer).',
  },
  otherName: {
    en: 'its OAuth metadata gives {name} as its address: use that address.',
    ru: 'он сообщает, что его адрес — {name}: укажите этот адрес.',
  },
  signInAt: {
    en: 'The server answers and asks its users to sign in at {issuer}.{more}',
    ru: 'Сервер отвечает и требует от каждого пользователя входа через {issuer}.{more}',
  },
  silentIssuer: {
    en: 'its users sign in at {issuer}, which returns no metadata or cannot be reached from here.',
    ru: 'его пользователи входят через {issuer}, а этот сервер входа не сообщает свои метаданные или отсюда недоступен.',
  },
  unregistered: {
    en: ' It does not allow programs to register themselves, which Cursor, mcp-remote and others need to sign in: its operator must allow that (casebridge: --sign-in-registration).',
    ru: ' Сервер входа не разрешает программам регистрироваться самим, а без этого нельзя войти из Cursor, mcp-remote и других: регистрацию должен разрешить администратор сервера (в casebridge — --sign-in-registration).',
  },
  noAnswerWithin: {
    en: 'no answer within {seconds} seconds',
    ru: 'нет ответа в течение {seconds} {seconds|секунды|секунд|секунд}',
  },
  untouched: {
    en: '{title}: nothing was changed in {path}: {why}.',
    ru: '{title}: в {path} ничего не изменено: {why}.',
  },
  notIn: { en: '{title}: casebridge is not in {path}.', ru: '{title}: в {path} casebridge нет.' },
  alreadyIn: {
    en: '{title}: casebridge is already in {path}.',
    ru: '{title}: в {path} casebridge уже есть.',
  },
  removed: { en: '{title}: casebridge was removed from {path}.', ru: '{title}: casebridge убран из {path}.' },
  restored: {
    en: '{title}: the previous entry casebridge was restored in {path}. Remove it by hand, or run this command again.',
    ru: '{title}: в {path} восстановлена прежняя запись casebridge. Удалите её вручную или выполните эту команду ещё раз.',
  },
  connected: { en: '{title}: casebridge was added to {path}.', ru: '{title}: casebridge добавлен в {path}.' },
  wouldRun: { en: '{title}: this command would be run', ru: '{title}: была бы выполнена команда' },
  wouldChange: { en: '{title}: {path} would be changed', ru: '{title}: был бы изменён {path}' },
} as const satisfies Record<string, Worded>;
