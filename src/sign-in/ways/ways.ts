import type { Context } from 'hono';
import type { Clients } from '../clients/clients.ts';
import type { Grants, KeptSession, Person } from '../grants.ts';
import type { SignInLog } from '../note.ts';
import type { House } from '../pages/house.ts';
import type { Seal } from '../seal.ts';

/** Reason why a sign-in failed. The sign-in pages have a message for each. */
export type SignInFailure =
  | 'wrong'
  | 'away'
  | 'often'
  | 'denied'
  | 'untaken'
  | 'unsound'
  | 'late'
  | 'elsewhere';

export interface SignedIn {
  readonly person: Person;
  readonly session: KeptSession;
}

export type SignPersonIn = (
  login: string,
  password: string,
  address: string,
) => Promise<SignedIn | SignInFailure>;

/** Secret values of one sign-in at a provider. */
export interface ProviderRequest {
  /** Address to which the provider returns the browser. */
  readonly redirect: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface Provider {
  /** Starts a sign-in. @returns the provider's address for the browser, or the reason why there is none */
  begin(request: ProviderRequest & { readonly state: string }): Promise<URL | SignInFailure>;
  /** Returns the provider's sign-out address, if it has one. */
  leave(request: { readonly redirect: string; readonly state: string }): Promise<URL | undefined>;
  /** Completes a sign-in. @param answer query parameters that the browser brought back for this request */
  finish(
    answer: URLSearchParams,
    request: ProviderRequest & { readonly address: string },
  ): Promise<SignedIn | SignInFailure>;
}

export interface WaysOptions {
  /** Public address of this server, with its path. */
  readonly resource: string;
  /** Scopes in order of risk. The last one is never preselected or included by default. */
  readonly scopes: readonly string[];
  readonly clients: Clients;
  readonly grants: Grants;
  readonly seal: Seal;
  readonly log: SignInLog;
  readonly house: House;
  /** Returns the network address under which a client's attempts are counted. */
  readonly addressOf: (context: Context) => string;
}

/** Maximum time for a page or for a sign-in at the provider, in seconds. */
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
