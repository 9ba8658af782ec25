import { json, startUpstream, type Upstream } from '../servers/upstream.ts';

/** A service where everybody may come in, with a token that is exchanged for `of-<token>`. */
export async function startOpenUpstream(on: Partial<Upstream['on']> = {}): Promise<Upstream> {
  return startUpstream({
    exchange: (response, { headers }) =>
      json(response, 200, { access_token: `of-${tokenIn(headers)}`, expires_in: 600 }),
    ...on,
  });
}

/** The token that a request carried. */
export const tokenIn = ({ authorization = '' }: { readonly authorization?: string }) =>
  authorization.replace(/^Bearer /, '');

/** What an answer can say of a token, since the token itself is withheld from every answer. */
export const spelt = (token = '') => token.replaceAll('-', '/');

/** What a token says of itself; nobody here looks at its signature. */
export const unsigned = (claims: object) =>
  ['{"alg":"none"}', JSON.stringify(claims), 'x']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

/** The header that a caller sends. */
export const as = (name: string) => ({ authorization: `Bearer ${name}` });
