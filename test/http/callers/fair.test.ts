import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { as, startOpenUpstream, tokenIn } from '../../support/clients/callers.ts';
import { connectTo, type HttpProcess, startHttpProcess, textOf } from '../../support/clients/harness.ts';
import {
  beginSession,
  jsonHeaders,
  modernRequest,
  rawRequest,
  sessionMessage,
} from '../../support/clients/raw-http.ts';
import { json, type Upstream } from '../../support/servers/upstream.ts';

/** Each request of a caller counts, and other callers still get their turn. */

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
  const server = await startHttpProcess({
    env: { CASEBRIDGE_URL: upstream.url, CASEBRIDGE_LIMITS: limits, CASEBRIDGE_CONFIRM: 'admin' },
  });
  servers.push(server);
  return server.url;
}

const call = (url: string, caller: string, name: string, args: object = {}) =>
  modernRequest(url, 'tools/call', { name, arguments: args }, { headers: as(caller) });

/** Body of nearly 4 MB that is not JSON. It counts as 32 requests. */
const huge = 'x'.repeat(4 * 1024 * 1024 - 10);
const sendHuge = (url: string, caller: string) =>
  rawRequest(url, { headers: { ...jsonHeaders, ...as(caller) }, body: huge });

/** Uses up most of the caller's concurrent requests. */
async function spend(url: string, caller: string): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) expect((await sendHuge(url, caller)).status).toBe(400);
}

/**
 * Repeats a request. Returns the first response with 429.
 * @throws Error if no request is refused
 */
async function untilRefused(ask: () => Promise<{ status: number; headers: any; message: any }>) {
  for (let turn = 0; turn < 200; turn += 1) {
    const answer = await ask();
    if (answer.status === 429) return answer;
  }
  throw new Error('everything was let in');
}

const modern: readonly (readonly [string, object])[] = [
  ['tools/list', {}],
  ['prompts/list', {}],
  ['prompts/get', { name: 'my_day' }],
  ['resources/list', {}],
  ['resources/templates/list', {}],
  [
    'completion/complete',
    { ref: { type: 'ref/prompt', name: 'my_day' }, argument: { name: 'language', value: 'e' } },
  ],
  ['tools/call', { name: 'find_operations', arguments: { query: 'close a task' } }],
  ['tools/call', { name: 'describe_operation', arguments: { operation: 'create_task' } }],
  ['tools/call', { name: 'call_read_operation', arguments: { operation: 'no_such_operation' } }],
  ['tools/call', { name: 'no_such_tool', arguments: {} }],
  ['tools/call', { name: 'list_users', arguments: { no: 1 } }],
  ['server/discover', {}],
  ['no/such/method', {}],
];

describe('requests of a minute', () => {
  it('are all counted, and refused with the time to wait [FLT-48]', async () => {
    const url = await start('reads=60');
    for (const [index, [method, params]] of modern.entries()) {
      const headers = as(`ann-${index}`);
      await spend(url, `ann-${index}`);
      const refused = await untilRefused(() =>
        modernRequest(url, method, params as Record<string, unknown>, { headers }),
      );
      expect(refused.message.error.message, method).toMatch(
        /^At most 600 requests a minute are allowed: try again in \d+ s\.$/,
      );
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      const { status } = await call(url, 'bob', 'list_users');
      expect(status).toBe(200);
    }
  });

  it.each(['initialize', 'ping', 'tools/list', 'notifications/progress'])(
    'are counted in sessions, too: %s [FLT-48]',
    async (method) => {
      const url = await start('reads=60');
      const session = await beginSession(url, as('ann'));
      await spend(url, 'ann');
      const refused = await untilRefused(() =>
        method === 'initialize'
          ? sessionMessage(
              url,
              {
                id: 1,
                method,
                params: {
                  protocolVersion: '2025-11-25',
                  capabilities: {},
                  clientInfo: { name: 'x', version: '1' },
                },
              },
              { headers: as('ann') },
            )
          : sessionMessage(
              url,
              method.startsWith('notifications') ? { method, params: {} } : { id: 1, method, params: {} },
              { headers: session },
            ),
      );
      expect(refused.message.error.message).toMatch(/^At most 600 requests/);
    },
  );

  it('are counted even if they are not JSON, and large ones as several [FLT-48]', async () => {
    const url = await start('reads=60');
    const statuses: number[] = [];
    for (let turn = 0; turn < 30; turn += 1) statuses.push((await sendHuge(url, 'ann')).status);
    expect(statuses).toContain(429);
    expect(statuses.filter((status) => status === 400).length).toBeLessThan(20);
    expect((await sendHuge(url, 'bob')).status).toBe(400);
  });

  it('are told to clients of each kind in words', async () => {
    const url = await start('reads=60');
    for (const kind of ['v1', 'v2 legacy', 'v2 pinned'] as const) {
      const client = await connectTo(url, { kind, token: kind.replace(' ', '-') });
      await spend(url, kind.replace(' ', '-'));
      const many = async () => {
        for (let turn = 0; turn < 200; turn += 1) await client.callTool('find_operations', { query: 'a' });
      };
      await expect(many()).rejects.toThrow(/429|At most 600 requests/);
      await client.close();
    }
  });

  it('are enough for a client that lists everything at the start and then works [FLT-48]', async () => {
    const url = await start('reads=60');
    const client = await connectTo(url, { kind: 'v1', token: 'ann' });
    for (let turn = 0; turn < 10; turn += 1) {
      await client.listTools();
      await client.library.listPrompts();
      await client.library.listResources();
    }
    for (let turn = 0; turn < 50; turn += 1)
      expect((await client.callTool('list_users')).isError).not.toBe(true);
    await client.close();
  });
});

describe('streams of one caller that only listen', () => {
  it('leave room for those of others [FLT-48]', async () => {
    const url = await start('reads=60');
    const listen = (caller: string) =>
      modernRequest(url, 'subscriptions/listen', { notifications: {} }, { headers: as(caller) });
    // All streams stay open, except the one above the caller's limit.
    for (let turn = 0; turn < 8; turn += 1) void listen('ann').catch(() => undefined);
    await vi.waitFor(async () => {
      const refused = await Promise.race([
        listen('ann'),
        new Promise((resolve) => setTimeout(resolve, 3000)),
      ]);
      expect(refused).toMatchObject({ status: 429 });
    }, 20_000);
  });
});

/** Holds all requests until the test answers them one by one. The lists never end. */
function holdService() {
  const held: { of: string; answer: () => void }[] = [];
  let count = 0;
  let isOpen = false;
  upstream.on.call = (response, { headers }) => {
    const answer = () => {
      const Items = Array.from({ length: 100 }, () => {
        count += 1;
        return { Id: `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`, Name: `R ${count}` };
      });
      json(response, 200, { Items, NextPageUrl: '/more?Page=2' });
    };
    if (isOpen) answer();
    else held.push({ of: tokenIn(headers).replace('of-', ''), answer });
  };
  return {
    held,
    open: () => {
      isOpen = true;
      for (const { answer } of held.splice(0)) answer();
    },
  };
}

describe('requests to the service', () => {
  it('of one caller are under way by as many as calls may be, and another’s does not wait for them [FLT-49]', async () => {
    const url = await start('reads=100,parallel=3,total=4');
    const service = holdService();
    const running = [1, 2, 3].map(() => call(url, 'ann', 'workload'));
    await vi.waitFor(() => expect(service.held.length).toBe(3), 10_000);
    const other = call(url, 'bob', 'list_users');
    await vi.waitFor(() => expect(service.held.map(({ of }) => of)).toEqual(['ann', 'ann', 'ann', 'bob']));
    service.held.pop()?.answer();
    expect((await other).status).toBe(200);
    service.open();
    for (const { message } of await Promise.all(running))
      expect(textOf(message.result)).not.toMatch(/^[A-Z_]+:/);
  });

  it('alternate between callers if the maximum number is in flight [FLT-49]', async () => {
    const url = await start('reads=100,parallel=2,total=3');
    const service = holdService();
    // Each call needs many requests. Both together may have three in flight.
    const running = ['ann', 'bob'].map((caller) => call(url, caller, 'workload'));
    await vi.waitFor(() => expect(service.held.length).toBe(3), 10_000);
    const late = call(url, 'carl', 'list_users');
    // Carl's request comes after the waiting requests and before their callers' next ones.
    const order: string[] = [];
    while (!order.includes('carl') && order.length < 20) {
      await vi.waitFor(() => expect(service.held.length).toBeGreaterThan(0), 10_000);
      const next = service.held.shift();
      order.push(next?.of ?? '');
      next?.answer();
    }
    expect(order).toContain('carl');
    expect((await late).status).toBe(200);
    service.open();
    await Promise.all(running);
  });

  it('make a call that sends many of them count as several [FLT-49]', async () => {
    const url = await start('reads=5');
    holdService().open();
    expect((await call(url, 'ann', 'workload')).message.result.isError).not.toBe(true);
    const { message } = await call(url, 'ann', 'list_users');
    expect(textOf(message.result)).toMatch(/^RATE_LIMITED: At most 5 calls of this kind \(reads\)/);
    expect((await call(url, 'bob', 'list_users')).message.result.isError).not.toBe(true);
  });

  it('that wait for their turn end with their call, and give the turn to the next [FLT-49]', async () => {
    const url = await start('reads=100,parallel=2,total=2');
    const service = holdService();
    const client = await connectTo(url, { kind: 'v2 pinned', token: 'ann' });
    const cancelled = new AbortController();
    const call = client.callTool('workload', {}, { signal: cancelled.signal });
    call.catch(() => undefined);
    await vi.waitFor(() => expect(service.held.length).toBe(2), 10_000);
    cancelled.abort();
    await expect(call).rejects.toThrow();
    service.open();
    await vi.waitFor(
      async () => expect((await client.callTool('list_users')).isError).not.toBe(true),
      10_000,
    );
    await client.close();
  });
});
