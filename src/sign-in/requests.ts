import { type Client, ClientError, type Clients, isAmong } from './clients.ts';

/** What a client asks a person for; RFC 6749, 4.1.1 with RFC 7636 and RFC 8707. */
export interface AuthorizationRequest {
  readonly client: Client;
  readonly redirect: string;
  readonly state: string | undefined;
  readonly scopes: readonly string[];
  /** Of PKCE, S256. */
  readonly challenge: string;
}

/** What is wrong with a request: told to the client where its redirect address is its own, else to the person alone. */
export type RequestFault =
  | {
      readonly kind: 'told';
      readonly redirect: string;
      readonly state: string | undefined;
      readonly error: string;
      readonly description: string;
    }
  | { readonly kind: 'shown'; readonly description: string };

export interface Offered {
  /** Address of this server, for which tokens are. */
  readonly resource: string;
  readonly scopes: readonly string[];
  readonly clients: Clients;
}

const maxStateLength = 2048;

/** @param parameters of the query; one that comes twice counts as wrong, RFC 6749, 3.1 */
export async function readRequest(
  parameters: URLSearchParams,
  { resource, scopes, clients }: Offered,
): Promise<AuthorizationRequest | RequestFault> {
  const twice = [...new Set(parameters.keys())].find(
    (name) => name !== 'resource' && parameters.getAll(name).length > 1,
  );
  const value = (name: string) => parameters.get(name) ?? undefined;
  const shown = (description: string): RequestFault => ({ kind: 'shown', description });
  if (twice !== undefined) return shown(`${twice} is there twice`);
  const client = await clients.find(value('client_id') ?? '').catch((error: unknown) => {
    if (error instanceof ClientError) return error;
    throw error;
  });
  if (client instanceof ClientError) return shown(client.message);
  const [only] = client.redirects;
  const redirect = value('redirect_uri') ?? (client.redirects.length === 1 ? only : undefined);
  if (redirect === undefined || !URL.canParse(redirect) || !isAmong(client, redirect))
    return shown('the address to return to is none of the client’s');
  const state = value('state');
  const told = (error: string, description: string): RequestFault => ({
    kind: 'told',
    redirect,
    state: state?.slice(0, maxStateLength),
    error,
    description,
  });
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
