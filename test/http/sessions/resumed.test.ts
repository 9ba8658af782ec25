import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernHttp,
} from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSessionIds } from '../../../src/transports/http/index.ts';
import { as, spelt, startOpenUpstream, tokenIn } from '../../support/clients/callers.ts';
import { type RunningServer, startHttpServer } from '../../support/clients/harness.ts';
import { run } from '../../support/clients/process.ts';
import { beginSession, rawRequest, sessionMessage } from '../../support/clients/raw-http.ts';
import { json, type Upstream } from '../../support/servers/upstream.ts';

/** Sessions of older clients that continue in another process. */

const key = 'a key that two processes share, and nobody else';
let upstream: Upstream;
let first: RunningServer;
let second: RunningServer;
let stranger: RunningServer;
const start = (sessionKey: string) =>
  startHttpServer({
    env: { CASEBRIDGE_URL: upstream.url, CASEBRIDGE_SESSION_KEY: sessionKey, CASEBRIDGE_CONFIRM: 'delete' },
  });
beforeAll(async () => {
  upstream = await startOpenUpstream({
    call: (response, { headers, method }) =>
      json(
        response,
        200,
        method === 'GET' ? { Id: '1', Name: 'Task', Items: [], Of: spelt(tokenIn(headers)) } : {},
      ),
  });
  [first, second, stranger] = await Promise.all([start(key), start(key), start(`${key}!`)]);
});
afterAll(async () => {
  await Promise.all([first, second, stranger].map((server) => server?.close()));
  await upstream?.close();
});

const listUsers = { id: 1, method: 'tools/call', params: { name: 'list_users', arguments: {} } };
const call = (server: RunningServer, headers: Record<string, string>, message: object = listUsers) =>
  sessionMessage(server.url, message as typeof listUsers, { headers });
const info = { name: 'resumed', version: '1' };
const capabilities = { elicitation: { form: {} } };
const agreed = async () => ({ action: 'accept' as const, content: { confirm: true } });

async function connectOld(url: string, options: object) {
  const client = new OldClient(info, { capabilities });
  client.setRequestHandler(ElicitRequestSchema, agreed);
  await client.connect(new OldHttp(new URL(url), options) as Transport);
  return client;
}

async function connectModern(url: string, options: object) {
  const client = new ModernClient(info, { capabilities, versionNegotiation: { mode: 'legacy' } });
  client.setRequestHandler('elicitation/create', agreed);
  await client.connect(new ModernHttp(new URL(url), options));
  return client;
}
const idIn = (headers: Record<string, string>) => headers['mcp-session-id'] ?? '';

describe('a session', () => {
  it('continues in another process with the same key, for its caller [FLT-61]', async () => {
    const headers = await beginSession(first.url, as('ann'));
    const answer = await call(second, headers);
    expect([answer.status, answer.headers['mcp-session-id']]).toEqual([200, idIn(headers)]);
    expect(answer.text).toContain('of/ann');
    expect((await call(first, headers)).text).toContain('of/ann');
  });

  it('continues once, even with many concurrent requests', async () => {
    const headers = await beginSession(first.url, as('bea'));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, id) => call(second, headers, { ...listUsers, id })),
    );
    expect(answers.map(({ status, message }) => [status, message.id])).toEqual(
      answers.map((_, id) => [200, id]),
    );
  });

  it('continues after its process has been restarted [FLT-61]', async () => {
    const before = await start(key);
    const headers = await beginSession(before.url, as('cid'));
    await before.close();
    const after = await start(key);
    try {
      expect((await call(after, headers)).text).toContain('of/cid');
    } finally {
      await after.close();
    }
  });

  it.each([
    ['v1', (options: object) => connectOld(first.url, options)],
    ['v2 legacy', (options: object) => connectModern(first.url, options)],
  ])("keeps its client's capabilities: a user is asked by SDK %s there", async (_kind, connectWith) => {
    let server = first;
    const client = await connectWith({
      fetch: (url: URL | string, init: RequestInit) =>
        fetch(String(url).replace(first.url, server.url), init),
      requestInit: { headers: as('dan') },
    });
    server = second;
    const { isError } = await client.callTool({
      name: 'delete_task',
      arguments: { id: '00000000-0000-4000-8000-000000000001' },
    });
    expect([isError ?? false, upstream.seen.some(({ method }) => method === 'DELETE')]).toEqual([
      false,
      true,
    ]);
    upstream.seen.length = 0;
    await client.close();
  });

  it('does not ask there if the client could not ask', async () => {
    const headers = await beginSession(first.url, as('eve'));
    const params = { name: 'delete_task', arguments: { id: '00000000-0000-4000-8000-000000000001' } };
    const { text } = await call(second, headers, { id: 7, method: 'tools/call', params });
    expect(text).toContain('CONFIRMATION_NEEDED');
  });

  it('can be listened to there, though not from an event that the other process has sent', async () => {
    const own = await beginSession(first.url, as('fay'));
    const sent = /^id: (.+)$/m.exec((await call(first, own)).text)?.[1] ?? '';
    expect(sent).not.toBe('');
    const headers = { ...own, accept: 'text/event-stream' };
    const replay = { ...headers, 'last-event-id': sent };
    expect((await rawRequest(second.url, { method: 'GET', headers: replay })).status).toBe(400);
    const aborting = new AbortController();
    const stream = await fetch(second.url, { headers, signal: aborting.signal });
    expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    aborting.abort();
  });

  it('is over in a process that was told so by its client', async () => {
    const headers = await beginSession(first.url, as('gil'));
    expect((await rawRequest(second.url, { method: 'DELETE', headers })).status).toBe(200);
    expect((await call(second, headers)).status).toBe(404);
  });

  it.each([
    ['another caller', (headers: Record<string, string>) => call(second, { ...headers, ...as('eve') })],
    ['another key', (headers: Record<string, string>) => call(stranger, headers)],
  ])('does not go on for %s', async (_what, attempt) => {
    const headers = await beginSession(first.url, as('hal'));
    expect(await attempt(headers)).toMatchObject({
      status: 404,
      message: { error: { message: 'There is no such session: begin a new one with initialize.' } },
    });
  });
});

describe('the id of a session', () => {
  const ids = createSessionIds(key);
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: { elicitation: { form: {} } },
    clientInfo: info,
  };

  it('says how the client introduced itself, to its caller and with the key alone', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (ann, bob, name) => {
        const introduced = { ...params, clientInfo: { name: name.slice(0, 50), version: '1' } };
        const id = ids.mint(introduced, ann);
        expect(ids.read(id, ann)).toEqual(JSON.parse(JSON.stringify(introduced)));
        if (ann !== bob) expect(ids.read(id, bob)).toBeUndefined();
        expect(createSessionIds(`${key}${bob}!`).read(id, ann)).toBeUndefined();
      }),
    );
  });

  it('is invalid if a single character of it differs, or if it is shortened or lengthened', () => {
    const id = ids.mint(params, 'ann');
    fc.assert(
      fc.property(fc.nat(id.length - 1), fc.constantFrom(...'AZaz09-_=.% '), (place, other) => {
        const changed = id.slice(0, place) + other + id.slice(place + 1);
        expect(ids.read(changed, 'ann') === undefined).toBe(changed !== id);
        expect(ids.read(id.slice(0, place), 'ann')).toBeUndefined();
        expect(ids.read(id + other, 'ann')).toBeUndefined();
      }),
    );
  });

  it('is short, even if a client sends long metadata', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.string({ minLength: 5000 }),
        (more, name) => {
          const capabilities = { elicitation: {}, ...more, experimental: { name } };
          const id = ids.mint(
            { ...params, capabilities, clientInfo: { name, version: name } } as never,
            'ann',
          );
          expect(id.length).toBeLessThan(4096);
          expect(ids.read(id, 'ann')?.capabilities).toMatchObject({ elicitation: {} });
        },
      ),
    );
  });

  it('is no good for ever', () => {
    const id = ids.mint(params, 'ann');
    vi.useFakeTimers({ now: Date.now() + 7 * 24 * 60 * 60_000, toFake: ['Date'] });
    try {
      expect(ids.read(id, 'ann')).toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
  });
});

it('a key that could be guessed ends the start, and is not shown', async () => {
  const ended = await run(['http', '--sandbox'], { CASEBRIDGE_SESSION_KEY: 'too-short' });
  expect(ended).toMatchObject({
    code: 2,
    stderr: 'casebridge: CASEBRIDGE_SESSION_KEY should have at least 32 characters.\n',
  });
});
