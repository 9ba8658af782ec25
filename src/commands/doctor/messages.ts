import type { Worded } from '../../contract/language.ts';

/** Names of the states for people. Programs read the keys. */
export const stateNames = {
  ok: { en: 'ok', ru: 'норма' },
  warning: { en: 'warning', ru: 'внимание' },
  failed: { en: 'failed', ru: 'ошибка' },
  skipped: { en: 'skipped', ru: 'пропуск' },
} as const satisfies Record<string, Worded>;

/** Names of the checks for people. Programs read the keys. */
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
  usable: { en: 'They can be used.', ru: 'С ними можно работать.' },
  noRecord: {
    en: 'No {name} is set: changes leave no record.',
    ru: '{name} не задано: изменения не записываются.',
  },
  recorded: { en: 'Changes are recorded.', ru: 'Изменения записываются.' },
  noFolder: { en: 'No {name} is set: files are not kept.', ru: '{name} не задано: файлы не сохраняются.' },
  folderNone: { en: 'There is none.', ru: 'Её нет.' },
  folderUsable: { en: 'The shared folder can be used.', ru: 'Общей папкой можно пользоваться.' },
  needsNoName: { en: 'The address needs no name server.', ru: 'Сервер имён для этого адреса не нужен.' },
  nameIs: { en: '{host} is {addresses}.', ru: '{host} — это {addresses}.' },
  proxyConnects: {
    en: 'The proxy makes a connection to port {port} ({ms} ms).',
    ru: 'Прокси соединяет с портом {port} ({ms} мс).',
  },
  connects: {
    en: 'There is a connection to port {port} ({ms} ms).',
    ru: 'Соединение с портом {port} есть ({ms} мс).',
  },
  noTls: {
    en: 'The address begins with http: nothing is encrypted on the way.',
    ru: 'Адрес начинается с http: по пути ничего не шифруется.',
  },
  certificate: {
    en: '{protocol}; the certificate, by {issuer}, is good for {days} days.',
    ru: '{protocol}; сертификат (выдан: {issuer}) действует ещё {days} {days|день|дня|дней}.',
  },
  nobodyNamed: { en: 'nobody named', ru: 'не указано' },
  renewCertificate: {
    en: '{text} Whoever runs the service should renew it.',
    ru: '{text} Его пора обновить тем, кто обслуживает сервис.',
  },
  nothingAnswers: {
    en: 'Nothing answers within 10 s, or what does is no HTTP.',
    ru: 'За 10 с никто не ответил, или ответ — не HTTP.',
  },
  pageAnswers: {
    en: 'Not the API answers, but a page (status {status}).',
    ru: 'Отвечает не API, а страница (статус {status}).',
  },
  noHealth: {
    en: 'Nothing is at the path of its health (status 404).',
    ru: 'По пути проверки состояния ничего нет (статус 404).',
  },
  inTrouble: {
    en: 'The service answers with status {status}: it may be starting, or in trouble.',
    ru: 'Сервис отвечает статусом {status}: он запускается, или с ним что-то не так.',
  },
  apiAnswers: { en: 'The API answers (status {status}).', ru: 'API отвечает (статус {status}).' },
  noTime: {
    en: 'The service does not say what time it has.',
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
    en: 'The service does not say which versions of the API it has.',
    ru: 'Сервис не сообщает, какие у него версии API.',
  },
  versions: {
    en: 'The service names version {versions} of the API',
    ru: 'Сервис называет версии API: {versions}',
  },
  deprecated: { en: 'of these it will take away {versions}', ru: 'из них будут убраны {versions}' },
  lacking: {
    en: '{count} operations of version {version}, which it does not name, may be refused',
    ru: 'версии {version} он не называет, и {count} её {count|операция может|операции могут|операций могут} не работать',
  },
  sentence: { en: '{text}.', ru: '{text}.' },
  noSignIn: {
    en: 'None is configured: over HTTP each caller brings a token of their own.',
    ru: 'Не настроен: по HTTP каждый приходит со своим токеном.',
  },
  letIn: { en: 'The service lets the configured user in.', ru: 'Сервис впускает настроенного пользователя.' },
  notExchanged: {
    en: 'The service has no short-lived tokens: calls carry the token of the sign-in itself, which lasts {got} s.',
    ru: 'Короткоживущих токенов у сервиса нет: запросы идут с токеном входа, он действует {got} с.',
  },
  tokenLasts: { en: 'The short-lived token lasts {got} s.', ru: 'Короткоживущий токен действует {got} с.' },
  tokenShort: {
    en: 'The short-lived token lasts {got} s, and {asked} s were asked for.',
    ru: 'Короткоживущий токен действует {got} с, а запрошено {asked} с.',
  },
  nobody: {
    en: 'Nothing tells who is signed in, so `me` means nobody.',
    ru: 'Кто вошёл — неизвестно, поэтому `me` не означает никого.',
  },
  signedIn: { en: 'Signed in with {who}.', ru: 'Вход выполнен: {who}.' },
  mayRead: { en: 'May read: {what}.', ru: 'Доступно чтение: {what}.' },
  nothing: { en: 'nothing', ru: 'ничего' },
  mayNotRead: {
    en: '{text} Not: {what}. Whoever administers the service grants rights.',
    ru: '{text} Недоступно: {what}. Права выдаёт администратор сервиса.',
  },
  refused: { en: 'refused', ru: 'отказ' },
  theDocument: { en: 'the file of a document', ru: 'файл документа' },
  documentRead: {
    en: 'A document was read: {kind}, {count} {count|word|words}.',
    ru: 'Документ прочитан: {kind}, {count} {count|слово|слова|слов}.',
  },
  readPictures: {
    en: 'A document was read: {kind}, {count} {count|word|words}; some of it is pictures.',
    ru: 'Документ прочитан: {kind}, {count} {count|слово|слова|слов}; часть — изображения.',
  },
  noDocument: {
    en: 'No document was found that the signed-in user may see: reading was not tried.',
    ru: 'Документов, доступных вошедшему, не нашлось: чтение не проверялось.',
  },
  documentUnread: {
    en: 'A document could not be read. {why}',
    ru: 'Документ прочитать не удалось. {why}',
  },
  noneSet: { en: 'No {name} is set.', ru: '{name} не задано.' },
  redisAnswers: {
    en: 'Redis answers, and belongs to this server.',
    ru: 'Redis отвечает и принадлежит этому серверу.',
  },
  redisWrong: {
    en: 'Redis is {condition}: check {name}, its password, and whether it runs.',
    ru: 'Redis: {condition}. Проверьте {name}, пароль и работает ли он.',
  },
  describedReached: {
    en: 'The descriptions of assistants can be reached at {hosts}.',
    ru: 'Узлы, на которых описаны ассистенты, доступны: {hosts}.',
  },
  describedUnreached: {
    en: 'This server cannot reach {hosts}, where assistants describe themselves, so those cannot sign in. Let it reach them by https, directly or by HTTPS_PROXY; or add the assistants to {clients}; or set {registration}.',
    ru: 'Сервер не может связаться с {hosts}, где описаны ассистенты: войти через них нельзя. Откройте ему доступ по https, прямой или через HTTPS_PROXY, внесите ассистентов в {clients} или задайте {registration}.',
  },
  describedRegister: {
    en: 'This server cannot reach {hosts}, where assistants describe themselves. They sign in like programs that register themselves ({registration}), and the page says that nobody has checked them.',
    ru: 'Сервер не может связаться с {hosts}, где описаны ассистенты. Они входят как программы, которые регистрируются сами ({registration}), и страница предупреждает, что их никто не проверял.',
  },
  notReached: {
    en: 'Nothing answers at {url} from here: is the server started, and the proxy before it?',
    ru: 'По адресу {url} отсюда никто не отвечает: запущен ли сервер и прокси перед ним?',
  },
  reached: { en: 'The server is reached at {url}.', ru: 'Сервер доступен по адресу {url}.' },
  otherServer: {
    en: 'What answers at {url} (status {status}) is no server that knows this address as its own: compare {name} there, and where the proxy passes requests on to.',
    ru: 'По адресу {url} отвечает (статус {status}) сервер, который не считает этот адрес своим: сверьте {name} там и то, куда прокси передаёт запросы.',
  },
  issuerSilent: {
    en: 'The issuer of {name} does not answer with metadata of its own: check the address.',
    ru: 'Издатель из {name} не отдаёт собственные метаданные: проверьте адрес.',
  },
  issuerScopes: { en: 'the scopes {scopes} of {name}', ru: 'scope {scopes} из {name}' },
  issuerPkce: { en: 'PKCE with S256', ru: 'PKCE с S256' },
  issuerRegistration: {
    en: 'registration by the assistants themselves (each needs a client id typed in)',
    ru: 'самостоятельная регистрация ассистентов (каждому нужно вписать client id)',
  },
  issuerPeople: {
    en: 'The issuer answers, and people can sign in there by themselves.',
    ru: 'Издатель отвечает, люди могут входить у него сами.',
  },
  issuerAssistants: {
    en: 'The issuer answers, and assistants can sign in there by themselves.',
    ru: 'Издатель отвечает, ассистенты могут входить у него сами.',
  },
  issuerLacks: {
    en: 'The issuer answers, but does not offer: {what}.',
    ru: 'Издатель отвечает, но не предлагает: {what}.',
  },
  asDescribed: {
    en: 'The embedded service is taken as it is described.',
    ru: 'Встроенный сервис берётся таким, как описан.',
  },
  learnOff: {
    en: '{name} is off: names are as described.',
    ru: '{name} выключено: имена берутся из описания.',
  },
  learntNothing: {
    en: 'Nothing: {why}. Names are as described: real ones can be said in a file ({file}) or by {fields}.',
    ru: 'Ничего: {why}. Имена берутся из описания; настоящие можно задать в файле ({file}) или через {fields}.',
  },
  shows: {
    en: 'The reference shows {shown} of {all} operations, in {documents} documents',
    ru: 'В справке есть операций: {shown} из {all}; документов: {documents}',
  },
  showsSame: { en: '{begin}, and calls nothing otherwise.', ru: '{begin}; названия совпадают с описанием.' },
  showsOthers: {
    en: '{begin}, and has this otherwise ({count}): {names}.',
    ru: '{begin}; иначе названо {count}: {names}.',
  },
  unsureKnown: {
    en: '{count} not surely known, and taken as described: {names}',
    ru: 'точно не известно и взято из описания — {count}: {names}',
  },
  unsureStated: {
    en: '{count} stated by the description and not shown: {names}',
    ru: 'есть в описании, но не в справке — {count}: {names}',
  },
  unsureRequired: {
    en: '{count} required, and not known: {names}',
    ru: 'обязательно, но неизвестно — {count}: {names}',
  },
  allKnown: {
    en: 'Every name that the description leaves open is known.',
    ru: 'Все имена, которые описание оставляет открытыми, известны.',
  },
  fillIn: {
    en: '{parts}. casebridge learn --out FILE writes a file to look through and fill in.',
    ru: '{parts}. Файл, который можно просмотреть и дополнить, запишет casebridge learn --out FILE.',
  },
  written: {
    en: 'What was learnt stands in {file}: fill in what is unsure, and use it with --{flag}.',
    ru: 'Узнанное записано в {file}: дополните неясное и используйте файл с --{flag}.',
  },
  neverLearnt: { en: 'Nothing was learnt before.', ru: 'Раньше справку не читали.' },
  fileWritten: { en: 'the file was written', ru: 'того, как записан файл' },
  sameSince: { en: 'Nothing is otherwise since {since}.', ru: 'С {since} ничего не изменилось.' },
  otherSince: { en: 'Since {since}: {names}. {next}', ru: 'Изменения с {since}: {names}. {next}' },
  writeAnew: {
    en: 'Write the file of {name} anew with casebridge learn --out FILE.',
    ru: 'Запишите файл из {name} заново: casebridge learn --out FILE.',
  },
  withinDay: {
    en: 'Servers go by it within a day, and at once when they are started anew.',
    ru: 'Серверы учтут это в течение дня, а при перезапуске — сразу.',
  },
  andMore: { en: 'and {count} more (casebridge learn)', ru: 'и ещё {count} (casebridge learn)' },
} as const satisfies Record<string, Worded>;
