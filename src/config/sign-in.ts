import type { SignIn } from '../api/tokens/token-requests.ts';
import type { TokenSource } from '../api/tokens/token-source.ts';
import { claimsOf, type Identify } from '../auth/identity.ts';
import { isPresumed } from '../contract/operations/field-marks.ts';
import type { Identity } from '../contract/operations/operation-client.ts';
import { worded } from '../contract/worded.ts';
import type { Catalogue } from '../mcp/input/catalogue.ts';
import { isLoopback } from '../util/loopback.ts';
import { type Config, UsageError } from './command-line.ts';
import { usageMessages } from './messages.ts';
import type { Setting } from './setting.ts';
import { settings } from './settings.ts';

/** Returns the base URL. @throws UsageError if it is invalid or would send secrets without TLS */
export function baseUrl(config: Config): URL {
  const name = settings.service.url.env;
  if (config.service.url === undefined) throw new UsageError(usageMessages.noUrl, { name });
  const url = new URL(config.service.url);
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !config.service.allowHttp)
    throw new UsageError(usageMessages.farHttp, { name, allow: settings.service.allowHttp.env });
  if (/\/(api|swagger)(\/.*)?$/i.test(url.pathname))
    throw new UsageError(usageMessages.urlEnd, { name, end: JSON.stringify(url.pathname.slice(0, 40)) });
  if (url.username !== '' || url.search !== '' || url.hash !== '')
    throw new UsageError(usageMessages.bareUrl, { name });
  return url;
}

/** Creates the error for a missing setting that another setting requires. */
export const missing = ({ env: name }: Setting, { env: other }: Setting): UsageError =>
  new UsageError(usageMessages.otherIsSet, { name, other });

/** Returns all configured sign-in methods. @throws UsageError if a method lacks one of its settings */
export function waysToSignIn(config: Config): SignIn[] {
  const ways: SignIn[] = [];
  if (config.signIn.login !== undefined || config.signIn.password !== undefined) {
    if (config.signIn.login === undefined) throw missing(settings.signIn.login, settings.signIn.password);
    if (config.signIn.password === undefined) throw missing(settings.signIn.password, settings.signIn.login);
    ways.push({ kind: 'password', login: config.signIn.login, password: config.signIn.password });
  }
  if (config.signIn.ssoToken !== undefined) ways.push({ kind: 'sso', token: config.signIn.ssoToken });
  if (config.signIn.ssoTokenFile !== undefined)
    ways.push({ kind: 'sso-file', path: config.signIn.ssoTokenFile });
  if (config.signIn.domainSignIn) ways.push({ kind: 'domain', negotiate: () => negotiateWith(config) });
  return ways;
}

async function negotiateWith(config: Config): Promise<string> {
  // Load this module only on demand, because few deployments use domain sign-in.
  const { negotiate } = await import('../api/tokens/negotiate.ts');
  const environment = { ...config.signIn.domainEnvironment, LC_ALL: 'C' };
  const root = Object.entries(environment).find(([name]) => name.toUpperCase() === 'SYSTEMROOT')?.[1];
  return negotiate({
    service: config.signIn.domainService ?? `HTTP/${baseUrl(config).hostname}`,
    curl: config.signIn.curl ?? (root === undefined ? '/usr/bin/curl' : `${root}\\System32\\curl.exe`),
    environment,
  });
}

/** Returns the only configured sign-in method. @throws UsageError if there is none or more than one */
export function signIn(config: Config): SignIn {
  const [way, second] = waysToSignIn(config);
  const ways = worded(usageMessages.waysToSignIn, {
    login: settings.signIn.login.env,
    password: settings.signIn.password.env,
    token: settings.signIn.ssoToken.env,
    domain: settings.signIn.domainSignIn.env,
  });
  if (way === undefined) throw new UsageError(usageMessages.noSignIn, { ways });
  if (second !== undefined) throw new UsageError(usageMessages.twoSignIns, { ways });
  return way;
}

/** Returns a function that resolves the signed-in user: from the setting, the service, the login or the token. */
export function identityOf(
  { signIn: { user } }: Config,
  way: SignIn,
  identify: Identify,
  tokens: TokenSource,
): () => Promise<Identity> {
  // The setting may contain an id or a login, so return it as both. The later lookup of the user finds out.
  if (user !== undefined) return async () => ({ id: user, login: user });
  return identify(tokens, async () => {
    if (way.kind === 'password') return { preferred_username: way.login };
    return way.kind === 'sso' ? claimsOf(way.token) : {};
  });
}

/**
 * @throws UsageError for a field that is not presumed, because setting its name would have no effect. A field is
 *   presumed if the API description does not state its name
 */
export async function checkFieldNames(config: Config, catalogue: Catalogue): Promise<void> {
  const known = new Set<string>();
  for (const { operation } of (await catalogue.entries()).values())
    for (const [name, schema] of Object.entries({ ...operation.query, ...operation.body }))
      if (isPresumed(schema)) known.add(name).add(`${operation.name}.${name}`);
  const unknown = [...config.deployment.fieldNames.keys()].find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new UsageError(usageMessages.noPresumedField, {
      name: settings.deployment.fieldNames.env,
      field: unknown,
    });
}
