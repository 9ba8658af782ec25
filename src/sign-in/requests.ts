import { type Client, ClientError, type ClientFault } from './clients/client.ts';
import type { Clients } from './clients/clients.ts';
import { isAmong } from './clients/redirects.ts';

/** What a client asks a person for; RFC 6749, 4.1.1 with RFC 7636 and RFC 8707. */
export interface AuthorizationRequest {
  readonly client: Client;
  readonly redirect: string;
  readonly state: string | undefined;
  readonly scopes: readonly string[];
  /** Of PKCE, S256. */
  readonly challenge: string;
}

/** Why a request is shown to the person as wrong; the pages have words for each. */
export type RequestFault = ClientFault | 'twice' | 'redirect' | 'request';

/**
 * What is wrong with a request. A client that somebody vouches for is told. Others are not: anybody could register an
 * address and have this server send people there.
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
  /** Address of this server, for which tokens are. */
  readonly resource: string;
  readonly scopes: readonly string[];
  readonly clients: Clients;
}

const maxStateLength = 2048;

/**
 * @param parameters of the query; one that comes twice counts as wrong, RFC 6749, 3.1
 * @param network from which the request comes
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
    return told('unsupported_response_type', 'response_type has to be code');
  const challenge = value('code_challenge') ?? '';
  if (value('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge))
    return told('invalid_request', 'PKCE with S256 is required');
  if (state !== undefined && state.length > maxStateLength)
    return told('invalid_request', 'state is too long');
  if (parameters.getAll('resource').some((one) => !isThis(one, resource)))
    return told('invalid_target', `tokens are for ${resource} alone`);
  const asked = (value('scope') ?? '').split(' ').filter((scope) => scope !== '');
  const known = asked.filter((scope) => scopes.includes(scope));
  // What every provider knows and means nothing here is left out, as RFC 6749, 3.3 allows; the answer says what was granted.
  return { client, redirect, state, challenge, scopes: known.length > 0 ? known : scopes.slice(0, -1) };
}

/** With or without a slash at its end. */
export const isThis = (given: string, resource: string) =>
  given.replace(/\/$/, '') === resource.replace(/\/$/, '');

/** The address of the client with what it gets there. */
export function returning(
  redirect: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const url = new URL(redirect);
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
