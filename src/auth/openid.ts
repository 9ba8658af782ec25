import { createHash } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { z } from 'zod';
import { readBounded } from '../util/read-bounded.ts';
import {
  clockLeewayS,
  createTokenCheck,
  discoverIssuer,
  IssuerError,
  type IssuerOptions,
  TokenError,
} from './jwt.ts';

/** The firm's OpenID provider, and this server's registration there. */
export interface OpenIdOptions extends Omit<IssuerOptions, 'audience'> {
  readonly clientId: string;
  /** Undefined for a public client, which relies on PKCE instead. */
  readonly clientSecret: string | undefined;
  readonly scopes: readonly string[];
}

/**
 * Reason why a sign-in failed. `away`: the provider or its keys are unreachable. `denied`: the user refused. `ended`:
 * the refresh token is no longer valid. `wrong`: the provider's response violates the protocol.
 */
export type OpenIdFailure = 'away' | 'denied' | 'ended' | 'wrong';

export class OpenIdError extends Error {
  readonly failure: OpenIdFailure;

  /** @param message for the operator, without secrets */
  constructor(failure: OpenIdFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.failure = failure;
  }
}

/** Values that bind the provider's response to the request. */
export interface OpenIdRequest {
  /** Redirect URI to which the provider sends the browser back. */
  readonly redirect: string;
  readonly nonce: string;
  /** Code verifier (RFC 7636, 4.1). */
  readonly verifier: string;
}

export interface OpenIdTokens {
  readonly access: string;
  readonly refresh: string | undefined;
  /** Lifetime of the access token, in seconds. */
  readonly expiresIn: number;
}

/** Client of OpenID Connect Core 3.1 with PKCE. Checks the issuer (RFC 9207) to prevent mix-up attacks. */
export interface OpenIdClient {
  /** Returns the authorization URL for the browser. @throws OpenIdError */
  begin(request: OpenIdRequest & { readonly state: string }): Promise<string>;
  /** Redeems the authorization code in the query of the redirect. @throws OpenIdError */
  finish(
    answer: URLSearchParams,
    request: OpenIdRequest,
  ): Promise<{ readonly claims: JWTPayload & { readonly sub: string }; readonly tokens: OpenIdTokens }>;
  /**
   * Returns the provider's sign-out URL (OpenID Connect RP-Initiated Logout). The provider asks the user to confirm,
   * because the URL has no `id_token_hint`. Returns undefined if the provider has no such URL. @throws OpenIdError
   */
  leave(request: { readonly redirect: string; readonly state: string }): Promise<string | undefined>;
  /** Renews the tokens. @throws OpenIdError with `ended` if the provider no longer accepts the refresh token */
  refresh(token: string): Promise<OpenIdTokens>;
}

const timeoutMs = 5_000;
const maxBytes = 256 * 1024;
const cacheTtlMs = 60 * 60_000;
/** Assumed lifetime of an access token if the provider does not specify it. */
const defaultLifetimeS = 300;

const tokenAnswer = z.object({
  access_token: z.string().min(1),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z.number().positive().optional().catch(undefined),
  refresh_token: z.string().min(1).optional(),
  id_token: z.string().optional(),
});
const errorAnswer = z.object({ error: z.string().regex(/^[\w.-]{1,60}$/) });

export function createOpenIdClient(options: OpenIdOptions): OpenIdClient {
  const { clientId, clientSecret, scopes } = options;
  const check = createTokenCheck({ ...options, audience: [clientId] });
  let known: { readonly found: ReturnType<typeof endpointsOf>; readonly since: number } | undefined;
  const endpoints = () => {
    if (known && performance.now() - known.since < cacheTtlMs) return known.found;
    const asked = endpointsOf(options);
    known = { found: asked, since: performance.now() };
    // A failure is not cached, so that the next sign-in tries again.
    asked.catch(() => {
      known = undefined;
    });
    return asked;
  };
  const ask = async (form: Readonly<Record<string, string>>) => {
    const { token, takesBasic } = await endpoints();
    const body = new URLSearchParams(form);
    const headers = new Headers({ accept: 'application/json' });
    if (clientSecret !== undefined && takesBasic)
      headers.set('authorization', `Basic ${btoa(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`)}`);
    else body.set('client_id', clientId);
    if (clientSecret !== undefined && !takesBasic) body.set('client_secret', clientSecret);
    return readTokens(await post(options, token, headers, body));
  };
  return {
    begin: async ({ redirect, state, nonce, verifier }) => {
      const url = new URL((await endpoints()).authorization);
      const asked = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirect,
        scope: [...new Set(['openid', ...scopes])].join(' '),
        ...{ state, nonce, code_challenge_method: 'S256' },
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        // Without this prompt, the provider issues no refresh token (OpenID Connect Core, 11).
        ...(scopes.includes('offline_access') && { prompt: 'consent' }),
      };
      for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
      return url.href;
    },
    finish: async (answer, { redirect, nonce, verifier }) => {
      const code = codeIn(answer, await endpoints());
      const { id_token, ...tokens } = await ask({
        ...{ grant_type: 'authorization_code', code },
        ...{ redirect_uri: redirect, code_verifier: verifier },
      });
      const claims = await check(id_token ?? '').catch((error: unknown) => {
        if (error instanceof IssuerError) throw new OpenIdError('away', error.message, { cause: error });
        if (error instanceof TokenError)
          throw new OpenIdError('wrong', `its ID token is not accepted: ${error.message}`, { cause: error });
        throw error;
      });
      const wrong = wrongClaimOf(claims, { clientId, nonce });
      if (wrong !== undefined) throw new OpenIdError('wrong', `the ${wrong} of its ID token is wrong`);
      return { claims, tokens };
    },
    leave: async ({ redirect, state }) => {
      const { endSession } = await endpoints();
      if (endSession === undefined) return undefined;
      const url = new URL(endSession);
      const asked = { client_id: clientId, post_logout_redirect_uri: redirect, state };
      for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
      return url.href;
    },
    refresh: async (token) => {
      const { id_token: _unused, ...tokens } = await ask({
        grant_type: 'refresh_token',
        refresh_token: token,
      });
      // If the response has no new refresh token, the old one stays valid (RFC 6749, 6).
      return { ...tokens, refresh: tokens.refresh ?? token };
    },
  };
}

/** Maximum age of an ID token, in seconds. An older token cannot be from this sign-in. */
const freshS = 10 * 60;

/** Returns the first invalid claim of a verified ID token (OpenID Connect Core, 3.1.3.7, steps 3-5, 10, 11). */
function wrongClaimOf(
  { aud, azp, iat, nonce }: JWTPayload,
  asked: { readonly clientId: string; readonly nonce: string },
): string | undefined {
  const hasOthers = Array.isArray(aud) && aud.length > 1;
  if (azp === undefined ? hasOthers : azp !== asked.clientId) return 'azp';
  const age = Date.now() / 1000 - (iat ?? Number.NaN);
  if (!(age >= -clockLeewayS && age <= freshS + clockLeewayS)) return 'iat';
  return nonce === asked.nonce ? undefined : 'nonce';
}

/** Reads the provider's endpoints. @throws OpenIdError */
async function endpointsOf({ issuer, fetch }: OpenIdOptions) {
  const away = (why: string, cause?: unknown) => new OpenIdError('away', why, { cause });
  const said = await discoverIssuer(issuer, fetch).catch((error: unknown) => {
    throw away(`its metadata cannot be read: ${error instanceof Error ? error.message : 'no answer'}`, error);
  });
  const { authorization_endpoint: authorization, token_endpoint: token, end_session_endpoint } = said;
  if (authorization === undefined || token === undefined)
    throw away('its metadata lacks the sign-in or token endpoint');
  const isSafe = ({ protocol, hostname }: URL) => protocol === 'https:' || hostname === issuer.hostname;
  for (const place of [authorization, token].map((one) => new URL(one)))
    if (!isSafe(place)) throw away(`${place.host} must be reached over https`);
  const ways = said.token_endpoint_auth_methods_supported;
  return {
    authorization,
    token,
    endSession:
      end_session_endpoint && isSafe(new URL(end_session_endpoint)) ? end_session_endpoint : undefined,
    issuer: said.issuer,
    namesItself: said.authorization_response_iss_parameter_supported === true,
    takesBasic: ways === undefined || ways.includes('client_secret_basic'),
  };
}

/** Returns the authorization code. @throws OpenIdError for another issuer or an error */
function codeIn(
  answer: URLSearchParams,
  provider: { readonly issuer: string; readonly namesItself: boolean },
) {
  const twice = [...new Set(answer.keys())].find((name) => answer.getAll(name).length > 1);
  if (twice !== undefined) throw new OpenIdError('wrong', `${twice} was sent twice`);
  const from = answer.get('iss');
  if (from === null ? provider.namesItself : from !== provider.issuer)
    throw new OpenIdError('wrong', 'the answer is from another issuer');
  const error = answer.get('error');
  if (error === 'access_denied') throw new OpenIdError('denied', 'access_denied');
  const code = answer.get('code');
  if (error !== null || code === null) throw new OpenIdError('wrong', `it answered with ${named(error)}`);
  return code;
}

const named = (error: unknown) => {
  const read = errorAnswer.safeParse({ error });
  return read.success ? read.data.error : 'neither a code nor an error';
};

/** Encodes client credentials for HTTP Basic (RFC 6749, 2.3.1). */
const formEncoded = (text: string) => new URLSearchParams({ text }).toString().slice('text='.length);

/** Sends a form to the token endpoint. @throws OpenIdError if the provider is unreachable or refuses */
async function post(
  { fetch }: OpenIdOptions,
  url: string,
  headers: Headers,
  body: URLSearchParams,
): Promise<unknown> {
  headers.set('content-type', 'application/x-www-form-urlencoded');
  const away = (cause: unknown) => new OpenIdError('away', 'its tokens cannot be fetched', { cause });
  const signal = AbortSignal.timeout(timeoutMs);
  const send = { method: 'POST', redirect: 'manual', headers, body: body.toString(), signal } as const;
  const read = async () => {
    const response = await fetch(url, send);
    return { status: response.status, text: await readBounded(response, maxBytes) };
  };
  const { status, text } = await read().catch((error: unknown) => {
    throw away(error);
  });
  if (status >= 500 || status === 429) throw away(new Error(`status ${status}`));
  const content = parsed(text);
  if (status === 200) return content;
  const error = named((content as { error?: unknown } | undefined)?.error);
  if (error === 'invalid_grant') throw new OpenIdError('ended', 'it answered invalid_grant');
  throw new OpenIdError('wrong', `it refuses tokens with status ${status}: ${error}`);
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** Validates the token endpoint's response. @throws OpenIdError if it contains no bearer token */
function readTokens(content: unknown): OpenIdTokens & { readonly id_token: string | undefined } {
  const read = tokenAnswer.safeParse(content);
  if (!read.success) throw new OpenIdError('wrong', 'its answer has no bearer token');
  const { access_token: access, refresh_token: refresh, expires_in, id_token } = read.data;
  return { access, refresh, id_token, expiresIn: expires_in ?? defaultLifetimeS };
}
