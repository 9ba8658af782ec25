import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Principal } from '../api/client/executor.ts';
import type { TokenSource } from '../api/tokens/token-source.ts';
import { withAdvice } from '../contract/advice.ts';
import { ApiError, isCallError, SignInError } from '../contract/errors.ts';
import { calledBy } from '../contract/operations/operation-client.ts';
import { type Authenticate, type AuthRejection, siteOf } from '../transports/http/index.ts';
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
   * A source of exchanged tokens for one caller's token; the same again for another token of a connection.
   * @param claims what is known of the token
   */
  readonly createTokens: (bearer: string, claims: Claims) => TokenSource;
  readonly identify: Identify;
  /** Checks single sign-on tokens before the service sees them. */
  readonly checkToken?: CheckToken | undefined;
  /** Whether those tokens name what they grant here: calls of other kinds are refused then. */
  readonly isScoped?: boolean;
  /** Connections whose tokens are renewed in turn: one token of each is known at a time. Default: each token is one. */
  readonly connections?: TokenConnections | undefined;
  /** Counts refused tokens of an address in a minute, at all processes. */
  readonly countRefused?: (address: string) => Promise<number>;
  /** Told whom somebody is who was let in just now. */
  readonly onSignIn?: (signedIn: { readonly caller: string; readonly user: string | undefined }) => void;
  /** Requests to the service under way at the same time, of one caller and of all. */
  readonly requests: { readonly own: number; readonly all: number };
  /** Milliseconds for an exchange. */
  readonly timeoutMs: number;
}

export interface TokenConnections {
  /** The connection that a token names, verified or not. */
  of(bearer: string): string | undefined;
  /** Whether this server gave the token, however long ago. Nobody is asked. */
  isOurs(bearer: string): boolean;
  /** Whether a verified token still holds. @throws IssuerError if nobody can tell just now */
  isLive(bearer: string): Promise<boolean>;
  /** Whether this process has learned that a connection ended. */
  hasEnded(connection: string): boolean;
  onEnded(hear: (connection: string) => void): void;
}

export interface Callers {
  readonly authenticate: Authenticate<Principal>;
  /** Of those who were let in lately. */
  readonly count: () => number;
}

interface Known {
  /** The hash of the token that came last. */
  readonly key: string;
  readonly principal: Principal;
  readonly account: Account;
  /** End of a single sign-on token, in milliseconds since 1970. */
  readonly endsAt: number;
}

/** Callers who are known at the same time. */
export const maxKnown = 10_000;
/** Of what is known of them; of one beside the token, about, and for each character of that, which is kept in parts too. */
const maxKnownBytes = 128 * 1024 * 1024;
const knownBytes = { each: 6 * 1024, perCharacter: 4 };
/** The service is asked for a new token anyway about now, when somebody comes again. */
const forgetMs = 10 * 60_000;
/** Refused tokens from one address in a minute, before the service is spared further ones. */
const maxRefused = { network: 30, site: 120 };
const refusedMs = 60_000;
const maxTokenLength = 8192;
/** Of those who are new, or of whom it is not known who they are, by their address. */
const newcomers = { own: 8, all: 32, waiting: 1000 };

/**
 * The people who use one server, each known by the token that their assistant sends: lets in whoever has one that the
 * service accepts, where it is exchanged for the token that calls carry.
 */
export function createAuthenticate(options: CallersOptions): Callers {
  // A resolution of a second spares the timer that each millisecond with a look would set.
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
  // By addresses of 64 characters at most: some 3 MB.
  const refused = letGo(new LRUCache<string, number>({ max: maxKnown, ttl: refusedMs }));
  const isLockedOut = (address: string) =>
    attempts(address) >= maxRefused.network || attempts(siteOf(address) ?? '') >= maxRefused.site;
  const attempts = (address: string) => refused.get(address) ?? 0;
  const noteAttempts = (address: string, count: number) =>
    refused.set(address, count, { ttl: refused.getRemainingTTL(address) || refusedMs });
  /** Nobody waits for what other processes have counted. */
  const noteRefused = (address: string) => {
    for (const place of [address, siteOf(address)].filter((one) => one !== undefined)) {
      noteAttempts(place, attempts(place) + 1);
      void options
        .countRefused?.(place)
        .then((count) => count > attempts(place) && noteAttempts(place, count));
    }
  };
  const line = createLine(newcomers);
  // Apart, so that a service which does not tell who somebody is keeps nobody out.
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
        inLine(asking, address, ask),
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

  /** Nobody waits for it: whether it can be told who somebody is has no part in letting them in. */
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

  /** Calls that come before the first of them is let in wait for it. */
  const introduceOnce = (bearer: string, key: string, address: string): Promise<Known> => {
    const known = introductions.get(key);
    if (known !== undefined) return known;
    const turn = inLine(line, address, () => {
      // Others of the same address may have been refused meanwhile.
      if (isLockedOut(address)) throw new TooManyError();
      return introduce(bearer, key, address);
    });
    if (turn === undefined) return Promise.reject(new TooManyError());
    const begun = turn.finally(() => introductions.delete(key));
    introductions.set(key, begun);
    return begun;
  };

  /** A known caller is not authenticated anew: the service is asked when the caller’s short-lived token is next renewed. */
  const admit = async (bearer: string, key: string, address: string): Promise<Principal> => {
    let found = knownBy(bearer, key);
    if (found !== undefined && connections !== undefined && !(await connections.isLive(bearer))) {
      known.delete(placeOf(bearer, key));
      throw new TokenError('The connection has ended.');
    }
    if (found === undefined) found = await introduceOnce(bearer, key, address);
    else await exchange(found);
    await found.account.settle(address);
    // It may have ended meanwhile.
    const { connection } = found.principal;
    if (connection !== undefined && connections?.hasEnded(connection))
      throw new TokenError('The connection has ended.');
    return found.principal;
  };

  const authenticate: Authenticate<Principal> = async (bearer, address) => {
    if (bearer === undefined) return turn({ status: 401, message: 'Sign in: no token was sent.' });
    if (bearer.length > maxTokenLength) return turn({ status: 401, message: 'The token is too long.' });
    const key = hash('sha256', bearer);
    if (connections?.isOurs(bearer) === false)
      return turn({ status: 401, message: 'The token is none of this server.' });
    // Only for those who are not known: others at the same address go on working.
    if (isLockedOut(address) && knownBy(bearer, key) === undefined) return turn(tooMany);
    try {
      return { caller: await admit(bearer, key, address) };
    } catch (error) {
      const rejected = turnedBy(error);
      // A token of this server costs the service nothing, and others at the address need not wait for its renewal.
      if (rejected.status === 401 && connections === undefined) noteRefused(address);
      return turn(rejected);
    }
  };
  return { authenticate, count: () => known.size };
}

/** Carries something out when it is its turn; undefined where too many wait already. */
function inLine<T>(line: Line, whose: string, run: () => Promise<T>): Promise<T> | undefined {
  return line.enter(whose)?.then(async (leave) => {
    try {
      return await run();
    } finally {
      leave();
    }
  });
}

/** Nobody was asked about the token. */
class TooManyError extends Error {}
const tooMany: AuthRejection = { status: 429, message: 'Too many refused tokens.', retryAfterMs: refusedMs };

const turn = (rejected: AuthRejection) => ({ rejected });

/** @throws whatever is no refusal and no failure of the network */
function turnedBy(error: unknown): AuthRejection {
  if (error instanceof TooManyError) return tooMany;
  if (error instanceof TokenError) return { status: 401, message: error.message };
  if (error instanceof IssuerError) return { status: 503, message: error.message, retryAfterMs: 5000 };
  if (error instanceof SignInError) return refusedByService(error);
  if (!isCallError(error)) throw error;
  const message = 'The case-management service cannot be asked about the token just now.';
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
