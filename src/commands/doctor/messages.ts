import type { Worded } from '../../contract/language.ts';

/** Names of the states, for people. The JSON output contains the keys instead. */
export const stateNames = {
  ok: { en: 'ok', ru: 'норма' },
  warning: { en: 'warning', ru: 'внимание' },
  failed: { en: 'failed', ru: 'ошибка' },
  skipped: { en: 'skipped', ru: 'пропуск' },
} as const satisfies Record<string, Worded>;

/** Names of the checks, for people. The JSON output contains the keys instead. */
export const checkNames = {
  settings: { en: 'settings', ru: 'настройки' },
  record: { en: 'record', ru: 'журнал' },
  folder: { en: 'folder', ru: 'папка' },
  name: { en: 'name', ru: 'имя' },
  connection: { en: 'connection', ru: 'соединение' },
  proxy: { en: 'proxy', ru: 'прокси' },
  TLS: { en: 'TLS', ru: 'TLS' },
  service: { en: 'service', ru: 'сервис' },
  clock: { en: 'clock', ru: 'часы' },
  versions: { en: 'versions', ru: 'версии' },
  learnt: { en: 'learnt', ru: 'справка' },
  unsure: { en: 'unsure', ru: 'неясное' },
  drift: { en: 'drift', ru: 'изменения' },
  file: { en: 'file', ru: 'файл' },
  'sign-in': { en: 'sign-in', ru: 'вход' },
  token: { en: 'token', ru: 'токен' },
  user: { en: 'user', ru: 'кто вошёл' },
  rights: { en: 'rights', ru: 'права' },
  document: { en: 'document', ru: 'документ' },
  address: { en: 'address', ru: 'адрес' },
  redis: { en: 'redis', ru: 'хранилище' },
  issuer: { en: 'issuer', ru: 'издатель' },
  assistants: { en: 'assistants', ru: 'ассистенты' },
} as const satisfies Record<string, Worded>;

/** Messages of `casebridge doctor`. */
export const doctorMessages = {
  itSays: { en: '{said} It says: {why}', ru: '{said} Ответ сервиса: {why}' },
  noReason: { en: 'no reason was given', ru: 'причина неизвестна' },
  usable: { en: 'They are valid.', ru: 'С ними можно работать.' },
  noRecord: {
    en: '{name} is not set: changes are not recorded.',
    ru: '{name} не задано: изменения не записываются.',
  },
  recorded: { en: 'Changes are recorded.', ru: 'Изменения записываются.' },
  noFolder: { en: '{name} is not set: files are not saved.', ru: '{name} не задано: файлы не сохраняются.' },
  folderNone: { en: 'No folder is set.', ru: 'Её нет.' },
  folderUsable: { en: 'The shared folder is usable.', ru: 'Общей папкой можно пользоваться.' },
  needsNoName: { en: 'The address needs no DNS lookup.', ru: 'Сервер имён для этого адреса не нужен.' },
  nameIs: { en: '{host} resolves to {addresses}.', ru: '{host} — это {addresses}.' },
  proxyConnects: {
    en: 'The proxy connects to port {port} ({ms} ms).',
    ru: 'Прокси соединяет с портом {port} ({ms} мс).',
  },
  connects: {
    en: 'Port {port} accepts connections ({ms} ms).',
    ru: 'Соединение с портом {port} есть ({ms} мс).',
  },
  noTls: {
    en: 'The address begins with http: the connection is not encrypted.',
    ru: 'Адрес начинается с http: по пути ничего не шифруется.',
  },
  certificate: {
    en: '{protocol}; the certificate from {issuer} is valid for {days} days.',
    ru: '{protocol}; сертификат (выдан: {issuer}) действует ещё {days} {days|день|дня|дней}.',
  },
  nobodyNamed: { en: 'nobody named', ru: 'не указано' },
  renewCertificate: {
    en: '{text} The administrator of the service should renew it.',
    ru: '{text} Его пора обновить тем, кто обслуживает сервис.',
  },
  nothingAnswers: {
    en: 'No HTTP response within 10 s.',
    ru: 'За 10 с никто не ответил, или ответ — не HTTP.',
  },
  pageAnswers: {
    en: 'The address returned a web page instead of the API (status {status}).',
    ru: 'Отвечает не API, а страница (статус {status}).',
  },
  noHealth: {
    en: 'The health path does not exist (status 404).',
    ru: 'По пути проверки состояния ничего нет (статус 404).',
  },
  inTrouble: {
    en: 'The service answers with status {status}: it may be starting or have a problem.',
    ru: 'Сервис отвечает статусом {status}: он запускается, или с ним что-то не так.',
  },
  apiAnswers: { en: 'The API answers (status {status}).', ru: 'API отвечает (статус {status}).' },
  noTime: {
    en: 'The service does not report its time.',
    ru: 'Сервис не сообщает, который у него час.',
  },
  onTime: {
    en: "This machine's clock agrees with the service's.",
    ru: 'Часы этого компьютера идут так же, как часы сервиса.',
  },
  behind: {
    en: "This machine's clock is {seconds} s behind the service's.",
    ru: 'Часы этого компьютера отстают от часов сервиса на {seconds} с.',
  },
  ahead: {
    en: "This machine's clock is {seconds} s ahead of the service's.",
    ru: 'Часы этого компьютера спешат относительно часов сервиса на {seconds} с.',
  },
  noVersions: {
    en: 'The service does not report its API versions.',
    ru: 'Сервис не сообщает, какие у него версии API.',
  },
  versions: {
    en: 'The service reports version {versions} of the API',
    ru: 'Сервис называет версии API: {versions}',
  },
  deprecated: { en: 'of these {versions} will be removed', ru: 'из них будут убраны {versions}' },
  lacking: {
    en: '{count} operations of version {version}, which it does not report, may be refused',
    ru: 'версии {version} он не называет, и {count} её {count|операция может|операции могут|операций могут} не работать',
  },
  sentence: { en: '{text}.', ru: '{text}.' },
  noSignIn: {
    en: 'Not configured: over HTTP each caller sends a token.',
    ru: 'Не настроен: по HTTP каждый приходит со своим токеном.',
  },
  letIn: {
    en: 'The configured user can sign in to the service.',
    ru: 'Сервис впускает настроенного пользователя.',
  },
  notExchanged: {
    en: 'The service has no short-lived tokens: calls use the sign-in token, which lasts {got} s.',
    ru: 'Короткоживущих токенов у сервиса нет: запросы идут с токеном входа, он действует {got} с.',
  },
  tokenLasts: { en: 'The short-lived token lasts {got} s.', ru: 'Короткоживущий токен действует {got} с.' },
  tokenShort: {
    en: 'The short-lived token lasts {got} s; {asked} s were requested.',
    ru: 'Короткоживущий токен действует {got} с, а запрошено {asked} с.',
  },
  nobody: {
    en: 'The signed-in user is unknown, so `me` does not work.',
    ru: 'Кто вошёл — неизвестно, поэтому `me` не означает никого.',
  },
  signedIn: { en: 'Signed in as {who}.', ru: 'Вход выполнен: {who}.' },
  mayRead: { en: 'This user can read: {what}.', ru: 'Доступно чтение: {what}.' },
  nothing: { en: 'nothing', ru: 'ничего' },
  mayNotRead: {
    en: "{text} This user has no permission to read: {what}. The service's administrator can grant it.",
    ru: '{text} Недоступно: {what}. Права выдаёт администратор сервиса.',
  },
  refused: { en: 'refused', ru: 'отказ' },
  theDocument: { en: 'the file of a document', ru: 'файл документа' },
  documentRead: {
    en: 'A document was read: {kind}, {count} {count|word|words}.',
    ru: 'Документ прочитан: {kind}, {count} {count|слово|слова|слов}.',
  },
  readPictures: {
    en: 'A document was read: {kind}, {count} {count|word|words}; some pages are pictures.',
    ru: 'Документ прочитан: {kind}, {count} {count|слово|слова|слов}; часть — изображения.',
  },
  noDocument: {
    en: 'The signed-in user can see no document, so reading was not tested.',
    ru: 'Документов, доступных вошедшему, не нашлось: чтение не проверялось.',
  },
  documentUnread: {
    en: 'A document could not be read. {why}',
    ru: 'Документ прочитать не удалось. {why}',
  },
  noneSet: { en: '{name} is not set.', ru: '{name} не задано.' },
  redisAnswers: {
    en: 'Redis answers and belongs to this server.',
    ru: 'Redis отвечает и принадлежит этому серверу.',
  },
  redisWrong: {
    en: 'Redis is {condition}: check {name}, its password, and whether Redis runs.',
    ru: 'Redis: {condition}. Проверьте {name}, пароль и работает ли он.',
  },
  describedReached: {
    en: 'The metadata documents of assistants can be reached at {hosts}.',
    ru: 'Узлы, на которых описаны ассистенты, доступны: {hosts}.',
  },
  describedUnreached: {
    en: 'This server cannot reach {hosts}, where assistants publish their metadata documents, so these assistants cannot sign in. Allow https to them, directly or through HTTPS_PROXY; or add the assistants to {clients}; or set {registration}.',
    ru: 'Сервер не может связаться с {hosts}, где описаны ассистенты: войти через них нельзя. Откройте ему доступ по https, прямой или через HTTPS_PROXY, внесите ассистентов в {clients} или задайте {registration}.',
  },
  describedRegister: {
    en: 'This server cannot reach {hosts}, where assistants publish their metadata documents. These assistants sign in like programs that register themselves ({registration}), and the page says that they are not verified.',
    ru: 'Сервер не может связаться с {hosts}, где описаны ассистенты. Они входят как программы, которые регистрируются сами ({registration}), и страница предупреждает, что их никто не проверял.',
  },
  notReached: {
    en: 'No answer from {url}: check that the server and the proxy in front of it run.',
    ru: 'По адресу {url} отсюда никто не отвечает: проверьте, запущены ли сервер и прокси перед ним.',
  },
  reached: { en: 'The server can be reached at {url}.', ru: 'Сервер доступен по адресу {url}.' },
  otherServer: {
    en: 'The server at {url} (status {status}) does not have this public address: check its {name}, and the address to which the proxy forwards requests.',
    ru: 'По адресу {url} отвечает (статус {status}) сервер, который не считает этот адрес своим: сверьте {name} там и то, куда прокси передаёт запросы.',
  },
  issuerSilent: {
    en: 'The issuer of {name} does not return its metadata: check the address.',
    ru: 'Издатель из {name} не отдаёт собственные метаданные: проверьте адрес.',
  },
  issuerScopes: { en: 'the scopes {scopes} of {name}', ru: 'scope {scopes} из {name}' },
  issuerPkce: { en: 'PKCE with S256', ru: 'PKCE с S256' },
  issuerRegistration: {
    en: 'dynamic client registration (users must enter a client id in each assistant)',
    ru: 'самостоятельная регистрация ассистентов (каждому нужно вписать client id)',
  },
  issuerPeople: {
    en: 'The issuer answers, and people can sign in there.',
    ru: 'Издатель отвечает, люди могут входить у него сами.',
  },
  issuerAssistants: {
    en: 'The issuer answers, and assistants can sign in there.',
    ru: 'Издатель отвечает, ассистенты могут входить у него сами.',
  },
  issuerLacks: {
    en: 'The issuer answers, but does not offer: {what}.',
    ru: 'Издатель отвечает, но не предлагает: {what}.',
  },
  asDescribed: {
    en: 'The embedded service uses the names of the API description.',
    ru: 'Встроенный сервис берётся таким, как описан.',
  },
  learnOff: {
    en: '{name} is off: names come from the API description.',
    ru: '{name} выключено: имена берутся из описания.',
  },
  learntNothing: {
    en: 'Nothing was learnt: {why}. Names come from the API description. To set other names, use a file ({file}) or {fields}.',
    ru: 'Узнать ничего не удалось: {why}. Имена берутся из описания; настоящие можно задать в файле ({file}) или через {fields}.',
  },
  shows: {
    en: 'The reference shows {shown} of {all} operations, in {documents} documents',
    ru: 'В справке есть операций: {shown} из {all}; документов: {documents}',
  },
  showsSame: { en: '{begin}, with no other names.', ru: '{begin}; названия совпадают с описанием.' },
  showsOthers: {
    en: '{begin}, with {count} other names: {names}.',
    ru: '{begin}; иначе названо {count}: {names}.',
  },
  unsureKnown: {
    en: '{count} uncertain, taken from the description: {names}',
    ru: 'точно не известно и взято из описания — {count}: {names}',
  },
  unsureStated: {
    en: '{count} in the description but not in the reference: {names}',
    ru: 'есть в описании, но не в справке — {count}: {names}',
  },
  unsureRequired: {
    en: '{count} required but unknown: {names}',
    ru: 'обязательно, но неизвестно — {count}: {names}',
  },
  allKnown: {
    en: 'Every name that the API description leaves open is known.',
    ru: 'Все имена, которые описание оставляет открытыми, известны.',
  },
  fillIn: {
    en: '{parts}. `casebridge learn --out FILE` writes a file to review and complete.',
    ru: '{parts}. Файл, который можно просмотреть и дополнить, запишет `casebridge learn --out FILE`.',
  },
  written: {
    en: 'The learnt names are in {file}: complete the uncertain ones and use the file with --{flag}.',
    ru: 'Узнанное записано в {file}: дополните неясное и используйте файл с --{flag}.',
  },
  neverLearnt: { en: 'The reference was not read before.', ru: 'Раньше справку не читали.' },
  fileWritten: { en: 'the file was written', ru: 'того, как записан файл' },
  sameSince: { en: 'Nothing has changed since {since}.', ru: 'С {since} ничего не изменилось.' },
  otherSince: { en: 'Since {since}: {names}. {next}', ru: 'Изменения с {since}: {names}. {next}' },
  writeAnew: {
    en: 'Write the file in {name} again with `casebridge learn --out FILE`.',
    ru: 'Запишите файл из {name} заново: `casebridge learn --out FILE`.',
  },
  withinDay: {
    en: 'Servers use the changes within a day, or after a restart.',
    ru: 'Серверы учтут это в течение дня, а при перезапуске — сразу.',
  },
  andMore: { en: 'and {count} more (casebridge learn)', ru: 'и ещё {count} (casebridge learn)' },
} as const satisfies Record<string, Worded>;
