import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGrants, type KeptSession } from '../../../src/sign-in/grants.ts';
import { createPending } from '../../../src/sign-in/pending.ts';
import { createRenewals } from '../../../src/sign-in/renewals.ts';
import { createSeal } from '../../../src/sign-in/seal.ts';

/** How long what was given holds, and what several processes with one place for it make of it. */

const minuteMs = 60_000;
const verifier = 'v'.repeat(43);
const shown = { clientId: 'client', redirect: 'http://127.0.0.1/back' };
const challenge = createHash('sha256').update(verifier).digest('base64url');
const session = (value: string): KeptSession => ({
  ...{ value, type: 'bearer', refreshToken: `refresh of ${value}` },
  endsAt: Date.now() + minuteMs,
});
const signedIn = () => ({
  person: { subject: 'anna', login: 'anna', name: 'Anna' },
  session: session('first'),
});
const agreed = () => ({ ...signedIn(), client: { id: 'client', name: 'Client' }, scopes: ['cases:read'] });

/** What two processes of one server have in common. */
function createPlace() {
  const kept = new Map<string, string>();
  return {
    kept,
    get: async (key: string) => kept.get(key),
    update: async (key: string, _ms: number, change: (found: string | undefined) => string | undefined) => {
      const next = change(kept.get(key));
      if (next === undefined) kept.delete(key);
      else kept.set(key, next);
    },
  };
}
let place: ReturnType<typeof createPlace>;
const seal = () => createSeal('one secret for all processes behind one address');
const processes = () => [createGrants(place, seal()), createGrants(place, seal())] as const;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  place = createPlace();
});
afterEach(() => {
  vi.useRealTimers();
});
const passes = (ms: number) => vi.setSystemTime(Date.now() + ms);

describe('what is given in a sign-in', () => {
  it('is a code for a minute, and one that comes late ends what it began', async () => {
    const [grants] = processes();
    const code = await grants.begin(agreed(), { ...shown, challenge });
    passes(minuteMs + 1);
    expect(await grants.redeem(code, { ...shown, verifier })).toBeUndefined();
    expect(await grants.ofPerson('anna')).toEqual([]);
  });

  it('is an access token for a quarter of an hour, which another process knows too', async () => {
    const [one, other] = processes();
    const code = await one.begin(agreed(), { ...shown, challenge });
    const tokens = await other.redeem(code, { ...shown, verifier });
    expect(await one.isLive(tokens?.access ?? '')).toBe(true);
    passes(15 * minuteMs);
    expect(await one.isLive(tokens?.access ?? '')).toBe(false);
    expect(await one.refresh(tokens?.refresh ?? '', 'client')).toBeDefined();
  });

  it('waits for an agreement once, for a quarter of an hour, and says nothing of itself meanwhile', async () => {
    const [one, other] = [createPending(place, seal()), createPending(place, seal())];
    const word = await one.keep(signedIn());
    expect(JSON.stringify([...place.kept])).not.toMatch(/anna|first/i);
    expect(JSON.stringify([...place.kept])).not.toContain(word);
    expect(await other.take(word)).toMatchObject({ person: { login: 'anna' } });
    expect(await one.take(word)).toBeUndefined();
    const late = await one.keep(signedIn());
    passes(15 * minuteMs + 1000);
    expect(await one.take(late)).toBeUndefined();
  });
});

describe('a session that a provider renews', () => {
  it('is renewed once, whichever processes want it, and each goes on with what came', async () => {
    const [one, other] = processes();
    await one.begin(agreed(), { ...shown, challenge });
    const [{ id = '' } = {}] = await one.ofPerson('anna');
    const renewals = [one, other].map((grants) => createRenewals(place, grants));
    const given: (string | undefined)[] = [];
    const renew = async ({ refreshToken }: KeptSession) => {
      given.push(refreshToken);
      await new Promise((resolve) => setTimeout(resolve, 20));
      return session('second');
    };
    const old = session('first');
    const fresh = await Promise.all([...renewals, ...renewals].map((once) => once(id, old, renew)));
    expect(fresh.map((one) => one?.value)).toEqual(Array(4).fill('second'));
    expect(given).toEqual(['refresh of first']);
  });

  it('can be renewed again after it could not, and not at all once the connection has ended', async () => {
    const [grants] = processes();
    await grants.begin(agreed(), { ...shown, challenge });
    const [{ id = '' } = {}] = await grants.ofPerson('anna');
    const once = createRenewals(place, grants);
    const away = () => Promise.reject(new Error('away'));
    await expect(once(id, session('first'), away)).rejects.toThrow('away');
    expect((await once(id, session('first'), async () => session('second')))?.value).toBe('second');
    await grants.end(id);
    expect(await once(id, session('second'), away)).toBeUndefined();
  });
});
