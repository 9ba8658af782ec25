import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createUser } from '../../support/clients/asked.ts';
import { as, startOpenUpstream, tokenIn } from '../../support/clients/callers.ts';
import { connectTo, type HttpProcess, startHttpServer, textOf } from '../../support/clients/harness.ts';
import { reply } from '../../support/clients/raw.ts';
import { modernRequest } from '../../support/clients/raw-http.ts';
import { json, type Upstream } from '../../support/servers/upstream.ts';

/** What one caller may do, so that the others still can. */

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startOpenUpstream();
});
afterAll(() => upstream?.close());
beforeEach(() => upstream.renew());

const servers: HttpProcess[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.process.close();
});

async function start(limits: string): Promise<string> {
  const server = await startHttpServer({
    env: { CASEBRIDGE_URL: upstream.url, CASEBRIDGE_LIMITS: limits, CASEBRIDGE_CONFIRM: 'admin' },
  });
  servers.push(server);
  return server.url;
}

const task = '00000000-0000-4000-8000-000000000001';
const tools = {
  reads: ['list_users', {}],
  writes: ['create_task', { Name: 'x' }],
  risky: ['delete_task', { id: task }],
} as const;

type Outcome = 'ok' | 'RATE_LIMITED' | string;
/** @returns `ok`, or the code of the error result */
async function outcome(
  url: string,
  caller: string,
  [name, args]: readonly [string, object],
  extra: object = {},
): Promise<Outcome> {
  const { status, message, text } = await modernRequest(
    url,
    'tools/call',
    { name, arguments: args, ...extra },
    { headers: as(caller) },
  );
  if (status !== 200) return `${status}`;
  if (message.result.isError !== true) return message.result.resultType === 'input_required' ? 'asked' : 'ok';
  return /^\W*(\w+)/.exec(textOf(message.result))?.[1] ?? text;
}

/** The answers of the service are held back until it is let go. */
function holdService() {
  const held: (() => void)[] = [];
  let isOpen = false;
  upstream.on.call = (response, { headers }) => {
    const answer = () => json(response, 200, { Of: tokenIn(headers) });
    if (isOpen) answer();
    else held.push(answer);
  };
  return {
    count: () => held.length,
    /** Lets go what is held back, and everything that comes. */
    open: () => {
      isOpen = true;
      for (const answer of held.splice(0)) answer();
    },
  };
}

describe('the calls of a minute', () => {
  it.each(Object.entries(tools))(
    'are counted for each caller alone, and each kind for itself: %s [FLT-50]',
    async (kind, tool) => {
      const url = await start('reads=3,writes=3,risky=3');
      const outcomes: Outcome[] = [];
      for (let turn = 0; turn < 4; turn += 1) outcomes.push(await outcome(url, 'ann', tool));
      expect(outcomes).toEqual(['ok', 'ok', 'ok', 'RATE_LIMITED']);
      const sent = upstream.seen.length;
      expect(await outcome(url, 'ann', tool)).toBe('RATE_LIMITED');
      expect(upstream.seen.length).toBe(sent);
      for (const [other, another] of Object.entries(tools))
        expect(await outcome(url, 'ann', another)).toBe(other === kind ? 'RATE_LIMITED' : 'ok');
      expect(await outcome(url, 'bob', tool)).toBe('ok');
    },
  );

  it('that are too many are refused with the time to wait, after which they are taken', async () => {
    // One every two seconds.
    const url = await start('reads=30');
    const call = () =>
      modernRequest(url, 'tools/call', { name: 'list_users', arguments: {} }, { headers: as('ann') });
    const results = [];
    for (let turn = 0; turn < 40; turn += 1) results.push((await call()).message.result);
    const refused = results.find(({ isError }) => isError);
    expect(textOf(refused)).toMatch(
      /^RATE_LIMITED: Only 30 calls of this kind \(reads\) in a minute are possible\./,
    );
    expect(textOf(refused)).toMatch(/\bTry again in [12] s\./);
    await vi.waitFor(async () => expect((await call()).message.result.isError).not.toBe(true), 10_000);
  });

  it('that reach people by what they hold count as risky, too [FLT-64]', async () => {
    const url = await start('writes=10,risky=2');
    const Attendees = [{ Type: 'Email', Email: 'clerk@example.org' }];
    const span = { StartDate: '2026-03-31T09:00:00Z', EndDate: '2026-03-31T10:30:00Z' };
    const meeting = { Name: 'Meeting', ...span };
    const guests = ['create_event', { ...meeting, Attendees }] as const;
    const outcomes: Outcome[] = [];
    for (let turn = 0; turn < 3; turn += 1) outcomes.push(await outcome(url, 'ann', guests));
    expect(outcomes).toEqual(['ok', 'ok', 'RATE_LIMITED']);
    expect(upstream.requests(/events/)).toHaveLength(2);
    expect(await outcome(url, 'ann', tools.risky)).toBe('RATE_LIMITED');
    expect(await outcome(url, 'ann', ['create_event', meeting])).toBe('ok');
  });

  it('are counted for lookups as for tools', async () => {
    const url = await start('reads=2');
    const outcomes: Outcome[] = [];
    for (let turn = 0; turn < 3; turn += 1) outcomes.push(await outcome(url, 'ann', ['who_am_i', {}]));
    expect(outcomes.at(-1)).toBe('RATE_LIMITED');
  });

  it('are not used up by tools/list', async () => {
    const url = await start('reads=1');
    for (let turn = 0; turn < 5; turn += 1)
      expect((await modernRequest(url, 'tools/list', {}, { headers: as('ann') })).status).toBe(200);
    expect(await outcome(url, 'ann', tools.reads)).toBe('ok');
  });
});

describe('an answer to a question', () => {
  const script = ['run_script', { ScriptId: task }] as const;
  const ask = (url: string, extra: object = {}) =>
    modernRequest(
      url,
      'tools/call',
      { name: script[0], arguments: script[1], ...extra },
      { headers: as('ann') },
    );

  it('is not counted as a further call of that kind, in revision 2026-07-28', async () => {
    const url = await start('risky=2');
    for (let turn = 0; turn < 2; turn += 1) {
      const { requestState } = (await ask(url)).message.result;
      expect(await outcome(url, 'ann', script, { ...reply('agrees'), requestState })).toBe('ok');
    }
    expect(await outcome(url, 'ann', script)).toBe('RATE_LIMITED');
    expect(upstream.requests(/script/i).length).toBe(2);
  });

  it.each(['v1', 'v2 legacy'] as const)(
    'is not counted as a further call of that kind, by %s',
    async (kind) => {
      const url = await start('risky=2');
      const client = await connectTo(url, { kind, token: 'ann', user: createUser('agrees') });
      for (let turn = 0; turn < 2; turn += 1)
        expect((await client.callTool(...script)).isError).not.toBe(true);
      expect(textOf(await client.callTool(...script))).toContain('RATE_LIMITED');
      await client.close();
      expect(upstream.requests(/script/i).length).toBe(2);
    },
  );

  it('is nobody else’s: another caller who has it agrees to nothing, and takes it from nobody [FLT-45]', async () => {
    const url = await start('risky=9');
    const { requestState } = (await ask(url)).message.result;
    const extra = { ...reply('agrees'), requestState };
    expect(await outcome(url, 'bob', script, extra)).not.toBe('ok');
    expect(upstream.requests(/script/i)).toEqual([]);
    expect(await outcome(url, 'ann', script, extra)).toBe('ok');
  });

  it('lends nothing to calls that nobody was asked about', async () => {
    const url = await start('writes=1,reads=100');
    const { requestState } = (await ask(url)).message.result;
    const extra = { ...reply('agrees'), requestState };
    expect(await outcome(url, 'ann', tools.writes, extra)).toBe('ok');
    expect(await outcome(url, 'ann', tools.writes, extra)).toBe('RATE_LIMITED');
    expect(upstream.requests(/task/i).length).toBe(1);
  });

  it('cannot be sent over and over', async () => {
    const url = await start('reads=3');
    const { requestState } = (await ask(url)).message.result;
    const outcomes: Outcome[] = [];
    for (let turn = 0; turn < 4; turn += 1)
      outcomes.push(await outcome(url, 'ann', script, { ...reply('agrees'), requestState }));
    expect(outcomes).toEqual(['ok', 'ALREADY_ANSWERED', 'ALREADY_ANSWERED', 'RATE_LIMITED']);
    expect(upstream.requests(/script/i).length).toBe(1);
  });
});

describe('calls at the same time', () => {
  it('are refused above the limit of their caller, while others go on [FLT-50]', async () => {
    const url = await start('parallel=3');
    const service = holdService();
    const running = [1, 2, 3].map(() => outcome(url, 'ann', tools.reads));
    await vi.waitFor(() => expect(service.count()).toBe(3), 10_000);
    expect(await outcome(url, 'ann', tools.reads)).toBe('RATE_LIMITED');
    const other = outcome(url, 'bob', tools.reads);
    await vi.waitFor(() => expect(service.count()).toBe(4), 10_000);
    service.open();
    expect(await Promise.all([...running, other])).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(await outcome(url, 'ann', tools.reads)).toBe('ok');
  });

  it('are refused above the limit of all, whoever makes them', async () => {
    const url = await start('total=2');
    const service = holdService();
    const running = ['ann', 'bob'].map((caller) => outcome(url, caller, tools.reads));
    await vi.waitFor(() => expect(service.count()).toBe(2), 10_000);
    expect(await outcome(url, 'carl', tools.reads)).toBe('RATE_LIMITED');
    service.open();
    expect(await Promise.all(running)).toEqual(['ok', 'ok']);
    expect(await outcome(url, 'carl', tools.reads)).toBe('ok');
  });

  it.each(['v1', 'v2 legacy', 'v2 pinned'] as const)(
    'give their place back when a client of the kind %s cancels',
    async (kind) => {
      const url = await start('parallel=1');
      const service = holdService();
      const client = await connectTo(url, { kind, token: 'ann' });
      const cancelled = new AbortController();
      const call = client.callTool('list_users', {}, { signal: cancelled.signal });
      call.catch(() => undefined);
      await vi.waitFor(() => expect(service.count()).toBe(1), 10_000);
      expect(await outcome(url, 'ann', tools.reads)).toBe('RATE_LIMITED');
      cancelled.abort();
      await expect(call).rejects.toThrow();
      service.open();
      await vi.waitFor(async () => expect(await outcome(url, 'ann', tools.reads)).toBe('ok'), 10_000);
      await client.close();
    },
  );

  it('give their place back when they fail, are refused, or hold wrong arguments', async () => {
    const url = await start('parallel=1');
    upstream.on.call = (response) => json(response, 500, {});
    expect(await outcome(url, 'ann', tools.reads)).not.toBe('ok');
    upstream.on.call = (response) => json(response, 404, {});
    expect(await outcome(url, 'ann', tools.risky)).not.toBe('ok');
    expect(await outcome(url, 'ann', ['list_users', { no: 1 }])).toBe('INVALID_ARGUMENTS');
    expect(await outcome(url, 'ann', ['run_script', { ScriptId: task }])).toBe('asked');
    upstream.on.call = (response) => json(response, 200, {});
    expect(await outcome(url, 'ann', tools.reads)).toBe('ok');
  });
});

describe('a service that answers nobody', () => {
  it('leaves new callers a way to sign in, however many calls wait for it [FLT-50]', async () => {
    const url = await start('reads=100');
    const service = holdService();
    const running = Array.from({ length: 64 }, (_, n) => outcome(url, `caller-${n % 8}`, tools.reads));
    await vi.waitFor(() => expect(service.count()).toBe(64), 10_000);
    expect((await modernRequest(url, 'tools/list', {}, { headers: as('new') })).status).toBe(200);
    expect(await outcome(url, 'new', tools.reads)).toBe('RATE_LIMITED');
    service.open();
    expect(new Set(await Promise.all(running))).toEqual(new Set(['ok']));
  });
});

describe('requests at the same time', () => {
  it.each(['v1', 'v2 legacy', 'v2 pinned'] as const)(
    'do not count any more when a client of the kind %s has cancelled them [FLT-79]',
    async (kind) => {
      const url = await start('parallel=1000,total=1000,reads=1000');
      const service = holdService();
      const client = await connectTo(url, { kind, token: 'ann' });
      for (let turn = 0; turn < 70; turn += 1) {
        const cancelled = new AbortController();
        const call = client.callTool('list_users', {}, { signal: cancelled.signal });
        call.catch(() => undefined);
        await vi.waitFor(() => expect(service.count()).toBe(turn + 1), { timeout: 10_000, interval: 5 });
        cancelled.abort();
        await expect(call).rejects.toThrow();
      }
      await vi.waitFor(async () => expect((await client.listTools()).tools).not.toEqual([]), 10_000);
      await client.close();
    },
  );

  it('of one caller are refused above 64, while others are served [FLT-50]', async () => {
    const url = await start('parallel=1000,total=1000,reads=1000');
    const service = holdService();
    const running = Array.from({ length: 64 }, () => outcome(url, 'ann', tools.reads));
    await vi.waitFor(() => expect(service.count()).toBe(64), 10_000);
    await vi.waitFor(async () => {
      const { status, headers, message } = await modernRequest(url, 'tools/list', {}, { headers: as('ann') });
      expect([status, message?.error?.message]).toEqual([429, 'Too many requests at the same time.']);
      expect(headers['retry-after']).toBe('1');
    }, 10_000);
    expect((await modernRequest(url, 'tools/list', {}, { headers: as('bob') })).status).toBe(200);
    service.open();
    expect(new Set(await Promise.all(running))).toEqual(new Set(['ok']));
    await vi.waitFor(
      async () =>
        expect((await modernRequest(url, 'tools/list', {}, { headers: as('ann') })).status).toBe(200),
      10_000,
    );
  });
});
