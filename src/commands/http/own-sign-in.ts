import type { Token } from '../../api/tokens/token-requests.ts';
import type { TokenSource } from '../../api/tokens/token-source.ts';
import type { App } from '../../app.ts';
import type { Config } from '../../config/command-line.ts';
import { isCallError } from '../../contract/errors.ts';
import { calledBy } from '../../contract/operations/operation-client.ts';
import type { SignInOutcome } from '../../observability/metrics.ts';
import type { KeptSession, SignInServer, SignPersonIn } from '../../sign-in/index.ts';

/** Attempts from one network in a minute: as many as there are tokens that may be refused. */
const maxAttempts = 30;
const minuteMs = 60_000;

type Tell = (outcome: SignInOutcome) => void;

/** The page on which people sign in with their login of the service; undefined where the operator has not switched it on. */
export async function ownSignIn(
  { signInWith, signInClients, signInRegistration, sessionKey }: Config,
  bridge: App,
  tell: Tell,
): Promise<SignInServer<TokenSource> | undefined> {
  if (signInWith === 'none') return undefined;
  const { createSignIn } = await import('../../sign-in/index.ts');
  return createSignIn<TokenSource>({
    ...signInClients,
    isRegistrationOpen: signInRegistration,
    secret: sessionKey,
    fetch: bridge.fetch,
    signPersonIn: told(await signPersonInAt(bridge), tell),
    createTokens: (session, onRenewed, onEnded) =>
      bridge.tokensBy({
        kind: 'session',
        session: tokenOf(session),
        onRenewed: (token) => onRenewed(keptOf(token)),
        onEnded,
      }),
  });
}

const told =
  (signPersonIn: SignPersonIn, tell: Tell): SignPersonIn =>
  async (...given) => {
    const result = await signPersonIn(...given);
    tell(typeof result === 'string' ? result : 'ok');
    return result;
  };

/** One attempt at the service for each that a person makes: it locks accounts by its own rules, and never sooner. */
async function signPersonInAt({ signInOnce, tokensBy, identify, log }: App): Promise<SignPersonIn> {
  const { LRUCache } = await import('lru-cache');
  const attempts = new LRUCache<string, number>({ max: 10_000, ttl: minuteMs, ttlAutopurge: true });
  return async (login, password, address) => {
    const count = (attempts.get(address) ?? 0) + 1;
    attempts.set(address, count, { ttl: attempts.getRemainingTTL(address) || minuteMs });
    if (count > maxAttempts) return 'often';
    if (login === '' || password === '') return 'wrong';
    try {
      const token = await signInOnce(login, password);
      const nothing = () => undefined;
      const source = tokensBy({ kind: 'session', session: token, onRenewed: nothing, onEnded: nothing });
      const identity = await identify(source, async () => ({}))();
      const name = calledBy(identity) ?? login;
      const person = { subject: identity.key ?? `login:${login}`, login: identity.login ?? login, name };
      log.info('signed in on the page', { user: name });
      return { person, session: keptOf(token) };
    } catch (error) {
      if (!isCallError(error)) throw error;
      const status = (error as { status?: number }).status ?? (error.cause as { status?: number })?.status;
      const isRefused = status !== undefined && [400, 401, 403].includes(status);
      log.info('a sign-in on the page failed', { why: isRefused ? 'refused' : error.message, address });
      return isRefused ? 'wrong' : 'away';
    }
  };
}

const keptOf = ({ value, type, refreshToken, expiresAt }: Token): KeptSession => ({
  ...{ value, type, refreshToken },
  endsAt: Date.now() + expiresAt - performance.now(),
});

const tokenOf = ({ value, type, refreshToken, endsAt }: KeptSession): Token => {
  const lifetimeMs = Math.max(0, endsAt - Date.now());
  return { value, type, refreshToken, lifetimeMs, expiresAt: performance.now() + lifetimeMs };
};
