import { randomBytes } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import { caseScopes } from '../contract/operations/effects.ts';
import { addProviderPages } from './at-provider.ts';
import { addPasswordPages } from './by-password.ts';
import { type ClientsOptions, createClients } from './clients.ts';
import { createGrants, type Grant, type KeptSession } from './grants.ts';
import { createMemoryRecords } from './records.ts';
import { createRenewals } from './renewals.ts';
import { addAuthorizationServer } from './routes.ts';
import { createSeal } from './seal.ts';
import type { Provider, SignInFailure, SignPersonIn } from './ways.ts';

export type { KeptSession } from './grants.ts';
export type { Provider, SignInFailure, SignPersonIn } from './ways.ts';

/** Where the sessions of a grant are kept. */
export interface SessionKeeper {
  /** Told what the service gave anew. */
  onRenewed(session: KeptSession): void;
  /** Told that this session is let in no more. */
  onEnded(): void;
  /** Renews by `renew`, one process at a time; undefined where the grant has ended. */
  renewOnce(
    old: KeptSession,
    renew: (session: KeptSession) => Promise<KeptSession>,
  ): Promise<KeptSession | undefined>;
}

/** The tokens of the service for one grant. */
export type SessionTokens<Source> = (session: KeptSession, keeper: SessionKeeper) => Source;

/** How people sign in: on the page, or at a provider. */
export type SignInWay =
  | { readonly kind: 'password'; readonly signPersonIn: SignPersonIn }
  | {
      readonly kind: 'provider';
      readonly provider: Provider;
      readonly onRefused: (why: SignInFailure) => void;
    };

export interface SignInOptions<Source>
  extends Pick<ClientsOptions, 'documentHosts' | 'typedIn' | 'isRegistrationOpen' | 'fetch'> {
  /** Of any form; processes with the same one open what each of them sealed. Left out: this process alone. */
  readonly secret: string | undefined;
  readonly way: SignInWay;
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

/** An authorization server of casebridge's own: people sign in, and agree to each assistant. */
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
  const records = createMemoryRecords();
  const grants = createGrants(records, seal);
  const renewOnce = createRenewals(records, grants);
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
    const made = options.createTokens(session, {
      onRenewed: (fresh) => void grants.renewSession(id, fresh),
      onEnded: () => {
        sources.delete(id);
        void grants.end(id);
      },
      renewOnce: (old, renew) => renewOnce(id, old, renew),
    });
    sources.set(id, made);
    return made;
  };
  const found = new LRUCache<string, Source>({ max: maxAtHand, ttl: 60_000, ttlAutopurge: true });
  return {
    addTo: (app, resource, addressOf) => {
      issuer = resource.origin;
      const { way, isRegistrationOpen } = options;
      const shared = { resource: resource.href, scopes, clients, grants, seal, addressOf };
      addAuthorizationServer(app, { ...shared, isRegistrationOpen });
      if (way.kind === 'password') addPasswordPages(app, { ...shared, ...way });
      else addProviderPages(app, { ...shared, ...way, records });
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
