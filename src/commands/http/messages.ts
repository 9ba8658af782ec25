import type { Worded } from '../../contract/language.ts';

/** Messages of `casebridge http` to the operator who starts it. */
export const httpMessages = {
  singleUserFar: {
    en: '{name} gives one user’s rights to everybody who connects, so it works only on this machine’s own address.',
    ru: '{name} даёт права одного пользователя всем, кто подключится, поэтому действует, только если сервер принимает соединения на локальном адресе этого компьютера.',
  },
  noPublicUrl: {
    en: '{name} is missing: set the address at which assistants reach the server, because it listens on {host}.',
    ru: 'Не задано {name}: сервер принимает соединения на {host}, поэтому укажите адрес, по которому к нему обращаются ассистенты.',
  },
  publicUrlEnd: { en: '{name} should end with /mcp.', ru: 'Адрес в {name} должен заканчиваться на /mcp.' },
  publicUrlHttp: {
    en: '{name} should be an https address, otherwise tokens cross the network unprotected.',
    ru: 'Укажите в {name} адрес https, иначе токены будут передаваться по сети без защиты.',
  },
  ownWay: {
    en: '{name} cannot be combined with {other}: remove {other}.',
    ru: '{name} — отдельный способ входа: уберите {other}.',
  },
  needs: { en: '{name} needs {other}.', ru: 'Для {name} нужно задать {other}.' },
  needsEither: { en: '{name} needs {other} or {third}.', ru: 'Для {name} нужно задать {other} или {third}.' },
  offlineAccess: {
    en: '{name} contains offline_access, which assistants request themselves: remove it.',
    ru: 'Уберите разрешение offline_access из {name}: ассистенты запрашивают его сами.',
  },
  httpsOnly: { en: '{name} should be an https address.', ru: 'Укажите в {name} адрес https.' },
  noPair: {
    en: '{cert} and {key} do not belong together, or one of them is damaged.',
    ru: '{cert} и {key} не подходят друг к другу, или один из файлов повреждён.',
  },
  noPem: {
    en: 'The file in {name} cannot be read or is not in PEM format.',
    ru: 'Файл, указанный в {name}, не удалось прочитать, или он не в формате PEM.',
  },
  portTaken: {
    en: 'Port {port} is in use: stop the program that uses it, or choose another one with --{flag}.',
    ru: 'Порт {port} занят. Закройте программу, которая его использует, или укажите другой порт в --{flag}.',
  },
  cannotListen: {
    en: 'Cannot listen{port} ({code}): check --{host} and --{flag}.',
    ru: 'Не удаётся принимать соединения{port} ({code}): проверьте --{host} и --{flag}.',
  },
  atPort: { en: ' on port {port}', ru: ' на порту {port}' },
  userForOne: {
    en: '{user} is for one user: over HTTP without {single} each caller has a separate token.',
    ru: 'Настройка {user} рассчитана на одного пользователя, а при работе по HTTP без {single} у каждого пользователя свой токен.',
  },
  signInForOne: {
    en: '{login} and other sign-in methods are for one user: over HTTP each caller sends a token. Remove them, or set {single}=true on this machine’s own address.',
    ru: '{login} и другие способы входа рассчитаны на одного пользователя, а при работе по HTTP каждый пользователь передаёт свой токен. Уберите их или задайте {single}=true и запустите сервер на локальном адресе этого компьютера.',
  },
  serves: {
    en: 'casebridge serves MCP at {url} (Ctrl-C ends it).',
    ru: 'casebridge работает по адресу {url} (остановить — Ctrl-C).',
  },
  health: {
    en: 'Health and metrics: {url}/livez, /readyz, /metrics',
    ru: 'Состояние и метрики: {url}/livez, /readyz, /metrics',
  },
  oneStep: {
    en: 'These assistants are installed on this machine. To connect one of them to its own server with the same sample data, run its command:',
    ru: 'На этом компьютере найдены ассистенты. Каждого из них одна команда подключит к отдельному серверу с этими данными:',
  },
  paste: {
    en: 'Paste one of these into the configuration of an assistant.',
    ru: 'Вставьте один из этих фрагментов в настройки ассистента.',
  },
  orPaste: {
    en: 'Or paste one of these into the configuration of an assistant.',
    ru: 'Либо вставьте один из этих фрагментов в настройки ассистента.',
  },
  desktop: {
    en: 'Claude Desktop (claude_desktop_config.json) cannot connect to a remote server by URL. Let it start its own server:',
    ru: 'Claude Desktop (claude_desktop_config.json) не подключается по адресу, а запускает сервер сам:',
  },
  atIssuer: {
    en: 'The assistant sends its user to the issuer to sign in.',
    ru: 'Ассистент предложит пользователю войти через сервер входа (issuer).',
  },
  onPage: {
    en: 'The assistant sends its user to a page of this server to sign in{as}.',
    ru: 'Ассистент предложит пользователю войти на странице этого сервера{as}.',
  },
  hereAs: {
    en: ', here as {login} with the password {password}',
    ru: ' — здесь с логином {login} и паролем {password}',
  },
  ownToken: {
    en: '{variable} contains the short-lived token of each user, which the service issues for MCP servers (POST /api/v2/auth/short-lived-token). It lasts ten minutes, or the "lifetime" that was requested, at most 3600 seconds unless the service allows more. After that, the user needs a new token. To avoid this, use --issuer (single sign-on).',
    ru: 'В {variable} хранится краткосрочный токен каждого пользователя, который система выдаёт для серверов MCP (POST /api/v2/auth/short-lived-token). Он действует десять минут или столько, сколько запрошено в "lifetime": не больше 3600 секунд, если система не разрешает дольше. После этого нужен новый токен. Чтобы не получать его каждый раз, используйте --issuer (единый вход).',
  },
  sampleToken: {
    en: 'To set a token of the sample user {login}, valid for an hour, run this in the shell that starts the assistant:',
    ru: 'Чтобы задать токен учебного пользователя {login}, действительный час, выполните в оболочке, из которой запускается ассистент:',
  },
  thenAsk: { en: 'Then ask: {question}', ru: 'Затем спросите: {question}' },
} as const satisfies Record<string, Worded>;
