import { randomBytes } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import { caseScopes } from '../contract/operations/effects.ts';
import type { SharedState } from '../shared-state/shared-state.ts';
import { letGo } from '../util/let-go.ts';
import { ownText } from '../util/own-text.ts';
import { type ClientsOptions, createClients } from './clients/clients.ts';
import { createEnded } from './ended.ts';
import { createGrants, type Grant, grantIdIn, type KeptSession } from './grants.ts';
import { createLiveness } from './liveness.ts';
import type { SignInLog } from './note.ts';
import type { House } from './pages/house.ts';
import { createRenewals } from './renewals.ts';
import { addAuthorizationServer } from './routes.ts';
import { createSeal } from './seal.ts';
import { tryAgain } from './try-again.ts';
import { addProviderPages } from './ways/at-provider.ts';
import { addPasswordPages } from './ways/by-password.ts';
import { createStepUp } from './ways/step-up.ts';
import type { Provider, SignInFailure, SignPersonIn } from './ways/ways.ts';

export type { KeptSession } from './grants.ts';
export type { SignInLog } from './note.ts';
export type { Provider, SignedIn, SignInFailure, SignPersonIn } from './ways/ways.ts';

/** Access to the stored session of a grant. */
export interface SessionKeeper {
  /** Called when the service no longer accepts the session. */
  onEnded(): void;
  /**
   * Renews the session by calling `renew`, in one process at a time. `whileStoreIsAway: 'renew'` renews without the
   * store, although another process may do the same.
   * @returns the session that this or another process obtained; undefined if the grant has ended
   */
  renewOnce(
    old: KeptSession,
    renew: (session: KeptSession) => Promise<KeptSession>,
    whileStoreIsAway: 'fail' | 'renew',
  ): Promise<KeptSession | undefined>;
}

export type SessionTokens<Source> = (session: KeptSession, keeper: SessionKeeper) => Source;

/** Sign-in method: with login and password on casebridge's page, or at an OpenID provider. */
export type SignInWay =
  | { readonly kind: 'password'; readonly signPersonIn: SignPersonIn }
  | {
      readonly kind: 'provider';
      readonly provider: Provider;
      readonly onRefused: (why: SignInFailure) => void;
    };

export interface SignInOptions<Source>
  extends Pick<ClientsOptions, 'documentHosts' | 'typedIn' | 'isRegistrationOpen' | 'fetch'> {
  readonly state: SharedState;
  /** Encryption secret in any format, which processes share. Default: a random one per process. */
  readonly secret: string | undefined;
  readonly way: SignInWay;
  readonly house: House;
  readonly log: SignInLog;
  readonly createTokens: SessionTokens<Source>;
}

/** Claims of an access token that this server issued. */
export type OwnClaims = {
  readonly iss: string;
  readonly sub: string;
  /** Seconds since 1970. */
  readonly exp: number;
  readonly scope: string;
  readonly preferred_username: string;
  readonly name: string;
};

/** Authorization server of casebridge: users sign in and give consent to each assistant. */
export interface SignInServer<Source> {
  /** Adds the routes. @param resource public address of this server, with its path */
  addTo<Env extends object>(app: Hono<Env>, resource: URL, addressOf: (context: Context) => string): void;
  /** Returns the claims of a token. Returns undefined if it is not a valid access token that this server issued. */
  check(bearer: string): Promise<OwnClaims | undefined>;
  /** Returns the token source of a connection, shared as long as it is referenced. */
  tokensOf(claims: object): Source;
  readonly connections: AssistantConnections;
  /** Records a call that lacks a scope. Returns true if another 403 response would have no effect. */
  refuseScope(bearer: string): Promise<boolean>;
}

/** Connections of assistants. All tokens of a connection contain its id. */
export interface AssistantConnections {
  /** Returns the connection id that a token contains. Does not verify the token. */
  of(bearer: string): string | undefined;
  /** Checks whether this server issued the token, even if it has expired. */
  isOurs(bearer: string): boolean;
  /**
   * Checks whether a token's connection still exists.
   * @throws SharedStateError if the store is unavailable and has not confirmed the token recently
   */
  isLive(bearer: string): Promise<boolean>;
  /** Checks whether a connection is marked as ended in this process. Does not query the store. */
  hasEnded(connection: string): boolean;
  /** Registers a listener, which is called once for each connection that ends. */
  onEnded(hear: (connection: string) => void): void;
}

const persist = (work: () => Promise<void>) => void tryAgain(work);

/**
 * Maximum number of cached token sources, and idle time after which a source is evicted, in milliseconds. Access tokens
 * expire earlier.
 */
const maxAtHand = 10_000;
const atHandMs = 20 * 60_000;

export function createSignIn<Source extends object>(options: SignInOptions<Source>): SignInServer<Source> {
  const seal = createSeal(options.secret ?? randomBytes(32).toString('base64'));
  const ended = createEnded(options.state, options.log.done);
  const stepUp = createStepUp(options.state);
  const grants = createGrants(options.state, seal, ended, stepUp.holdsBack);
  const liveness = createLiveness(options.state, ended, grants.isLive, grantIdIn);
  const renewOnce = createRenewals(options.state, grants);
  const clients = createClients({ ...options, seal });
  const scopes = Object.values(caseScopes);
  const sources = letGo(
    new LRUCache<string, WeakRef<Source>>({
      max: maxAtHand,
      ttl: atHandMs,
      updateAgeOnGet: true,
    }),
  );
  ended.listen((id) => sources.delete(id));
  let issuer = '';
  const keeperOf = (id: string, first: KeptSession): SessionKeeper => {
    let held = first;
    return {
      onEnded: () => {
        sources.delete(id);
        const { value } = held;
        persist(async () => {
          if ((await grants.sessionOf(id))?.value === value)
            await grants.end(id, 'the service no longer accepts its session');
        });
      },
      renewOnce: async (old, renew, whileStoreIsAway) => {
        const fresh = await renewOnce(id, old, renew, whileStoreIsAway);
        held = fresh ?? held;
        return fresh;
      },
    };
  };
  const sourceOf = ({ id, session }: Grant): Source => {
    const known = sources.get(id)?.deref();
    if (known) return known;
    const made = options.createTokens(session, keeperOf(id, session));
    sources.set(ownText(id), new WeakRef(made));
    return made;
  };
  /** Token sources by the claims that `check` returned. */
  const checked = new WeakMap<object, Source>();
  return {
    addTo: (app, resource, addressOf) => {
      issuer = resource.origin;
      const { way, isRegistrationOpen } = options;
      const areDescriptionsTaken = options.documentHosts.length > 0;
      const shared = {
        resource: resource.href,
        scopes,
        clients,
        grants,
        seal,
        addressOf,
        log: options.log,
        house: options.house,
      };
      addAuthorizationServer(app, { ...shared, isRegistrationOpen, areDescriptionsTaken });
      if (way.kind === 'password') addPasswordPages(app, { ...shared, ...way });
      else addProviderPages(app, { ...shared, ...way, records: options.state });
    },
    check: async (bearer) => {
      const grant = await grants.of(bearer);
      if (grant === undefined) return undefined;
      liveness.note(bearer);
      const { person, accessEndsAt } = grant;
      const claims: OwnClaims = {
        iss: issuer,
        sub: person.subject,
        exp: Math.floor(accessEndsAt / 1000),
        scope: grant.scopes.join(' '),
        preferred_username: person.login,
        name: person.name,
      };
      checked.set(claims, sourceOf(grant));
      return claims;
    },
    tokensOf: (claims) => {
      const source = checked.get(claims);
      if (source === undefined) throw new Error('a token was not checked');
      return source;
    },
    connections: {
      of: grantIdIn,
      isOurs: grants.isOurs,
      isLive: liveness.isLive,
      hasEnded: ended.has,
      onEnded: ended.listen,
    },
    refuseScope: async (bearer) => stepUp.refuse(grantIdIn(bearer) ?? ''),
  };
}
