import { describe, expect, it, vi } from 'vitest';
import { as, tokenIn } from '../../support/clients/callers.ts';
import { connectTo } from '../../support/clients/harness.ts';
import { beginSession, modernRequest, rawRequest, sessionMessage } from '../../support/clients/raw-http.ts';
import { json } from '../../support/servers/upstream.ts';
import { outcome, task, tools, useLimits } from './limited.ts';

/** Limits of one caller's concurrent calls. */

const { at, start } = useLimits();

/** Holds the service's responses until `open` is called. */
function holdService() {
  const held: (() => void)[] = [];
  let isOpen = false;
  let left = 0;
  at.upstream.on.call = (response, { headers }) => {
    response.on('close', () => {
      if (!response.writableEnded) left += 1;
    });
    const answer = () => json(response, 200, { Of: tokenIn(headers) });
    if (isOpen) answer();
    else held.push(answer);
  };
  return {
    count: () => held.length,
    /** Returns the number of requests whose client has left. */
    left: () => left,
    /** Sends the held responses, and answers all further requests at once. */
    open: () => {
      isOpen = true;
      for (const answer of held.splice(0)) answer();
    },
  };
}

describe('concurrent calls', () => {
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

  it('are refused above the total limit, for any caller', async () => {
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
    at.upstream.on.call = (response) => json(response, 500, {});
    expect(await outcome(url, 'ann', tools.reads)).not.toBe('ok');
    at.upstream.on.call = (response) => json(response, 404, {});
    expect(await outcome(url, 'ann', tools.risky)).not.toBe('ok');
    expect(await outcome(url, 'ann', ['list_users', { no: 1 }])).toBe('INVALID_ARGUMENTS');
    expect(await outcome(url, 'ann', ['run_script', { ScriptId: task }])).toBe('asked');
    at.upstream.on.call = (response) => json(response, 200, {});
    expect(await outcome(url, 'ann', tools.reads)).toBe('ok');
  });
});

describe('a service that never responds', () => {
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
        // On a busy machine, the client may send the next call before the server has received the
        // cancellation.
        await vi.waitFor(() => expect(service.left()).toBe(turn + 1), { timeout: 10_000, interval: 5 });
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

describe('a caller with 64 open requests', () => {
  const message = (id: number) => ({
    id,
    method: 'tools/call',
    params: { name: 'list_users', arguments: {} },
  });
  const cancel = (requestId: number) => ({ method: 'notifications/cancelled', params: { requestId } });

  /** Opens a session with 64 calls that wait for the service. */
  async function fill(url: string) {
    const service = holdService();
    const headers = await beginSession(url, as('ann'));
    const running = Array.from({ length: 64 }, (_, n) => sessionMessage(url, message(n + 1), { headers }));
    await vi.waitFor(() => expect(service.count()).toBe(64), 10_000);
    const send = (body: object | string, extra: Record<string, string> = {}) =>
      typeof body === 'string'
        ? rawRequest(url, { headers: { ...headers, 'content-type': 'application/json', ...extra }, body })
        : sessionMessage(url, body, { headers });
    const end = async () => {
      service.open();
      await Promise.all(running);
    };
    return { service, headers, send, end };
  }

  it('can cancel some of them, and has room for others again [FLT-50]', async () => {
    const url = await start('parallel=1000,total=1000,reads=1000');
    const { service, send, end } = await fill(url);
    expect((await send(message(100))).status).toBe(429);
    expect((await send(cancel(1))).status).toBe(202);
    await vi.waitFor(() => expect(service.left()).toBe(1), 10_000);
    const next = send(message(101));
    await vi.waitFor(() => expect(service.count()).toBe(65), 10_000);
    await end();
    expect((await next).message.result.isError).not.toBe(true);
  });

  it('can end the session that they belong to', async () => {
    const url = await start('parallel=1000,total=1000,reads=1000');
    const { service, headers, end } = await fill(url);
    expect((await rawRequest(url, { method: 'DELETE', headers })).status).toBe(200);
    await vi.waitFor(() => expect(service.left()).toBe(64), 10_000);
    await end();
  });

  it('is refused everything else, however much of it comes at a time', async () => {
    const url = await start('parallel=1000,total=1000,reads=1000');
    const { service, headers, send, end } = await fill(url);
    const list = JSON.stringify({ jsonrpc: '2.0', ...message(200) });
    const others = [
      list,
      `[${JSON.stringify({ jsonrpc: '2.0', ...cancel(1) })},${list}]`,
      '[]',
      '{',
      '1',
      `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"${'x'.repeat(100_000)}"}}`,
    ];
    const statuses = await Promise.all(
      Array.from({ length: 10 }, () => others)
        .flat()
        .map(async (body) => (await send(body, { accept: 'application/json, text/event-stream' })).status),
    );
    expect(new Set(statuses)).toEqual(new Set([429]));
    expect(
      (await rawRequest(url, { method: 'GET', headers: { ...headers, accept: 'text/event-stream' } })).status,
    ).toBe(429);
    expect([service.count(), service.left()]).toEqual([64, 0]);
    // No refused request blocks a cancellation.
    await vi.waitFor(async () => expect((await send(cancel(1))).status).toBe(202), 10_000);
    await end();
  });
});
