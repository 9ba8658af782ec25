import { type Client, ClientError, type ClientFault } from './clients/client.ts';
import type { Clients } from './clients/clients.ts';
import { isAmong } from './clients/redirects.ts';

/** Authorization request (RFC 6749, 4.1.1 with RFC 7636 and RFC 8707). */
export interface AuthorizationRequest {
  readonly client: Client;
  readonly redirect: string;
  readonly state: string | undefined;
  readonly scopes: readonly string[];
  /** PKCE challenge, S256. */
  readonly challenge: string;
}

/** Reason, shown to the person, why a request is invalid. The sign-in pages have a message for each. */
export type RequestFault = ClientFault | 'twice' | 'redirect' | 'request';

/**
 * An invalid request. The error is sent only to trusted clients (`vouchedBy`), because otherwise anybody could register
 * an address and make this server redirect people to it.
 */
export type WrongRequest =
  | {
      readonly kind: 'told';
      readonly redirect: string;
      readonly state: string | undefined;
      readonly error: string;
      readonly description: string;
    }
  | { readonly kind: 'shown'; readonly fault: RequestFault; readonly host?: string | undefined };

export interface Offered {
  /** Public address of this server, which is the audience of its tokens. */
  readonly resource: string;
  readonly scopes: readonly string[];
  readonly clients: Clients;
}

const maxStateLength = 2048;

/**
 * Reads and checks an authorization request.
 * @param parameters parameters of the query. A repeated one is invalid (RFC 6749, 3.1)
 * @param network address or IPv6 site of the request
 */
export async function readRequest(
  parameters: URLSearchParams,
  { resource, scopes, clients }: Offered,
  network: string,
): Promise<AuthorizationRequest | WrongRequest> {
  const twice = [...new Set(parameters.keys())].find(
    (name) => name !== 'resource' && parameters.getAll(name).length > 1,
  );
  const value = (name: string) => parameters.get(name) ?? undefined;
  const shown = (fault: RequestFault, host?: string): WrongRequest => ({ kind: 'shown', fault, host });
  if (twice !== undefined) return shown('twice');
  const client = await clients
    .find(value('client_id') ?? '', value('redirect_uri'), network)
    .catch((error: unknown) => {
      if (error instanceof ClientError) return error;
      throw error;
    });
  if (client instanceof ClientError) return shown(client.fault, client.host);
  const [only] = client.redirects;
  const redirect = value('redirect_uri') ?? (client.redirects.length === 1 ? only : undefined);
  if (redirect === undefined || !URL.canParse(redirect) || !isAmong(client.redirects, redirect))
    return shown('redirect');
  const state = value('state');
  const told = (error: string, description: string): WrongRequest =>
    client.vouchedBy === 'nobody'
      ? shown('request')
      : { kind: 'told', redirect, state: state?.slice(0, maxStateLength), error, description };
  if (value('response_type') !== 'code')
    return told('unsupported_response_type', 'response_type must be code');
  const challenge = value('code_challenge') ?? '';
  if (value('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge))
    return told('invalid_request', 'PKCE with S256 is required');
  if (state !== undefined && state.length > maxStateLength)
    return told('invalid_request', 'state is too long');
  if (parameters.getAll('resource').some((one) => !isThis(one, resource)))
    return told('invalid_target', `tokens are issued only for ${resource}`);
  const asked = (value('scope') ?? '').split(' ').filter((scope) => scope !== '');
  const known = asked.filter((scope) => scopes.includes(scope));
  // Scopes of other servers are ignored (RFC 6749, 3.3). The response lists the granted scopes.
  return { client, redirect, state, challenge, scopes: known.length > 0 ? known : scopes.slice(0, -1) };
}

/** Compares addresses with or without a trailing slash. */
export const isThis = (given: string, resource: string) =>
  given.replace(/\/$/, '') === resource.replace(/\/$/, '');

export function returning(
  redirect: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const url = new URL(redirect);
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
