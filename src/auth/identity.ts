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
  /** Claim that holds the user's id, login or e-mail; undefined: the usual ones. */
  readonly claim: string | undefined;
  /** Path of the service that tells whose token a request carries. */
  readonly userInfoPath: string | undefined;
  /** Waits until it is known how the service signs in. Default: it is known. */
  readonly ready?: (tokens: TokenSource) => Promise<void> | undefined;
  /** Milliseconds to find out. */
  readonly timeoutMs: number;
  /** Told why the service does not say it. */
  readonly onUnknown: (why: string) => void;
}

/**
 * @param claims of the caller's own token, or what stands for them
 * @returns what finds out when it is asked first, and then knows
 */
export type Identify = (tokens: TokenSource, claims: () => Promise<Claims>) => () => Promise<Identity>;

/**
 * Finds out whom tokens belong to, once for each caller: by what the service says, else by the claims of the caller's
 * token, else by those of the token that the service gave for it.
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
    // The login is known for certain, and the service says in its token whose id it is.
    if (own.login !== undefined || own.email !== undefined) return { ...own, id: given.id };
    // A token without the claim that the operator names says nothing: the login stays.
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
        // A failure is not kept: whoever asks next tries again.
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

/** Pages for people, such as that of an application in the browser, come with status 200 too. */
function recordIn(answer: RawAnswer): Claims {
  try {
    const body = parseBody(answer);
    return typeof body === 'object' && body !== null ? (body as Claims) : {};
  } catch {
    return {};
  }
}

const soap = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

/** OpenID Connect Core, 5.1; what .NET calls the same; a user record of the service. */
const usual = {
  id: ['Id', 'userId', 'UserId', 'user_id', 'uid', 'nameid', `${soap}/nameidentifier`, 'sub'],
  login: ['preferred_username', 'upn', 'unique_name', `${soap}/name`, 'Login', 'ExternalId'],
  email: ['email', `${soap}/emailaddress`, 'Email'],
  name: ['name', 'Name'],
} as const;

/**
 * The person that claims or a record speak of.
 * @param claim the one that counts, where the operator names one
 */
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

/** Whose claims these are: an issuer's subject (OpenID Connect Core, 5.7), else somebody whom the service knows so. */
export function keyOf(claims: Claims, { id, login, email }: Identity = {}): string | undefined {
  const { iss, sub } = claims;
  const isSubject = [iss, sub].every((part) => typeof part === 'string' && part !== '' && part.length <= 200);
  if (isSubject) return `${iss}|${sub}`;
  const called = login ?? email;
  const known = id ?? (called === undefined ? undefined : loginKey(called));
  return known === undefined ? undefined : `user:${known}`;
}

const isKnown = (identity: Identity) => Object.values(identity).some((value) => value !== undefined);

/** What a token says of itself, unchecked; the library is loaded for what looks like such a token. */
export async function claimsOf(token: string): Promise<Claims> {
  return /^eyJ[\w-]+\.[\w-]+\./.test(token) ? (await import('./jwt.ts')).readClaims(token) : {};
}
