import { describe, expect, it } from 'vitest';
import { startHttpProcess } from '../../support/clients/harness.ts';
import {
  beginSession,
  jsonHeaders,
  modernRequest,
  rawRequest,
  sessionMessage,
} from '../../support/clients/raw-http.ts';
import { exchangePath, json } from '../../support/servers/upstream.ts';
import { ann, listUsers, until, useSessions } from './open-sessions.ts';

const { at, cutOff } = useSessions();
const bob = { authorization: 'Bearer bob' };
/** Response to a caller who guesses a session id. It reveals nothing. */
const noSession = {
  status: 404,
  message: { error: { code: -32001, message: 'There is no such session: begin a new one with initialize.' } },
};

describe('a session', () => {
  it('continues for its caller, also on another connection', async () => {
    const headers = await beginSession(at.server.url, ann);
    const first = await sessionMessage(at.server.url, listUsers(1), { headers });
    const second = await sessionMessage(at.server.url, listUsers('two'), { headers });
    expect([first.message.id, second.message.id]).toEqual([1, 'two']);
    expect(second.text).toContain('Bearer ann');
  });

  it.each([
    [
      'calls of',
      (headers: Record<string, string>) => sessionMessage(at.server.url, listUsers(), { headers }),
    ],
    [
      'the end by',
      (headers: Record<string, string>) => rawRequest(at.server.url, { method: 'DELETE', headers }),
    ],
    [
      'a stream for',
      (headers: Record<string, string>) =>
        rawRequest(at.server.url, { method: 'GET', headers: { ...headers, accept: 'text/event-stream' } }),
    ],
    [
      'answers of',
      (headers: Record<string, string>) =>
        sessionMessage(at.server.url, { id: 0, result: { action: 'accept' } }, { headers }),
    ],
    [
      'a resumption by',
      (headers: Record<string, string>) =>
        rawRequest(at.server.url, {
          method: 'GET',
          headers: { ...headers, accept: 'text/event-stream', 'last-event-id': '1' },
        }),
    ],
  ])(
    'takes no %s another caller who knows its id, and does not say that it exists [FLT-45]',
    async (_what, send) => {
      const own = await beginSession(at.server.url, ann);
      const stolen = await send({ ...own, ...bob });
      const unknown = await send({ ...bob, 'mcp-session-id': '00000000-0000-4000-8000-000000000000' });
      expect(stolen).toMatchObject(noSession);
      expect([unknown.status, unknown.text]).toEqual([stolen.status, stolen.text]);
      expect((await sessionMessage(at.server.url, listUsers(), { headers: own })).text).toContain(
        'Bearer ann',
      );
    },
  );

  it('lends nothing to a request of the newer revision that names it', async () => {
    const own = await beginSession(at.server.url, ann);
    const { text } = await modernRequest(
      at.server.url,
      'tools/call',
      { name: 'list_users', arguments: {} },
      { headers: { ...own, ...bob } },
    );
    expect(text).toContain('Bearer bob');
    expect(text).not.toContain('Bearer ann');
  });

  it('is over after its end', async () => {
    const headers = await beginSession(at.server.url, ann);
    expect((await rawRequest(at.server.url, { method: 'DELETE', headers })).status).toBe(200);
    expect(await sessionMessage(at.server.url, listUsers(), { headers })).toMatchObject(noSession);
  });

  it.each([
    [
      'a call',
      {
        method: 'POST' as const,
        body: JSON.stringify({ jsonrpc: '2.0', ...listUsers() }),
        headers: jsonHeaders,
      },
    ],
    ['an end', { method: 'DELETE' as const, headers: {} }],
  ])('must be named in a request for %s', async (_what, wanted) => {
    const { status, message } = await rawRequest(at.server.url, {
      ...wanted,
      headers: { ...wanted.headers, ...ann },
    });
    expect([status, message.error.message]).toEqual([
      400,
      'The Mcp-Session-Id header is missing: begin with initialize.',
    ]);
    expect(at.upstream.requests('/api/v2/users')).toEqual([]);
  });

  it('is not left behind by a wrong beginning', async () => {
    const before = await openSessions();
    for (const params of [{}, { protocolVersion: 7 }, { protocolVersion: '2025-11-25' }])
      await sessionMessage(at.server.url, { id: 1, method: 'initialize', params }, { headers: ann });
    expect(await openSessions()).toBe(before);
  });
});

async function openSessions(): Promise<number> {
  const [, port = ''] = /127\.0\.0\.1:(\d+)\/livez/.exec(at.server.process.stdout()) ?? [];
  const { text } = await rawRequest(`http://127.0.0.1:${port}/metrics`, { method: 'GET' });
  return Number(/^casebridge_sessions (\d+)$/m.exec(text)?.[1]);
}

describe('a question within a session', () => {
  it('is answered by its own caller alone [FLT-45]', async () => {
    at.upstream.on.call = (response, { method }) =>
      method === 'DELETE' ? json(response, 200, {}) : json(response, 200, { Id: '1', Name: 'Task' });
    const headers = await beginSession(at.server.url, ann, { elicitation: {} });
    const call = {
      id: 5,
      method: 'tools/call',
      params: { name: 'delete_task', arguments: { id: '00000000-0000-4000-8000-000000000001' } },
    };
    const asked = await cutOff(call, headers, /elicitation\/create/);
    const question = JSON.parse(/^data: (\{.*elicitation\/create.*)$/m.exec(asked)?.[1] ?? '{}');
    const agreed = { id: question.id, result: { action: 'accept', content: { confirm: true } } };
    expect(await sessionMessage(at.server.url, agreed, { headers: { ...headers, ...bob } })).toMatchObject(
      noSession,
    );
    expect(at.upstream.seen.filter(({ method }) => method === 'DELETE')).toEqual([]);
    expect((await sessionMessage(at.server.url, agreed, { headers })).status).toBe(202);
    await until(() => at.upstream.seen.some(({ method }) => method === 'DELETE'));
    expect(at.upstream.seen.filter(({ method }) => method === 'DELETE').length).toBe(1);
  });
});

describe('the number of sessions', () => {
  it('is bounded: one more is refused with the time to wait, until one ends', async () => {
    const small = await startHttpProcess({
      env: { CASEBRIDGE_URL: at.upstream.url, CASEBRIDGE_LIMITS: 'sessions=3' },
    });
    const person = (n: number) => ({ authorization: `Bearer person-${n}` });
    try {
      const sessions = [];
      for (const n of [1, 2, 3]) sessions.push(await beginSession(small.url, person(n)));
      const params = {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'raw', version: '1' },
      };
      const fourth = await sessionMessage(
        small.url,
        { id: 1, method: 'initialize', params },
        { headers: person(4) },
      );
      expect([fourth.status, fourth.headers['retry-after'], fourth.headers['mcp-session-id']]).toEqual([
        503,
        '30',
        undefined,
      ]);
      await rawRequest(small.url, { method: 'DELETE', headers: sessions[0] ?? {} });
      const later = await beginSession(small.url, person(4));
      expect((await sessionMessage(small.url, listUsers(), { headers: later })).text).toContain(
        'Bearer person/4',
      );
      expect((await modernRequest(small.url, 'tools/list', {}, { headers: person(5) })).status).toBe(200);
    } finally {
      await small.close();
    }
  });

  it('does not grow by one with oversized client metadata, which is refused', async () => {
    const clientInfo = { name: 'x'.repeat(100_000), version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const begun = await sessionMessage(
      at.server.url,
      { id: 1, method: 'initialize', params },
      { headers: ann },
    );
    expect([begun.status, begun.headers['mcp-session-id']]).toEqual([413, undefined]);
    expect(begun.text).toContain('32768 characters');
  });

  it('of one caller is bounded: a further one takes the place of the one unused for longest', async () => {
    const carl = { authorization: 'Bearer carl' };
    const sessions = [];
    for (let n = 0; n < 33; n += 1) sessions.push(await beginSession(at.server.url, carl));
    const [oldest, second, ...rest] = sessions;
    expect(await sessionMessage(at.server.url, listUsers(), { headers: oldest ?? {} })).toMatchObject(
      noSession,
    );
    for (const headers of [second, rest.at(-1)])
      expect((await sessionMessage(at.server.url, listUsers(), { headers: headers ?? {} })).status).toBe(200);
  });

  it('is unchanged while tokens are exchanged once for each caller', async () => {
    await beginSession(at.server.url, { authorization: 'Bearer dora' });
    await beginSession(at.server.url, { authorization: 'Bearer dora' });
    expect(at.upstream.requests(exchangePath).length).toBe(1);
  });
});
