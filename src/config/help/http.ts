import type { Worded } from '../../contract/language.ts';

/** Settings of `casebridge http`. */
export const httpHelp = {
  host: {
    en: 'Address to listen on; any but this machine’s own needs `CASEBRIDGE_PUBLIC_URL`.',
    ru: 'На каком адресе принимать соединения; любому, кроме адреса этого компьютера, нужен `CASEBRIDGE_PUBLIC_URL`.',
  },
  port: {
    en: 'Port to listen on; 0 takes any free one.',
    ru: 'Порт сервера; 0 — любой свободный.',
  },
  publicUrl: {
    en: 'Where assistants reach the server, with the path `/mcp`, such as https://mcp.example.com/mcp.',
    ru: 'По какому адресу сервер доступен ассистентам, с путём `/mcp`, например https://mcp.example.com/mcp.',
  },
  allowedOrigins: {
    en: 'Origins of web pages that may talk to the server, separated by commas.',
    ru: 'Источники (origin) веб-страниц, которым можно обращаться к серверу, через запятую.',
  },
  singleUser: {
    en: 'Everybody on this machine acts as the configured user; without it each caller brings a token.',
    ru: 'Все на этом компьютере работают от имени настроенного пользователя; без этого каждый приходит со своим токеном.',
  },
  sessionKey: {
    en: 'Secret with which sessions of older clients outlive their process and sign-ins are sealed; one for all processes behind one address.',
    ru: 'Секрет, с которым сеансы старых клиентов переживают перезапуск, а входы запечатаны; один на все процессы за одним адресом.',
  },
  redis: {
    en: 'Redis or Valkey that all processes of one server share (`redis://` or `rediss://`); then any of them answers any request.',
    ru: 'Redis или Valkey, общий для всех процессов одного сервера (`redis://` или `rediss://`); тогда на запрос отвечает любой из них.',
  },
  tlsCert: {
    en: 'File with the certificate and its chain (PEM); without one a proxy has to do TLS.',
    ru: 'Файл с сертификатом и его цепочкой (PEM); без него TLS должен обеспечить прокси.',
  },
  tlsKey: {
    en: 'File with the key of that certificate (PEM).',
    ru: 'Файл с ключом этого сертификата (PEM).',
  },
  serverCard: {
    en: 'Whoever asks is told at /mcp/server-card which server this is, its version and its address (MCP server card, a draft).',
    ru: 'Сообщать любому по адресу /mcp/server-card, что это за сервер, его версию и адрес (карточка сервера MCP, черновик стандарта).',
  },
  trustProxy: {
    en: 'Take the client’s address from X-Forwarded-For, which the proxy in front must set.',
    ru: 'Брать адрес клиента из X-Forwarded-For, который должен проставлять прокси перед сервером.',
  },
  monitorPort: {
    en: 'Port for /livez, /readyz and /metrics; 0 takes any free one, none leaves them out.',
    ru: 'Порт для /livez, /readyz и /metrics; 0 — любой свободный, без настройки их нет.',
  },
  monitorHost: {
    en: 'Address of that port; in a container `0.0.0.0`, with a network that only the watchers reach.',
    ru: 'Адрес этого порта; в контейнере `0.0.0.0` — в сети, доступной только мониторингу.',
  },
  limits: {
    en: 'Limits as name=number: of one caller reads, writes, risky a minute and parallel at a time; of all total at a time, sessions, idle minutes.',
    ru: 'Пределы, name=number: на пользователя reads, writes, risky в минуту и parallel сразу; на всех total сразу, sessions, idle в минутах.',
  },
  issuer: {
    en: 'Issuer of the single sign-on tokens that callers bring; others are refused then. With `--sign-in oidc`: where people sign in.',
    ru: 'Издатель токенов единого входа, с которыми приходят; другие тогда не принимаются. С `--sign-in oidc` — где входят люди.',
  },
  audience: {
    en: 'Audiences that those tokens must be for, any of several separated by blanks; default: the public URL.',
    ru: 'Для какой аудитории должны быть эти токены, несколько — через пробел; по умолчанию — внешний адрес сервера.',
  },
  clockLeeway: {
    en: 'Seconds by which the clocks of the issuer and of this machine may differ.',
    ru: 'На сколько секунд могут расходиться часы издателя и этого компьютера.',
  },
  scopes: {
    en: 'Scopes to ask the issuer for, by blanks; with `cases:read cases:write cases:risky` the tokens of assistants must grant them.',
    ru: 'Какие scope просить у издателя, через пробел; с `cases:read cases:write cases:risky` их должны давать токены ассистентов.',
  },
  signInWith: {
    en: 'People agree to each assistant on a page of casebridge, signed in with their login of the `service`, or at the issuer (`oidc`).',
    ru: 'Люди разрешают доступ каждому ассистенту на странице casebridge, войдя с логином сервиса (`service`) или у издателя (`oidc`).',
  },
  oidcClientId: {
    en: 'Id of casebridge at the issuer, for `--sign-in oidc`; it returns to /signed-in at the public URL.',
    ru: 'Идентификатор casebridge у издателя, для `--sign-in oidc`; возврат — на /signed-in внешнего адреса.',
  },
  oidcClientSecret: {
    en: 'Secret of that client; without one PKCE alone proves it.',
    ru: 'Секрет этого клиента; без него подтверждением служит только PKCE.',
  },
  signInClients: {
    en: 'Assistants for that page: hosts that describe theirs, and typed-in ones as id=redirect-address, by blanks.',
    ru: 'Ассистенты для этой страницы, через пробел: хосты, которые описывают своих, и заданные вручную, id=адрес-возврата.',
  },
  signInRegistration: {
    en: 'Any program may register itself for that page; what it calls itself is shown and vouched for by nobody.',
    ru: 'Любая программа может сама зарегистрироваться на этой странице; её название показывается, но никем не подтверждено.',
  },
} as const satisfies Record<string, Worded>;
