import type { Worded } from '../../contract/language.ts';

/** Settings of `casebridge http`. */
export const httpHelp = {
  host: {
    en: 'HTTP: address to listen on; any but this machine’s own needs `CASEBRIDGE_PUBLIC_URL`.',
    ru: 'HTTP: на каком адресе принимать соединения; любому, кроме адреса этого компьютера, нужен `CASEBRIDGE_PUBLIC_URL`.',
  },
  port: {
    en: 'HTTP: port to listen on; 0 takes any free one.',
    ru: 'HTTP: порт сервера; 0 — любой свободный.',
  },
  publicUrl: {
    en: 'HTTP: where assistants reach the server, with the path `/mcp`, such as https://mcp.example.com/mcp.',
    ru: 'HTTP: по какому адресу сервер доступен ассистентам, с путём `/mcp`, например https://mcp.example.com/mcp.',
  },
  allowedOrigins: {
    en: 'HTTP: origins of web pages that may talk to the server, separated by commas.',
    ru: 'HTTP: источники (origin) веб-страниц, которым можно обращаться к серверу, через запятую.',
  },
  singleUser: {
    en: 'HTTP: everybody on this machine acts as the configured user; without it each caller brings a token.',
    ru: 'HTTP: все на этом компьютере работают от имени настроенного пользователя; без этого каждый приходит со своим токеном.',
  },
  sessionKey: {
    en: 'HTTP: secret with which sessions of older clients outlive their process and sign-ins are sealed; one for all processes behind one address.',
    ru: 'HTTP: секрет, с которым сеансы старых клиентов переживают перезапуск, а входы запечатаны; один на все процессы за одним адресом.',
  },
  redis: {
    en: 'HTTP: Redis or Valkey that all processes of one server share (`redis://` or `rediss://`); then any of them answers any request.',
    ru: 'HTTP: Redis или Valkey, общий для всех процессов одного сервера (`redis://` или `rediss://`); тогда на запрос отвечает любой из них.',
  },
  tlsCert: {
    en: 'HTTP: file with the certificate and its chain (PEM); without one a proxy has to do TLS.',
    ru: 'HTTP: файл с сертификатом и его цепочкой (PEM); без него TLS должен обеспечить прокси.',
  },
  tlsKey: {
    en: 'HTTP: file with the key of that certificate (PEM).',
    ru: 'HTTP: файл с ключом этого сертификата (PEM).',
  },
  serverCard: {
    en: 'HTTP: whoever asks is told at /mcp/server-card which server this is, its version and its address (MCP server card, a draft).',
    ru: 'HTTP: сообщать любому по адресу /mcp/server-card, что это за сервер, его версию и адрес (карточка сервера MCP, черновик стандарта).',
  },
  trustProxy: {
    en: 'HTTP: take the client’s address from X-Forwarded-For, which the proxy in front must set.',
    ru: 'HTTP: брать адрес клиента из X-Forwarded-For, который должен проставлять прокси перед сервером.',
  },
  monitorPort: {
    en: 'HTTP: port for /livez, /readyz and /metrics; 0 takes any free one, none leaves them out.',
    ru: 'HTTP: порт для /livez, /readyz и /metrics; 0 — любой свободный, без настройки их нет.',
  },
  monitorHost: {
    en: 'HTTP: address of that port; in a container `0.0.0.0`, with a network that only the watchers reach.',
    ru: 'HTTP: адрес этого порта; в контейнере `0.0.0.0` — в сети, доступной только мониторингу.',
  },
  limits: {
    en: 'HTTP: limits as name=number: of one caller reads, writes, risky a minute and parallel at a time; of all total at a time, sessions, idle minutes.',
    ru: 'HTTP: пределы, name=number: на пользователя reads, writes, risky в минуту и parallel сразу; на всех total сразу, sessions, idle в минутах.',
  },
  issuer: {
    en: 'HTTP: issuer of the single sign-on tokens that callers bring; others are refused then. With `--sign-in oidc`: where people sign in.',
    ru: 'HTTP: издатель токенов единого входа, с которыми приходят; другие тогда не принимаются. С `--sign-in oidc` — где входят люди.',
  },
  audience: {
    en: 'HTTP: audiences that those tokens must be for, any of several separated by blanks; default: the public URL.',
    ru: 'HTTP: для какой аудитории должны быть эти токены, несколько — через пробел; по умолчанию — внешний адрес сервера.',
  },
  clockLeeway: {
    en: 'HTTP: seconds by which the clocks of the issuer and of this machine may differ.',
    ru: 'HTTP: на сколько секунд могут расходиться часы издателя и этого компьютера.',
  },
  scopes: {
    en: 'HTTP: scopes to ask the issuer for, by blanks; with `cases:read cases:write cases:risky` the tokens of assistants must grant them.',
    ru: 'HTTP: какие scope просить у издателя, через пробел; с `cases:read cases:write cases:risky` их должны давать токены ассистентов.',
  },
  signInWith: {
    en: 'HTTP: people agree to each assistant on a page of casebridge, signed in with their login of the `service`, or at the issuer (`oidc`).',
    ru: 'HTTP: люди разрешают доступ каждому ассистенту на странице casebridge, войдя с логином сервиса (`service`) или у издателя (`oidc`).',
  },
  oidcClientId: {
    en: 'HTTP: id of casebridge at the issuer, for `--sign-in oidc`; it returns to /signed-in at the public URL.',
    ru: 'HTTP: идентификатор casebridge у издателя, для `--sign-in oidc`; возврат — на /signed-in внешнего адреса.',
  },
  oidcClientSecret: {
    en: 'HTTP: secret of that client; without one PKCE alone proves it.',
    ru: 'HTTP: секрет этого клиента; без него подтверждением служит только PKCE.',
  },
  signInClients: {
    en: 'HTTP: assistants for that page: hosts that describe theirs, and typed-in ones as id=redirect-address, by blanks.',
    ru: 'HTTP: ассистенты для этой страницы, через пробел: хосты, которые описывают своих, и заданные вручную, id=адрес-возврата.',
  },
  signInRegistration: {
    en: 'HTTP: any program may register itself for that page; what it calls itself is shown and vouched for by nobody.',
    ru: 'HTTP: любая программа может сама зарегистрироваться на этой странице; её название показывается, но никем не подтверждено.',
  },
} as const satisfies Record<string, Worded>;
