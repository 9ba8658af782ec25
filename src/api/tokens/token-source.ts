import type { AdviceCode } from '../../contract/advice.ts';
import { ApiError, SignInError } from '../../contract/errors.ts';
import { serviceMessage } from '../../contract/service-message.ts';
import { worded } from '../../contract/worded.ts';
import type { CallTime, Credentials, Send } from '../transport/request.ts';
import { waitWithin } from '../transport/wait-within.ts';
import { signInMessages } from './messages.ts';
import { carry, createTokenRequests, type SignIn, type Token } from './token-requests.ts';
import type { TokenOperation, Wire } from './token-wire.ts';

export interface TokenReport {
  readonly token_type: string;
  /** Lifetime, in seconds. */
  readonly expires_in: number;
  /** False if the service has no short-lived tokens, so that calls use the session's token. */
  readonly is_exchanged?: false;
  readonly expires_at: string;
  /** Present only if the operator allows showing tokens. */
  readonly access_token?: string;
}

/** Tokens of one principal. This object is also the owner key of the principal's connections. */
export interface TokenSource extends Credentials {
  /** Runs a token operation with the configured credentials. */
  grant(kind: TokenOperation, args: Readonly<Record<string, unknown>>, time: CallTime): Promise<TokenReport>;
}

/**
 * Remaining lifetime of a token, in milliseconds. Below `renewAheadMs`, the token is renewed in the background while
 * calls still use it. Below `stopUsingMs`, calls wait for the new token. Both limits are lower for tokens with a short
 * lifetime.
 */
const renewAheadMs = 120_000;
const stopUsingMs = 30_000;
/** Pause after a refused sign-in, in milliseconds, because further attempts could lock the account. */
const refusalMs = 10_000;

/** Requested lifetime of short-lived tokens, in seconds. The service may grant less. */
export const requestedLifetimeS = 600;

/**
 * Signs in, exchanges the session for a short-lived token, and renews this token before it expires. Concurrent callers
 * share one renewal. Each caller waits within its own time limit and can cancel without stopping the renewal.
 */
export function createTokenSource(options: {
  readonly send: Send;
  readonly signIn: SignIn;
  readonly wire: Wire;
  /** Maximum time of a renewal, in milliseconds. */
  readonly timeoutMs: number;
  /** Whether token operations return the token itself. Default: false. */
  readonly reveal?: boolean;
}): TokenSource {
  const grants = createTokenRequests({
    ...options,
    send: (request, time, access) => options.send({ ...request, access, time, owner: source }),
  });
  let session: Token | undefined = options.signIn.kind === 'session' ? options.signIn.session : undefined;
  let current: Token | undefined;
  let renewal: { readonly token: Promise<Token>; readonly since: number } | undefined;
  /** Number of refused tokens. A token requested before the latest refusal may be invalid, too. */
  let refusals = 0;
  let refusal: { readonly error: unknown; readonly until: number } | undefined;

  /** Whether the service has no short-lived tokens, so that calls use the session's token. */
  let isWithoutExchange = false;
  const exchange = async (time: CallTime, lifetime = requestedLifetimeS): Promise<Token> => {
    const fresh = session !== undefined && isUsable(session);
    session = fresh && session ? session : await renewSession(session, time);
    if (isWithoutExchange) return session;
    try {
      return await grants.exchange(session, lifetime, time);
    } catch (error) {
      if (isAbsent(error) && givenByService.includes(options.signIn.kind)) {
        isWithoutExchange = true;
        return session;
      }
      if (!fresh || !isRefusal(error)) throw error;
      session = await renewSession(session, time);
      return grants.exchange(session, lifetime, time);
    }
  };
  const renewSession = async (old: Token | undefined, time: CallTime): Promise<Token> => {
    const { signIn } = options;
    const refresh = async (last: Token | undefined) =>
      (await refreshed(last, time)) ?? (await grants.signIn(time));
    if (signIn.kind !== 'session') return refresh(old);
    const last = old ?? signIn.session;
    const fresh = await signIn.renew(last, refresh);
    // The session that another process has obtained may have expired, too.
    const isStale = fresh.value !== last.value && !isUsable(fresh);
    return isStale ? signIn.renew(fresh, refresh) : fresh;
  };
  /** Renews a token by `refresh_token`. Returns undefined if that is impossible or refused. */
  const refreshed = async (old: Token | undefined, time: CallTime): Promise<Token | undefined> => {
    const { signIn } = options;
    const isFromProvider = signIn.kind === 'session' && signIn.issuer === 'provider';
    if (old?.refreshToken === undefined || signIn.kind === 'caller' || isFromProvider) return undefined;
    try {
      return await grants.refresh(old.refreshToken, time);
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  };
  /** Returns the error of a recent refusal. Returns undefined if another attempt is allowed. */
  const standingRefusal = () => (refusal && performance.now() < refusal.until ? refusal.error : undefined);
  const noteRefusal = (error: unknown): never => {
    if (isRefusal(error)) {
      refusal = { error, until: performance.now() + refusalMs };
      if (options.signIn.kind === 'session') options.signIn.onEnded();
    }
    throw error;
  };
  /** Obtains a new token. @param before renewal in progress, which must end first */
  const obtain = async (before: Promise<Token> | undefined): Promise<Token> => {
    await before?.catch(() => undefined);
    const standing = standingRefusal();
    if (standing !== undefined) throw standing;
    const { timeoutMs } = options;
    const time = { signal: undefined, deadline: performance.now() + timeoutMs, timeoutMs };
    if (isWithoutExchange) {
      session = await renewSession(session ?? current, time);
      return session;
    }
    return (await refreshed(current, time)) ?? exchange(time);
  };
  const renew = (): Promise<Token> => {
    const standing = standingRefusal();
    if (standing !== undefined) return Promise.reject(standing);
    if (renewal?.since === refusals) return renewal.token;
    const since = refusals;
    const token = obtain(renewal?.token)
      .then((fresh) => {
        // If the service refused tokens in the meantime, only the refresh token of the new token is still useful.
        current = since === refusals ? fresh : { ...fresh, expiresAt: 0 };
        refusal = undefined;
        return fresh;
      })
      .catch(noteRefusal)
      .finally(() => {
        if (renewal?.token === token) renewal = undefined;
      });
    renewal = { token, since };
    return token;
  };

  const all = () =>
    [
      ...[current?.value, current?.refreshToken, session?.value, session?.refreshToken],
      'token' in options.signIn ? options.signIn.token : undefined,
    ].filter((token) => token !== undefined && token.length >= minHeldLength) as string[];
  /** All current tokens. The list is cached, because every response is searched for them. */
  let held = { of: current, by: session, tokens: all() };

  const source: TokenSource = {
    get: (time) => {
      if (current && isUsable(current)) {
        // Ignore a failed early renewal, because the token still works and the next call tries again.
        if (isAgeing(current) && !renewal) renew().catch(() => undefined);
        return current.value;
      }
      return waitFor(renew(), time, options.signIn).then(({ value }) => value);
    },
    drop: (token) => {
      if (current?.value !== token || current.expiresAt === 0) return;
      current = { ...current, expiresAt: 0 };
      if (session?.value === token) session = { ...session, expiresAt: 0 };
      refusals += 1;
    },
    grant: async (kind, args, time) => {
      if (kind === 'exchange')
        return {
          ...report(await exchange(time, args.lifetime as number | undefined), options.reveal),
          ...(isWithoutExchange && { is_exchanged: false }),
        };
      if (kind === 'password' && args.grant_type === 'refresh_token')
        session = await renewSession(session, time);
      else {
        const standing = standingRefusal();
        if (standing !== undefined) throw standing;
        session = await grants.signIn(time, kind).catch(noteRefusal);
      }
      return report(session, options.reveal);
    },
    held: () => {
      if (held.of !== current || held.by !== session) held = { of: current, by: session, tokens: all() };
      return held.tokens;
    },
    header: (token) => carry(options.wire, token),
  };
  return source;
}

/** Minimum length of a token that is removed from answers, because shorter strings occur by chance. */
const minHeldLength = 8;

const remaining = (token: Token) => token.expiresAt - performance.now();
/** Checks whether calls may still use a token. A short-lived token has a smaller margin. */
const isUsable = (token: Token) => remaining(token) > Math.min(stopUsingMs, token.lifetimeMs / 10);
const isAgeing = (token: Token) => remaining(token) < Math.min(renewAheadMs, token.lifetimeMs / 5);
const isRefusal = (error: unknown) => error instanceof ApiError && error.status < 500 && error.status !== 429;

/** Ways to sign in that return a token from the service. Only these tokens may be used without exchange. */
const givenByService: readonly SignIn['kind'][] = ['password', 'domain', 'session'];
/** Checks whether the service lacks the exchange. A 404 proves it, because the path has no record id. */
const isAbsent = (error: unknown) => error instanceof ApiError && [404, 405, 501].includes(error.status);

function report(token: Token, reveal: boolean | undefined): TokenReport {
  return {
    ...(reveal ? { access_token: token.value } : {}),
    token_type: token.type,
    expires_in: Math.round(token.lifetimeMs / 1000),
    expires_at: new Date(Date.now() + remaining(token)).toISOString(),
  };
}

/** Waits for a renewal and converts a refusal to a `SignInError`. */
async function waitFor(renewal: Promise<Token>, time: CallTime, { kind }: SignIn): Promise<Token> {
  try {
    return await waitWithin(renewal, time);
  } catch (error) {
    throw isRefusal(error) ? refused(error as ApiError, kind) : error;
  }
}

const adviceWhereRefused: Partial<Record<SignIn['kind'], AdviceCode>> = {
  caller: 'sign-in-again',
  session: 'sign-in-again',
  domain: 'check-ticket',
};

function refused(error: ApiError, kind: SignIn['kind']): SignInError {
  const words = serviceMessage(error.body);
  // Keep the service's message in the cause, so that it can be marked as data.
  const what = words ? '.' : worded(signInMessages.refusedSilently, { status: error.status });
  const isNothingThere = error.status === 404 || error.status === 405;
  const there = isNothingThere ? signInMessages.nothingThere : '';
  return new SignInError(worded(signInMessages.refused, { what, there }), {
    cause: error,
    advice: isNothingThere ? 'check-url' : (adviceWhereRefused[kind] ?? 'check-login'),
  });
}
