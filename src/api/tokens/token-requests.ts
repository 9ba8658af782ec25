import { readFile, stat } from 'node:fs/promises';
import { ApiError, NetworkError, OutcomeUnknownError, SignInError } from '../../contract/errors.ts';
import type { Access } from '../../contract/operations/operation.ts';
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

/** How the bridge proves who it acts for. */
export type SignIn =
  | { readonly kind: 'password'; readonly login: string; readonly password: string }
  /** Integrated domain authentication: makes the `Negotiate …` header, which is good for one request. */
  | { readonly kind: 'domain'; readonly negotiate: () => Promise<string> }
  | { readonly kind: 'sso'; readonly token: string }
  /** The token of somebody who calls over the network: what it was exchanged for must not outlive it. */
  | { readonly kind: 'caller'; readonly token: string }
  /** Of somebody who signed in here before: what the service gave then, and who is told when it gives more or no more. */
  | {
      readonly kind: 'session';
      readonly session: Token;
      /** For a session that another than the service gave, which renews it; what it was exchanged for ends with it. */
      readonly renew?: ((session: Token) => Promise<Token>) | undefined;
      /** What another process was given for it meanwhile, or this one before. */
      readonly latest?: (() => Promise<Token | undefined>) | undefined;
      readonly onRenewed: (session: Token) => void;
      readonly onEnded: () => void;
    }
  /** Read again whenever the file changes. */
  | { readonly kind: 'sso-file'; readonly path: string };

/** A token as the service gave it. */
export interface Token {
  readonly value: string;
  readonly type: string;
  readonly refreshToken: string | undefined;
  readonly lifetimeMs: number;
  /** On the monotonic clock, so that a jump of the machine's clock changes nothing. */
  readonly expiresAt: number;
}

const defaultLifetimeS = 60;

/**
 * The requests that bring tokens.
 * @throws from each of them: ApiError where the service refuses, SignInError where there is nothing to sign in with
 */
export function createTokenRequests(options: {
  /** @param access whether the request may be repeated as it is */
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
    // Asking for a token changes nothing, so it may be repeated like a read.
    access: Access = 'read',
  ) => {
    const { names = {}, paths = {} } = wire.deployed?.() ?? {};
    // The API's description shows the body of the exchange.
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
      // Nothing was changed, but the service may have taken the ticket: the next attempt gets another.
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
      // Whoever signed in is asked again for what nobody keeps.
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

/** A token that was given lives as long as its issuer says, which only the service can tell: it is taken anew each time. */
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

type Json = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** A name without what conventions of writing add to it: `accessToken` is `access_token`. */
const bareName = (name: string) => name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/**
 * What an answer holds, by the names of the API's description: whoever has those has them for what they say. Else by
 * names that were learnt, then by the same words in another writing; at last the same within an envelope.
 */
function tokenIn(body: unknown, real: TokenNames['answer'] = {}): Json {
  const partsOf = (record: Json): Json => {
    const byBareName = new Map(Object.entries(record).map(([name, value]) => [bareName(name), value]));
    return Object.fromEntries(
      tokenFields.answer.map((name) => [
        name,
        record[name] ?? record[real[name] ?? name] ?? byBareName.get(bareName(name)),
      ]),
    );
  };
  if (!isRecord(body)) return {};
  const plain = partsOf(body);
  if (isGivenText(plain.access_token)) return plain;
  const [only, other] = Object.values(body)
    .filter(isRecord)
    .map(partsOf)
    .filter(({ access_token }) => isGivenText(access_token));
  return (other === undefined ? only : undefined) ?? plain;
}

const isGivenText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/**
 * @param secret what the request carried; a refusal may repeat it, and nobody needs to read it there
 * @param names of the answer that are others here
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

/** The header that carries a token, as the deployment wants it. */
export function carry(wire: Wire, token: string): Record<string, string> {
  return {
    [wire.tokenHeader.toLowerCase()]: wire.tokenScheme === '' ? token : `${wire.tokenScheme} ${token}`,
  };
}
