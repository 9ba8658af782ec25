import { z } from 'zod';
import { valueFaults } from '../messages.ts';
import {
  address,
  parsePairs,
  type Setting,
  secret,
  setting,
  switchedOn,
  text,
  whole,
  wrong,
} from '../setting.ts';

/** Default limits of the HTTP server. The operator can change each one. */
const limits = {
  /** Calls per minute and caller, by rate limit. */
  reads: 60,
  writes: 20,
  risky: 5,
  /** Concurrent calls: per caller, and in total. */
  parallel: 8,
  total: 64,
  /** Open sessions. Only clients with older protocol revisions have sessions. */
  sessions: 1000,
  /** Minutes without activity after which a session ends. */
  idle: 30,
};
export type HttpLimits = Readonly<typeof limits>;

const shownLimits = Object.entries(limits)
  .map(([name, value]) => `${name}=${value}`)
  .join(',');

export const httpSettings = {
  host: setting({
    name: 'host',
    reader: 'operator',
    schema: text,
    default: '127.0.0.1',
    en: 'Address to listen on; an address other than this machine’s own (loopback) requires `CASEBRIDGE_PUBLIC_URL`.',
    ru: 'Адрес, на котором принимаются соединения; если он не локальный (loopback), нужен `CASEBRIDGE_PUBLIC_URL`.',
  }),
  port: setting({
    name: 'port',
    reader: 'operator',
    schema: z
      .string()
      .refine((value) => !value.startsWith('tcp:'), wrong(valueFaults.kubernetesPort))
      .pipe(whole(0, 65_535)),
    default: '3333',
    en: 'Port to listen on; 0: any free port.',
    ru: 'Порт, на котором принимаются соединения; 0 — любой свободный.',
  }),
  publicUrl: setting({
    name: 'public-url',
    reader: 'operator',
    schema: address,
    en: 'Public address of the server, with the path `/mcp`, such as https://mcp.example.com/mcp.',
    ru: 'Внешний адрес сервера с путём `/mcp`, например https://mcp.example.com/mcp.',
  }),
  singleUser: setting({
    name: 'single-user',
    reader: 'operator',
    schema: switchedOn,
    default: 'false',
    en: 'Everybody on this machine acts as the configured user; otherwise each caller sends a token.',
    ru: 'Все на этом компьютере работают от имени пользователя из настроек; иначе каждый пользователь передаёт свой токен.',
  }),
  tlsCert: setting({
    name: 'tls-cert',
    reader: 'operator',
    schema: text,
    isPath: true,
    en: 'File with the certificate and its chain (PEM); without one a proxy must provide TLS.',
    ru: 'Файл с сертификатом и его цепочкой (PEM); без него TLS должен обеспечить прокси.',
  }),
  tlsKey: setting({
    name: 'tls-key',
    reader: 'operator',
    schema: text,
    isPath: true,
    en: 'File with the key of that certificate (PEM).',
    ru: 'Файл с ключом этого сертификата (PEM).',
  }),
  trustProxy: setting({
    name: 'trust-proxy',
    reader: 'operator',
    schema: switchedOn,
    default: 'false',
    en: 'Take the client’s address from X-Forwarded-For, which the proxy in front must set.',
    ru: 'Брать адрес клиента из заголовка X-Forwarded-For, который должен задавать прокси перед сервером.',
  }),
  allowedOrigins: setting({
    name: 'allowed-origins',
    reader: 'operator',
    schema: z.string().max(4000).transform(parseOrigins),
    default: '',
    en: 'Origins of web pages that may call the server, separated by commas.',
    ru: 'Сайты (origin), страницам которых разрешено обращаться к серверу, через запятую.',
  }),
  limits: setting({
    name: 'limits',
    reader: 'operator',
    schema: z.string().max(500).transform(parseLimits),
    default: shownLimits,
    en: 'Limits as name=number. Per caller: reads, writes, risky (per minute), parallel (concurrent calls). For all: total (concurrent calls), sessions, idle (minutes).',
    ru: 'Пределы name=number. На пользователя: reads, writes, risky (вызовов в минуту), parallel (одновременно). На всех: total (одновременно), sessions, idle (минут).',
  }),
  sessionKey: secret({
    name: 'session-key',
    reader: 'operator',
    schema: z
      .string()
      .min(32, wrong(valueFaults.keyLength, { least: 32 }))
      .max(1000),
    en: 'Secret that encrypts sign-ins and lets sessions of older clients survive a restart; the same for all processes behind one address.',
    ru: 'Секретный ключ для шифрования данных входа; с ним сеансы старых программ-клиентов сохраняются при перезапуске. Одинаков для всех процессов за одним адресом.',
  }),
  redis: setting({
    name: 'redis',
    reader: 'operator',
    schema: z.url({ protocol: /^rediss?$/, error: wrong(valueFaults.redisAddress) }).max(2000),
    secret: true,
    en: 'Redis or Valkey shared by all processes of one server (`redis://` or `rediss://`), so that any process can answer any request.',
    ru: 'Redis или Valkey, общий для всех процессов одного сервера (`redis://` или `rediss://`); с ним на любой запрос может ответить любой процесс.',
  }),
  monitorPort: setting({
    name: 'monitor-port',
    reader: 'operator',
    schema: whole(0, 65_535),
    en: 'Port for /livez, /readyz and /metrics; 0: any free port; not set: no such endpoints.',
    ru: 'Порт для /livez, /readyz и /metrics; 0 — любой свободный; если не задан, этих адресов нет.',
  }),
  monitorHost: setting({
    name: 'monitor-host',
    reader: 'operator',
    schema: text,
    default: '127.0.0.1',
    en: 'Address on which the monitor port is open; in a container `0.0.0.0`, on a network that only the monitoring can reach.',
    ru: 'Адрес, на котором открыт этот порт; в контейнере — `0.0.0.0`, в сети, доступной только мониторингу.',
  }),
  serverCard: setting({
    name: 'server-card',
    reader: 'operator',
    schema: switchedOn,
    default: 'false',
    en: 'Publish the name, version and address of the server at /mcp/server-card (MCP server card, a draft).',
    ru: 'Публиковать название, версию и адрес сервера на /mcp/server-card (карточка сервера MCP, черновик стандарта).',
  }),
} as const satisfies Record<string, Setting>;

function parseOrigins(value: string, context: z.RefinementCtx): readonly string[] {
  const given = value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const odd = given.find((part) => !URL.canParse(part) || new URL(part).origin !== part);
  if (odd !== undefined)
    context.addIssue({
      code: 'custom',
      message: wrong(valueFaults.origin, { word: JSON.stringify(odd) }),
    });
  return given;
}

function parseLimits(value: string, context: z.RefinementCtx): HttpLimits {
  const given = Object.fromEntries(parsePairs(value, context, 'name=number'));
  const odd = Object.entries(given).find(
    ([name, count]) => !Object.hasOwn(limits, name) || !/^[1-9]\d{0,8}$/.test(count),
  );
  if (odd)
    context.addIssue({
      code: 'custom',
      message: wrong(valueFaults.limit, {
        word: JSON.stringify(odd.join('=')),
        names: Object.keys(limits).join(', '),
      }),
    });
  return {
    ...limits,
    ...Object.fromEntries(Object.entries(given).map(([name, count]) => [name, Number(count)])),
  };
}
