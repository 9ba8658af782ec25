import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Principal } from '../api/client/executor.ts';
import type { TokenSource } from '../api/tokens/token-source.ts';
import { withAdvice } from '../contract/advice.ts';
import { ApiError, isCallError, SignInError } from '../contract/errors.ts';
import { calledBy } from '../contract/operations/operation-client.ts';
import { type Authenticate, type AuthRejection, sharerOf, siteOf } from '../transports/http/index.ts';
import { letGo } from '../util/let-go.ts';
import { ownText } from '../util/own-text.ts';
import { createLine, type Line } from '../util/waiting-line.ts';
import { type Account, createAccount, type Standing } from './account.ts';
import { type Claims, claimsOf, type Identify, keyOf } from './identity.ts';
import { type CheckToken, IssuerError, TokenError } from './jwt.ts';
import { grantedScopes } from './scopes.ts';
import { createTurns } from './turns.ts';

export interface CallersOptions {
  /**
   * Creates the source that exchanges a caller's token for short-lived tokens. All tokens of one connection share a
   * source.
   * @param claims claims of the caller's token, verified or not
   */
  readonly createTokens: (bearer: string, claims: Claims) => TokenSource;
  readonly identify: Identify;
  /** Verifies single sign-on tokens before they are sent to the service. */
  readonly checkToken?: CheckToken | undefined;
  /** Whether single sign-on tokens contain scopes. If true, calls outside the scopes of a token are refused. */
  readonly isScoped?: boolean;
  /**
   * Connections that users made through this server's own sign-in. Only the newest token of each connection is cached.
   * Default: each token is its own connection.
   */
  readonly connections?: TokenConnections | undefined;
  /**
   * Counts a refused token, and returns how many tokens from this address or site all processes have refused within one
   * minute.
   */
  readonly countRefused?: (address: string) => Promise<number>;
  /** Called when the identity of a new caller has been resolved. */
  readonly onSignIn?: (signedIn: { readonly caller: string; readonly user: string | undefined }) => void;
  /** Maximum concurrent requests to the service, per caller and in total. */
  readonly requests: { readonly own: number; readonly all: number };
  /** Maximum time of a token exchange, in milliseconds. */
  readonly timeoutMs: number;
}

export interface TokenConnections {
  /** Returns the connection id that a token contains. Does not verify the token. */
  of(bearer: string): string | undefined;
  /** Checks whether this server issued the token. The token may have expired. Sends no request. */
  isOurs(bearer: string): boolean;
  /** Checks whether the token's connection exists. @throws IssuerError if this is unknown */
  isLive(bearer: string): Promise<boolean>;
  /** Checks whether this process has been notified that a connection has ended. */
  hasEnded(connection: string): boolean;
  onEnded(hear: (connection: string) => void): void;
}

export interface Callers {
  readonly authenticate: Authenticate<Principal>;
  readonly count: () => number;
}

interface Known {
  /** Hash of the newest token. */
  readonly key: string;
  readonly principal: Principal;
  readonly account: Account;
  /** Expiry of a single sign-on token, in milliseconds since 1970. */
  readonly endsAt: number;
}

/** Maximum number of cached callers. Beyond it, the least recently active caller must authenticate again. */
export const maxKnown = 10_000;
/** Maximum size of the cache, in bytes. The size of an entry is a fixed part plus a part per character of its token. */
const maxKnownBytes = 128 * 1024 * 1024;
const knownBytes = { each: 6 * 1024, perCharacter: 4 };
/** Time without a call after which a caller must authenticate again. Short-lived tokens last about as long. */
const forgetMs = 10 * 60_000;
/**
 * Maximum number of refused tokens per minute, from one address and from its IPv6 site. Beyond it, unknown tokens from
 * there are refused without a request to the service.
 */
const maxRefused = { network: 30, site: 120 };
const refusedMs = 60_000;
const maxTokenLength = 8192;
/** Maximum number of concurrent authentications: per address or site, in total, and waiting. */
const newcomers = { own: 8, all: 32, waiting: 1000 };

/** Creates the authentication. The service exchanges the tokens, and callers are cached. */
export function createAuthenticate(options: CallersOptions): Callers {
  // A coarse `ttlResolution` limits the number of timers. With the default of 1 ms, almost every `get` would start one.
  const known = letGo(
    new LRUCache<string, Known>({
      max: maxKnown,
      maxSize: maxKnownBytes,
      ttl: forgetMs,
      ttlResolution: 1000,
      updateAgeOnGet: true,
    }),
  );
  const introductions = new Map<string, Promise<Known>>();
  // An address has at most 64 characters, so this cache takes about 3 MB.
  const refused = letGo(new LRUCache<string, number>({ max: maxKnown, ttl: refusedMs }));
  // Lock out addresses only if this server cannot verify tokens. A guessed token cannot pass verification, and
  // verification sends nothing to the service.
  const isGuessable = options.checkToken === undefined;
  const isLockedOut = (address: string) =>
    isGuessable &&
    (attempts(address) >= maxRefused.network || attempts(siteOf(address) ?? '') >= maxRefused.site);
  const attempts = (address: string) => refused.get(address) ?? 0;
  const noteAttempts = (address: string, count: number) =>
    refused.set(address, count, { ttl: refused.getRemainingTTL(address) || refusedMs });
  /** Counts a refused token. Counts from other processes are added later, so that no request waits for them. */
  const noteRefused = (address: string) => {
    for (const place of [address, siteOf(address)].filter((one) => one !== undefined)) {
      noteAttempts(place, attempts(place) + 1);
      void options
        .countRefused?.(place)
        .then((count) => count > attempts(place) && noteAttempts(place, count));
    }
  };
  const line = createLine(newcomers);
  // Use a separate queue, because slow responses about identities must not delay authentication.
  const asking = createLine(newcomers);
  const inTurn = createTurns(options.requests);

  const { connections } = options;
  connections?.onEnded((connection) => known.delete(connection));
  const placeOf = (bearer: string, key: string) => connections?.of(bearer) ?? key;
  const identify = async (bearer: string, key: string): Promise<Known> => {
    const caller = (id: string, as: string, standing: Standing, claims: Claims, endsAt: number): Known => {
      const tokens = options.createTokens(bearer, claims);
      const before = known.get(placeOf(bearer, key));
      if (before?.principal.tokens === tokens) return { ...before, key, endsAt };
      const whoSays = options.identify(tokens, async () => claims);
      const account = createAccount({ id: as, standing }, whoSays, (address, ask) =>
        inLine(asking, sharerOf(address), ask),
      );
      const { identity, account: current } = account;
      const scopes = options.isScoped ? { scopes: grantedScopes(claims) } : {};
      const connection = connections?.of(bearer);
      const principal = {
        ...{ id, account: current, identity, tokens, inTurn: inTurn(current), ...scopes },
        ...(connection !== undefined && { connection: ownText(connection) }),
      };
      return { key, principal, account, endsAt };
    };
    if (options.checkToken === undefined) {
      const claims = await claimsOf(bearer);
      const said = keyOf(claims);
      const id = `token:${key.slice(0, 16)}`;
      return caller(id, said ?? id, said === undefined ? 'unknown' : 'claimed', claims, Infinity);
    }
    const claims = await options.checkToken(bearer);
    const id = keyOf(claims) ?? `subject:${hash('sha256', `${claims.iss}|${claims.sub}`)}`;
    return caller(id, id, 'proven', claims, (claims.exp ?? 0) * 1000);
  };

  const knownBy = (bearer: string, key: string): Known | undefined => {
    const found = known.get(placeOf(bearer, key));
    return found?.key === key && found.endsAt > Date.now() ? found : undefined;
  };

  const exchange = ({ principal }: Known) => {
    const { timeoutMs } = options;
    return principal.tokens.get({ signal: undefined, deadline: performance.now() + timeoutMs, timeoutMs });
  };

  /** Reports the identity to `onSignIn` in the background, because authentication does not depend on it. */
  const tellWho = async ({ principal: { id }, account }: Known, address: string) => {
    options.onSignIn?.({ caller: id, user: calledBy((await account.ask(address)) ?? {}) });
  };

  const introduce = async (bearer: string, key: string, address: string): Promise<Known> => {
    const place = placeOf(bearer, key);
    const caller = await identify(bearer, key);
    await exchange(caller);
    const isNew = known.get(place)?.principal !== caller.principal;
    known.set(ownText(place), caller, { size: knownBytes.each + knownBytes.perCharacter * bearer.length });
    if (isNew) void tellWho(caller, address);
    return caller;
  };

  /** Authenticates a token. Concurrent calls with the same token share one authentication. */
  const introduceOnce = (bearer: string, key: string, address: string): Promise<Known> => {
    const known = introductions.get(key);
    if (known !== undefined) return known;
    const turn = inLine(line, sharerOf(address), () => {
      // While this token waited, other tokens from the same address or site may have been refused.
      if (isLockedOut(address)) throw new TooManyError();
      return introduce(bearer, key, address);
    });
    if (turn === undefined) return Promise.reject(new TooManyError());
    const begun = turn.finally(() => introductions.delete(key));
    introductions.set(key, begun);
    return begun;
  };

  /**
   * Returns the caller. For a cached caller, the service checks the token only when the short-lived token is renewed.
   */
  const admit = async (bearer: string, key: string, address: string): Promise<Principal> => {
    let found = knownBy(bearer, key);
    if (found !== undefined && connections !== undefined && !(await connections.isLive(bearer))) {
      known.delete(placeOf(bearer, key));
      throw new TokenError('The connection has ended.');
    }
    if (found === undefined) found = await introduceOnce(bearer, key, address);
    else await exchange(found);
    await found.account.settle(address);
    // The connection may have ended during the exchange.
    const { connection } = found.principal;
    if (connection !== undefined && connections?.hasEnded(connection))
      throw new TokenError('The connection has ended.');
    return found.principal;
  };

  const authenticate: Authenticate<Principal> = async (bearer, address) => {
    if (bearer === undefined) return turn({ status: 401, message: 'No token was sent: sign in.' });
    if (bearer.length > maxTokenLength) return turn({ status: 401, message: 'The token is too long.' });
    const key = hash('sha256', bearer);
    if (connections?.isOurs(bearer) === false)
      return turn({ status: 401, message: 'The token was not issued by this server.' });
    // The lockout does not affect cached callers at the same address.
    if (isLockedOut(address) && knownBy(bearer, key) === undefined) return turn(tooMany);
    try {
      return { caller: await admit(bearer, key, address) };
    } catch (error) {
      const rejected = turnedBy(error);
      if (rejected.status === 401 && isGuessable) noteRefused(address);
      return turn(rejected);
    }
  };
  return { authenticate, count: () => known.size };
}

/** Runs a function in a queue. Returns undefined if the queue is full. */
function inLine<T>(line: Line, whose: string, run: () => Promise<T>): Promise<T> | undefined {
  return line.enter(whose)?.then(async (leave) => {
    try {
      return await run();
    } finally {
      leave();
    }
  });
}

/** Error for a token that was refused without a request to the service. */
class TooManyError extends Error {}
const tooMany: AuthRejection = { status: 429, message: 'Too many refused tokens.', retryAfterMs: refusedMs };

const turn = (rejected: AuthRejection) => ({ rejected });

/**
 * Converts an error to an HTTP rejection.
 * @throws the error itself if neither a refused token nor a network failure caused it
 */
function turnedBy(error: unknown): AuthRejection {
  if (error instanceof TooManyError) return tooMany;
  if (error instanceof TokenError) return { status: 401, message: error.message };
  if (error instanceof IssuerError) return { status: 503, message: error.message, retryAfterMs: 5000 };
  if (error instanceof SignInError) return refusedByService(error);
  if (!isCallError(error)) throw error;
  const message = 'The case-management service cannot check the token right now.';
  return { status: 503, message, retryAfterMs: error.retryAfterMs ?? 5000 };
}

function refusedByService({ cause }: SignInError): AuthRejection {
  const status = cause instanceof ApiError ? cause.status : undefined;
  if (status !== undefined && [400, 401, 403].includes(status))
    return { status: 401, message: 'The case-management service does not accept this token: sign in again.' };
  return {
    status: 502,
    message: withAdvice('The case-management service does not exchange tokens.', 'check-url'),
  };
}
