import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEnded } from '../../../src/sign-in/ended.ts';
import { createGrants, type KeptSession } from '../../../src/sign-in/grants.ts';
import { createPending } from '../../../src/sign-in/pending.ts';
import { createRenewals } from '../../../src/sign-in/renewals.ts';
import { createSeal } from '../../../src/sign-in/seal.ts';

/** Lifetime of codes, tokens and sessions, with several processes that share one store. */

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

/** Creates a store that two processes of one server share, with its own clock. */
function createPlace() {
  const kept = new Map<string, { readonly value: string; readonly endsAt: number }>();
  let now = 0;
  const find = (key: string) => {
    const found = kept.get(key);
    return found && now < found.endsAt ? found.value : undefined;
  };
  return {
    kept,
    passes: (ms: number) => {
      now += ms;
    },
    tell: async () => undefined,
    listen: () => undefined,
    get: async (key: string) => find(key),
    update: async (key: string, ms: number, change: (found: string | undefined) => string | undefined) => {
      const value = change(find(key));
      if (value === undefined) kept.delete(key);
      else kept.set(key, { value, endsAt: now + ms });
    },
  };
}
let place: ReturnType<typeof createPlace>;
const seal = () => createSeal('one secret for all processes behind one address');
const one = () => createGrants(place, seal(), createEnded(place));
const processes = () => [one(), one()] as const;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  place = createPlace();
});
afterEach(() => {
  vi.useRealTimers();
});
/** Sets the clock of the next process ahead by `ms` milliseconds. */
const isOff = (ms: number) => vi.setSystemTime(Date.now() + ms);
const passes = (ms: number) => {
  isOff(ms);
  place.passes(ms);
};

describe('the result of a sign-in', () => {
  it('is a code for a minute, and a late use ends its connection', async () => {
    const [grants] = processes();
    const code = await grants.begin(agreed(), { ...shown, challenge });
    passes(minuteMs + 1);
    expect(await grants.redeem(code, { ...shown, verifier })).toBeUndefined();
    expect(await grants.ofPerson('anna')).toEqual([]);
  });

  it('is on the list of its user as long as it is renewed', async () => {
    const [grants] = processes();
    let tokens = await grants.redeem(await grants.begin(agreed(), { ...shown, challenge }), {
      ...shown,
      verifier,
    });
    const [{ id = '' } = {}] = await grants.ofPerson('anna');
    for (let turn = 0; turn < 3; turn += 1) {
      passes(10 * 24 * 60 * minuteMs);
      await grants.renewSession(id, session('renewed'));
      tokens = await grants.refresh(tokens?.refresh ?? '', 'client');
      expect((await grants.ofPerson('anna')).map((grant) => grant.id)).toEqual([id]);
    }
  });

  it.each([5, -5])(
    'is redeemed and renewed at a process whose clock differs by %i minutes [FLT-14]',
    async (minutes) => {
      const [one, other] = processes();
      const code = await one.begin(agreed(), { ...shown, challenge });
      isOff(minutes * minuteMs);
      const tokens = await other.redeem(code, { ...shown, verifier });
      isOff(-minutes * minuteMs);
      expect(await one.isLive(tokens?.access ?? '')).toBe(true);
      expect(await one.refresh(tokens?.refresh ?? '', 'client')).toBeDefined();
    },
  );

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
  it('is renewed once, even if several processes need it, and each uses the new one', async () => {
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
    const fresh = await Promise.all([...renewals, ...renewals].map((once) => once(id, old, renew, 'fail')));
    expect(fresh.map((one) => one?.value)).toEqual(Array(4).fill('second'));
    expect(given).toEqual(['refresh of first']);
  });

  it('is renewed once if their clocks differ by five minutes, and again if one of them was killed [FLT-14]', async () => {
    const [one, other] = processes();
    await one.begin(agreed(), { ...shown, challenge });
    const [{ id = '' } = {}] = await one.ofPerson('anna');
    const old = session('first');
    let [give, asked] = [(_fresh: KeptSession): void => undefined, 0];
    const renew = () => {
      asked += 1;
      return new Promise<KeptSession>((resolve) => {
        give = resolve;
      });
    };
    const first = createRenewals(place, one)(id, old, renew, 'fail');
    await vi.waitFor(() => expect(asked).toBe(1));
    isOff(5 * minuteMs);
    const second = createRenewals(place, other)(id, old, renew, 'fail');
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(asked).toBe(1);
    give(session('second'));
    expect((await Promise.all([first, second])).map((fresh) => fresh?.value)).toEqual(['second', 'second']);

    void createRenewals(place, one)(id, session('second'), renew, 'fail');
    await vi.waitFor(() => expect(asked).toBe(2));
    const third = createRenewals(place, other)(id, session('second'), async () => session('third'), 'fail');
    place.passes(minuteMs / 2);
    expect((await third)?.value).toBe('third');
  });

  it('is renewed by the stored refresh token, even if the issuer repeats the access token', async () => {
    const [grants] = processes();
    await grants.begin(agreed(), { ...shown, challenge });
    const [{ id = '' } = {}] = await grants.ofPerson('anna');
    await grants.renewSession(id, { ...session('first'), refreshToken: 'newer' });
    const given: (string | undefined)[] = [];
    const renew = async ({ refreshToken }: KeptSession) => {
      given.push(refreshToken);
      return session('second');
    };
    await createRenewals(place, grants)(id, session('first'), renew, 'fail');
    expect(given).toEqual(['newer']);
  });

  it('can be renewed again after it could not, and not at all once the connection has ended', async () => {
    const [grants] = processes();
    await grants.begin(agreed(), { ...shown, challenge });
    const [{ id = '' } = {}] = await grants.ofPerson('anna');
    const once = createRenewals(place, grants);
    const away = () => Promise.reject(new Error('away'));
    await expect(once(id, session('first'), away, 'fail')).rejects.toThrow('away');
    expect((await once(id, session('first'), async () => session('second'), 'fail'))?.value).toBe('second');
    await grants.end(id, 'why');
    expect(await once(id, session('second'), away, 'fail')).toBeUndefined();
  });
});
