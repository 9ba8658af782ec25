import { createRemoteJWKSet, customFetch, decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Fetch } from '../api/connections/outbound-fetch.ts';
import { readBounded } from '../util/read-bounded.ts';

/** The issuer of single sign-on tokens, and the audiences that this server accepts. */
export interface IssuerOptions {
  readonly issuer: URL;
  /** Accepted audiences. The token's `aud` must contain one of them. */
  readonly audience: readonly string[];
  readonly fetch: Fetch;
}

/** Accepted difference between the issuer's clock and this machine's clock, in seconds. */
export const clockLeewayS = 30;

/** The token is refused. The message may be shown to the client that sent it. */
export class TokenError extends Error {}

/** The issuer's keys are unavailable, so no token can be verified at the moment. */
export class IssuerError extends Error {}

/**
 * Verifies a token's signature, issuer, audience and times.
 * @returns its claims
 * @throws TokenError, IssuerError
 */
export type CheckToken = (token: string) => Promise<JWTPayload & { readonly sub: string }>;

/** Only asymmetric signatures are accepted, because a shared key does not prove the issuer (RFC 8725, 3.1). */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const timeoutMs = 5_000;
/** Minimum time between two requests for keys, however many tokens name unknown keys. */
const cooldownMs = 5_000;

/** Maximum length of a response from the issuer, in bytes. Longer responses are refused. */
const maxBytes = 1024 * 1024;

const keySet = z.looseObject({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) });
const metadata = z.object({
  issuer: z.string(),
  jwks_uri: z.url({ protocol: /^https?$/ }),
  authorization_endpoint: z
    .url({ protocol: /^https?$/ })
    .optional()
    .catch(undefined),
  token_endpoint: z
    .url({ protocol: /^https?$/ })
    .optional()
    .catch(undefined),
  end_session_endpoint: z
    .url({ protocol: /^https?$/ })
    .optional()
    .catch(undefined),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional().catch(undefined),
  authorization_response_iss_parameter_supported: z.boolean().optional().catch(undefined),
  code_challenge_methods_supported: z.array(z.string()).optional().catch(undefined),
  registration_endpoint: z.string().optional().catch(undefined),
  scopes_supported: z.array(z.string()).optional().catch(undefined),
  client_id_metadata_document_supported: z.boolean().optional().catch(undefined),
});

export function createTokenCheck(options: IssuerOptions): CheckToken {
  const { issuer, audience } = options;
  const name = issuer.href.replace(/\/$/, '');
  let keys: Promise<ReturnType<typeof createRemoteJWKSet>> | undefined;
  const loadKeys = () => {
    // A failure is not cached, so that the next token tries again.
    keys ??= findKeys(options).catch((error: unknown) => {
      keys = undefined;
      throw new IssuerError('The issuer of tokens cannot be reached.', { cause: error });
    });
    return keys;
  };
  return async (token) => {
    const set = await loadKeys();
    try {
      const { payload, protectedHeader } = await jwtVerify(token, set, {
        issuer: [name, `${name}/`],
        audience: [...audience],
        algorithms,
        clockTolerance: clockLeewayS,
        requiredClaims: ['exp', 'sub'],
      });
      // Refuse compression, because the payload would have to be inflated before its claims are read.
      if (protectedHeader.zip !== undefined)
        throw new TokenError('The token has an unsupported header: zip.');
      const { sub } = payload;
      // Otherwise the number 1 and the string "1" would be the same user.
      if (typeof sub !== 'string' || sub === '')
        throw new TokenError('The token is not valid for this server: its sub is wrong.');
      return { ...payload, sub };
    } catch (error) {
      throw asTokenError(error);
    }
  };
}

/** Returns unverified claims. Use them only to name a user whom the service has accepted, never for authentication. */
export function readClaims(token: string): JWTPayload {
  try {
    return decodeJwt(token);
  } catch {
    return {};
  }
}

/** Creates the issuer's key set. An unknown key triggers a request, because issuers rotate keys. */
async function findKeys({ issuer, fetch }: IssuerOptions) {
  const { jwks_uri } = await discoverIssuer(issuer, fetch);
  const url = new URL(jwks_uri);
  if (url.protocol !== 'https:' && url.hostname !== issuer.hostname)
    throw new Error('the keys of an issuer must be fetched over https');
  return createRemoteJWKSet(url, {
    timeoutDuration: timeoutMs,
    cooldownDuration: cooldownMs,
    [customFetch]: async (url, init) => Response.json(keySet.parse(await readJson(await fetch(url, init)))),
  });
}

/**
 * Reads an issuer's metadata, at the address of OpenID Connect Discovery or otherwise at that of OAuth (RFC 8414).
 * @throws if neither address returns metadata, or if the metadata names another issuer
 */
export async function discoverIssuer(issuer: URL, fetch: Fetch): Promise<z.infer<typeof metadata>> {
  const path = issuer.pathname.replace(/\/$/, '');
  const places = [
    new URL(`${path}/.well-known/openid-configuration`, issuer),
    new URL(`/.well-known/oauth-authorization-server${path}`, issuer),
  ];
  for (const place of places) {
    const response = await fetch(place.href, {
      headers: new Headers({ accept: 'application/json' }),
      method: 'GET',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      continue;
    }
    const found = metadata.parse(await readJson(response));
    if (withoutSlash(found.issuer) !== withoutSlash(issuer.href))
      throw new Error('the metadata belongs to another issuer');
    return found;
  }
  throw new Error('the issuer has no metadata');
}

const withoutSlash = (address: string) => (address.endsWith('/') ? address.slice(0, -1) : address);

/** Reads a JSON response. @throws if the status is not 200, the body is not JSON, or the body is too long */
async function readJson(response: Response): Promise<unknown> {
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error('the issuer refused the request');
  }
  const text = await readBounded(response, maxBytes);
  if (text === undefined) throw new Error('the issuer returned an invalid answer');
  return JSON.parse(text);
}

function asTokenError(error: unknown): Error {
  if (error instanceof TokenError) return error;
  if (error instanceof errors.JWTExpired) return new TokenError('The token has expired.', { cause: error });
  if (error instanceof errors.JWTClaimValidationFailed && ['nbf', 'iat'].includes(error.claim))
    return new TokenError(
      `The token is not valid for this server: its ${error.claim} is wrong according to the clock of this machine.`,
      { cause: error },
    );
  if (error instanceof errors.JWTClaimValidationFailed)
    return new TokenError(`The token is not valid for this server: its ${error.claim} is wrong.`, {
      cause: error,
    });
  if (error instanceof errors.JWKSTimeout)
    return new IssuerError('The signing keys of the issuer could not be fetched.', { cause: error });
  if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSInvalid))
    return new TokenError('The token is not from an issuer that this server trusts.', { cause: error });
  return new IssuerError('The issuer of tokens cannot be reached.', { cause: error });
}
