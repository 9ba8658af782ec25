import type { AdviceCode } from '../../contract/advice.ts';
import { ApiError, SignInError } from '../../contract/errors.ts';
import { serviceMessage } from '../../contract/service-message.ts';
import { worded } from '../../contract/worded.ts';
import type { CallTime, Credentials, Send } from '../transport/request.ts';
import { waitWithin } from '../transport/wait-within.ts';
import { signInMessages } from './messages.ts';
import { carry, createTokenRequests, type SignIn, type Token } from './token-requests.ts';
import type { TokenOperation, Wire } from './token-wire.ts';

/** What a token operation tells: that it worked and until when. */
export interface TokenReport {
  readonly token_type: string;
  /** Seconds. */
  readonly expires_in: number;
  /** False where the service has no exchange, so that calls carry the token of the session. */
  readonly is_exchanged?: false;
  readonly expires_at: string;
  /** Only where the operator allows handing tokens out. */
  readonly access_token?: string;
}

/** The tokens of one principal, who has connections of their own by it. */
export interface TokenSource extends Credentials {
  /** Carries out a token operation with the configured credentials. */
  grant(kind: TokenOperation, args: Readonly<Record<string, unknown>>, time: CallTime): Promise<TokenReport>;
}

/**
 * Milliseconds before a token expires. From `renewAheadMs` on it is renewed in the background while calls still use it;
 * from `stopUsingMs` on they wait for the new one. Both shrink for tokens that live shortly.
 */
const renewAheadMs = 120_000;
const stopUsingMs = 30_000;
/** A refused login is not tried again for this long: repeating it would lock the account. */
const refusalMs = 10_000;

/**
 * Signs in, exchanges the session for a short-lived token, and renews it before it ends. Any number of callers share
 * one renewal; each waits with its own time and can leave without stopping it.
 */
export function createTokenSource(options: {
  readonly send: Send;
  readonly signIn: SignIn;
  readonly wire: Wire;
  /** Seconds that short-lived tokens are asked for. */
  readonly lifetime: number;
  /** Milliseconds that a renewal may take. */
  readonly timeoutMs: number;
  /** Whether token operations answer the token itself. Default: no. */
  readonly reveal?: boolean;
}): TokenSource {
  const grants = createTokenRequests({
    ...options,
    send: (request, time, access) => options.send({ ...request, access, time, owner: source }),
  });
  let session: Token | undefined = options.signIn.kind === 'session' ? options.signIn.session : undefined;
  let current: Token | undefined;
  let renewal: { readonly token: Promise<Token>; readonly since: number } | undefined;
  /** How often the service has refused the current token: what was asked for before may be refused as well. */
  let refusals = 0;
  let refusal: { readonly error: unknown; readonly until: number } | undefined;

  /** The service signs in and has no exchange: calls carry the token of the session. */
  let isWithoutExchange = false;
  const exchange = async (time: CallTime, lifetime = options.lifetime): Promise<Token> => {
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
  const elsewhere = options.signIn.kind === 'session' ? options.signIn.renew : undefined;
  const renewSession = async (old: Token | undefined, time: CallTime): Promise<Token> => {
    if (elsewhere && old) return elsewhere(old);
    const { signIn } = options;
    const latest = signIn.kind === 'session' ? await signIn.latest?.() : undefined;
    if (latest && latest.value !== old?.value && isUsable(latest)) return latest;
    const fresh = (await refreshed(latest ?? old, time)) ?? (await grants.signIn(time));
    if (signIn.kind === 'session') signIn.onRenewed(fresh);
    return fresh;
  };
  /** A new token by `refresh_token`, or undefined where the service refuses that. */
  const refreshed = async (old: Token | undefined, time: CallTime): Promise<Token | undefined> => {
    if (old?.refreshToken === undefined || options.signIn.kind === 'caller' || elsewhere) return undefined;
    try {
      return await grants.refresh(old.refreshToken, time);
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  };
  /** The refusal that still stands; undefined where asking again is in order. */
  const standingRefusal = () => (refusal && performance.now() < refusal.until ? refusal.error : undefined);
  const noteRefusal = (error: unknown): never => {
    if (isRefusal(error)) {
      refusal = { error, until: performance.now() + refusalMs };
      if (options.signIn.kind === 'session') options.signIn.onEnded();
    }
    throw error;
  };
  /** @param before a renewal under way, which two at a time would disturb */
  const obtain = async (before: Promise<Token> | undefined): Promise<Token> => {
    await before?.catch(() => undefined);
    const standing = standingRefusal();
    if (standing !== undefined) throw standing;
    const { timeoutMs } = options;
    const time = { signal: undefined, deadline: performance.now() + timeoutMs, timeoutMs };
    return (await refreshed(current, time)) ?? exchange(time);
  };
  const renew = (): Promise<Token> => {
    const standing = standingRefusal();
    if (standing !== undefined) return Promise.reject(standing);
    if (renewal?.since === refusals) return renewal.token;
    const since = refusals;
    const token = obtain(renewal?.token)
      .then((fresh) => {
        // Of one that came too late only the refresh token is of use.
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
  /** Put together again where one of them is another: every answer is searched for them. */
  let held = { of: current, by: session, tokens: all() };

  const source: TokenSource = {
    get: (time) => {
      if (current && isUsable(current)) {
        // A failed renewal ahead of time is no failure yet: the token still works, and the next call tries again.
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

/** Shorter ones occur by chance. */
const minHeldLength = 8;

const remaining = (token: Token) => token.expiresAt - performance.now();
/** The margins shrink with the lifetime, so that a token of a few seconds is used at all. */
const isUsable = (token: Token) => remaining(token) > Math.min(stopUsingMs, token.lifetimeMs / 10);
const isAgeing = (token: Token) => remaining(token) < Math.min(renewAheadMs, token.lifetimeMs / 5);
const isRefusal = (error: unknown) => error instanceof ApiError && error.status < 500 && error.status !== 429;

/** Sessions whose tokens the service gave to casebridge itself. Others are exchanged or refused. */
const givenByService: readonly SignIn['kind'][] = ['password', 'domain', 'session'];
/** The path of the exchange names no record, so that nothing else can be missing. */
const isAbsent = (error: unknown) => error instanceof ApiError && [404, 405, 501].includes(error.status);

function report(token: Token, reveal: boolean | undefined): TokenReport {
  return {
    ...(reveal ? { access_token: token.value } : {}),
    token_type: token.type,
    expires_in: Math.round(token.lifetimeMs / 1000),
    expires_at: new Date(Date.now() + remaining(token)).toISOString(),
  };
}

/** A refusal becomes a `SignInError` here, once. */
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
  // Its words are in the cause, to be set off from the bridge's own.
  const what = words ? '.' : worded(signInMessages.refusedSilently, { status: error.status });
  const isNothingThere = error.status === 404 || error.status === 405;
  const there = isNothingThere ? signInMessages.nothingThere : '';
  return new SignInError(worded(signInMessages.refused, { what, there }), {
    cause: error,
    advice: isNothingThere ? 'check-url' : (adviceWhereRefused[kind] ?? 'check-login'),
  });
}
