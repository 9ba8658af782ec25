import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { JWTPayload } from 'jose';
import { type Issuer, startIssuer } from './issuer.ts';

/** Mock OpenID provider for responses that a real one never sends. It signs everyone in immediately, as Anna. */
export interface OpenIdProvider extends Issuer {
  readonly client: { readonly id: string; readonly secret: string };
  /** Forms of the token requests, in order. */
  readonly forms: Readonly<Record<string, string>>[];
  /** Overrides with which a test changes the provider's responses. */
  readonly alter: {
    metadata: object;
    answer: (parameters: URLSearchParams) => void;
    claims: (claims: JWTPayload) => JWTPayload;
    header: Readonly<Record<string, string>>;
    tokens: object;
    token: ((response: ServerResponse) => unknown) | undefined;
  };
  /** Removes the overrides. */
  renew(): void;
}

const noOverrides = (): OpenIdProvider['alter'] => ({
  metadata: {},
  answer: () => undefined,
  claims: (claims) => claims,
  header: {},
  tokens: {},
  token: undefined,
});

const client = { id: 'casebridge', secret: 'SECRET of:casebridge' };

export async function startOpenId(): Promise<OpenIdProvider> {
  const alter = noOverrides();
  const forms: OpenIdProvider['forms'] = [];
  /** Authorization requests by code or refresh token. Each code or token is valid once. */
  const authorizations = new Map<string, URLSearchParams>();
  const give = (asked: URLSearchParams) => {
    const word = randomUUID();
    authorizations.set(word, asked);
    return word;
  };
  const authorize = (request: IncomingMessage, response: ServerResponse) => {
    const asked = new URL(request.url ?? '', issuer.url).searchParams;
    const back = new URL(asked.get('redirect_uri') ?? '');
    for (const [name, value] of Object.entries({
      code: give(asked),
      state: asked.get('state') ?? '',
      iss: issuer.url,
    }))
      back.searchParams.set(name, value);
    alter.answer(back.searchParams);
    response.writeHead(303, { location: back.href }).end();
  };
  const leave = (request: IncomingMessage, response: ServerResponse) => {
    const asked = new URL(request.url ?? '', issuer.url).searchParams;
    const back = new URL(asked.get('post_logout_redirect_uri') ?? '');
    back.searchParams.set('state', asked.get('state') ?? '');
    response.writeHead(asked.get('client_id') === client.id ? 303 : 400, { location: back.href }).end();
  };
  const token = async (request: IncomingMessage, response: ServerResponse) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    forms.push(form);
    if (alter.token) return void alter.token(response);
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const encoded = `${client.id}:SECRET+of%3Acasebridge`;
    if (request.headers.authorization !== `Basic ${btoa(encoded)}`)
      return answer(401, { error: 'invalid_client' });
    const word = form.code ?? form.refresh_token ?? '';
    const asked = authorizations.get(word);
    authorizations.delete(word);
    const challenge = createHash('sha256')
      .update(form.code_verifier ?? '')
      .digest('base64url');
    if (!asked || (form.code !== undefined && asked.get('code_challenge') !== challenge))
      return answer(400, { error: 'invalid_grant' });
    const claims = { sub: 'anna-at-the-provider', aud: client.id, preferred_username: 'anna', name: 'Anna' };
    const nonce = { nonce: asked.get('nonce') ?? '', iat: Math.floor(Date.now() / 1000) };
    return answer(200, {
      access_token: `ACCESS-OF-THE-PROVIDER-${randomUUID()}`,
      token_type: 'Bearer',
      expires_in: 600,
      refresh_token: give(asked),
      id_token: await issuer.token(alter.claims({ ...claims, ...nonce }), alter.header),
      ...alter.tokens,
    });
  };
  const issuer = await startIssuer(
    (url) => ({
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      end_session_endpoint: `${url}/leave`,
      authorization_response_iss_parameter_supported: true,
      ...alter.metadata,
    }),
    (request, response) => {
      const { pathname } = new URL(request.url ?? '', 'http://127.0.0.1');
      if (pathname === '/authorize') authorize(request, response);
      else if (pathname === '/leave') leave(request, response);
      else if (pathname === '/token') void token(request, response);
      else return false;
      return true;
    },
  );
  return { ...issuer, client, forms, alter, renew: () => void Object.assign(alter, noOverrides()) };
}
