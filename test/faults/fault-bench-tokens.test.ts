import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { calls, useFaults } from '../support/repository/inside.ts';
import { answer, type Fault, type FaultServer, faults } from '../support/servers/fault-server.ts';
import { exchangePath, tokenPath } from '../support/servers/upstream.ts';

/**
 * Tokens under stress: many concurrent callers, tokens that expire during a request, revoked grants, and
 * clock changes.
 */

afterEach(() => vi.useRealTimers());
const { server, bridge } = useFaults();

const token = (value: string, more: object = {}) =>
  answer(200, {}, JSON.stringify({ access_token: value, token_type: 'bearer', expires_in: 3600, ...more }));
const asked = (service: FaultServer, target: string) =>
  service.tokenCalls.filter((taken) => taken.target === target).length;
/** Accepts only requests with the current token. Each request has a unique record id. */
const takes =
  (good: () => string): Fault =>
  (socket, taken) =>
    (taken.headers.authorization === `Bearer ${good()}` ? faults.fine : answer(401))(socket, taken);
const idOf = (turn: number) => `00000000-0000-4000-8000-${String(turn).padStart(12, '0')}`;

/** Starts a service. Exchanges return access-1, access-2 and so on. Sign-ins return the session token. */
async function start() {
  const service = await server();
  let exchanges = 0;
  service.onToken = async (socket, taken) => {
    await sleep(20);
    if (taken.target === tokenPath) return token('session')(socket, taken);
    exchanges += 1;
    return token(`access-${exchanges}`)(socket, taken);
  };
  return { service, inside: bridge(service.url) };
}

describe('a storm of 401', () => {
  it('from a hundred calls leads to one renewal, and each call is repeated once at most [FLT-12]', async () => {
    const { service, inside } = await start();
    service.plays(takes(() => 'access-1'));
    await inside.call(...calls.read);
    service.plays(takes(() => 'access-2'));
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, turn) => inside.call('get_task', { id: idOf(turn) })),
    );
    expect(new Set(outcomes.map(({ code }) => code))).toEqual(new Set(['done']));
    expect([asked(service, exchangePath), asked(service, tokenPath)]).toEqual([2, 1]);
    const targets = service.calls.map(({ target }) => target);
    expect(new Set(targets).size).toBe(100);
    expect(targets.length).toBeLessThanOrEqual(200);
    for (const one of new Set(targets))
      expect(targets.filter((target) => target === one).length).toBeLessThanOrEqual(2);
  });

  it('is not answered by a token that was asked for before it', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { service, inside } = await start();
    service.plays(takes(() => 'access-1'));
    await inside.call(...calls.read);
    // Age the token, so that a call renews it in the background. Hold that renewal.
    vi.advanceTimersByTime(3_500_000);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const plain = service.onToken;
    service.onToken = async (socket, taken) => {
      service.onToken = plain;
      await held;
      return plain?.(socket, taken);
    };
    await inside.call(...calls.read);
    // Then the service revokes all tokens, including the one that is being issued.
    service.plays((socket, taken) => {
      release();
      return takes(() => 'access-3')(socket, taken);
    });
    expect(await inside.call('get_task', { id: idOf(7) })).toMatchObject({ code: 'done' });
    const sent = service.calls.slice(-2).map(({ headers }) => headers.authorization);
    expect(sent).toEqual(['Bearer access-1', 'Bearer access-3']);
    expect((await inside.call(...calls.read)).code).toBe('done');
    expect(asked(service, exchangePath)).toBe(3);
  });

  it('that does not end leaves each call after its second try', async () => {
    const { service, inside } = await start();
    service.plays(answer(401));
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => inside.call(...calls.create)));
    expect(new Set(outcomes.map(({ text }) => text.slice(0, 13)))).toEqual(new Set(['API_ERROR 401']));
    expect(service.calls.length).toBe(100);
    expect(asked(service, tokenPath)).toBe(1);
  });
});

describe('a token', () => {
  it('that ends in flight is renewed once, and the change is carried out once [FLT-12]', async () => {
    const { service, inside } = await start();
    let good = 'access-1';
    let done = 0;
    service.plays(async (socket, taken) => {
      await sleep(50);
      const isGood = taken.headers.authorization === `Bearer ${good}`;
      if (isGood) done += 1;
      (isGood ? faults.fine : answer(401))(socket, taken);
    });
    const running = Promise.all(Array.from({ length: 10 }, () => inside.call(...calls.create)));
    await vi.waitUntil(() => service.calls.length >= 10);
    good = 'access-2';
    expect(new Set((await running).map(({ code }) => code))).toEqual(new Set(['done']));
    expect(done).toBe(10);
    expect(asked(service, exchangePath)).toBe(2);
  });

  it('whose refresh token was revoked is requested by it once, then by one sign-in [FLT-13]', async () => {
    const service = await server();
    const grants: string[] = [];
    service.onToken = (socket, taken) => {
      const { grant_type: grant = 'exchange' } = JSON.parse(taken.body || '{}');
      grants.push(grant);
      if (grant === 'refresh_token') return answer(400, {}, '{"error":"invalid_grant"}')(socket, taken);
      const lifetime = grants.length <= 2 ? { expires_in: 5, refresh_token: `refresh-${grants.length}` } : {};
      return token(`access-${grants.length}`, lifetime)(socket, taken);
    };
    const inside = bridge(service.url);
    await inside.call(...calls.read);
    await sleep(5100);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => inside.call(...calls.read)));
    expect(new Set(outcomes.map(({ code }) => code))).toEqual(new Set(['done']));
    // First the refresh token of the short-lived token, then that of the session, then the password. None is
    // used twice.
    expect(grants).toEqual([
      'password',
      'exchange',
      'refresh_token',
      'refresh_token',
      'password',
      'exchange',
    ]);
  });

  it('that cannot be had any more ends every call, without a loop [FLT-13]', async () => {
    const { service, inside } = await start();
    service.plays(takes(() => 'access-1'));
    await inside.call(...calls.read);
    service.plays(answer(401));
    service.onToken = answer(400, {}, '{"error":"invalid_grant","error_description":"Revoked."}');
    const before = service.tokenCalls.length;
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => inside.call(...calls.read)));
    expect(new Set(outcomes.map(({ code }) => code))).toEqual(new Set(['SIGN_IN_FAILED']));
    // One exchange with the old session token and one sign-in.
    expect(service.tokenCalls.length - before).toBeLessThanOrEqual(2);
    expect(service.calls.length).toBeLessThanOrEqual(30);
  });

  it('survives the network failing while it is renewed, as long as it lasts', async () => {
    const service = await server();
    service.onToken = (socket, taken) =>
      token('access', taken.target === tokenPath ? {} : { expires_in: 60 })(socket, taken);
    const inside = bridge(service.url);
    await inside.call(...calls.read);
    service.onToken = faults.reset;
    await sleep(300);
    for (let turn = 0; turn < 5; turn += 1) expect((await inside.call(...calls.read)).code).toBe('done');
  });

  it.each([3_600_000, -3_600_000, 86_400_000 * 365])(
    'is neither renewed nor used too long when the clock of the machine jumps by %i ms [FLT-14]',
    async (jump) => {
      const { service, inside } = await start();
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
      await inside.call(...calls.read);
      vi.setSystemTime(Date.now() + jump);
      for (let turn = 0; turn < 3; turn += 1) expect((await inside.call(...calls.read)).code).toBe('done');
      expect([asked(service, tokenPath), asked(service, exchangePath)]).toEqual([1, 1]);
    },
  );
});
