import type { Worded } from '../../contract/language.ts';

/** Messages of `casebridge http` to the operator who starts it. */
export const httpMessages = {
  singleUserFar: {
    en: '{name} lends one user’s rights to whoever connects: it works on this machine’s own address only.',
    ru: '{name} даёт права одного пользователя всем, кто подключится, поэтому действует только на адресе этого компьютера.',
  },
  noPublicUrl: {
    en: '{name} is missing: say where assistants reach the server when it listens on {host}.',
    ru: 'Не задано {name}: укажите, по какому адресу ассистенты обращаются к серверу, раз он принимает соединения на {host}.',
  },
  publicUrlEnd: { en: '{name} should end with /mcp.', ru: '{name} должен заканчиваться на /mcp.' },
  publicUrlHttp: {
    en: '{name} should be an https address: tokens would cross the network unprotected.',
    ru: 'В {name} нужен адрес https: иначе токены пойдут по сети незащищёнными.',
  },
  ownWay: {
    en: '{name} is a way to sign in of its own: leave out {other}.',
    ru: '{name} — отдельный способ входа: уберите {other}.',
  },
  needs: { en: '{name} needs {other}.', ru: 'Для {name} нужно {other}.' },
  needsEither: { en: '{name} needs {other} or {third}.', ru: 'Для {name} нужно {other} или {third}.' },
  offlineAccess: {
    en: '{name} has offline_access, which assistants ask for themselves.',
    ru: 'В {name} стоит offline_access, а его ассистенты просят сами.',
  },
  httpsOnly: { en: '{name} should be an https address.', ru: 'В {name} нужен адрес https.' },
  noPair: {
    en: '{cert} and {key} do not belong together, or one of them is damaged.',
    ru: '{cert} и {key} не подходят друг к другу, или один из файлов повреждён.',
  },
  noPem: {
    en: '{name} names a file that cannot be read or is not in PEM.',
    ru: 'Файл, указанный в {name}, не читается или не в формате PEM.',
  },
  portTaken: {
    en: 'Port {port} is taken: end what listens there, or choose another one with --{flag}.',
    ru: 'Порт {port} занят: завершите программу, которая его занимает, или выберите другой: --{flag}.',
  },
  cannotListen: {
    en: 'Nothing can be listened on{port} ({code}): check --{host} and --{flag}.',
    ru: 'Принимать соединения не удаётся{port} ({code}): проверьте --{host} и --{flag}.',
  },
  atPort: { en: ' at port {port}', ru: ' на порту {port}' },
  userForOne: {
    en: '{user} is for one user: over HTTP without {single} each caller has a token of their own.',
    ru: '{user} — для одного пользователя: по HTTP без {single} у каждого свой токен.',
  },
  signInForOne: {
    en: '{login} and other ways to sign in are for one user: over HTTP each caller brings a token. Leave them out, or set {single}=true on this machine’s own address.',
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
    en: 'These are on this machine, and one command connects each to a server of its own with this data:',
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
    en: 'Claude Desktop (claude_desktop_config.json) takes no address and starts a server of its own:',
    ru: 'Claude Desktop (claude_desktop_config.json) адреса не принимает и запускает сервер сам:',
  },
  atIssuer: {
    en: 'The assistant lets its user sign in at the issuer.',
    ru: 'Ассистент предложит пользователю войти у издателя.',
  },
  onPage: {
    en: 'The assistant lets its user sign in on a page of this server{as}.',
    ru: 'Ассистент предложит пользователю войти на странице этого сервера{as}.',
  },
  hereAs: {
    en: ', here as {login} with the password {password}',
    ru: ' — здесь с логином {login} и паролем {password}',
  },
  ownToken: {
    en: '{variable} is each user’s own token: a short-lived one, as the service issues it for MCP servers (POST /api/v2/auth/short-lived-token). It lasts ten minutes, or as long as its "lifetime" says: 3600 seconds at most unless the service allows more. Another one then takes its place; where that is too often, use --issuer (single sign-on).',
    ru: '{variable} — собственный токен каждого пользователя, короткоживущий: сервис выдаёт такие для серверов MCP (POST /api/v2/auth/short-lived-token). Он действует десять минут или столько, сколько задано в "lifetime": не больше 3600 секунд, если сервис не разрешает дольше. Потом нужен новый; если это слишком часто, используйте --issuer (единый вход).',
  },
  sampleToken: {
    en: 'A token of the sample user {login}, good for an hour, in the shell from which the assistant is started:',
    ru: 'Токен учебного пользователя {login} на час — в той оболочке, из которой запускается ассистент:',
  },
  thenAsk: { en: 'Then ask: {question}', ru: 'Затем спросите: {question}' },
} as const satisfies Record<string, Worded>;
