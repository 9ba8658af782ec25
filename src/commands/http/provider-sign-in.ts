import type { Token } from '../../api/tokens/token-requests.ts';
import type { TokenSource } from '../../api/tokens/token-source.ts';
import type { App } from '../../app.ts';
import type { OpenIdClient, OpenIdError, OpenIdTokens } from '../../auth/openid.ts';
import { type Config, UsageError } from '../../config/command-line.ts';
import { settings } from '../../config/settings.ts';
import { ApiError, isCallError, NetworkError } from '../../contract/errors.ts';
import { calledBy } from '../../contract/operations/operation-client.ts';
import { SharedStateError } from '../../shared-state/shared-state.ts';
import type { KeptSession, Provider, SessionKeeper, SignInFailure, SignInWay } from '../../sign-in/index.ts';
import { createAttempts, isRefusal } from './attempts.ts';
import { keptOf, tokenOf, unstored } from './kept-session.ts';
import { httpMessages } from './messages.ts';

/** Failures of the OpenID client, with the corresponding failures of the sign-in pages. */
const failures = {
  away: 'away',
  denied: 'denied',
  ended: 'late',
  wrong: 'unsound',
} as const satisfies Record<OpenIdError['failure'], SignInFailure>;

/**
 * Creates the sign-in at the organization's OpenID provider. casebridge presents the resulting token to the service, as
 * it does with tokens that callers obtain from a provider themselves.
 */
export async function providerSignIn(
  { issuer, oidcClientId, oidcClientSecret, scopes }: Config['access'],
  bridge: App,
): Promise<{ way: SignInWay; createTokens: (session: KeptSession, keeper: SessionKeeper) => TokenSource }> {
  if (issuer === undefined || oidcClientId === undefined)
    throw new UsageError(httpMessages.needs, {
      name: `${settings.access.signInWith.env}=oidc`,
      other: (issuer === undefined ? settings.access.issuer : settings.access.oidcClientId).env,
    });
  const { createOpenIdClient, OpenIdError } = await import('../../auth/openid.ts');
  const client = createOpenIdClient({
    ...{ issuer: new URL(issuer), clientId: oidcClientId, clientSecret: oidcClientSecret },
    ...{ scopes, fetch: bridge.fetch },
  });
  const { log } = bridge;
  const failureOf = (error: unknown): SignInFailure => {
    if (!(error instanceof OpenIdError)) throw error;
    log.warn('a sign-in at the provider failed', { why: error.message });
    return failures[error.failure];
  };
  const renewalFailure = (error: unknown): never => {
    if (!(error instanceof OpenIdError)) throw error;
    if (error.failure === 'ended') throw new ApiError(401, undefined);
    log.warn('the provider does not renew sign-ins', { why: error.message });
    throw new NetworkError('The sign-in cannot be renewed right now.', { cause: error });
  };
  const renew = async ({ refreshToken }: KeptSession): Promise<KeptSession> => {
    if (refreshToken === undefined) throw new ApiError(401, undefined);
    return keptOf(tokenFrom(await client.refresh(refreshToken).catch(renewalFailure)));
  };
  return {
    way: {
      kind: 'provider',
      provider: providerOf(client, bridge, failureOf),
      onRefused: (why) => log.info('a sign-in was refused', { why }),
    },
    createTokens: (session, { onEnded, renewOnce }) =>
      bridge.tokensBy({
        kind: 'session',
        issuer: 'provider',
        session: tokenOf(session),
        renew: async (old) => {
          const fresh = await renewOnce(keptOf(old), renew, 'fail').catch(stateFailure);
          if (fresh === undefined) throw new ApiError(401, undefined);
          return tokenOf(fresh);
        },
        onEnded,
      }),
  };
}

function providerOf(
  client: OpenIdClient,
  { tokensBy, identify, log, shared }: App,
  failureOf: (error: unknown) => SignInFailure,
): Provider {
  const attempts = createAttempts(shared);
  /** Asks the service whether it accepts the provider's token, before the user consents to anything. */
  const admit: (given: Awaited<ReturnType<OpenIdClient['finish']>>) => ReturnType<Provider['finish']> =
    async ({ claims, tokens }) => {
      const session = tokenFrom(tokens);
      const source = tokensBy({ ...unstored, issuer: 'provider', session });
      try {
        const timeoutMs = 30_000;
        await source.get({ signal: undefined, deadline: performance.now() + timeoutMs, timeoutMs });
        const identity = await identify(source, async () => claims)();
        const login = identity.login ?? identity.email ?? claims.sub;
        log.info('signed in at the provider', { user: calledBy(identity) ?? login });
        const person = { subject: `${claims.iss}|${claims.sub}`, login, name: identity.name ?? login };
        return { person, session: keptOf(session) };
      } catch (error) {
        if (!isCallError(error)) throw error;
        log.warn('the service does not accept the provider’s token', { why: error.message });
        return isRefusal(error) ? 'untaken' : 'away';
      }
    };
  return {
    begin: async (request) => {
      try {
        return new URL(await client.begin(request));
      } catch (error) {
        return failureOf(error);
      }
    },
    leave: async (request) => {
      try {
        const address = await client.leave(request);
        return address === undefined ? undefined : new URL(address);
      } catch (error) {
        failureOf(error);
        return undefined;
      }
    },
    finish: (answer, { address, ...request }) => {
      const attempt = async () => {
        const given = await client.finish(answer, request).catch(failureOf);
        return typeof given === 'string' ? given : admit(given);
      };
      const isFailure = (result: Awaited<ReturnType<typeof admit>>) =>
        typeof result === 'string' && result !== 'away';
      return attempts.within({ address }, attempt, isFailure);
    },
  };
}

/** @throws NetworkError if the store is unavailable, as for an unavailable service */
const stateFailure = (error: unknown): never => {
  if (!(error instanceof SharedStateError)) throw error;
  throw new NetworkError('The sign-in cannot be checked right now.', { cause: error });
};

const tokenFrom = ({ access, refresh, expiresIn }: OpenIdTokens): Token => {
  const lifetimeMs = expiresIn * 1000;
  const expiresAt = performance.now() + lifetimeMs;
  return { value: access, type: 'bearer', refreshToken: refresh, lifetimeMs, expiresAt };
};
