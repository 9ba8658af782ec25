import type { TokenSource } from '../api/tokens/token-source.ts';
import { parseBody } from '../api/transport/answer/response-body.ts';
import type { CallTime, RawAnswer, Send } from '../api/transport/request.ts';
import { withAdvice } from '../contract/advice.ts';
import { ApiError } from '../contract/errors.ts';
import type { Identity } from '../contract/operations/operation-client.ts';
import { loginKey } from './login-key.ts';

export type Claims = Readonly<Record<string, unknown>>;

export interface IdentityOptions {
  readonly send: Send;
  /** Name of the claim that contains the user's id, login or e-mail. Default: the usual claims. */
  readonly claim: string | undefined;
  /** Path of the service that returns the user of a token. */
  readonly userInfoPath: string | undefined;
  /** Waits until casebridge has found out how to sign in to the service. Default: it is known already. */
  readonly ready?: (tokens: TokenSource) => Promise<void> | undefined;
  readonly timeoutMs: number;
  /** Called with an explanation if the service's response does not contain the user. */
  readonly onUnknown: (why: string) => void;
}

/** Creates a function that resolves and caches the identity of the user who owns `tokens`. */
export type Identify = (tokens: TokenSource, claims: () => Promise<Claims>) => () => Promise<Identity>;

/**
 * Creates the resolver of identities. It reads, in this order: the service's response, the claims of the caller's
 * token, and the claims of the token that the service issued in exchange.
 */
export function createIdentify(options: IdentityOptions): Identify {
  const { claim, timeoutMs } = options;
  const find = async (tokens: TokenSource, claims: () => Promise<Claims>): Promise<Identity> => {
    const timeNow = () => ({ signal: undefined, deadline: performance.now() + timeoutMs, timeoutMs });
    if (options.userInfoPath !== undefined) {
      await options.ready?.(tokens);
      const told = await askService(options, tokens, timeNow(), options.userInfoPath);
      if (told) return told;
    }
    const known = await claims();
    const own = identityIn(known, claim);
    if (own.id !== undefined && (own.login !== undefined || own.email !== undefined)) return own;
    await options.ready?.(tokens);
    const given = identityIn(await claimsOf(await tokens.get(timeNow())), claim);
    // Combine the login or e-mail from the caller's token with the id from the service's token.
    if (own.login !== undefined || own.email !== undefined) return { ...own, id: given.id };
    // If no token contains the configured claim, the usual claims are used.
    if (!isKnown(own) && !isKnown(given)) return identityIn(known, undefined);
    return {
      ...own,
      ...given,
      id: given.id ?? own.id,
      name: given.name ?? own.name,
      key: own.key ?? given.key,
    };
  };
  return (tokens, claims) => {
    let found: Promise<Identity> | undefined;
    return () => {
      found ??= find(tokens, claims).catch((error: unknown) => {
        // A failure is not cached, so the next request tries again.
        found = undefined;
        throw error;
      });
      return found;
    };
  };
}

async function askService(
  { send, onUnknown }: IdentityOptions,
  tokens: TokenSource,
  time: CallTime,
  target: string,
): Promise<Identity | undefined> {
  const headers = { accept: 'application/json', ...tokens.header(await tokens.get(time)) };
  const request = { method: 'GET', target, headers, body: undefined, access: 'read' } as const;
  const answer = await send({ ...request, time, owner: tokens });
  if (answer.status >= 500 || answer.status === 429) throw new ApiError(answer.status, parseBody(answer));
  const identity = answer.status === 200 ? identityIn(recordIn(answer), undefined) : {};
  if (isKnown(identity)) return identity;
  onUnknown(
    withAdvice(
      `The service does not say who is signed in: it answered with status ${answer.status}.`,
      'check-who-is-asked',
    ),
  );
  return undefined;
}

/** Returns the user record. Returns an empty one for a web page, which may have status 200. */
function recordIn(answer: RawAnswer): Claims {
  try {
    const body = parseBody(answer);
    return typeof body === 'object' && body !== null ? (body as Claims) : {};
  } catch {
    return {};
  }
}

const soap = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

/**
 * Names of the usual claims: those of OpenID Connect Core, 5.1, their .NET equivalents, and fields of a user record.
 */
const usual = {
  id: ['Id', 'userId', 'UserId', 'user_id', 'uid', 'nameid', `${soap}/nameidentifier`, 'sub'],
  login: ['preferred_username', 'upn', 'unique_name', `${soap}/name`, 'Login', 'ExternalId'],
  email: ['email', `${soap}/emailaddress`, 'Email'],
  name: ['name', 'Name'],
} as const;

/** Reads a user's identity from claims or from a user record. */
function identityIn(claims: Claims, claim: string | undefined): Identity {
  const text = (name: string) => {
    const value = claims[name];
    return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 200) : undefined;
  };
  const first = (names: readonly string[]) => names.map(text).find((value) => value !== undefined);
  const found =
    claim === undefined
      ? {
          id: first(usual.id),
          login: first(usual.login),
          email: first(usual.email),
          name: first(usual.name),
        }
      : { id: text(claim), login: text(claim) };
  const isLogin = [...usual.login, ...usual.email].some((name) => name === claim);
  return { ...found, key: keyOf(claims, isLogin ? { login: found.login } : found) };
}

/**
 * Returns a key that stays the same for a person: issuer and subject (OpenID Connect Core, 5.7), otherwise the id or
 * login in the service. Returns undefined if none is known.
 */
export function keyOf(claims: Claims, { id, login, email }: Identity = {}): string | undefined {
  const { iss, sub } = claims;
  const isSubject = [iss, sub].every((part) => typeof part === 'string' && part !== '' && part.length <= 200);
  if (isSubject) return `${iss}|${sub}`;
  const called = login ?? email;
  const known = id ?? (called === undefined ? undefined : loginKey(called));
  return known === undefined ? undefined : `user:${known}`;
}

const isKnown = (identity: Identity) => Object.values(identity).some((value) => value !== undefined);

/** Returns the unverified claims in a token. The library is loaded only for JWTs. Other tokens have no claims. */
export async function claimsOf(token: string): Promise<Claims> {
  return /^eyJ[\w-]+\.[\w-]+\./.test(token) ? (await import('./jwt.ts')).readClaims(token) : {};
}
