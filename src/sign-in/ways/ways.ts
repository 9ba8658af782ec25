import type { Context } from 'hono';
import type { Clients } from '../clients/clients.ts';
import type { Grants, KeptSession, Person } from '../grants.ts';
import type { SignInLog } from '../note.ts';
import type { House } from '../pages/page.ts';
import type { Seal } from '../seal.ts';

/** Why somebody was not signed in; the pages have words for each. */
export type SignInFailure =
  | 'wrong'
  | 'away'
  | 'often'
  | 'denied'
  | 'untaken'
  | 'unsound'
  | 'late'
  | 'elsewhere';

/** Whoever signed in, and what they gave or got for it. */
export interface SignedIn {
  readonly person: Person;
  readonly session: KeptSession;
}

/** Signs a person in at the service. */
export type SignPersonIn = (
  login: string,
  password: string,
  address: string,
) => Promise<SignedIn | SignInFailure>;

/** What a sign-in at a provider has of its own, unknown to everybody else. */
export interface ProviderRequest {
  /** Where the provider sends the browser back. */
  readonly redirect: string;
  readonly nonce: string;
  /** Of PKCE. */
  readonly verifier: string;
}

/** The firm's OpenID provider, where people sign in. */
export interface Provider {
  /** @returns the address to which the browser is sent, or why there is none */
  begin(request: ProviderRequest & { readonly state: string }): Promise<URL | SignInFailure>;
  /** @returns where people sign out there, and come back from to `redirect`; undefined where they cannot */
  leave(request: { readonly redirect: string; readonly state: string }): Promise<URL | undefined>;
  /** @param answer that the browser brought back, in this request's turn */
  finish(
    answer: URLSearchParams,
    request: ProviderRequest & { readonly address: string },
  ): Promise<SignedIn | SignInFailure>;
}

export interface WaysOptions {
  /** Of this server, with the path. */
  readonly resource: string;
  /** From the mildest on; the last is asked for only where a client names it. */
  readonly scopes: readonly string[];
  readonly clients: Clients;
  readonly grants: Grants;
  readonly seal: Seal;
  readonly log: SignInLog;
  readonly house: House;
  /** The network of a client, by which attempts are counted. */
  readonly addressOf: (context: Context) => string;
}

/** Seconds for which somebody may look at a page, or be at the provider. */
export const pageS = 15 * 60;

export const statusOf = {
  wrong: 401,
  away: 503,
  often: 429,
  denied: 403,
  untaken: 403,
  unsound: 502,
  late: 400,
  elsewhere: 400,
} as const satisfies Record<SignInFailure, number>;
