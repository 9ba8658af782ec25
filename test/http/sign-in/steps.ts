import { back } from '../../support/clients/oauth.ts';
import { agree, type Visit } from '../../support/clients/person.ts';
import { modernRequest } from '../../support/clients/raw-http.ts';

/** Steps of a sign-in, for clients and for attackers. */

/** User of the embedded service. */
export const person = { typed: { login: 'anna', password: 'sandbox-anna' } };

const verifier = 'v'.repeat(43);

async function challengeOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Buffer.from(digest).toString('base64url');
}

/**
 * Returns functions for the steps of a sign-in.
 * @param server URL of the MCP endpoint
 */
export const stepsAt = (server: string) => {
  const { origin } = new URL(server);
  /** Returns the URL to which a client sends its user. */
  const begin = async (differing: Readonly<Record<string, string | undefined>> = {}): Promise<URL> => {
    const url = new URL('/authorize', origin);
    const parameters: Record<string, string | undefined> = {
      response_type: 'code',
      client_id: 'typed-in',
      redirect_uri: back,
      code_challenge: await challengeOf(verifier),
      code_challenge_method: 'S256',
      state: 'of the client',
      scope: 'cases:read',
      resource: server,
      ...differing,
    };
    for (const [name, value] of Object.entries(parameters))
      if (value !== undefined) url.searchParams.set(name, value);
    return url;
  };
  return {
    begin,
    /** Signs a user in. Returns the authorization code. */
    codeOf: async (visit: Visit = person, differing: Readonly<Record<string, string>> = {}) =>
      (await agree(await begin(differing), back, visit)).searchParams.get('code') ?? '',
    token: async (form: Readonly<Record<string, string>>): Promise<{ status: number; body: any }> => {
      const answer = await fetch(`${origin}/token`, { method: 'POST', body: new URLSearchParams(form) });
      return { status: answer.status, body: await answer.json() };
    },
    /** Makes a call with an access token. */
    ask: (token: string) =>
      modernRequest(
        server,
        'tools/call',
        { name: 'list_users', arguments: {} },
        { headers: { authorization: `Bearer ${token}` } },
      ),
  };
};

export const redeeming = (code: string, differing: Readonly<Record<string, string>> = {}) => ({
  grant_type: 'authorization_code',
  client_id: 'typed-in',
  redirect_uri: back,
  code_verifier: verifier,
  code,
  ...differing,
});

export const refreshing = (refresh_token: string, client_id = 'typed-in') => ({
  grant_type: 'refresh_token',
  client_id,
  refresh_token,
});
