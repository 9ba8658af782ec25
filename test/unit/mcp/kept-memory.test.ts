import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { afterEach, expect, it, vi } from 'vitest';
import { type CallersOptions, createAuthenticate } from '../../../src/auth/authenticate.ts';
import { createRecordCaches } from '../../../src/domain/cache.ts';
import { bytesOf } from '../../../src/json/bytes.ts';
import { networkOf } from '../../../src/transports/http/addresses.ts';
import { createEventStores } from '../../../src/transports/http/sessions/event-store.ts';

/** Caches with a limited lifetime and size. */

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const callers: CallersOptions = {
  createTokens: (bearer) => ({
    get: async () => bearer,
    drop: () => undefined,
    grant: () => Promise.reject(new Error('never asked')),
    held: () => [bearer],
    header: () => ({}),
  }),
  identify: () => async () => ({}),
  requests: { own: 8, all: 64 },
  timeoutMs: 1000,
};
const newStream = () => ({ id: 'one', asked: [], count: 0 });
const kilobyte = 'x'.repeat(1024);

it('events of sessions are deleted with them, and others when they expire [FLT-86]', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const events = createEventStores();
  const sessions = Array.from({ length: 1000 }, () => events.forSession());
  for (const { keep } of sessions) keep(newStream(), kilobyte, false);
  expect(events.bytes()).toBeGreaterThan(1000 * 1024);
  for (const { forget } of sessions.slice(1)) forget();
  expect(events.bytes()).toBeLessThan(2 * 1024);
  // A session that is being closed may still send events.
  sessions[1]?.keep(newStream(), kilobyte, false);
  expect(events.bytes()).toBeLessThan(2 * 1024);
  vi.advanceTimersByTime(5 * 60_000 + 1);
  events.sweep();
  expect(events.bytes()).toBe(0);
});

it('when the memory of all sessions is full, the largest one loses events [FLT-86]', async () => {
  const events = createEventStores(100 * 1024);
  const [modest, greedy] = [events.forSession(), events.forSession()];
  const kept = modest.keep(newStream(), kilobyte, false);
  const stream = newStream();
  const ids: string[] = [];
  for (let count = 0; count < 1000; count += 1) ids.push(greedy.keep(stream, kilobyte, false));
  expect(events.bytes()).toBeLessThanOrEqual(100 * 1024);
  const streamOf = (session: typeof modest, id = '') => session.streamOf(id);
  expect(streamOf(modest, kept)).toBe('one');
  expect(streamOf(greedy, ids[0])).toBeUndefined();
  expect(streamOf(greedy, ids.at(-1))).toBe('one');
  expect(streamOf(modest, ids.at(-1))).toBeUndefined();
});

it('the size of a value counts its texts, its lists and its maps, however deep', () => {
  expect(bytesOf('x'.repeat(1000))).toBeGreaterThan(1000);
  expect(bytesOf(new Map([['a', 'x'.repeat(1000)]]))).toBeGreaterThan(1000);
  expect(bytesOf(Array.from({ length: 1000 }, () => null))).toBeGreaterThan(1000);
  let deep: unknown = 'x'.repeat(1000);
  for (let level = 0; level < 200_000; level += 1) deep = [deep];
  expect(bytesOf({ deep })).toBeGreaterThan(1000);
});

it('arguments count toward the size of stored results', async () => {
  const cache = createRecordCaches().of('somebody');
  const questions = Array.from({ length: 400 }, (_, n) => `${n} ${'x'.repeat(100_000)}`);
  for (const question of questions) await cache.keep(question, {});
  expect(await cache.recall(questions.at(-1) ?? '')).toEqual({});
  expect(await cache.recall(questions[0] ?? '')).toBeUndefined();
});

it('callers are known by the thousand, and with long tokens by as many as there is memory for', async () => {
  const knownAfter = async (many: number, length: number) => {
    const { authenticate, count } = createAuthenticate(callers);
    for (let n = 0; n < many; n += 1) await authenticate(`${n}.`.padEnd(length, 'x'), '127.0.0.1');
    return count();
  };
  expect(await knownAfter(5000, 1500)).toBe(5000);
  expect(await knownAfter(5000, 8000)).toBeLessThan(4000);
});

it('users are stored under short keys, even with long tokens or addresses [FLT-86]', async () => {
  const { authenticate } = createAuthenticate({
    ...callers,
    checkToken: async (bearer) => ({ iss: 'https://issuer.example', sub: bearer, exp: 4_102_444_800 }),
  });
  const idOf = async (bearer: string) => {
    const admitted = await authenticate(bearer, '127.0.0.1');
    return 'caller' in admitted ? admitted.caller.id : '';
  };
  const [short, long, other] = await Promise.all(
    ['ann', 'x'.repeat(8000), `${'x'.repeat(7999)}y`].map((bearer) => idOf(bearer)),
  );
  expect(short).toBe('https://issuer.example|ann');
  expect(long?.length).toBeLessThan(100);
  expect(long).not.toBe(other);
  expect(networkOf('x'.repeat(16_000)).length).toBeLessThan(100);
});

it('unused entries of all caches are deleted with one timer [FLT-86]', async () => {
  vi.useFakeTimers();
  // Import the module again, so that its timer uses the simulated clock.
  vi.resetModules();
  const { letGo } = await import('../../../src/util/let-go.ts');
  // The clock starts at 1, because the library treats a start time of 0 as unset.
  const perf = { now: () => 1 + performance.now() };
  const caches = Array.from({ length: 3 }, () =>
    letGo(new LRUCache<number, number>({ max: 100, ttl: 60_000, perf })),
  );
  for (const cache of caches) for (let n = 0; n < 100; n += 1) cache.set(n, n);
  vi.advanceTimersByTime(59_000);
  expect(caches.map(({ size }) => size)).toEqual([100, 100, 100]);
  expect(vi.getTimerCount()).toBeLessThanOrEqual(1 + caches.length);
  vi.advanceTimersByTime(32_000);
  expect(caches.map(({ size }) => size)).toEqual([0, 0, 0]);
});

it('callers are evicted after ten idle minutes, and admitted again on the next request [FLT-86]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
  // Mock the clock's method, because the library has stored a reference to the clock.
  const now = performance.now.bind(performance);
  let passed = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + passed);
  const pass = (ms: number) => {
    passed += ms;
    vi.advanceTimersByTime(ms);
  };
  vi.resetModules();
  const { createAuthenticate } = await import('../../../src/auth/authenticate.ts');
  const { authenticate, count } = createAuthenticate(callers);
  const comesIn = async (who: string) => 'caller' in (await authenticate(who, '127.0.0.1'));
  expect([await comesIn('idle'), await comesIn('busy')]).toEqual([true, true]);
  for (let minutes = 0; minutes < 12; minutes += 4) {
    pass(4 * 60_000);
    await comesIn('busy');
  }
  expect(count()).toBe(1);
  expect(await comesIn('idle')).toBe(true);
  expect(count()).toBe(2);
});

it('every cache deletes expired entries automatically [FLT-86]', () => {
  const root = join(import.meta.dirname, '../../../src');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const caches = sources.flatMap((name) =>
    [
      ...readFileSync(join(root, name), 'utf8').matchAll(
        /(letGo\(\s*)?new (?:LRUCache|Cache)(?:<[^(]*>)?\(\{([\s\S]*?)\}\)[,)]/g,
      ),
    ].map(([, isLetGo = '', options = '']) => ({ name, isLetGo, options })),
  );
  expect(caches.length).toBeGreaterThan(6);
  for (const { name, isLetGo, options } of caches) {
    expect(options, name).toMatch(/\bttl(:|,)/);
    expect(isLetGo, name).toContain('letGo(');
    expect(options, name).not.toContain('ttlAutopurge');
    expect(options, name).toMatch(/\bmax(Size)?:/);
  }
});
