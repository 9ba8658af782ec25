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
  service: { en: 'service', ru: 'система' },
  clock: { en: 'clock', ru: 'часы' },
  versions: { en: 'versions', ru: 'версии' },
  learnt: { en: 'learnt', ru: 'имена API' },
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
  issuer: { en: 'issuer', ru: 'вход (SSO)' },
  assistants: { en: 'assistants', ru: 'ассистенты' },
} as const satisfies Record<string, Worded>;

export const doctorMessages = {
  itSays: { en: '{said} The service says: {why}', ru: '{said} Ответ системы: {why}' },
  noReason: { en: 'no reason was given', ru: 'причина неизвестна' },
  usable: { en: 'The settings are valid.', ru: 'Настройки верны.' },
  noRecord: {
    en: '{name} is not set: changes are not recorded.',
    ru: 'Значение {name} не задано: изменения не записываются.',
  },
  recorded: { en: 'Changes are recorded.', ru: 'Изменения записываются.' },
  noFolder: {
    en: '{name} is not set: files are not saved.',
    ru: 'Значение {name} не задано: файлы не сохраняются.',
  },
  folderNone: { en: 'No folder is set.', ru: 'Папка не задана.' },
  folderUsable: { en: 'The shared folder is usable.', ru: 'Общей папкой можно пользоваться.' },
  needsNoName: {
    en: 'The address needs no DNS lookup.',
    ru: 'Адрес числовой, сервер имён (DNS) для него не нужен.',
  },
  nameIs: { en: '{host} resolves to {addresses}.', ru: 'Адреса {host}: {addresses}.' },
  proxyConnects: {
    en: 'The proxy connects to port {port} ({ms} ms).',
    ru: 'Прокси соединился с портом {port} за {ms} мс.',
  },
  connects: {
    en: 'Port {port} accepts connections ({ms} ms).',
    ru: 'Порт {port} принимает соединения (ответ за {ms} мс).',
  },
  noTls: {
    en: 'The address begins with http: the connection is not encrypted.',
    ru: 'Адрес начинается с http: соединение не шифруется.',
  },
  certificate: {
    en: '{protocol}; the certificate from {issuer} is valid for {days} days.',
    ru: '{protocol}; сертификат (издатель — {issuer}) действует ещё {days} {days|день|дня|дней}.',
  },
  nobodyNamed: { en: 'nobody named', ru: 'не указан' },
  renewCertificate: {
    en: '{text} The administrator of the service should renew it.',
    ru: '{text} Администратору системы пора её обновить.',
  },
  nothingAnswers: {
    en: 'No HTTP response within 10 s.',
    ru: 'За 10 секунд ответ по HTTP не получен.',
  },
  pageAnswers: {
    en: 'The address returned a web page instead of the API (status {status}).',
    ru: 'По этому адресу отвечает не API, а веб-страница (статус {status}).',
  },
  noHealth: {
    en: 'The health path does not exist (status 404).',
    ru: 'Адреса для проверки состояния у системы нет (статус 404).',
  },
  inTrouble: {
    en: 'The service answers with status {status}: it may be starting or have a problem.',
    ru: 'Система отвечает со статусом {status}: возможно, она ещё запускается или неисправна.',
  },
  apiAnswers: { en: 'The API answers (status {status}).', ru: 'API отвечает (статус {status}).' },
  noTime: {
    en: 'The service does not report its time.',
    ru: 'Система не сообщает своё время.',
  },
  onTime: {
    en: "This machine's clock agrees with the service's.",
    ru: 'Часы этого компьютера и системы показывают одно время.',
  },
  behind: {
    en: "This machine's clock is {seconds} s behind the service's.",
    ru: 'Часы этого компьютера отстают от часов системы на {seconds} с.',
  },
  ahead: {
    en: "This machine's clock is {seconds} s ahead of the service's.",
    ru: 'Часы этого компьютера спешат относительно часов системы на {seconds} с.',
  },
  noVersions: {
    en: 'The service does not report its API versions.',
    ru: 'Система не сообщает версии своего API.',
  },
  versions: {
    en: 'The service reports version {versions} of the API',
    ru: 'Версии API по данным системы: {versions}',
  },
  deprecated: { en: 'of these {versions} will be removed', ru: 'из них скоро будут отключены: {versions}' },
  lacking: {
    en: '{count} operations of version {version}, which it does not report, may be refused',
    ru: 'версии {version} среди них нет, поэтому {count} {count|операция этой версии может|операции этой версии могут|операций этой версии могут} не работать',
  },
  sentence: { en: '{text}.', ru: '{text}.' },
  noSignIn: {
    en: 'No sign-in is configured: over HTTP each caller sends a token.',
    ru: 'Вход не настроен: при работе по HTTP каждый пользователь передаёт свой токен.',
  },
  letIn: {
    en: 'The configured user can sign in to the service.',
    ru: 'Пользователь, указанный в настройках, может войти в систему.',
  },
  notExchanged: {
    en: 'The service has no short-lived tokens: calls use the sign-in token, which lasts {got} s.',
    ru: 'Краткосрочных токенов у системы нет: запросы отправляются с токеном входа, который действует {got} с.',
  },
  tokenLasts: { en: 'The short-lived token lasts {got} s.', ru: 'Краткосрочный токен действует {got} с.' },
  tokenShort: {
    en: 'The short-lived token lasts {got} s; {asked} s were requested.',
    ru: 'Краткосрочный токен действует {got} с, а запрошено {asked} с.',
  },
  nobody: {
    en: 'The signed-in user is unknown, so `me` does not work.',
    ru: 'Неизвестно, какой пользователь вошёл, поэтому `me` не работает.',
  },
  signedIn: { en: 'Signed in as {who}.', ru: 'Вход выполнен: {who}.' },
  mayRead: { en: 'This user can read: {what}.', ru: 'Доступно чтение: {what}.' },
  nothing: { en: 'nothing', ru: 'ничего' },
  mayNotRead: {
    en: "{text} This user has no permission to read: {what}. The service's administrator can grant it.",
    ru: '{text} Недоступно чтение: {what}. Права выдаёт администратор системы.',
  },
  refused: { en: 'refused', ru: 'отказ' },
  theDocument: { en: 'the file of a document', ru: 'файл документа' },
  documentRead: {
    en: 'A document was read: {kind}, {count} {count|word|words}.',
    ru: 'Документ прочитан: {kind}, {count} {count|слово|слова|слов}.',
  },
  readPictures: {
    en: 'A document was read: {kind}, {count} {count|word|words}; some pages are pictures.',
    ru: 'Документ прочитан: {kind}, {count} {count|слово|слова|слов}; часть страниц — изображения.',
  },
  noDocument: {
    en: 'The signed-in user can see no document, so reading was not tested.',
    ru: 'Пользователю не доступен ни один документ, поэтому чтение не проверялось.',
  },
  documentUnread: {
    en: 'A document could not be read. {why}',
    ru: 'Не удалось прочитать документ. {why}',
  },
  noneSet: { en: '{name} is not set.', ru: 'Значение {name} не задано.' },
  redisAnswers: {
    en: 'Redis answers and is used by no other server.',
    ru: 'Redis отвечает и принадлежит этому серверу.',
  },
  redisWrong: {
    en: 'Redis is {condition}: check {name}, its password, and whether Redis runs.',
    ru: 'Redis: {condition}. Проверьте {name} и пароль, а также запущен ли Redis.',
  },
  describedReached: {
    en: 'The metadata documents of assistants can be reached at {hosts}.',
    ru: 'Сайты с описаниями ассистентов доступны: {hosts}.',
  },
  describedUnreached: {
    en: 'This server cannot reach {hosts}, where assistants publish their metadata documents, so these assistants cannot sign in. Allow https to them, directly or through HTTPS_PROXY; or add the assistants to {clients}; or set {registration}.',
    ru: 'Сервер не может связаться с {hosts}, где опубликованы описания ассистентов, поэтому войти через эти ассистенты нельзя. Откройте серверу доступ к этим сайтам по https, прямой или через HTTPS_PROXY, либо внесите ассистентов в {clients}, либо задайте {registration}.',
  },
  describedRegister: {
    en: 'This server cannot reach {hosts}, where assistants publish their metadata documents. These assistants sign in like programs that register themselves ({registration}), and the sign-in page says that they are not verified.',
    ru: 'Сервер не может связаться с {hosts}, где опубликованы описания ассистентов. Эти ассистенты входят как программы, которые регистрируются сами ({registration}), и страница входа предупреждает, что их никто не проверял.',
  },
  notReached: {
    en: 'No answer from {url}: check that the server and the proxy in front of it run.',
    ru: 'Адрес {url} не отвечает: проверьте, запущены ли сервер и прокси перед ним.',
  },
  reached: { en: 'The server can be reached at {url}.', ru: 'Сервер доступен по адресу {url}.' },
  otherServer: {
    en: 'The server at {url} (status {status}) does not have this public address: check its {name}, and the address to which the proxy forwards requests.',
    ru: 'По адресу {url} отвечает сервер (статус {status}), у которого указан другой внешний адрес: проверьте его {name} и адрес, на который прокси передаёт запросы.',
  },
  issuerSilent: {
    en: 'The issuer of {name} does not return its metadata: check the address.',
    ru: 'Сервер входа (issuer), указанный в {name}, не сообщает свои метаданные: проверьте адрес.',
  },
  issuerScopes: { en: 'the scopes {scopes} of {name}', ru: 'разрешения (scope) {scopes} из {name}' },
  issuerPkce: { en: 'PKCE with S256', ru: 'PKCE с S256' },
  issuerRegistration: {
    en: 'dynamic client registration (users must enter a client id in each assistant)',
    ru: 'самостоятельная регистрация ассистентов (без неё client id придётся указать в каждом ассистенте)',
  },
  issuerPeople: {
    en: 'The issuer answers, and people can sign in there.',
    ru: 'Сервер входа (issuer) отвечает: пользователи могут входить через него.',
  },
  issuerAssistants: {
    en: 'The issuer answers, and assistants can sign in there.',
    ru: 'Сервер входа (issuer) отвечает: ассистенты могут входить через него.',
  },
  issuerLacks: {
    en: 'The issuer answers, but does not offer: {what}.',
    ru: 'Сервер входа (issuer) отвечает, но не поддерживает: {what}.',
  },
  asDescribed: {
    en: 'The embedded service uses the names of the API description.',
    ru: 'Имена встроенной системы совпадают с описанием API.',
  },
  learnOff: {
    en: '{name} is off: names come from the API description.',
    ru: 'Определение имён выключено ({name}): имена берутся из описания API.',
  },
  learntNothing: {
    en: 'No field names were learned from the service’s API reference: {why}. casebridge uses the names of the API description. To set other names, use a file ({file}) or {fields}.',
    ru: 'Определить имена полей не удалось: {why}. Используются имена из описания API; другие можно задать в файле ({file}) или через {fields}.',
  },
  shows: {
    en: 'The service’s API reference contains {shown} of {all} operations, in {documents} OpenAPI {documents|document|documents}',
    ru: 'Операций в спецификации: {shown} из {all}; документов: {documents}',
  },
  showsSame: {
    en: '{begin}; all names are those of the API description.',
    ru: '{begin}; имена совпадают с описанием API.',
  },
  showsOthers: {
    en: '{begin}; {count} {count|name differs|names differ} from the API description: {names}.',
    ru: '{begin}; имена, отличные от описания API ({count}): {names}.',
  },
  unsureKnown: {
    en: '{count} uncertain {count|name|names}, taken from the API description: {names}',
    ru: 'неподтверждённые имена, взятые из описания API ({count}): {names}',
  },
  unsureStated: {
    en: '{count} {count|name|names} of the API description that the API reference lacks: {names}',
    ru: 'имена из описания API, которых нет в спецификации ({count}): {names}',
  },
  unsureRequired: {
    en: '{count} required {count|field|fields} that casebridge does not know: {names}',
    ru: 'обязательные поля, неизвестные casebridge ({count}): {names}',
  },
  allKnown: {
    en: 'casebridge knows all field names that the API description does not state.',
    ru: 'Все имена, которых описание API не определяет, известны.',
  },
  fillIn: {
    en: '{parts}. `casebridge learn --out FILE` writes a file to review and complete.',
    ru: '{parts}. Команда `casebridge learn --out FILE` создаст файл, который можно проверить и дополнить.',
  },
  written: {
    en: 'The learned names are in {file}: complete the uncertain names and pass the file to --{flag}.',
    ru: 'Найденные имена записаны в {file}: уточните неподтверждённые и укажите файл в --{flag}.',
  },
  neverLearnt: { en: 'The API reference was not read before.', ru: 'Раньше спецификация не читалась.' },
  fileWritten: { en: 'the file was written', ru: 'записи файла' },
  sameSince: { en: 'Nothing has changed since {since}.', ru: 'После {since} ничего не изменилось.' },
  otherSince: { en: 'Since {since}: {names}. {next}', ru: 'Изменения после {since}: {names}. {next}' },
  writeAnew: {
    en: 'Write the file in {name} again with `casebridge learn --out FILE`.',
    ru: 'Создайте заново файл, указанный в {name}: `casebridge learn --out FILE`.',
  },
  withinDay: {
    en: 'Running servers use the changed names within a day; a restarted server uses them at once.',
    ru: 'Серверы учтут это в течение дня, а при перезапуске — сразу.',
  },
  andMore: { en: 'and {count} more (listed by casebridge learn)', ru: 'и ещё {count} (casebridge learn)' },
} as const satisfies Record<string, Worded>;
