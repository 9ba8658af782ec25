import { randomBytes } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import { caseScopes } from '../contract/operations/effects.ts';
import { type ClientsOptions, createClients } from './clients.ts';
import { createGrants, type Grant, type KeptSession } from './grants.ts';
import { createMemoryRecords } from './records.ts';
import { addAuthorizationServer, type SignPersonIn } from './routes.ts';
import { createSeal } from './seal.ts';

export type { KeptSession } from './grants.ts';
export type { SignPersonIn } from './routes.ts';

/**
 * The tokens of the service for one grant.
 * @param onRenewed told what the service gave anew
 * @param onEnded told that it lets this session in no more
 */
export type SessionTokens<Source> = (
  session: KeptSession,
  onRenewed: (session: KeptSession) => void,
  onEnded: () => void,
) => Source;

export interface SignInOptions<Source>
  extends Pick<ClientsOptions, 'documentHosts' | 'typedIn' | 'isRegistrationOpen' | 'fetch'> {
  /** Of any form; processes with the same one open what each of them sealed. Left out: this process alone. */
  readonly secret: string | undefined;
  readonly signPersonIn: SignPersonIn;
  readonly createTokens: SessionTokens<Source>;
}

/** What is said of whoever has an access token of this server, as claims of a token. */
export interface OwnClaims {
  readonly iss: string;
  readonly sub: string;
  /** Seconds since 1970. */
  readonly exp: number;
  readonly scope: string;
  readonly preferred_username: string;
  readonly name: string;
}

/** An authorization server of casebridge's own: people sign in with their login of the service, and agree to each assistant. */
export interface SignInServer<Source> {
  /** @param resource the address of this server, with its path */
  addTo<Env extends object>(app: Hono<Env>, resource: URL, addressOf: (context: Context) => string): void;
  /** Undefined for what is no access token of this server, or has ended. */
  check(bearer: string): Promise<OwnClaims | undefined>;
  isLive(bearer: string): Promise<boolean>;
  /** Of a token that was checked just now. */
  tokensOf(bearer: string): Source;
}

/** Grants whose tokens of the service are at hand, and how long one is that nobody uses. */
const maxAtHand = 10_000;
const atHandMs = 60 * 60_000;

export function createSignIn<Source extends object>(options: SignInOptions<Source>): SignInServer<Source> {
  const seal = createSeal(options.secret ?? randomBytes(32).toString('base64'));
  const grants = createGrants(createMemoryRecords(), seal);
  const clients = createClients({ ...options, seal });
  const scopes = Object.values(caseScopes);
  const sources = new LRUCache<string, Source>({
    max: maxAtHand,
    ttl: atHandMs,
    ttlAutopurge: true,
    updateAgeOnGet: true,
  });
  let issuer = '';
  const sourceOf = ({ id, session }: Grant): Source => {
    const known = sources.get(id);
    if (known) return known;
    const made = options.createTokens(
      session,
      (fresh) => void grants.renewSession(id, fresh),
      () => {
        sources.delete(id);
        void grants.end(id);
      },
    );
    sources.set(id, made);
    return made;
  };
  const found = new LRUCache<string, Source>({ max: maxAtHand, ttl: 60_000, ttlAutopurge: true });
  return {
    addTo: (app, resource, addressOf) => {
      issuer = resource.origin;
      const { signPersonIn, isRegistrationOpen } = options;
      const shared = { resource: resource.href, scopes, clients, grants, seal };
      addAuthorizationServer(app, { ...shared, signPersonIn, isRegistrationOpen, addressOf });
    },
    check: async (bearer) => {
      const grant = await grants.of(bearer);
      if (grant === undefined) return undefined;
      found.set(bearer, sourceOf(grant));
      const { person, accessEndsAt } = grant;
      return {
        iss: issuer,
        sub: person.subject,
        exp: Math.floor(accessEndsAt / 1000),
        scope: grant.scopes.join(' '),
        preferred_username: person.login,
        name: person.name,
      };
    },
    isLive: grants.isLive,
    tokensOf: (bearer) => {
      const source = found.get(bearer);
      if (source === undefined) throw new Error('a token was not checked');
      return source;
    },
  };
}
