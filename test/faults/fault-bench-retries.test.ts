import { describe, expect, it, vi } from 'vitest';
import { calls, type Inside, type Outcome, useFaults } from '../support/repository/inside.ts';
import { answer, type Fault, faults } from '../support/servers/fault-server.ts';

/** All faults of connections and all temporary statuses, with the real composition of the request middleware. */

const { server, bridge } = useFaults();

type Kind = keyof typeof calls;

/** Starts a service with a script of faults. Returns it with a function that makes one call of a kind. */
async function bench(script: readonly Fault[], options: { timeoutMs?: number } = {}) {
  const service = await server();
  service.plays(...script);
  const inside = bridge(service.url, options);
  return { service, inside, run: (kind: Kind, signal?: AbortSignal) => make(inside, kind, signal) };
}
const make = (inside: Inside, kind: Kind, signal?: AbortSignal): Promise<Outcome> =>
  inside.call(calls[kind][0], calls[kind][1], signal);

describe('a temporary failure with status', () => {
  const passing = [408, 429, 500, 502, 503, 504];

  it.each(passing)(
    '%i is passed over by a read, and ends it at the third attempt [FLT-4]',
    async (status) => {
      const { service, run } = await bench([answer(status), faults.fine]);
      expect((await run('read')).code).toBe('done');
      expect(service.calls.length).toBe(2);
      service.plays(answer(status, {}, JSON.stringify({ Message: 'Busy.' })));
      const { text } = await run('read');
      expect(text).toMatch(
        new RegExp(`^API_ERROR ${status}: Busy\\.\nTrying again later can help\\.(\nRequest id: [\\w-]+)?$`),
      );
      expect(service.calls.length).toBe(3);
    },
  );

  it.each(passing)(
    '%i ends creations and actions, unless the response requests a wait [FLT-4]',
    async (status) => {
      const { service, inside } = await bench([]);
      for (const kind of ['create', 'edit', 'act'] as const) {
        service.plays(answer(status, { 'retry-after': 0 }));
        const { text } = await make(inside, kind);
        expect(text).toContain(`API_ERROR ${status}`);
        const undone = status === 429 || status === 503;
        expect(text).toMatch(undone ? /Try again in 0 s\./ : /before doing it again|ask the user before/);
        expect(service.calls.length).toBe(status === 429 ? 3 : 1);
      }
    },
  );

  it.each<[number, Record<string, string>, number]>([
    [429, {}, 2],
    [503, { 'retry-after': '0' }, 2],
    [503, {}, 1],
    [500, { 'retry-after': '0' }, 1],
    [502, {}, 1],
    [504, {}, 1],
  ])(
    '%i with %j lets a replacement and a removal be sent %i times [FLT-4]',
    async (status, headers, times) => {
      const { service, inside } = await bench([]);
      for (const kind of ['replace', 'remove'] as const) {
        service.plays(answer(status, headers), faults.fine);
        expect((await make(inside, kind)).code).toBe(times === 2 ? 'done' : 'API_ERROR');
        expect(service.calls.length).toBe(times);
      }
    },
  );

  it('500 for nearly every call is not made worse: repetitions are paid from a budget [FLT-4]', async () => {
    const { service, inside } = await bench([answer(500)]);
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => make(inside, 'read')));
    expect(new Set(outcomes.map(({ code }) => code))).toEqual(new Set(['API_ERROR']));
    expect(service.calls.length).toBe(40 + 35);
  });
});

describe('a Retry-After', () => {
  const date = (ms: number) => new Date(Date.now() + ms).toUTCString();
  const gap = (service: { calls: readonly { at: number }[] }) =>
    (service.calls[1]?.at ?? 0) - (service.calls[0]?.at ?? 0);

  it.each<[string, () => Record<string, string>, number]>([
    ['in seconds', () => ({ 'retry-after': '1' }), 1000],
    ['as a date', () => ({ 'retry-after': date(2000) }), 900],
    [
      'as a date of a service whose clock is an hour ahead',
      () => ({ 'retry-after': date(3_601_000), date: date(3_600_000) }),
      1000,
    ],
    [
      'as a date of a service whose clock is an hour behind',
      () => ({ 'retry-after': date(-3_599_000), date: date(-3_600_000) }),
      1000,
    ],
  ])('%s is waited out, never cut short [FLT-5]', async (_what, headers, least) => {
    for (const status of [429, 503]) {
      const { service, run } = await bench([answer(status, headers()), faults.fine]);
      expect((await run('read')).code).toBe('done');
      expect(service.calls.length).toBe(2);
      expect(gap(service)).toBeGreaterThanOrEqual(least - 2);
    }
  });

  it.each(['seconds', 'a date'])(
    'beyond the time of the call ends it at once, in %s [FLT-5]',
    async (form) => {
      const header = form === 'seconds' ? '3600' : date(3_600_000);
      const { service, run } = await bench([answer(503, { 'retry-after': header })]);
      const { text } = await run('read');
      expect(text).toMatch(/^API_ERROR 503: .*\nTry again in (3600|3599|3598) s\.$/);
      expect(service.calls.length).toBe(1);
    },
  );

  it.each(['soon', '-1', '1.5', '', '7, 8', 'Thu, 99 Foo 2026 10:00:00 GMT'])(
    'that says nothing (%j) leaves the usual wait [FLT-5]',
    async (header) => {
      const { service, run } = await bench([answer(429, { 'retry-after': header }), faults.fine]);
      expect((await run('read')).code).toBe('done');
      expect(service.calls.length).toBe(2);
    },
  );
});

describe('a service that is away', () => {
  it('is not waited for by each call, and its return is noticed [FLT-15]', async () => {
    const first = await server();
    const { port, url } = first;
    const inside = bridge(url);
    expect((await make(inside, 'read')).code).toBe('done');
    await first.close();
    // Only the first call uses the kept-alive connection, which is broken.
    expect((await make(inside, 'read')).code).toBe('UNREACHABLE');
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => make(inside, 'create')));
    expect(new Set(outcomes.map(({ code }) => code))).toEqual(new Set(['UNREACHABLE']));
    const { code, text } = await make(inside, 'create');
    expect(code).toBe('UNREACHABLE');
    expect(text).toMatch(
      /the connection was refused\..* calls fail at once for some seconds\.\nTry again in [1-5] s\./,
    );
    const again = await server({ port });
    await vi.waitUntil(async () => (await make(inside, 'read')).code === 'done', {
      timeout: 10_000,
      interval: 50,
    });
    expect((await make(inside, 'create')).code).toBe('done');
    expect(again.calls.filter(({ method }) => method === 'POST').length).toBe(1);
  });
});
