import type { TokenSource } from '../../api/tokens/token-source.ts';
import type { App } from '../../app.ts';
import { loginKey } from '../../auth/login-key.ts';
import type { Config } from '../../config/command-line.ts';
import { ApiError, isCallError } from '../../contract/errors.ts';
import { calledBy } from '../../contract/operations/operation-client.ts';
import type { SignInOutcome } from '../../observability/metrics.ts';
import type {
  KeptSession,
  SignedIn,
  SignInFailure,
  SignInLog,
  SignInServer,
  SignInWay,
  SignPersonIn,
} from '../../sign-in/index.ts';
import { createAttempts, isRefusal } from './attempts.ts';
import { createBoundedLog } from './bounded-log.ts';
import { keptOf, tokenOf, unstored } from './kept-session.ts';
import { providerSignIn } from './provider-sign-in.ts';

/** Creates the server for sign-in and consent. Returns undefined if it is not enabled. */
export async function ownSignIn(
  chosen: Config,
  bridge: App,
  tell: (outcome: SignInOutcome) => void,
): Promise<SignInServer<TokenSource> | undefined> {
  const { signInWith, signInClients, signInRegistration, firm } = chosen.access;
  if (signInWith === 'none') return undefined;
  const { createSignIn } = await import('../../sign-in/index.ts');
  const provider = signInWith === 'oidc' ? await providerSignIn(chosen.access, bridge) : undefined;
  const log = { done: bridge.log.info, tried: createBoundedLog(bridge.log, 'sign-in attempts were made') };
  return createSignIn<TokenSource>({
    log,
    ...signInClients,
    isRegistrationOpen: signInRegistration,
    house: { firm, host: new URL(bridge.sandbox?.url ?? chosen.service.url ?? 'http://localhost').host },
    secret: chosen.http.sessionKey,
    state: bridge.shared,
    fetch: bridge.fetch,
    way: told(provider?.way ?? { kind: 'password', signPersonIn: signPersonInAt(bridge, log) }, tell),
    createTokens:
      provider?.createTokens ??
      ((session, { onEnded, renewOnce }) =>
        bridge.tokensBy({
          kind: 'session',
          issuer: 'service',
          session: tokenOf(session),
          renew: async (old, refresh) => {
            const renew = async (last: KeptSession) => keptOf(await refresh(tokenOf(last)));
            const fresh = await renewOnce(keptOf(old), renew, 'renew');
            if (fresh === undefined) throw new ApiError(401, undefined);
            return tokenOf(fresh);
          },
          onEnded,
        })),
  });
}

/** Wraps a way to sign in so that its outcomes are counted. */
function told(way: SignInWay, tell: (outcome: SignInOutcome) => void): SignInWay {
  const counted = <Result>(result: Result): Result => {
    tell(typeof result === 'string' ? outcomes[result as SignInFailure] : 'ok');
    return result;
  };
  if (way.kind === 'password')
    return { ...way, signPersonIn: async (...given) => counted(await way.signPersonIn(...given)) };
  const { provider } = way;
  return {
    ...way,
    provider: { ...provider, finish: async (...given) => counted(await provider.finish(...given)) },
  };
}

const outcomes = {
  wrong: 'wrong',
  often: 'often',
  away: 'away',
  denied: 'wrong',
  untaken: 'wrong',
  unsound: 'wrong',
  late: 'wrong',
  elsewhere: 'wrong',
} as const satisfies Record<SignInFailure, SignInOutcome>;

/**
 * Creates the sign-in with login and password. Each attempt sends one request without retries, so that only the user's
 * own attempts count when the service locks accounts.
 */
function signPersonInAt({ signInOnce, tokensBy, identify, shared }: App, log: SignInLog): SignPersonIn {
  const attempts = createAttempts(shared);
  const attempt = async (
    login: string,
    password: string,
    address: string,
  ): Promise<SignedIn | SignInFailure> => {
    if (login === '' || password === '') return 'wrong';
    try {
      const token = await signInOnce(login, password);
      const source = tokensBy({ ...unstored, issuer: 'service', session: token });
      const identity = await identify(source, async () => ({}))();
      const name = calledBy(identity) ?? login;
      const person = {
        subject: identity.key ?? `login:${loginKey(login)}`,
        login: identity.login ?? login,
        name,
      };
      log.done('signed in on the page', { user: name });
      return { person, session: keptOf(token) };
    } catch (error) {
      if (!isCallError(error)) throw error;
      const isRefused = isRefusal(error);
      log.tried('a sign-in on the page failed', { why: isRefused ? 'refused' : error.message, address });
      return isRefused ? 'wrong' : 'away';
    }
  };
  return async (login, password, address) => {
    let isTried = false;
    const result = await attempts.within(
      { address, login },
      () => {
        isTried = true;
        return attempt(login, password, address);
      },
      (outcome) => outcome === 'wrong',
    );
    if (!isTried) log.tried('a sign-in on the page was not tried', { why: String(result), address });
    return result;
  };
}
