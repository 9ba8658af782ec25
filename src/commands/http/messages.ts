import type { Worded } from '../../contract/language.ts';

/** Messages of `casebridge http` to the operator who starts it. */
export const httpMessages = {
  singleUserFar: {
    en: '{name} gives one user’s rights to everybody who connects, so it works only on this machine’s own address.',
    ru: '{name} даёт права одного пользователя всем, кто подключится, поэтому действует только на адресе этого компьютера.',
  },
  noPublicUrl: {
    en: '{name} is missing: set the address at which assistants reach the server, because it listens on {host}.',
    ru: 'Не задано {name}: укажите, по какому адресу ассистенты обращаются к серверу, раз он принимает соединения на {host}.',
  },
  publicUrlEnd: { en: '{name} should end with /mcp.', ru: '{name} должен заканчиваться на /mcp.' },
  publicUrlHttp: {
    en: '{name} should be an https address, otherwise tokens cross the network unprotected.',
    ru: 'В {name} нужен адрес https: иначе токены пойдут по сети незащищёнными.',
  },
  ownWay: {
    en: '{name} is another sign-in method: remove {other}.',
    ru: '{name} — отдельный способ входа: уберите {other}.',
  },
  needs: { en: '{name} needs {other}.', ru: 'Для {name} нужно {other}.' },
  needsEither: { en: '{name} needs {other} or {third}.', ru: 'Для {name} нужно {other} или {third}.' },
  offlineAccess: {
    en: '{name} contains offline_access, which assistants request themselves: remove it.',
    ru: 'В {name} стоит offline_access, а его ассистенты просят сами.',
  },
  httpsOnly: { en: '{name} should be an https address.', ru: 'В {name} нужен адрес https.' },
  noPair: {
    en: '{cert} and {key} do not belong together, or one of them is damaged.',
    ru: '{cert} и {key} не подходят друг к другу, или один из файлов повреждён.',
  },
  noPem: {
    en: 'The file in {name} cannot be read or is not in PEM format.',
    ru: 'Файл, указанный в {name}, не читается или не в формате PEM.',
  },
  portTaken: {
    en: 'Port {port} is in use: stop the program that uses it, or choose another one with --{flag}.',
    ru: 'Порт {port} занят: завершите программу, которая его занимает, или выберите другой: --{flag}.',
  },
  cannotListen: {
    en: 'Cannot listen{port} ({code}): check --{host} and --{flag}.',
    ru: 'Принимать соединения не удаётся{port} ({code}): проверьте --{host} и --{flag}.',
  },
  atPort: { en: ' at port {port}', ru: ' на порту {port}' },
  userForOne: {
    en: '{user} is for one user: over HTTP without {single} each caller has a separate token.',
    ru: '{user} — для одного пользователя: по HTTP без {single} у каждого свой токен.',
  },
  signInForOne: {
    en: '{login} and other sign-in methods are for one user: over HTTP each caller sends a token. Remove them, or set {single}=true on this machine’s own address.',
    ru: '{login} и другие способы входа — для одного пользователя: по HTTP каждый приходит со своим токеном. Уберите их или задайте {single}=true на адресе этого компьютера.',
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
    en: 'These assistants are on this machine. One command connects each to a separate server with this data:',
    ru: 'На этом компьютере найдены ассистенты; каждого подключает к своему серверу с этими данными одна команда:',
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
    en: 'Claude Desktop (claude_desktop_config.json) cannot connect to an address; it starts its own server:',
    ru: 'Claude Desktop (claude_desktop_config.json) адреса не принимает и запускает сервер сам:',
  },
  atIssuer: {
    en: 'The assistant sends its user to the issuer to sign in.',
    ru: 'Ассистент предложит пользователю войти у издателя.',
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
    ru: 'В {variable} — короткоживущий токен каждого пользователя, который сервис выдаёт для серверов MCP (POST /api/v2/auth/short-lived-token). Он действует десять минут или столько, сколько запрошено в "lifetime": не больше 3600 секунд, если сервис не разрешает дольше. Потом нужен новый токен. Чтобы обойтись без этого, используйте --issuer (единый вход).',
  },
  sampleToken: {
    en: 'To set a token of the sample user {login}, valid for an hour, run this in the shell that starts the assistant:',
    ru: 'Чтобы задать токен учебного пользователя {login} на час, выполните в оболочке, из которой запускается ассистент:',
  },
  thenAsk: { en: 'Then ask: {question}', ru: 'Затем спросите: {question}' },
} as const satisfies Record<string, Worded>;
