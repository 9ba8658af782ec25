import { z } from 'zod';
import { valueFaults } from '../messages.ts';
import { address, parsePairs, type Setting, switchedOn, text, whole, wrong } from '../setting.ts';
import { httpSignInSettings } from './http-sign-in.ts';

/** What one caller may do and what the server holds at most; each can be set. */
const limits = {
  /** Calls in a minute. */
  reads: 60,
  writes: 20,
  risky: 5,
  /** Calls at the same time: of one caller, of all. */
  parallel: 8,
  total: 64,
  /** Clients of older revisions that are connected. */
  sessions: 1000,
  /** Minutes after which one of them that does nothing is forgotten. */
  idle: 30,
};
export type HttpLimits = Readonly<typeof limits>;

const shownLimits = Object.entries(limits)
  .map(([name, value]) => `${name}=${value}`)
  .join(',');

/** Settings of `casebridge http`. */
export const httpSettings = {
  host: {
    schema: text,
    env: 'CASEBRIDGE_HOST',
    flag: 'host',
    default: '127.0.0.1',
  },
  port: {
    schema: z
      .string()
      .refine((value) => !value.startsWith('tcp:'), wrong(valueFaults.kubernetesPort))
      .pipe(whole(0, 65_535)),
    env: 'CASEBRIDGE_PORT',
    flag: 'port',
    default: '3333',
  },
  publicUrl: {
    schema: address,
    env: 'CASEBRIDGE_PUBLIC_URL',
    flag: 'public-url',
  },
  allowedOrigins: {
    schema: z.string().max(4000).transform(parseOrigins),
    env: 'CASEBRIDGE_ALLOWED_ORIGINS',
    flag: 'allowed-origins',
    default: '',
  },
  singleUser: {
    schema: switchedOn,
    env: 'CASEBRIDGE_SINGLE_USER',
    flag: 'single-user',
    default: 'false',
  },
  ...httpSignInSettings,
  sessionKey: {
    schema: z
      .string()
      .min(32, wrong(valueFaults.keyLength, { least: 32 }))
      .max(1000),
    env: 'CASEBRIDGE_SESSION_KEY',
    secret: true,
  },
  redis: {
    schema: z.url({ protocol: /^rediss?$/, error: wrong(valueFaults.redisAddress) }).max(2000),
    env: 'CASEBRIDGE_REDIS',
    flag: 'redis',
    secret: true,
  },
  tlsCert: {
    schema: text,
    env: 'CASEBRIDGE_TLS_CERT',
    isPath: true,
    flag: 'tls-cert',
  },
  tlsKey: {
    schema: text,
    env: 'CASEBRIDGE_TLS_KEY',
    isPath: true,
    flag: 'tls-key',
  },
  serverCard: {
    schema: switchedOn,
    env: 'CASEBRIDGE_SERVER_CARD',
    flag: 'server-card',
    default: 'false',
  },
  trustProxy: {
    schema: switchedOn,
    env: 'CASEBRIDGE_TRUST_PROXY',
    flag: 'trust-proxy',
    default: 'false',
  },
  monitorPort: {
    schema: whole(0, 65_535),
    env: 'CASEBRIDGE_MONITOR_PORT',
    flag: 'monitor-port',
  },
  monitorHost: {
    schema: text,
    env: 'CASEBRIDGE_MONITOR_HOST',
    flag: 'monitor-host',
    default: '127.0.0.1',
  },
  limits: {
    schema: z.string().max(500).transform(parseLimits),
    env: 'CASEBRIDGE_LIMITS',
    flag: 'limits',
    default: shownLimits,
  },
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
