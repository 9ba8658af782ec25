import type { ServerResponse } from 'node:http';

/** Possible problems, and responses that replace those of the service. */

/**
 * Proxy rule in front of the embedded service. Sends its own response and returns true, or only changes
 * headers and returns false.
 */
export type Instead = (path: string, outgoing: ServerResponse) => boolean;

export const answering =
  (on: RegExp, status: number, text = '', headers: Record<string, string> = {}) =>
  (path: string, outgoing: ServerResponse) => {
    if (asUsual(path, outgoing) || !on.test(path)) return false;
    outgoing.writeHead(status, headers).end(text);
    return true;
  };
/** Passes the service's response through with these headers. */
const withHeaders = (headers: Record<string, string>) => (_path: string, outgoing: ServerResponse) => {
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
  return false;
};
const minutesAgo = (minutes: number) =>
  withHeaders({ date: new Date(Date.now() - minutes * 60_000).toUTCString() });

/** Passes the service's response through with the machine's own time, because the service's clock differs. */
export const asUsual: Instead = (...answer) => minutesAgo(0)(...answer);

// Unreplaced placeholder, as some clients leave it.
export const unfilled = ['$', '{user_config.name}'].join('');

type Env = Record<string, string | undefined>;
export interface Case {
  readonly what: string;
  readonly env?: () => Env | Promise<Env>;
  readonly instead?: Instead;
  readonly finds: readonly [check: string, state: 'failed' | 'warning', words: RegExp];
}
const setting = (what: string, env: Env, words: RegExp): Case => ({
  what,
  env: () => env,
  finds: ['settings', 'failed', words],
});

/** Invalid settings. */
export const settingCases: readonly Case[] = [
  setting('no address', { CASEBRIDGE_URL: undefined }, /^CASEBRIDGE_URL is missing/),
  setting('an address that is none', { CASEBRIDGE_URL: 'cases' }, /CASEBRIDGE_URL/),
  setting('an http address of another machine', { CASEBRIDGE_URL: 'http://cases.invalid' }, /use https/),
  setting(
    'an address with the path of the API',
    { CASEBRIDGE_URL: 'https://cases.invalid/api' },
    /should end before/,
  ),
  setting('a password without a login', { CASEBRIDGE_LOGIN: undefined }, /^CASEBRIDGE_LOGIN is missing/),
  setting('two ways to sign in', { CASEBRIDGE_SSO_TOKEN: 'canary-token' }, /^Two sign-in methods/),
  setting('a variable that is none', { CASEBRIDGE_READONLY: 'true' }, /did you mean CASEBRIDGE_READ_ONLY/),
  setting(
    'a file of authorities that is missing',
    { CASEBRIDGE_CA_FILE: '/nowhere.pem' },
    /CASEBRIDGE_CA_FILE/,
  ),
  setting(
    'a record of changes that cannot be written',
    { CASEBRIDGE_AUDIT_FILE: '/nowhere/audit' },
    /CASEBRIDGE_AUDIT_FILE/,
  ),
  setting(
    'a placeholder in place of the address',
    { CASEBRIDGE_URL: unfilled },
    /^CASEBRIDGE_URL is missing/,
  ),
];

/** Unusual responses of the service, and users whom it refuses. */
export const answerCases: readonly Case[] = [
  {
    what: 'a sign-in page before the API',
    instead: answering(/./, 302, '', { location: 'https://login.invalid/' }),
    finds: ['service', 'failed', /sign-in page/],
  },
  {
    what: 'a web site in place of the API',
    instead: answering(/./, 200, '<html></html>', { 'content-type': 'text/html' }),
    finds: ['service', 'failed', /a web page instead of the API/],
  },
  {
    what: 'another service',
    instead: answering(/health/, 404),
    finds: ['service', 'warning', /CASEBRIDGE_URL/],
  },
  {
    what: 'a service in trouble',
    instead: answering(/health/, 503),
    finds: ['service', 'warning', /status 503/],
  },
  {
    what: 'a clock that is ten minutes ahead',
    instead: (path, outgoing) => minutesAgo(10)(path, outgoing),
    finds: ['clock', 'failed', /6\d\d s ahead/],
  },
  {
    what: 'a clock that is two minutes behind',
    instead: (path, outgoing) => minutesAgo(-2)(path, outgoing),
    finds: ['clock', 'warning', /1[12]\d s behind/],
  },
  {
    what: 'a version that is missing',
    instead: withHeaders({ 'api-supported-versions': '1.0, 2.0, 3.0', 'api-deprecated-versions': '' }),
    finds: ['versions', 'warning', /operations of version 4/],
  },
  {
    what: 'a version that will go',
    instead: withHeaders({ 'api-supported-versions': '2.0, 3.0, 4.0', 'api-deprecated-versions': '1.0' }),
    finds: ['versions', 'warning', /of these 1 will be removed/],
  },
  {
    what: 'a wrong password',
    env: () => ({ CASEBRIDGE_PASSWORD: 'canary-password' }),
    finds: ['sign-in', 'failed', /refused.*The user name or password is incorrect/],
  },
  {
    what: 'a user who is blocked',
    env: () => ({ CASEBRIDGE_LOGIN: 'blocked', CASEBRIDGE_PASSWORD: 'sandbox-blocked' }),
    finds: ['sign-in', 'failed', /blocked/],
  },
  {
    what: 'no exchange of tokens',
    instead: answering(/short-lived-token/, 404),
    finds: ['token', 'warning', /no short-lived tokens/],
  },
];
