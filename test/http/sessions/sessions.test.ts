import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { spelt } from '../../support/clients/callers.ts';
import { type HttpProcess, startHttpServer } from '../../support/clients/harness.ts';
import {
  beginSession,
  jsonHeaders,
  modernRequest,
  rawRequest,
  sessionMessage,
} from '../../support/clients/raw-http.ts';
import { exchangePath, json, startUpstream, type Upstream } from '../../support/servers/upstream.ts';

let upstream: Upstream;
let server: HttpProcess;
beforeAll(async () => {
  upstream = await startUpstream();
  letIn();
  server = await startHttpServer({
    args: ['--monitor-port', '0'],
    env: { CASEBRIDGE_URL: upstream.url, CASEBRIDGE_CONFIRM: 'delete' },
  });
});
afterEach(() => {
  upstream.renew();
  letIn();
});
afterAll(async () => {
  await server?.close();
  await upstream?.close();
});

/** Everybody is let in, and exchanged for their own name. */
function letIn(): void {
  upstream.on.exchange = (response, { headers }) =>
    json(response, 200, { access_token: headers.authorization?.slice('Bearer '.length), expires_in: 600 });
  upstream.on.call = (response, { headers }) =>
    json(response, 200, { Items: [], Of: spelt(headers.authorization) });
}

const ann = { authorization: 'Bearer ann' };
const bob = { authorization: 'Bearer bob' };
const listUsers = (id: number | string = 1) => ({
  id,
  method: 'tools/call',
  params: { name: 'list_users', arguments: {} },
});
/** What whoever guesses an id may learn: nothing. */
const noSession = {
  status: 404,
  message: { error: { code: -32001, message: 'There is no such session: begin a new one with initialize.' } },
};

describe('a session', () => {
  it('goes on for its caller, also on another connection', async () => {
    const headers = await beginSession(server.url, ann);
    const first = await sessionMessage(server.url, listUsers(1), { headers });
    const second = await sessionMessage(server.url, listUsers('two'), { headers });
    expect([first.message.id, second.message.id]).toEqual([1, 'two']);
    expect(second.text).toContain('Bearer ann');
  });

  it.each([
    ['calls of', (headers: Record<string, string>) => sessionMessage(server.url, listUsers(), { headers })],
    [
      'the end by',
      (headers: Record<string, string>) => rawRequest(server.url, { method: 'DELETE', headers }),
    ],
    [
      'a stream for',
      (headers: Record<string, string>) =>
        rawRequest(server.url, { method: 'GET', headers: { ...headers, accept: 'text/event-stream' } }),
    ],
    [
      'answers of',
      (headers: Record<string, string>) =>
        sessionMessage(server.url, { id: 0, result: { action: 'accept' } }, { headers }),
    ],
    [
      'a resumption by',
      (headers: Record<string, string>) =>
        rawRequest(server.url, {
          method: 'GET',
          headers: { ...headers, accept: 'text/event-stream', 'last-event-id': '1' },
        }),
    ],
  ])(
    'takes no %s another caller who knows its id, and does not say that it exists [FLT-45]',
    async (_what, send) => {
      const own = await beginSession(server.url, ann);
      const stolen = await send({ ...own, ...bob });
      const unknown = await send({ ...bob, 'mcp-session-id': '00000000-0000-4000-8000-000000000000' });
      expect(stolen).toMatchObject(noSession);
      expect([unknown.status, unknown.text]).toEqual([stolen.status, stolen.text]);
      expect((await sessionMessage(server.url, listUsers(), { headers: own })).text).toContain('Bearer ann');
    },
  );

  it('lends nothing to a request of the newer revision that names it', async () => {
    const own = await beginSession(server.url, ann);
    const { text } = await modernRequest(
      server.url,
      'tools/call',
      { name: 'list_users', arguments: {} },
      { headers: { ...own, ...bob } },
    );
    expect(text).toContain('Bearer bob');
    expect(text).not.toContain('Bearer ann');
  });

  it('is over after its end', async () => {
    const headers = await beginSession(server.url, ann);
    expect((await rawRequest(server.url, { method: 'DELETE', headers })).status).toBe(200);
    expect(await sessionMessage(server.url, listUsers(), { headers })).toMatchObject(noSession);
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
  ])('is named by whoever wants %s', async (_what, wanted) => {
    const { status, message } = await rawRequest(server.url, {
      ...wanted,
      headers: { ...wanted.headers, ...ann },
    });
    expect([status, message.error.message]).toEqual([
      400,
      'The Mcp-Session-Id header is missing: begin with initialize.',
    ]);
    expect(upstream.requests('/api/v2/users')).toEqual([]);
  });

  it('is not left behind by a wrong beginning', async () => {
    const before = await openSessions();
    for (const params of [{}, { protocolVersion: 7 }, { protocolVersion: '2025-11-25' }])
      await sessionMessage(server.url, { id: 1, method: 'initialize', params }, { headers: ann });
    expect(await openSessions()).toBe(before);
  });
});

async function openSessions(): Promise<number> {
  const [, port = ''] = /127\.0\.0\.1:(\d+)\/livez/.exec(server.process.stdout()) ?? [];
  const { text } = await rawRequest(`http://127.0.0.1:${port}/metrics`, { method: 'GET' });
  return Number(/^casebridge_sessions (\d+)$/m.exec(text)?.[1]);
}

/** Sends a message and drops the connection as soon as `enough` of the stream has come. */
function cutOff(message: object, headers: Record<string, string>, enough: RegExp): Promise<string> {
  const { hostname, port, pathname } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: hostname,
        port,
        path: pathname,
        method: 'POST',
        headers: { ...jsonHeaders, 'mcp-protocol-version': '2025-11-25', ...headers },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
          if (!enough.test(text)) return;
          sent.destroy();
          resolve(text);
        });
        response.once('error', () => undefined);
      },
    );
    sent.once('error', reject);
    sent.end(JSON.stringify({ jsonrpc: '2.0', ...message }));
  });
}

/** Waits until it holds, a few seconds at most. */
async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !holds(); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  expect(holds()).toBe(true);
}

describe('a stream that breaks', () => {
  const resume = (headers: Record<string, string>, id: string) =>
    rawRequest(server.url, {
      method: 'GET',
      headers: {
        ...headers,
        accept: 'text/event-stream',
        'last-event-id': id,
        'mcp-protocol-version': '2025-11-25',
      },
    });

  it('is continued where it ended, and the call under way is not made again', async () => {
    let answer: () => void = () => undefined;
    upstream.on.call = (response, { headers }) => {
      answer = () => json(response, 200, { Items: [], Of: spelt(headers.authorization) });
    };
    const headers = await beginSession(server.url, ann);
    const begun = await cutOff(listUsers(7), headers, /^id: .+\n/m);
    const [, lastEventId = ''] = /^id: (.+)$/m.exec(begun) ?? [];
    await until(() => upstream.requests(/^\/api\/v2\/users/).length === 1);
    const resumed = resume(headers, lastEventId);
    answer();
    expect((await resumed).message).toMatchObject({
      id: 7,
      result: { content: [{ text: expect.stringContaining('Bearer ann') }] },
    });
    expect(upstream.requests(/^\/api\/v2\/users/).length).toBe(1);
  });

  it('is continued also when the answer was ready before the client came back', async () => {
    const headers = await beginSession(server.url, ann);
    const begun = await cutOff(listUsers(8), headers, /^id: .+\n/m);
    const [, lastEventId = ''] = /^id: (.+)$/m.exec(begun) ?? [];
    await until(() => upstream.requests(/^\/api\/v2\/users/).length === 1);
    const stored = async () => (await cutOffResume(headers, lastEventId)).includes('"id":8');
    for (let tries = 0; tries < 50 && !(await stored()); tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await stored()).toBe(true);
  });

  it('is not continued from another session’s event, nor from one that never was', async () => {
    const [first, second] = [await beginSession(server.url, ann), await beginSession(server.url, ann)];
    await sessionMessage(server.url, listUsers(), { headers: first });
    await sessionMessage(server.url, listUsers(), { headers: first });
    for (const id of ['6', '999', '../1', 'constructor', '1e9'])
      expect((await resume(second, id)).status, id).toBe(400);
  });

  async function cutOffResume(headers: Record<string, string>, id: string): Promise<string> {
    const { hostname, port, pathname } = new URL(server.url);
    return new Promise((resolve, reject) => {
      let text = '';
      const sent = request(
        {
          host: hostname,
          port,
          path: pathname,
          method: 'GET',
          headers: {
            ...headers,
            accept: 'text/event-stream',
            'last-event-id': id,
            'mcp-protocol-version': '2025-11-25',
          },
        },
        (response) => {
          response.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk;
          });
          response.once('error', () => undefined);
          response.once('end', () => resolve(text));
          setTimeout(() => {
            sent.destroy();
            resolve(text);
          }, 100);
        },
      );
      sent.once('error', reject);
      sent.end();
    });
  }
});

describe('a question within a session', () => {
  it('is answered by its own caller alone [FLT-45]', async () => {
    upstream.on.call = (response, { method }) =>
      method === 'DELETE' ? json(response, 200, {}) : json(response, 200, { Id: '1', Name: 'Task' });
    const headers = await beginSession(server.url, ann, { elicitation: {} });
    const call = {
      id: 5,
      method: 'tools/call',
      params: { name: 'delete_task', arguments: { id: '00000000-0000-4000-8000-000000000001' } },
    };
    const asked = await cutOff(call, headers, /elicitation\/create/);
    const question = JSON.parse(/^data: (\{.*elicitation\/create.*)$/m.exec(asked)?.[1] ?? '{}');
    const agreed = { id: question.id, result: { action: 'accept', content: { confirm: true } } };
    expect(await sessionMessage(server.url, agreed, { headers: { ...headers, ...bob } })).toMatchObject(
      noSession,
    );
    expect(upstream.seen.filter(({ method }) => method === 'DELETE')).toEqual([]);
    expect((await sessionMessage(server.url, agreed, { headers })).status).toBe(202);
    await until(() => upstream.seen.some(({ method }) => method === 'DELETE'));
    expect(upstream.seen.filter(({ method }) => method === 'DELETE').length).toBe(1);
  });
});

describe('the number of sessions', () => {
  it('is bounded: one more is refused with the time to wait, until one ends', async () => {
    const small = await startHttpServer({
      env: { CASEBRIDGE_URL: upstream.url, CASEBRIDGE_LIMITS: 'sessions=3' },
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

  it('that begin with more than a few words of themselves is none', async () => {
    const clientInfo = { name: 'x'.repeat(100_000), version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const begun = await sessionMessage(server.url, { id: 1, method: 'initialize', params }, { headers: ann });
    expect([begun.status, begun.headers['mcp-session-id']]).toEqual([413, undefined]);
    expect(begun.text).toContain('32768 characters');
  });

  it('of one caller is bounded: a further one takes the place of the one unused for longest', async () => {
    const carl = { authorization: 'Bearer carl' };
    const sessions = [];
    for (let n = 0; n < 33; n += 1) sessions.push(await beginSession(server.url, carl));
    const [oldest, second, ...rest] = sessions;
    expect(await sessionMessage(server.url, listUsers(), { headers: oldest ?? {} })).toMatchObject(noSession);
    for (const headers of [second, rest.at(-1)])
      expect((await sessionMessage(server.url, listUsers(), { headers: headers ?? {} })).status).toBe(200);
  });

  it('stays what it is while tokens are exchanged once for each caller', async () => {
    await beginSession(server.url, { authorization: 'Bearer dora' });
    await beginSession(server.url, { authorization: 'Bearer dora' });
    expect(upstream.requests(exchangePath).length).toBe(1);
  });
});
