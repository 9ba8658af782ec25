import { createHash, randomBytes } from 'node:crypto';
import { ifStoreFails, type SharedState } from '../shared-state/shared-state.ts';
import type { Ended } from './ended.ts';
import type { Seal } from './seal.ts';
import { tryAgain } from './try-again.ts';

export interface Person {
  readonly subject: string;
  readonly login: string;
  readonly name: string;
}

/** Session of the service, or tokens from the provider, that a sign-in produced. */
export interface KeptSession {
  readonly value: string;
  readonly type: string;
  readonly refreshToken?: string | undefined;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

/** The client that received consent. */
export interface AgreedClient {
  readonly id: string;
  readonly name: string;
}

/** A person's consent for a client to act on their behalf. Lasts until it is ended or has been unused for 14 days. */
export interface Grant {
  readonly id: string;
  readonly person: Person;
  readonly client: AgreedClient;
  readonly scopes: readonly string[];
  /** Milliseconds since 1970. */
  readonly begunAt: number;
  /** Address to which the client returned after the consent. Undefined for grants of earlier versions. */
  readonly redirect?: string | undefined;
  /** Time of the latest tokens of the client, in milliseconds since 1970. An active client renews them every 15 min. */
  readonly seenAt: number;
  readonly session: KeptSession;
}

/** Data that the client must present correctly to exchange its code. */
export interface Redeeming {
  readonly clientId: string;
  readonly redirect: string;
  /** PKCE challenge, S256 (RFC 7636, 4.2). */
  readonly challenge: string;
}

/** Stored form of a grant. The session is encrypted. */
interface Kept {
  readonly person: Person;
  readonly client: AgreedClient;
  readonly scopes: readonly string[];
  readonly begunAt: number;
  readonly sealed: string;
  /** Kept after the exchange, because a code that is used twice ends the grant only if its client sent it. */
  readonly redeeming?: Redeeming | undefined;
  /**
   * Generation of the tokens; 0 until the code is exchanged. Tokens of the current generation are valid, and access
   * tokens of the previous one until they expire. A refresh token of an older generation counts as stolen.
   */
  readonly turn: number;
  /** Time at which the current and the previous generation were issued. */
  readonly turnedAt: readonly [last: number, before: number];
}

export interface Tokens {
  readonly access: string;
  readonly refresh: string;
  readonly scopes: readonly string[];
  /** Lifetime of the access token, in seconds. */
  readonly expiresIn: number;
}

/** Reads the grant id from an access token without verifying the token. */
export const grantIdIn = (accessToken: string) => accessToken.split('.')[1];

export interface Grants {
  /** Stores a new grant. @returns the code that the client redeems */
  begin(grant: Omit<Grant, 'id' | 'begunAt' | 'seenAt' | 'redirect'>, redeeming: Redeeming): Promise<string>;
  /**
   * Exchanges a code for tokens. Returns undefined, without any change, if the code is unknown or expired, or if the
   * sender cannot prove that it is the client. A code that its client sends twice ends its grant (RFC 6749, 4.1.2).
   */
  redeem(
    code: string,
    shown: Omit<Redeeming, 'challenge'> & { readonly verifier: string },
  ): Promise<Tokens | undefined>;
  /**
   * Renews tokens. Returns undefined if the token is wrong or belongs to another client, or if `holdsBack` refuses the
   * renewal. A refresh token that was used before ends the grant.
   */
  refresh(token: string, clientId: string): Promise<Tokens | undefined>;
  /** Returns the grant of an access token and the token's expiry. Returns undefined for a wrong or expired token. */
  of(accessToken: string): Promise<(Grant & { readonly accessEndsAt: number }) | undefined>;
  /** Checks whether this server issued an access token, even if it has expired. */
  isOurs(accessToken: string): boolean;
  isLive(accessToken: string): Promise<boolean>;
  /** Returns the stored session. Returns undefined if the grant has ended. */
  sessionOf(id: string): Promise<KeptSession | undefined>;
  renewSession(id: string, session: KeptSession): Promise<void>;
  /** Ends the grant of an access or refresh token. */
  revoke(token: string): Promise<void>;
  /**
   * Ends a grant in this process immediately.
   * @throws SharedStateError if the store is unavailable, so that other processes may still accept the grant
   */
  end(id: string, why: string): Promise<void>;
  ofPerson(subject: string): Promise<readonly Grant[]>;
}

/** Lifetime of an access token, in seconds, and of an unused grant, in days. */
const accessS = 15 * 60;
export const idleDays = 14;
const idleMs = idleDays * 24 * 60 * 60_000;
const codeMs = 60_000;
/** Maximum number of grants per person. A new one ends the oldest. */
const maxOfPerson = 50;

const hashed = (text: string) => createHash('sha256').update(text).digest('base64url');
const keyOf = (id: string) => `grant:${hashed(id)}`;
const personKey = (subject: string) => `person:${hashed(subject)}`;
const kinds = { code: 'c', access: 'a', refresh: 'r' } as const;
type Kind = keyof typeof kinds;

/**
 * @param records store, with hashed keys
 * @param ended grants that are refused, even if the store still has them
 * @param holdsBack called for each renewal with a valid token. If it returns true, the renewal is refused
 */
export function createGrants(
  records: Pick<SharedState, 'get' | 'update'>,
  seal: Seal,
  ended: Pick<Ended, 'has' | 'add'>,
  holdsBack: (id: string) => Promise<boolean> = async () => false,
): Grants {
  const tokenOf = (kind: Kind, id: string, turn: number) =>
    `${kinds[kind]}.${id}.${turn}.${seal.mark(kind, id, String(turn))}`;
  /** Parses a token. Returns undefined if this server did not issue it, or if it is of another kind. */
  const parsed = (kind: Kind, token: string) => {
    const [letter, id = '', count = '', mark = '', ...rest] = token.split('.');
    const isFormed = letter === kinds[kind] && rest.length === 0 && /^\d{1,9}$/.test(count);
    return isFormed && seal.isMark(mark, kind, id, count) ? { id, turn: Number(count) } : undefined;
  };
  const tokensOf = (id: string, { turn, scopes }: Kept): Tokens => ({
    access: tokenOf('access', id, turn),
    refresh: tokenOf('refresh', id, turn),
    scopes,
    expiresIn: accessS,
  });
  const sealSession = (session: KeptSession) => seal.close('session', { ...session }, idleMs / 1000);
  const opened = async (id: string, { person, client, scopes, begunAt, turnedAt, ...kept }: Kept) => {
    const session = (await seal.open('session', kept.sealed)) as KeptSession | undefined;
    const redirect = kept.redeeming?.redirect;
    return session && { id, person, client, scopes, begunAt, redirect, seenAt: turnedAt[0], session };
  };
  /**
   * Issues the next generation if the client presents the current one. Otherwise the grant ends.
   * @param isRight checks the stored grant. If it returns undefined, nothing changes
   */
  const turn = async (
    id: string,
    isRight: (kept: Kept) => boolean | undefined,
  ): Promise<Tokens | undefined> => {
    let tokens: Tokens | undefined;
    await records.update(keyOf(id), idleMs, (found) => {
      tokens = undefined;
      if (found === undefined || ended.has(id)) return undefined;
      const kept = JSON.parse(found) as Kept;
      const right = isRight(kept);
      if (right === undefined) return found;
      if (!right) {
        // Mark the grant as ended before the store is written, because writing may fail.
        ended.add(id, 'a code or token was used twice, or by another client');
        return undefined;
      }
      const next: Kept = {
        ...kept,
        turn: kept.turn + 1,
        turnedAt: [Date.now(), kept.turnedAt[0]],
      };
      tokens = tokensOf(id, next);
      return JSON.stringify(next);
    });
    return tokens;
  };
  const remove = (id: string) => records.update(keyOf(id), idleMs, () => undefined);
  const idsOf = async (subject: string): Promise<string[]> =>
    JSON.parse((await records.get(personKey(subject))) ?? '[]') as string[];
  const heldBy = async (accessToken: string) => {
    const known = parsed('access', accessToken);
    if (known === undefined || ended.has(known.id)) return undefined;
    const found = await records.get(keyOf(known.id));
    // The grant may have ended while the store was read.
    if (found === undefined || ended.has(known.id)) return undefined;
    const kept = JSON.parse(found) as Kept;
    const endsAt = (kept.turnedAt[kept.turn - known.turn] ?? 0) + accessS * 1000;
    return Date.now() < endsAt ? { id: known.id, kept, endsAt } : undefined;
  };
  const grants: Grants = {
    begin: async ({ person, client, scopes, session }, redeeming) => {
      const id = randomBytes(16).toString('base64url');
      const now = Date.now();
      const kept: Kept = {
        ...{ person, client, scopes, begunAt: now, turn: 0, turnedAt: [now, now] },
        sealed: await sealSession(session),
        redeeming,
      };
      // Let the store delete an entry whose code is not exchanged in time, because the clocks of the processes may
      // differ.
      await records.update(keyOf(id), codeMs, () => JSON.stringify(kept));
      let dropped: string[] = [];
      await records.update(personKey(person.subject), idleMs, (found) => {
        const ids = [...(JSON.parse(found ?? '[]') as string[]), id];
        dropped = ids.slice(0, -maxOfPerson);
        return JSON.stringify(ids.slice(-maxOfPerson));
      });
      for (const old of dropped) await grants.end(old, 'the person has too many connections');
      return tokenOf('code', id, 0);
    },
    redeem: async (code, { clientId, redirect, verifier }) => {
      const known = parsed('code', code);
      if (known === undefined) return undefined;
      return turn(known.id, ({ redeeming, turn }) => {
        const isProven =
          redeeming?.clientId === clientId &&
          redeeming.redirect === redirect &&
          redeeming.challenge === hashed(verifier);
        return isProven ? turn === 0 : undefined;
      });
    },
    refresh: async (token, clientId) => {
      const known = parsed('refresh', token);
      if (known === undefined) return undefined;
      let subject = '';
      const isRight = (kept: Kept) => {
        subject = kept.person.subject;
        return kept.client.id === clientId ? kept.turn === known.turn : undefined;
      };
      const found = await records.get(keyOf(known.id));
      const holds = found !== undefined && isRight(JSON.parse(found) as Kept) === true;
      if (holds && (await holdsBack(known.id))) return undefined;
      const tokens = await turn(known.id, isRight);
      // Renew the lifetime of the person's list of grants, which must exist longer than the grants. Ignore a failure,
      // because the new tokens are valid in any case.
      const extend = (ids: string | undefined) => ids ?? JSON.stringify([known.id]);
      if (tokens) await records.update(personKey(subject), idleMs, extend).catch(ifStoreFails);
      return tokens;
    },
    of: async (accessToken) => {
      const found = await heldBy(accessToken);
      const grant = found && (await opened(found.id, found.kept));
      return grant && { ...grant, accessEndsAt: found.endsAt };
    },
    isOurs: (accessToken) => parsed('access', accessToken) !== undefined,
    isLive: async (accessToken) => (await heldBy(accessToken)) !== undefined,
    sessionOf: async (id) => {
      const found = await records.get(keyOf(id));
      return found === undefined ? undefined : (await opened(id, JSON.parse(found) as Kept))?.session;
    },
    renewSession: async (id, session) => {
      const sealed = await sealSession(session);
      await records.update(keyOf(id), idleMs, (found) =>
        found === undefined ? undefined : JSON.stringify({ ...(JSON.parse(found) as Kept), sealed }),
      );
    },
    revoke: async (token) => {
      const known = parsed('refresh', token) ?? parsed('access', token);
      if (known) await grants.end(known.id, 'revoked by the client');
    },
    end: async (id, why) => {
      ended.add(id, why);
      try {
        await remove(id);
      } catch (error) {
        void tryAgain(() => remove(id));
        throw error;
      }
    },
    ofPerson: async (subject) => {
      const found = await Promise.all(
        (await idsOf(subject)).map(async (id) => {
          const kept = await records.get(keyOf(id));
          return kept === undefined ? undefined : opened(id, JSON.parse(kept) as Kept);
        }),
      );
      return found.filter((one) => one !== undefined);
    },
  };
  return grants;
}
