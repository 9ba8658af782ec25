import { json, startUpstream, type Upstream } from '../servers/upstream.ts';

/** Starts a service that accepts every token. It exchanges a token for `of-<token>`. */
export async function startOpenUpstream(on: Partial<Upstream['on']> = {}): Promise<Upstream> {
  return startUpstream({
    exchange: (response, { headers }) =>
      json(response, 200, { access_token: `of-${tokenIn(headers)}`, expires_in: 600 }),
    ...on,
  });
}

/** Returns the token of a request. */
export const tokenIn = ({ authorization = '' }: { readonly authorization?: string }) =>
  authorization.replace(/^Bearer /, '');

/**
 * Returns a token with slashes instead of hyphens. Responses of the test service contain this form, because casebridge
 * redacts the token itself.
 */
export const spelt = (token = '') => token.replaceAll('-', '/');

/** Returns an unsigned JWT with these claims. The code under test does not verify its signature. */
export const unsigned = (claims: object) =>
  ['{"alg":"none"}', JSON.stringify(claims), 'x']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

/** Returns the authorization header of a caller. */
export const as = (name: string) => ({ authorization: `Bearer ${name}` });
