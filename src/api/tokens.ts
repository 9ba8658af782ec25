import { readFile, stat } from 'node:fs/promises';
import type { TokenGrant } from '../contract/operation.ts';
import { parseJson } from './answer.ts';
import type { CallTime, RawAnswer } from './attempt.ts';
import { ApiError, SignInError, serviceMessage } from './errors.ts';
import type { Send } from './http.ts';
import { waitWithin } from './waiting.ts';
import { tokenBodies, tokenPaths, type Wire } from './wire.ts';

/** How the bridge proves who it acts for. */
export type SignIn =
  | { readonly kind: 'password'; readonly login: string; readonly password: string }
  /** Integrated domain authentication: the provider makes the `Negotiate …` header. */
  | { readonly kind: 'domain'; readonly negotiate?: (() => Promise<string>) | undefined }
  | { readonly kind: 'sso'; readonly token: string }
  /** The token of somebody who calls over the network: what it was exchanged for must not outlive it. */
  | { readonly kind: 'caller'; readonly token: string }
  /** Read again whenever the file changes. */
  | { readonly kind: 'sso-file'; readonly path: string };

/** What a token operation tells: that it worked and until when. */
export interface TokenReport {
  readonly token_type: string;
  /** Seconds. */
  readonly expires_in: number;
  readonly expires_at: string;
  /** Only where the operator allows handing tokens out. */
  readonly access_token?: string;
}

/** The tokens of one principal. */
export interface TokenSource {
  /** The access token that calls carry. @throws SignInError where none can be had */
  get(time: CallTime): Promise<string>;
  /** Forgets a token that the service refused, unless a newer one has replaced it already. */
  drop(token: string): void;
  /** Carries out a token operation with the configured credentials. */
  grant(kind: TokenGrant, args: Readonly<Record<string, unknown>>, time: CallTime): Promise<TokenReport>;
  /** The header, by name and value, that carries a token. */
  header(token: string): Readonly<Record<string, string>>;
}

interface Token {
  readonly value: string;
  readonly type: string;
  readonly refreshToken: string | undefined;
  readonly lifetimeMs: number;
  /** On the monotonic clock, so that a jump of the machine's clock changes nothing. */
  readonly expiresAt: number;
}

/** Renewed in the background from here on; below the second figure callers wait for the new token. */
const renewAheadMs = 120_000;
const stopUsingMs = 30_000;
const defaultLifetimeS = 60;
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
  const grants = createGrants(options);
  let session: Token | undefined;
  let current: Token | undefined;
  let renewal: Promise<Token> | undefined;
  let refusal: { readonly error: unknown; readonly until: number } | undefined;

  const exchange = async (time: CallTime, lifetime = options.lifetime): Promise<Token> => {
    const fresh = session !== undefined && isUsable(session);
    session = fresh && session ? session : await renewSession(session, time);
    try {
      return await grants.exchange(session, lifetime, time);
    } catch (error) {
      if (!fresh || !isRefusal(error)) throw error;
      session = await renewSession(session, time);
      return grants.exchange(session, lifetime, time);
    }
  };
  const renewSession = async (old: Token | undefined, time: CallTime): Promise<Token> =>
    (await refreshed(old, time)) ?? grants.signIn(time);
  /** A new token by `refresh_token`, or undefined where the service refuses that. */
  const refreshed = async (old: Token | undefined, time: CallTime): Promise<Token | undefined> => {
    if (old?.refreshToken === undefined || options.signIn.kind === 'caller') return undefined;
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
    if (isRefusal(error)) refusal = { error, until: performance.now() + refusalMs };
    throw error;
  };
  const renew = (): Promise<Token> => {
    const standing = standingRefusal();
    if (standing !== undefined) return Promise.reject(standing);
    const time = {
      signal: undefined,
      deadline: performance.now() + options.timeoutMs,
      timeoutMs: options.timeoutMs,
    };
    renewal ??= (async () => (await refreshed(current, time)) ?? exchange(time))()
      .then((token) => {
        current = token;
        refusal = undefined;
        return token;
      })
      .catch(noteRefusal)
      .finally(() => {
        renewal = undefined;
      });
    return renewal;
  };

  return {
    get: async (time) => {
      if (current && isUsable(current)) {
        // A failed renewal ahead of time is no failure yet: the token still works, and the next call tries again.
        if (isAgeing(current) && !renewal) renew().catch(() => undefined);
        return current.value;
      }
      return (await waitFor(renew(), time, options.signIn)).value;
    },
    drop: (token) => {
      if (current?.value === token) current = { ...current, expiresAt: 0 };
    },
    grant: async (kind, args, time) => {
      if (kind === 'exchange')
        return report(await exchange(time, args.lifetime as number | undefined), options.reveal);
      if (kind === 'password' && args.grant_type === 'refresh_token')
        session = await renewSession(session, time);
      else {
        const standing = standingRefusal();
        if (standing !== undefined) throw standing;
        session = await grants.signIn(time, kind).catch(noteRefusal);
      }
      return report(session, options.reveal);
    },
    header: (token) => carry(options.wire, token),
  };
}

/** The requests that bring tokens. */
function createGrants(options: { send: Send; signIn: SignIn; wire: Wire }) {
  const { signIn, wire } = options;
  const ask = async (
    path: string,
    body: object | undefined,
    headers: Record<string, string>,
    time: CallTime,
    secret: string,
  ) => {
    const json = body === undefined ? undefined : JSON.stringify(body);
    const request = {
      method: 'POST' as const,
      target: path,
      headers: json === undefined ? headers : { 'content-type': 'application/json', ...headers },
      body: json,
    };
    // Asking for a token changes nothing, so it may be repeated like a read.
    return readToken(await options.send(request, 'read', time), secret);
  };
  const byDomain = async (time: CallTime): Promise<Token> => {
    if (signIn.kind !== 'domain' || !signIn.negotiate)
      throw new SignInError(
        'Integrated domain authentication is not available here: no provider of the Negotiate header is set up. Sign in with CASEBRIDGE_LOGIN and CASEBRIDGE_PASSWORD, or with a single sign-on token.',
      );
    const authorization = await signIn.negotiate();
    return ask(tokenPaths.domain, undefined, { authorization }, time, authorization);
  };
  const byPassword = (time: CallTime): Promise<Token> => {
    if (signIn.kind !== 'password')
      throw new SignInError(
        'No login and password are configured: set CASEBRIDGE_LOGIN and CASEBRIDGE_PASSWORD.',
      );
    const { login, password } = signIn;
    return ask(tokenPaths.password, tokenBodies.password(login, password), {}, time, password);
  };
  return {
    signIn: async (time: CallTime, kind?: TokenGrant): Promise<Token> => {
      if (kind === 'domain' || (kind === undefined && signIn.kind === 'domain')) return byDomain(time);
      if (kind === undefined && isGiven(signIn)) return readGivenToken(signIn);
      return byPassword(time);
    },
    refresh: (token: string, time: CallTime) =>
      ask(tokenPaths.password, tokenBodies.refresh(token), {}, time, token),
    exchange: ({ value }: Token, lifetime: number, time: CallTime) =>
      ask(tokenPaths.exchange, tokenBodies.exchange(lifetime), carry(wire, value), time, value),
  };
}

type GivenToken = Extract<SignIn, { kind: 'sso' | 'sso-file' | 'caller' }>;
const isGiven = (signIn: SignIn): signIn is GivenToken =>
  signIn.kind === 'sso' || signIn.kind === 'sso-file' || signIn.kind === 'caller';

/** A token that was given lives as long as its issuer says, which only the service can tell: it is taken anew each time. */
async function readGivenToken(signIn: GivenToken): Promise<Token> {
  const value = signIn.kind === 'sso-file' ? await readTokenFile(signIn.path) : signIn.token;
  return { value, type: 'bearer', refreshToken: undefined, lifetimeMs: 0, expiresAt: 0 };
}

const maxTokenFile = 64 * 1024;

async function readTokenFile(path: string): Promise<string> {
  const info = await stat(path).catch(() => undefined);
  if (!info?.isFile() || info.size > maxTokenFile)
    throw new SignInError(
      'The single sign-on token file (CASEBRIDGE_SSO_TOKEN_FILE) is missing, too large, or no file.',
    );
  const token = (await readFile(path, 'utf8')).trim();
  if (token === '')
    throw new SignInError('The single sign-on token file (CASEBRIDGE_SSO_TOKEN_FILE) is empty.');
  return token;
}

/** @param secret what the request carried; a refusal may repeat it, and nobody needs to read it there */
function readToken(answer: RawAnswer, secret: string): Token {
  const body = parseJson(answer);
  if (answer.status >= 400) {
    const message = [JSON.stringify(secret).slice(1, -1), secret].reduce(
      (text, hidden) => (hidden.length > 3 ? text?.replaceAll(hidden, '[secret]') : text),
      serviceMessage(body),
    );
    throw new ApiError(answer.status, message === undefined ? undefined : { message });
  }
  const { access_token, token_type, expires_in, refresh_token } = (body ?? {}) as Record<string, unknown>;
  if (typeof access_token !== 'string' || access_token === '')
    throw new SignInError(
      'The service answered the sign-in without a token: CASEBRIDGE_URL may point to something else.',
    );
  const seconds =
    typeof expires_in === 'number' && expires_in > 0
      ? Math.min(Math.max(expires_in, 5), 86_400)
      : defaultLifetimeS;
  return {
    value: access_token,
    type: typeof token_type === 'string' ? token_type : 'bearer',
    refreshToken: typeof refresh_token === 'string' && refresh_token !== '' ? refresh_token : undefined,
    lifetimeMs: seconds * 1000,
    expiresAt: performance.now() + seconds * 1000,
  };
}

const remaining = (token: Token) => token.expiresAt - performance.now();
/** The margins shrink with the lifetime, so that a token of a few seconds is used at all. */
const isUsable = (token: Token) => remaining(token) > Math.min(stopUsingMs, token.lifetimeMs / 10);
const isAgeing = (token: Token) => remaining(token) < Math.min(renewAheadMs, token.lifetimeMs / 5);
const isRefusal = (error: unknown) => error instanceof ApiError && error.status < 500 && error.status !== 429;

function carry(wire: Wire, token: string): Record<string, string> {
  return {
    [wire.tokenHeader.toLowerCase()]: wire.tokenScheme === '' ? token : `${wire.tokenScheme} ${token}`,
  };
}

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

function refused(error: ApiError, kind: SignIn['kind']): SignInError {
  const words = serviceMessage(error.body);
  // In quotation marks that they cannot end: the service's words stand in the middle of the bridge's own.
  const what = words
    ? JSON.stringify(words)
    : `the service answered with status ${error.status} and no message.`;
  const next =
    error.status === 404 || error.status === 405
      ? 'Nothing signs in at this address: the operator should check CASEBRIDGE_URL.'
      : kind === 'caller'
        ? 'The user should sign in again in the assistant: its token is no longer accepted.'
        : 'The operator should check the configured login.';
  return new SignInError(`Signing in to the case-management service was refused: ${what} ${next}`, {
    cause: error,
  });
}
