import { z } from 'zod';
import { oneOf, parsePairs, type Setting, switchedOn, text, whole } from './setting.ts';

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

const address = z.url({ protocol: /^https?$/, error: 'should be an http or https address' });

/** Settings of `casebridge http`. */
export const httpSettings = {
  host: {
    schema: text,
    env: 'CASEBRIDGE_HOST',
    flag: 'host',
    help: 'HTTP: address to listen on; any but this machine’s own needs `CASEBRIDGE_PUBLIC_URL`.',
    default: '127.0.0.1',
  },
  port: {
    schema: z
      .string()
      .refine(
        (value) => !value.startsWith('tcp:'),
        'is what Kubernetes sets for a Service called casebridge: call that otherwise, or set enableServiceLinks: false',
      )
      .pipe(whole(0, 65_535)),
    env: 'CASEBRIDGE_PORT',
    flag: 'port',
    help: 'HTTP: port to listen on; 0 takes any free one.',
    default: '3333',
  },
  publicUrl: {
    schema: address,
    env: 'CASEBRIDGE_PUBLIC_URL',
    flag: 'public-url',
    help: 'HTTP: where assistants reach the server, with the path `/mcp`, such as https://mcp.example.com/mcp.',
  },
  allowedOrigins: {
    schema: z.string().max(4000).transform(parseOrigins),
    env: 'CASEBRIDGE_ALLOWED_ORIGINS',
    flag: 'allowed-origins',
    help: 'HTTP: origins of web pages that may talk to the server, separated by commas.',
    default: '',
  },
  singleUser: {
    schema: switchedOn,
    env: 'CASEBRIDGE_SINGLE_USER',
    flag: 'single-user',
    help: 'HTTP: everybody on this machine acts as the configured user; without it each caller brings a token.',
    default: 'false',
  },
  issuer: {
    schema: address,
    env: 'CASEBRIDGE_ISSUER',
    flag: 'issuer',
    help: 'HTTP: issuer of the single sign-on tokens that callers bring; others are refused then. With `--sign-in oidc`: where people sign in.',
  },
  audience: {
    schema: z
      .string()
      .max(2000)
      .transform((value) => value.split(/[\s,]+/).filter((name) => name !== ''))
      .refine((names) => names.length > 0, 'should name an audience'),
    env: 'CASEBRIDGE_AUDIENCE',
    flag: 'audience',
    help: 'HTTP: audiences that those tokens must be for, any of several separated by blanks; default: the public URL.',
  },
  clockLeeway: {
    schema: whole(0, 600),
    env: 'CASEBRIDGE_CLOCK_LEEWAY',
    flag: 'clock-leeway',
    help: 'HTTP: seconds by which the clocks of the issuer and of this machine may differ.',
    default: '30',
  },
  scopes: {
    schema: z.string().max(2000).transform(parseScopes),
    env: 'CASEBRIDGE_SCOPES',
    flag: 'scopes',
    help: 'HTTP: scopes to ask the issuer for, by blanks; with `cases:read cases:write cases:risky` the tokens of assistants must grant them.',
    default: 'openid profile email',
  },
  signInWith: {
    schema: oneOf(['none', 'service', 'oidc']),
    env: 'CASEBRIDGE_SIGN_IN',
    flag: 'sign-in',
    help: 'HTTP: people agree to each assistant on a page of casebridge, signed in with their login of the `service`, or at the issuer (`oidc`).',
    default: 'none',
  },
  oidcClientId: {
    schema: z.string().min(1).max(1000),
    env: 'CASEBRIDGE_OIDC_CLIENT_ID',
    flag: 'oidc-client-id',
    help: 'HTTP: id of casebridge at the issuer, for `--sign-in oidc`; it returns to /signed-in at the public URL.',
  },
  oidcClientSecret: {
    schema: z.string().min(1).max(1000),
    env: 'CASEBRIDGE_OIDC_CLIENT_SECRET',
    secret: true,
    help: 'HTTP: secret of that client; without one PKCE alone proves it.',
  },
  signInClients: {
    schema: z.string().max(8000).transform(parseClients),
    env: 'CASEBRIDGE_SIGN_IN_CLIENTS',
    flag: 'sign-in-clients',
    help: 'HTTP: assistants for that page: hosts that describe theirs, and typed-in ones as id=redirect-address, by blanks.',
    default: 'claude.ai claude.com chatgpt.com vscode.dev',
  },
  signInRegistration: {
    schema: switchedOn,
    env: 'CASEBRIDGE_SIGN_IN_REGISTRATION',
    flag: 'sign-in-registration',
    help: 'HTTP: any program may register itself for that page; what it calls itself is shown and vouched for by nobody.',
    default: 'false',
  },
  sessionKey: {
    schema: z.string().min(32, 'should have at least 32 characters').max(1000),
    env: 'CASEBRIDGE_SESSION_KEY',
    secret: true,
    help: 'HTTP: secret with which sessions of older clients outlive their process and sign-ins are sealed; one for all processes behind one address.',
  },
  redis: {
    schema: z
      .url({ protocol: /^rediss?$/, error: 'should be an address such as redis://redis.example.com:6379' })
      .max(2000),
    env: 'CASEBRIDGE_REDIS',
    flag: 'redis',
    secret: true,
    help: 'HTTP: Redis or Valkey that all processes of one server share (`redis://` or `rediss://`); then any of them answers any request.',
  },
  tlsCert: {
    schema: text,
    env: 'CASEBRIDGE_TLS_CERT',
    isPath: true,
    flag: 'tls-cert',
    help: 'HTTP: file with the certificate and its chain (PEM); without one a proxy has to do TLS.',
  },
  tlsKey: {
    schema: text,
    env: 'CASEBRIDGE_TLS_KEY',
    isPath: true,
    flag: 'tls-key',
    help: 'HTTP: file with the key of that certificate (PEM).',
  },
  serverCard: {
    schema: switchedOn,
    env: 'CASEBRIDGE_SERVER_CARD',
    flag: 'server-card',
    help: 'HTTP: whoever asks is told at /mcp/server-card which server this is, its version and its address (MCP server card, a draft).',
    default: 'false',
  },
  trustProxy: {
    schema: switchedOn,
    env: 'CASEBRIDGE_TRUST_PROXY',
    flag: 'trust-proxy',
    help: 'HTTP: take the client’s address from X-Forwarded-For, which the proxy in front must set.',
    default: 'false',
  },
  monitorPort: {
    schema: whole(0, 65_535),
    env: 'CASEBRIDGE_MONITOR_PORT',
    flag: 'monitor-port',
    help: 'HTTP: port for /livez, /readyz and /metrics; 0 takes any free one, none leaves them out.',
  },
  monitorHost: {
    schema: text,
    env: 'CASEBRIDGE_MONITOR_HOST',
    flag: 'monitor-host',
    help: 'HTTP: address of that port; in a container `0.0.0.0`, with a network that only the watchers reach.',
    default: '127.0.0.1',
  },
  limits: {
    schema: z.string().max(500).transform(parseLimits),
    env: 'CASEBRIDGE_LIMITS',
    flag: 'limits',
    help: 'HTTP: limits as name=number: of one caller reads, writes, risky a minute and parallel at a time; of all total at a time, sessions, idle minutes.',
    default: shownLimits,
  },
} as const satisfies Record<string, Setting>;

function parseOrigins(value: string, context: z.RefinementCtx): readonly string[] {
  const given = value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const wrong = given.find((part) => !URL.canParse(part) || new URL(part).origin !== part);
  if (wrong !== undefined)
    context.addIssue({
      code: 'custom',
      message: `has ${JSON.stringify(wrong)} where an origin such as https://tools.example.com is expected`,
    });
  return given;
}

/** Assistants that may sign people in on the page. */
export interface SignInClients {
  /** Hosts, with the port where it is not that of https. */
  readonly documentHosts: readonly string[];
  /** Redirect addresses by client id. */
  readonly typedIn: ReadonlyMap<string, readonly string[]>;
}

function parseClients(value: string, context: z.RefinementCtx): SignInClients {
  const words = value.split(/[\s,]+/).filter((word) => word !== '' && word !== 'none');
  const typedIn = new Map<string, string[]>();
  const documentHosts: string[] = [];
  for (const word of words) {
    const at = word.indexOf('=');
    const [id, address] = [word.slice(0, Math.max(at, 0)), word.slice(at + 1)];
    if (at > 0 && URL.canParse(address)) typedIn.set(id, [...(typedIn.get(id) ?? []), address]);
    else if (at === -1 && /^[\w.-]+(:\d{1,5})?$/.test(word)) documentHosts.push(word.toLowerCase());
    else
      context.addIssue({
        code: 'custom',
        message: `has ${JSON.stringify(word)} where a host or id=https://address is expected`,
      });
  }
  return { documentHosts, typedIn };
}

/** Of the characters that RFC 6749, 3.3 allows; assistants ask for a refresh token by themselves where they want one. */
function parseScopes(value: string, context: z.RefinementCtx): readonly string[] {
  const scopes = value === 'none' ? [] : value.split(/[\s,]+/).filter((scope) => scope !== '');
  const wrong = scopes.find((scope) => !/^[!#-[\]-~]+$/.test(scope));
  if (wrong !== undefined)
    context.addIssue({ code: 'custom', message: `has ${JSON.stringify(wrong)}, which is no scope` });
  return scopes;
}

function parseLimits(value: string, context: z.RefinementCtx): HttpLimits {
  const given = Object.fromEntries(parsePairs(value, context, 'name=number'));
  const wrong = Object.entries(given).find(
    ([name, count]) => !Object.hasOwn(limits, name) || !/^[1-9]\d{0,8}$/.test(count),
  );
  if (wrong)
    context.addIssue({
      code: 'custom',
      message: `has ${JSON.stringify(wrong.join('='))} where ${Object.keys(limits).join(', ')} with a number above 0 are known`,
    });
  return {
    ...limits,
    ...Object.fromEntries(Object.entries(given).map(([name, count]) => [name, Number(count)])),
  };
}
