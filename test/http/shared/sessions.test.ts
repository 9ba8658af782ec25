import { StreamableHTTPClientTransport as ModernHttp } from '@modelcontextprotocol/client';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, it } from 'vitest';
import { createUser } from '../../support/clients/asked.ts';
import { as, spelt, tokenIn } from '../../support/clients/callers.ts';
import { clientKinds, type RunningServer } from '../../support/clients/harness.ts';
import { beginSession, rawRequest, sessionMessage } from '../../support/clients/raw-http.ts';
import { connectClient } from '../../support/clients/sdk-clients.ts';
import { hasRedis } from '../../support/servers/redis.ts';
import { json } from '../../support/servers/upstream.ts';
import { script, useTwo } from './processes.ts';

/** Sessions of older clients. Any process answers their requests. */

describe.skipIf(!hasRedis)('with Redis (redis-server has to be installed)', () => {
  const { at, start } = useTwo({ env: { CASEBRIDGE_CONFIRM: 'admin' } });
  const listUsers = (id: number) => ({
    id,
    method: 'tools/call',
    params: { name: 'list_users', arguments: {} },
  });
  const users = () => at.upstream.requests(/^\/api\/v2\/users/).length;
  const resume = (server: RunningServer, headers: Record<string, string>, id: string) =>
    rawRequest(server.url, {
      method: 'GET',
      headers: {
        ...headers,
        accept: 'text/event-stream',
        'last-event-id': id,
        'mcp-protocol-version': '2025-11-25',
      },
    });
  /** Begins a call and closes its stream. Returns the id of the last event. */
  const breakOff = async (server: RunningServer, headers: Record<string, string>, message: object) => {
    const before = users();
    const aborting = new AbortController();
    const answer = await fetch(server.url, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      signal: aborting.signal,
    });
    const reader = answer.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    await expect.poll(users, { timeout: 10_000 }).toBe(before + 1);
    aborting.abort();
    return /^id: (.+)$/m.exec(Buffer.from(value ?? []).toString())?.[1] ?? '';
  };

  it.each(clientKinds)(
    '%s is asked and answered, whichever process each request reaches [FLT-91]',
    async (kind) => {
      at.upstream.on.call = (response, { headers, method }) =>
        json(response, 200, method === 'GET' ? { Items: [], Of: spelt(tokenIn(headers)) } : {});
      let turn = 0;
      const inTurn: typeof fetch = (input, init) => {
        turn += 1;
        const { pathname, search } = new URL(String(input));
        return fetch(new URL(pathname + search, [at.first, at.second][turn % 2]?.url), init);
      };
      const token = `of-${kind.replaceAll(' ', '-')}`;
      const settings = { requestInit: { headers: as(token) }, fetch: inTurn };
      const url = new URL(at.first.url);
      const transport = kind === 'v1' ? new OldHttp(url, settings) : new ModernHttp(url, settings);
      const user = createUser('agrees');
      const client = await connectClient(transport, { kind, user });
      for (let round = 0; round < 4; round += 1) {
        expect(await client.call('list_users')).toMatchObject({ Of: `of/${spelt(token)}` });
        expect((await client.callTool(script.name, script.arguments)).isError).not.toBe(true);
      }
      expect(user.questions).toHaveLength(4);
      await client.close();
    },
  );

  it.each([
    ['comes', false],
    ['was ready', true],
  ])(
    'a stream that broke at one process continues at the other, where the response %s',
    async (_what, isReady) => {
      let answer: () => void = () => undefined;
      at.upstream.on.call = (response) => {
        answer = () => json(response, 200, { Items: [], Of: 'ann' });
      };
      const headers = await beginSession(at.first.url, as('ann'));
      const before = users();
      const last = await breakOff(at.first, headers, listUsers(7));
      if (isReady) answer();
      const resumed = resume(at.second, headers, last);
      if (!isReady) answer();
      expect((await resumed).message).toMatchObject({ id: 7, result: { content: [{}] } });
      expect(users()).toBe(before + 1);
    },
  );

  it('a stream of another caller’s session is refused', async () => {
    at.upstream.on.call = (response) => json(response, 200, { Items: [], Of: 'canary' });
    const [own, other] = [
      await beginSession(at.first.url, as('ann')),
      await beginSession(at.first.url, as('eve')),
    ];
    const { text } = await sessionMessage(at.first.url, listUsers(1), { headers: own });
    const [, first = ''] = /^id: (.+)$/m.exec(text) ?? [];
    const seen = new AbortController();
    const got = fetch(at.second.url, {
      headers: {
        ...other,
        accept: 'text/event-stream',
        'last-event-id': first,
        'mcp-protocol-version': '2025-11-25',
      },
      signal: seen.signal,
    }).then(async (response) => {
      const timer = setTimeout(() => seen.abort(), 1000);
      const body = await response.text().catch(() => '');
      clearTimeout(timer);
      return body;
    });
    expect(await got).not.toContain('canary');
  });

  it('a cancelled call ends at the process that runs it', async () => {
    let isDropped = false;
    at.upstream.on.call = (response) => {
      response.once('close', () => {
        isDropped = true;
      });
    };
    const headers = await beginSession(at.first.url, as('ann'));
    await breakOff(at.first, headers, listUsers(9));
    const cancel = { method: 'notifications/cancelled', params: { requestId: 9 } };
    expect((await sessionMessage(at.second.url, cancel, { headers })).status).toBe(202);
    await expect.poll(() => isDropped, { timeout: 10_000 }).toBe(true);
  });

  it('a session that its client ended at one process is over at the other', async () => {
    at.upstream.on.call = (response) => json(response, 200, { Items: [] });
    const headers = await beginSession(at.first.url, as('ann'));
    expect((await sessionMessage(at.second.url, listUsers(1), { headers })).status).toBe(200);
    expect((await rawRequest(at.first.url, { method: 'DELETE', headers })).status).toBe(200);
    const status = async () => (await sessionMessage(at.second.url, listUsers(2), { headers })).status;
    await expect.poll(status, { timeout: 10_000 }).toBe(404);
  });

  it('a client that waits for a killed process gets an unknown outcome [FLT-91]', async () => {
    at.upstream.on.call = () => undefined;
    const third = await start();
    const headers = await beginSession(third.url, as('ann'));
    const last = await breakOff(third, headers, listUsers(11));
    third.process.child.kill('SIGKILL');
    await third.process.ended;
    const { message } = await resume(at.second, headers, last);
    expect(message).toMatchObject({
      id: 11,
      error: { message: expect.stringContaining('check before doing it again') },
    });
  });
});
