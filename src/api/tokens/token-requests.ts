import { readFile, stat } from 'node:fs/promises';
import { ApiError, NetworkError, OutcomeUnknownError, SignInError } from '../../contract/errors.ts';
import type { Access } from '../../contract/operations/operation.ts';
import { isRow, type Row } from '../../contract/records/row.ts';
import { serviceMessage } from '../../contract/service-message.ts';
import { parseBody } from '../transport/answer/response-body.ts';
import type { ApiRequest, CallTime, RawAnswer } from '../transport/request.ts';
import { signInMessages } from './messages.ts';
import {
  type TokenNames,
  type TokenOperation,
  tokenBodies,
  tokenFields,
  tokenPaths,
  type Wire,
} from './token-wire.ts';

export type SignIn =
  | { readonly kind: 'password'; readonly login: string; readonly password: string }
  /** Integrated domain authentication. Creates the `Negotiate …` header, which is valid for one request. */
  | { readonly kind: 'domain'; readonly negotiate: () => Promise<string> }
  | { readonly kind: 'sso'; readonly token: string }
  /**
   * Token that a caller sent over the network. A token obtained in exchange is never renewed by refresh token. It can
   * still be valid when the caller's token has expired, but only until its own expiry.
   */
  | { readonly kind: 'caller'; readonly token: string }
  /**
   * Session of a person who signed in through casebridge. `renew` and `onEnded` are called when it is renewed or ends.
   */
  | {
      readonly kind: 'session';
      readonly session: Token;
      /**
       * Issuer of the session. The service's token for a provider's session is never renewed by refresh token. After
       * the end of the session, it is valid until its own expiry.
       */
      readonly issuer: 'service' | 'provider';
      /**
       * Renews the session, or returns the one that another process has obtained in its place.
       * @param refresh uses the refresh token of a session that the service issued
       */
      readonly renew: (session: Token, refresh: (session: Token) => Promise<Token>) => Promise<Token>;
      readonly onEnded: () => void;
    }
  /** Path of a file with a token. The file is read again for each exchange. */
  | { readonly kind: 'sso-file'; readonly path: string };

export interface Token {
  readonly value: string;
  readonly type: string;
  readonly refreshToken: string | undefined;
  readonly lifetimeMs: number;
  /** Expiry on the monotonic clock, so that changes of the system clock have no effect. */
  readonly expiresAt: number;
}

const defaultLifetimeS = 60;

/**
 * Creates the functions that request tokens.
 * @throws from each function: ApiError if the service refuses, SignInError if there are no credentials
 */
export function createTokenRequests(options: {
  /** Sends a request. @param access decides whether the request may be retried */
  readonly send: (request: ApiRequest, time: CallTime, access: Access) => Promise<RawAnswer>;
  readonly signIn: SignIn;
  readonly wire: Wire;
}) {
  const { signIn, wire } = options;
  const ask = async (
    kind: TokenOperation,
    body: Readonly<Record<string, unknown>> | undefined,
    headers: Record<string, string>,
    time: CallTime,
    secret: string,
    // A token request changes nothing, so it may be retried like a read.
    access: Access = 'read',
  ) => {
    const { names = {}, paths = {} } = wire.deployed?.() ?? {};
    // The exchange keeps the names of the API description, which specifies its body. The other requests use the
    // deployment's names.
    const real = kind === 'exchange' ? undefined : names.request;
    const json = body === undefined ? undefined : JSON.stringify(renamed(body, real));
    const request = {
      method: 'POST' as const,
      target: paths[kind] ?? tokenPaths[kind],
      template: paths[kind] ?? tokenPaths[kind],
      headers: json === undefined ? headers : { 'content-type': 'application/json', ...headers },
      body: json,
    };
    return readToken(await options.send(request, time, access), secret, names.answer);
  };
  const byDomain = async (time: CallTime): Promise<Token> => {
    if (signIn.kind !== 'domain')
      throw new SignInError(signInMessages.noDomain, { advice: 'set-domain-sign-in' });
    const authorization = await signIn.negotiate();
    try {
      return await ask('domain', undefined, { authorization }, time, authorization, 'action');
    } catch (error) {
      // The service may already have used the ticket, so the next attempt requests a new one.
      if (error instanceof OutcomeUnknownError)
        throw new NetworkError(signInMessages.broken, { cause: error });
      throw error;
    }
  };
  const byPassword = (time: CallTime): Promise<Token> => {
    if (signIn.kind !== 'password') throw new SignInError(signInMessages.noLogin, { advice: 'set-login' });
    const { login, password } = signIn;
    return ask('password', tokenBodies.password(login, password), {}, time, password);
  };
  return {
    signIn: async (time: CallTime, kind?: TokenOperation): Promise<Token> => {
      if (kind === 'domain' || (kind === undefined && signIn.kind === 'domain')) return byDomain(time);
      if (kind === undefined && isGiven(signIn)) return readGivenToken(signIn);
      // The person's password is not kept, so they must sign in again.
      if (signIn.kind === 'session') throw new ApiError(401, undefined);
      return byPassword(time);
    },
    refresh: (token: string, time: CallTime) => ask('password', tokenBodies.refresh(token), {}, time, token),
    exchange: ({ value }: Token, lifetime: number, time: CallTime) =>
      ask('exchange', tokenBodies.exchange(lifetime), carry(wire, value), time, value),
  };
}

type GivenToken = Extract<SignIn, { kind: 'sso' | 'sso-file' | 'caller' }>;
const isGiven = (signIn: SignIn): signIn is GivenToken =>
  signIn.kind === 'sso' || signIn.kind === 'sso-file' || signIn.kind === 'caller';

/**
 * Returns a token that the caller or the operator supplied. Only the service can determine its lifetime, so casebridge
 * exchanges it each time.
 */
async function readGivenToken(signIn: GivenToken): Promise<Token> {
  const value = signIn.kind === 'sso-file' ? await readTokenFile(signIn.path) : signIn.token;
  return { value, type: 'bearer', refreshToken: undefined, lifetimeMs: 0, expiresAt: 0 };
}

const maxTokenFile = 64 * 1024;

async function readTokenFile(path: string): Promise<string> {
  const info = await stat(path).catch(() => undefined);
  if (!info?.isFile() || info.size > maxTokenFile)
    throw new SignInError(signInMessages.noTokenFile, {
      advice: 'check-token-file',
    });
  const token = (await readFile(path, 'utf8')).trim();
  if (token === '') throw new SignInError(signInMessages.emptyTokenFile, { advice: 'check-token-file' });
  return token;
}

const renamed = (body: Readonly<Record<string, unknown>>, real: TokenNames['request'] = {}) =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [real[name] ?? name, value]));

/** Normalizes a name: `accessToken` equals `access_token`. */
const bareName = (name: string) => name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/**
 * Returns the token fields of a response. Looks for the names in the API description, then for the deployment's names,
 * then for other spellings, and last in a wrapper object.
 */
function tokenIn(body: unknown, real: TokenNames['answer'] = {}): Row {
  const partsOf = (record: Row): Row => {
    const byBareName = new Map(Object.entries(record).map(([name, value]) => [bareName(name), value]));
    return Object.fromEntries(
      tokenFields.answer.map((name) => [
        name,
        record[name] ?? record[real[name] ?? name] ?? byBareName.get(bareName(name)),
      ]),
    );
  };
  if (!isRow(body)) return {};
  const plain = partsOf(body);
  if (isGivenText(plain.access_token)) return plain;
  const [only, other] = Object.values(body)
    .filter(isRow)
    .map(partsOf)
    .filter(({ access_token }) => isGivenText(access_token));
  return (other === undefined ? only : undefined) ?? plain;
}

const isGivenText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/**
 * Reads the token in a response.
 * @param secret secret value of the request, which is removed from the message of a refusal
 * @param names names of response fields that differ in this deployment
 */
function readToken(answer: RawAnswer, secret: string, names: TokenNames['answer']): Token {
  const body = parseBody(answer);
  if (answer.status >= 400) {
    const message = [JSON.stringify(secret).slice(1, -1), secret].reduce(
      (text, hidden) => (hidden.length > 3 ? text?.replaceAll(hidden, '[secret]') : text),
      serviceMessage(body),
    );
    throw new ApiError(answer.status, message === undefined ? undefined : { message });
  }
  const { access_token, token_type, expires_in, refresh_token } = tokenIn(body, names);
  if (!isGivenText(access_token)) throw new SignInError(signInMessages.noToken, { advice: 'check-url' });
  const seconds =
    typeof expires_in === 'number' && expires_in > 0
      ? Math.min(Math.max(expires_in, 5), 86_400)
      : defaultLifetimeS;
  return {
    value: access_token,
    type: typeof token_type === 'string' && /^[\w-]{1,20}$/.test(token_type) ? token_type : 'bearer',
    refreshToken: isGivenText(refresh_token) ? refresh_token : undefined,
    lifetimeMs: seconds * 1000,
    expiresAt: performance.now() + seconds * 1000,
  };
}

/** Returns the header with the token, in the form that the deployment expects. */
export function carry(wire: Wire, token: string): Record<string, string> {
  return {
    [wire.tokenHeader.toLowerCase()]: wire.tokenScheme === '' ? token : `${wire.tokenScheme} ${token}`,
  };
}
