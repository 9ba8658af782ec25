import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
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
import type { House } from './pages/page.ts';
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

/** Where the sessions of a grant are kept. */
export interface SessionKeeper {
  /** As it is now: another process may have renewed it. */
  latest(): Promise<KeptSession | undefined>;
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
  /** Where sign-ins are kept. */
  readonly state: SharedState;
  /** Of any form; processes with the same one open what each of them sealed. Left out: this process alone. */
  readonly secret: string | undefined;
  readonly way: SignInWay;
  readonly house: House;
  readonly log: SignInLog;
  readonly createTokens: SessionTokens<Source>;
}

/** What is said of whoever has an access token of this server, as claims of a token. */
export type OwnClaims = {
  readonly iss: string;
  readonly sub: string;
  /** Seconds since 1970. */
  readonly exp: number;
  readonly scope: string;
  readonly preferred_username: string;
  readonly name: string;
};

/** An authorization server of casebridge's own: people sign in, and agree to each assistant. */
export interface SignInServer<Source> {
  /** @param resource the address of this server, with its path */
  addTo<Env extends object>(app: Hono<Env>, resource: URL, addressOf: (context: Context) => string): void;
  /** Undefined for what is no access token of this server, or has ended. */
  check(bearer: string): Promise<OwnClaims | undefined>;
  /** @param claims as `check` gave them. @returns the same for all tokens of a connection, while anybody holds it */
  tokensOf(claims: object): Source;
  readonly connections: AssistantConnections;
  /** Notes a call that lacks a scope. @returns whether to say so in its result: a 403 would lead nowhere again */
  refuseScope(bearer: string): Promise<boolean>;
}

/** Connections of assistants. All tokens of one share its id. */
export interface AssistantConnections {
  /** The id that a token names. Does not verify the token. */
  of(bearer: string): string | undefined;
  /** Whether this server gave the token, however long ago. */
  isOurs(bearer: string): boolean;
  /** @throws SharedStateError if nobody can tell just now */
  isLive(bearer: string): Promise<boolean>;
  /** Whether this process has learned that a connection ended. */
  hasEnded(connection: string): boolean;
  /** Registers a listener, which is called once for each connection that ends. */
  onEnded(hear: (connection: string) => void): void;
}

const noticeMs = 1000;
const persist = (work: () => Promise<void>) => void tryAgain(work);

/** Grants whose tokens of the service are at hand, while somebody holds them; longer than an access token holds. */
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
      latest: async () => {
        const found = await grants.sessionOf(id).catch(() => undefined);
        held = found ?? held;
        return found;
      },
      onRenewed: (fresh) => {
        held = fresh;
        persist(() => grants.renewSession(id, fresh));
      },
      onEnded: () => {
        sources.delete(id);
        // Another process may have renewed it just now: what it was given will stand there in a moment.
        persist(async () => {
          const { value } = held;
          if (options.state.isShared) await sleep(noticeMs);
          if ((await grants.sessionOf(id))?.value === value)
            await grants.end(id, 'the service lets its session in no more');
        });
      },
      renewOnce: async (old, renew) => {
        const fresh = await renewOnce(id, old, renew);
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
  /** By what was said of them. */
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
