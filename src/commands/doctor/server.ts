import type { App } from '../../app.ts';
import { discoverIssuer } from '../../auth/jwt.ts';
import type { Config } from '../../config/command-line.ts';
import { settings } from '../../config/settings.ts';
import { baseUrl } from '../../config/sign-in.ts';
import { UsageError } from '../../config/usage-error.ts';
import { sharedStateOf } from '../shared-state.ts';
import { type Diagnosis, failed, ok, skipped, warning } from './diagnosis.ts';

const timeoutMs = 10_000;

/** What an HTTP server of these settings needs from outside: the address that assistants know, and the issuer. */
export async function* checkServer(config: Config, app: App): AsyncGenerator<Diagnosis> {
  if (config.publicUrl === undefined) yield skipped('address', `No ${settings.publicUrl.env} is set.`);
  else yield await address(config.publicUrl, app);
  const shared = await sharedDiagnosis(config, app);
  if (shared) yield shared;
  if (config.issuer !== undefined) yield await issuerDiagnosis(new URL(config.issuer), config, app);
}

/** Whether what several processes share can be reached, and is this server's own. */
async function sharedDiagnosis(config: Config, { sandbox, log }: App): Promise<Diagnosis | undefined> {
  try {
    const open = sharedStateOf(config);
    if (open === undefined) return undefined;
    const state = await open(sandbox ? new URL(sandbox.url) : baseUrl(config), { ...log, warn: () => {} });
    const condition = state.condition();
    await state.close();
    return condition === 'reached'
      ? ok('redis', 'Redis answers, and belongs to this server.')
      : failed(
          'redis',
          `Redis is ${condition}: check ${settings.redis.env}, its password, and whether it runs.`,
        );
  } catch (error) {
    if (error instanceof UsageError) return failed('redis', error.message);
    throw error;
  }
}

/** A server tells whoever brings no token where it is described, or that it is one of these (RFC 9728, 5.1). */
async function address(publicUrl: string, app: App): Promise<Diagnosis> {
  const init = {
    method: 'POST',
    headers: new Headers({ 'content-type': 'application/json' }),
    body: '{}',
    redirect: 'manual' as const,
    signal: AbortSignal.timeout(timeoutMs),
  };
  const answer = await app.fetch(publicUrl, init).catch(() => undefined);
  if (answer === undefined)
    return warning(
      'address',
      `Nothing answers at ${publicUrl} from here: is the server started, and the proxy before it?`,
    );
  await answer.body?.cancel();
  const challenge = answer.headers.get('www-authenticate') ?? '';
  const isOurs =
    challenge.includes('realm="casebridge"') || challenge.includes(`="${new URL('/', publicUrl)}`);
  if (answer.status === 401 && isOurs) return ok('address', `The server is reached at ${publicUrl}.`);
  return failed(
    'address',
    `What answers at ${publicUrl} (status ${answer.status}) is no server that knows this address as its own: compare ${settings.publicUrl.env} there, and where the proxy passes requests on to.`,
  );
}

async function issuerDiagnosis(
  issuer: URL,
  { scopes, signInWith }: Pick<Config, 'scopes' | 'signInWith'>,
  app: App,
): Promise<Diagnosis> {
  const found = await discoverIssuer(issuer, app.fetch).catch(() => undefined);
  if (found === undefined)
    return failed(
      'issuer',
      `The issuer of ${settings.issuer.env} does not answer with metadata of its own: check the address.`,
    );
  // Assistants sign in there, or casebridge alone does.
  const isOpen =
    signInWith === 'oidc' ||
    found.client_id_metadata_document_supported === true ||
    found.registration_endpoint !== undefined;
  // Many say nothing of their scopes; whoever says it means it.
  const offered = found.scopes_supported;
  const unknown = offered === undefined ? [] : scopes.filter((scope) => !offered.includes(scope));
  const lacks = [
    ...(unknown.length > 0 ? [`the scopes ${unknown.join(' ')} of ${settings.scopes.env}`] : []),
    ...(found.code_challenge_methods_supported?.includes('S256') ? [] : ['PKCE with S256']),
    ...(isOpen ? [] : ['registration by the assistants themselves (each needs a client id typed in)']),
  ];
  return lacks.length === 0
    ? ok(
        'issuer',
        `The issuer answers, and ${signInWith === 'oidc' ? 'people' : 'assistants'} can sign in there by themselves.`,
      )
    : warning('issuer', `The issuer answers, but does not offer: ${lacks.join('; ')}.`);
}
