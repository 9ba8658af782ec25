import { languages, type Worded } from '../../contract/language.ts';
import { logLevels } from '../../contract/log-level.ts';

/** Settings of the service, its deployment, and how it is reached. */
export const serviceHelp = {
  url: {
    en: 'Base URL of the case-management service, without /api.',
    ru: 'Адрес сервиса управления делами, без /api.',
  },
  timeout: {
    en: 'Seconds for one call, repetitions included.',
    ru: 'Сколько секунд отводится на один вызов вместе с повторами.',
  },
  timeZone: {
    en: 'Time zone of dates in lookups, such as Europe/Moscow; default: of the user’s record, else of this machine. Where many people call, records come first.',
    ru: 'Часовой пояс дат, например Europe/Moscow; по умолчанию — из карточки пользователя, иначе этого компьютера. Если пользователей много, карточка важнее.',
  },
  link: {
    en: 'Page of a record for people, such as https://cases.example.com/#/{kind}/{id}; kind is case, task and so on, {kinds} its plural; default: no links to pages.',
    ru: 'Страница записи для людей, например https://cases.example.com/#/{kind}/{id}; kind — case, task и т. д., {kinds} — во множественном числе; иначе ссылок нет.',
  },
  language: {
    en: `Language of what people read and are asked, and of prompts where the user names none: ${languages.join(', ')}.`,
    ru: `На каком языке запросы (промпты), если он в них не указан, и всё, что читают и о чём спрашивают людей: ${languages.join(', ')}.`,
  },
  sandbox: {
    en: 'Use the embedded service with its sample data; no other setting is needed. As a variable also `if-empty`: where no address and no sign-in is set.',
    ru: 'Встроенный сервис с учебными данными; других настроек не нужно. В переменной также `if-empty`: если не заданы ни адрес, ни способ входа.',
  },
  sandboxProfile: {
    en: 'The kind of deployment that the embedded service plays; `casebridge sandbox --profile list` shows which.',
    ru: 'Какое развёртывание изображает встроенный сервис; список покажет `casebridge sandbox --profile list`.',
  },
  auditFile: {
    en: 'File to which every change is recorded, before and after it is tried; none: nothing is recorded.',
    ru: 'Файл, куда записывается каждое изменение: до попытки и после неё; если не задан, ничего не записывается.',
  },
  exchangeDir: {
    en: 'Shared folder for files over stdio: uploads may name files in it, and larger downloads are saved there.',
    ru: 'Общая папка для файлов (stdio): из неё можно прикладывать файлы, в неё сохраняются большие.',
  },
  maxDownload: {
    en: 'Largest file that is saved in the shared folder, in MB.',
    ru: 'Наибольший файл, который сохраняется в общую папку, в МБ.',
  },
  handOutTokens: {
    en: 'Let the token tools answer the tokens themselves, which the assistant then sees.',
    ru: 'Разрешить инструментам для токенов отдавать сами токены; ассистент их тогда видит.',
  },
  logLevel: {
    en: `Log on stderr: ${logLevels.join(', ')}; default: info where many use one server, otherwise warn.`,
    ru: `Журнал в stderr: ${logLevels.join(', ')}; по умолчанию info, если сервером пользуются многие, иначе warn.`,
  },
  login: {
    en: 'Login of the user on whose behalf calls are made.',
    ru: 'Логин пользователя, от имени которого выполняются вызовы.',
  },
  password: {
    en: 'Password of that user.',
    ru: 'Пароль этого пользователя.',
  },
  ssoToken: {
    en: 'Single sign-on token, instead of login and password; the file is read again when a new token is needed.',
    ru: 'Токен единого входа вместо логина и пароля; файл читается заново, когда нужен новый токен.',
  },
  user: {
    en: 'Who `me` is where there is one user and the sign-in does not tell it: id, login or e-mail in the service.',
    ru: 'Кто такой `me`, если пользователь один, а по входу этого не узнать: идентификатор, логин или адрес почты в сервисе.',
  },
  userClaim: {
    en: 'Claim of the token that holds the user’s id, login or e-mail in the service; default: the usual ones.',
    ru: 'Поле токена с идентификатором, логином или почтой пользователя в сервисе; по умолчанию — обычные поля.',
  },
  userInfoPath: {
    en: 'Path of the service that tells whose token a request carries, as OpenID’s userinfo does or as a user record.',
    ru: 'Путь сервиса, который сообщает, чей токен пришёл с запросом: как userinfo в OpenID или как запись пользователя.',
  },
  domainSignIn: {
    en: 'Sign in with integrated domain authentication, instead of login and password.',
    ru: 'Входить с учётной записью домена вместо логина и пароля.',
  },
  domainService: {
    en: 'Service principal that tickets of the domain are for; default: HTTP and the host of the address.',
    ru: 'Имя участника (SPN), для которого берутся билеты домена; по умолчанию — HTTP и хост из адреса.',
  },
  curl: {
    en: 'Path of curl, which gets the tickets for domain sign-in; default: that of the system.',
    ru: 'Путь к curl, который получает билеты для доменного входа; по умолчанию — системный.',
  },
  tokenLifetime: {
    en: 'Seconds that the short-lived token is asked for.',
    ru: 'На сколько секунд запрашивается короткоживущий токен.',
  },
  allowHttp: {
    en: 'Allow an http address that is not this machine: passwords and tokens then cross the network unprotected.',
    ru: 'Разрешить адрес http на другом компьютере: пароли и токены тогда идут по сети незащищёнными.',
  },
  caFile: {
    en: 'PEM file with certificates of authorities to trust besides the usual ones, for the service and the proxy.',
    ru: 'Файл PEM с сертификатами центров, которым доверять сверх обычных, — для сервиса и прокси.',
  },
  httpsProxy: {
    en: 'Proxy to a service at an https address, `http://user:password@host:port`; this machine is reached without.',
    ru: 'Прокси для сервиса с адресом https, `http://user:password@host:port`; с этим компьютером связь всегда прямая.',
  },
  httpProxy: {
    en: 'The same for a service at an http address; the proxy has to allow CONNECT to its port.',
    ru: 'То же для сервиса с адресом http; прокси должен разрешать CONNECT к его порту.',
  },
  noProxy: {
    en: 'Hosts that are reached without a proxy: names with their subdomains, addresses, ranges, `host:port`, `*` for all.',
    ru: 'Хосты, к которым идут без прокси: имена вместе с поддоменами, адреса, диапазоны, `host:port`, `*` — все.',
  },
  tokenHeader: {
    en: 'Header that carries the token.',
    ru: 'Заголовок, в котором передаётся токен.',
  },
  tokenScheme: {
    en: 'Word before the token in that header; none sends the bare token.',
    ru: 'Слово перед токеном в этом заголовке; без него передаётся один токен.',
  },
  serviceTimeZone: {
    en: 'Time zone of moments that the service writes without one; those that are sent are always of UTC.',
    ru: 'Часовой пояс моментов, которые сервис пишет без него; отправляются они всегда в UTC.',
  },
  fieldNames: {
    en: 'Real names of presumed fields: `Argument=Name` or `tool.Argument=Name`, separated by commas.',
    ru: 'Настоящие имена предполагаемых полей: `Argument=Name` или `tool.Argument=Name` через запятую.',
  },
  finalStatuses: {
    en: 'Task statuses in which nothing is left to be done, by name, system name or id, separated by commas: for services that do not say it.',
    ru: 'Статусы, в которых задача закончена: названия, системные имена или идентификаторы через запятую — если сервис не сообщает об этом сам.',
  },
  learn: {
    en: 'Learn real names from the service’s own reference: `on` or `off`; default: on, off with a file of the deployment or the embedded service.',
    ru: 'Узнавать настоящие имена из справки самого сервиса: `on` или `off`; по умолчанию on, а с файлом развёртывания или со встроенным сервисом — off.',
  },
  deployment: {
    en: 'File with what this deployment calls otherwise, as `casebridge learn --out` writes it.',
    ru: 'Файл с тем, что в этом развёртывании называется иначе; его пишет `casebridge learn --out`.',
  },
  cacheDir: {
    en: 'Folder in which what was learnt is kept; default: casebridge in the user’s folder for caches.',
    ru: 'Папка, где хранится узнанное; по умолчанию casebridge в папке кэша пользователя.',
  },
  mcpSettingsPath: {
    en: 'Path of the operation that answers the MCP connection settings.',
    ru: 'Путь операции, которая отдаёт настройки подключения MCP.',
  },
} as const satisfies Record<string, Worded>;
