import type { App } from '../../app.ts';
import { discoverIssuer } from '../../auth/jwt.ts';
import type { Config } from '../../config/command-line.ts';
import { settings } from '../../config/settings.ts';
import { baseUrl } from '../../config/sign-in.ts';
import { UsageError } from '../../config/usage-error.ts';
import { joined, worded } from '../../contract/worded.ts';
import { sharedStateOf } from '../shared-state.ts';
import { type CheckResult, failed, ok, skipped, warning } from './diagnosis.ts';
import { doctorMessages } from './messages.ts';

const timeoutMs = 10_000;

/**
 * Checks the external systems that an HTTP server with these settings needs: its public address, the shared store, the
 * issuer, and the hosts with metadata documents of assistants.
 */
export async function* checkServer(config: Config, app: App): AsyncGenerator<CheckResult> {
  const { publicUrl } = config.http;
  const { issuer, signInWith, signInClients } = config.access;
  if (publicUrl === undefined)
    yield skipped('address', worded(doctorMessages.noneSet, { name: settings.http.publicUrl.env }));
  else yield await address(publicUrl, app);
  const shared = await sharedDiagnosis(config, app);
  if (shared) yield shared;
  if (issuer !== undefined) yield await issuerDiagnosis(new URL(issuer), config.access, app);
  if (signInWith !== 'none' && signInClients.documentHosts.length > 0)
    yield await assistantsDiagnosis(config.access, app);
}

/**
 * Checks whether the hosts in `--sign-in-clients` are reachable, because the sign-in page reads the client ID
 * metadata documents of assistants from them. Any response from a host counts.
 */
async function assistantsDiagnosis(
  { signInClients, signInRegistration }: Config['access'],
  app: App,
): Promise<CheckResult> {
  const { documentHosts } = signInClients;
  const reached = await Promise.all(documentHosts.map((host) => isReached(`https://${host}/`, app)));
  const unreached = documentHosts.filter((_host, index) => !reached[index]);
  if (unreached.length === 0)
    return ok('assistants', worded(doctorMessages.describedReached, { hosts: documentHosts.join(', ') }));
  const words = doctorMessages[signInRegistration ? 'describedRegister' : 'describedUnreached'];
  return warning(
    'assistants',
    worded(words, {
      hosts: unreached.join(', '),
      clients: settings.access.signInClients.env,
      registration: `${settings.access.signInRegistration.env}=true`,
    }),
  );
}

async function isReached(url: string, { fetch }: App): Promise<boolean> {
  const init = { method: 'GET', headers: new Headers(), redirect: 'manual' } as const;
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await fetch(url, { ...init, signal }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer !== undefined;
}

/** Checks whether the store that the processes share is reachable and belongs to this server. */
async function sharedDiagnosis(config: Config, { sandbox, log }: App): Promise<CheckResult | undefined> {
  try {
    const open = sharedStateOf(config);
    if (open === undefined) return undefined;
    const state = await open(sandbox ? new URL(sandbox.url) : baseUrl(config), { ...log, warn: () => {} });
    const condition = state.condition();
    await state.close();
    return condition === 'reached'
      ? ok('redis', doctorMessages.redisAnswers)
      : failed('redis', worded(doctorMessages.redisWrong, { condition, name: settings.http.redis.env }));
  } catch (error) {
    if (error instanceof UsageError) return failed('redis', error.words);
    throw error;
  }
}

/**
 * Checks whether casebridge answers at the public address. Its 401 response contains its realm, or the address of its
 * metadata (RFC 9728, 5.1).
 */
async function address(publicUrl: string, app: App): Promise<CheckResult> {
  const init = {
    method: 'POST',
    headers: new Headers({ 'content-type': 'application/json' }),
    body: '{}',
    redirect: 'manual' as const,
    signal: AbortSignal.timeout(timeoutMs),
  };
  const answer = await app.fetch(publicUrl, init).catch(() => undefined);
  if (answer === undefined) return warning('address', worded(doctorMessages.notReached, { url: publicUrl }));
  await answer.body?.cancel();
  const challenge = answer.headers.get('www-authenticate') ?? '';
  const isOurs =
    challenge.includes('realm="casebridge"') || challenge.includes(`="${new URL('/', publicUrl)}`);
  if (answer.status === 401 && isOurs)
    return ok('address', worded(doctorMessages.reached, { url: publicUrl }));
  return failed(
    'address',
    worded(doctorMessages.otherServer, {
      url: publicUrl,
      status: answer.status,
      name: settings.http.publicUrl.env,
    }),
  );
}

async function issuerDiagnosis(
  issuer: URL,
  { scopes, signInWith }: Config['access'],
  app: App,
): Promise<CheckResult> {
  const found = await discoverIssuer(issuer, app.fetch).catch(() => undefined);
  if (found === undefined)
    return failed('issuer', worded(doctorMessages.issuerSilent, { name: settings.access.issuer.env }));
  // True if assistants can register at the issuer, or if only casebridge signs in there.
  const isOpen =
    signInWith === 'oidc' ||
    found.client_id_metadata_document_supported === true ||
    found.registration_endpoint !== undefined;
  // `scopes_supported` is optional. If the issuer sends it, treat it as complete.
  const offered = found.scopes_supported;
  const unknown = offered === undefined ? [] : scopes.filter((scope) => !offered.includes(scope));
  const lacks = [
    ...(unknown.length > 0
      ? [worded(doctorMessages.issuerScopes, { scopes: unknown.join(' '), name: settings.access.scopes.env })]
      : []),
    ...(found.code_challenge_methods_supported?.includes('S256') ? [] : [doctorMessages.issuerPkce]),
    ...(isOpen ? [] : [doctorMessages.issuerRegistration]),
  ];
  return lacks.length === 0
    ? ok('issuer', doctorMessages[signInWith === 'oidc' ? 'issuerPeople' : 'issuerAssistants'])
    : warning('issuer', worded(doctorMessages.issuerLacks, { what: joined(lacks, '; ') }));
}
