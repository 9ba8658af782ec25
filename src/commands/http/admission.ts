import type { Principal } from '../../api/client/executor.ts';
import type { TokenSource } from '../../api/tokens/token-source.ts';
import type { App } from '../../app.ts';
import { type Callers, createAuthenticate } from '../../auth/authenticate.ts';
import { type CheckToken, createTokenCheck, IssuerError, TokenError } from '../../auth/jwt.ts';
import { type Config, UsageError } from '../../config/command-line.ts';
import { settings } from '../../config/settings.ts';
import type { SignInOutcome } from '../../observability/metrics.ts';
import { createCounter } from '../../shared-state/counter.ts';
import { SharedStateError } from '../../shared-state/shared-state.ts';
import type { SignInServer } from '../../sign-in/index.ts';
import { httpMessages } from './messages.ts';
import { isScoped } from './scopes.ts';

/** Creates the authentication of the configured user (single-user mode) or of users whom the service accepts. */
export function admission(
  chosen: Config,
  bridge: App,
  own: SignInServer<TokenSource> | undefined,
  tell: (outcome: SignInOutcome) => void,
): Callers {
  const { issuer, audience } = chosen.access;
  const { publicUrl, singleUser, limits } = chosen.http;
  if (singleUser) {
    const caller: Principal = bridge.principal();
    return { authenticate: async () => ({ caller }), count: () => 1 };
  }
  if (chosen.signIn.user !== undefined)
    throw new UsageError(httpMessages.userForOne, {
      user: settings.signIn.user.env,
      single: settings.http.singleUser.env,
    });
  if (bridge.hasLogin && !chosen.service.sandbox)
    throw new UsageError(httpMessages.signInForOne, {
      login: settings.signIn.login.env,
      single: settings.http.singleUser.env,
    });
  const countRefused = createCounter(bridge.shared, 60_000);
  const checkToken = own
    ? ownCheck(own)
    : issuer === undefined
      ? undefined
      : createTokenCheck({
          issuer: new URL(issuer),
          audience: audience ?? [publicUrl ?? ''],
          fetch: bridge.fetch,
        });
  const { authenticate, count } = createAuthenticate({
    createTokens: own ? (_bearer, claims) => own.tokensOf(claims) : bridge.tokensOf,
    connections: own && {
      ...own.connections,
      isLive: (bearer) => own.connections.isLive(bearer).catch(isAway),
    },
    countRefused: (address) => countRefused(`refused:${address}`),
    identify: bridge.identify,
    onSignIn: ({ caller, user }) => {
      tell('ok');
      bridge.log.info('signed in', { caller, user: user ?? 'unknown' });
    },
    checkToken,
    isScoped: own !== undefined || isScoped(chosen.access),
    requests: { own: limits.parallel, all: limits.total },
    timeoutMs: chosen.service.timeout * 1000,
  });
  return {
    count,
    authenticate: async (bearer, address) => {
      const found = await authenticate(bearer, address);
      if (bearer !== undefined && 'rejected' in found) tell(rejections[found.rejected.status]);
      return found;
    },
  };
}

const rejections = { 401: 'wrong', 429: 'often', 502: 'away', 503: 'away' } as const;
/** @throws IssuerError if the store is unavailable; otherwise the error itself */
function isAway(error: unknown): never {
  if (!(error instanceof SharedStateError)) throw error;
  throw new IssuerError('Sign-ins cannot be checked right now: try again in a minute.', { cause: error });
}

const ownCheck =
  (own: SignInServer<TokenSource>): CheckToken =>
  async (token) => {
    const claims = await own.check(token).catch(isAway);
    if (claims === undefined)
      throw new TokenError(
        'The token has expired, its connection has ended, or this server did not issue it.',
      );
    return claims;
  };
