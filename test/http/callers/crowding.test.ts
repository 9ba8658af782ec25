import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBareHttp } from '../../support/clients/bare-http.ts';
import { as, startOpenUpstream } from '../../support/clients/callers.ts';
import { type HttpProcess, startHttpProcess } from '../../support/clients/harness.ts';
import { jsonHeaders, modernRequest, rawRequest } from '../../support/clients/raw-http.ts';
import { lines, openSocket } from '../../support/clients/socket.ts';
import { json, type Upstream } from '../../support/servers/upstream.ts';

/** Unauthenticated clients, and the connections that they may take from others. */

const tlsFile = (name: string) =>
  readFileSync(new URL(`../../support/servers/tls/${name}`, import.meta.url), 'utf8');

let upstream: Upstream;
let server: HttpProcess;
beforeAll(async () => {
  upstream = await startOpenUpstream({
    exchange: (response, { headers }) =>
      headers.authorization === 'Bearer wrong'
        ? json(response, 401, {})
        : json(response, 200, { access_token: 'ok', expires_in: 600 }),
  });
  server = await startHttpProcess({ env: { CASEBRIDGE_URL: upstream.url } });
});
afterAll(async () => {
  await server?.close();
  await upstream?.close();
});

/** Returns a request whose body is shorter than its announced length. */
function unfinished(first: string, headers: Readonly<Record<string, string>>): string {
  const all = { Host: new URL(server.url).host, ...jsonHeaders, 'Content-Length': '3000000', ...headers };
  return `${lines(first, ...Object.entries(all).map(([name, value]) => `${name}: ${value}`), '')}{`;
}

describe('a response to an unauthenticated client', () => {
  it.each([
    [401, 'POST /mcp HTTP/1.1', {}],
    [401, 'POST /mcp HTTP/1.1', as('wrong')],
    [401, 'GET /mcp HTTP/1.1', {}],
    [401, 'DELETE /mcp HTTP/1.1', {}],
    [403, 'POST /mcp HTTP/1.1', { Host: 'evil.example' }],
    [403, 'POST /mcp HTTP/1.1', { Origin: 'https://evil.example' }],
    [404, 'POST /nothing HTTP/1.1', {}],
    [404, 'GET /.well-known/openid-configuration HTTP/1.1', {}],
    [405, 'PUT /mcp HTTP/1.1', {}],
    [413, 'POST /mcp HTTP/1.1', { 'Content-Length': '9000000' }],
    [415, 'POST /mcp HTTP/1.1', { 'content-type': 'text/plain' }],
    [400, 'POST /register HTTP/1.1', {}],
    [400, 'POST /mcp HTTP/1.1', { Host: 'x@y' }],
    [200, 'GET / HTTP/1.1', {}],
    [501, 'POST /mcp HTTP/1.1', { 'Transfer-Encoding': 'gzip, chunked', 'Content-Length': '' }],
    [417, 'POST /mcp HTTP/1.1', { Expect: 'a miracle' }],
  ])(
    'ends the connection, and nothing more is waited for: %i to %s %j [FLT-78, FLT-80]',
    async (status, first, headers) => {
      const text = unfinished(first, headers).replace('Content-Length: \r\n', '');
      const { received, ended } = await openSocket(server.url, text);
      await ended;
      expect(received()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(received()).toMatch(/^connection: close\r$/im);
      expect(received().match(/HTTP\/1\.1/g)?.length).toBe(1);
    },
  );

  it('reaches a client that has sent a good deal more before it listens [FLT-78]', async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      const { socket, receives, ended } = await openSocket(server.url);
      socket.pause();
      socket.write(unfinished('POST /mcp HTTP/1.1', {}));
      socket.write('x'.repeat(500_000));
      await sleep(20);
      socket.resume();
      await receives(/^HTTP\/1\.1 401 /);
      socket.end();
      await ended;
    }
  });

  it('is the last one on its connection, even if more requests follow', async () => {
    const text = `${lines('GET /mcp HTTP/1.1', `Host: ${new URL(server.url).host}`, '')}`;
    const { received, ended } = await openSocket(server.url, text.repeat(40));
    await ended;
    expect(received().match(/HTTP\/1\.1 /g)).toEqual(['HTTP/1.1 ']);
  });

  it('leaves a connection with an authenticated request open for the next one', async () => {
    const token = as('ann').authorization;
    const get = lines(
      'GET /mcp HTTP/1.1',
      `Host: ${new URL(server.url).host}`,
      `Authorization: ${token}`,
      '',
    );
    const { socket, receives, received } = await openSocket(server.url, get);
    await receives(/^HTTP\/1\.1 405 [\s\S]*\}$/);
    socket.write(get);
    await vi.waitFor(() => expect(received().match(/HTTP\/1\.1 405/g)?.length).toBe(2), 10_000);
    socket.destroy();
  });
});

describe('"Expect: 100-continue"', () => {
  const asking = (headers: Readonly<Record<string, string>>, length: number) =>
    unfinished('POST /mcp HTTP/1.1', { Expect: '100-continue', 'Content-Length': `${length}`, ...headers });

  it('gets only the refusal if the client is not authenticated [FLT-80]', async () => {
    const { received, ended } = await openSocket(server.url, asking({}, 1000));
    await ended;
    expect(received()).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('is answered with 100 when the caller is known, and the call is carried out', async () => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    const session = { ...as('ann'), 'Content-Length': String(body.length) };
    const { socket, receives } = await openSocket(server.url, asking(session, body.length).slice(0, -1));
    await receives(/^HTTP\/1\.1 100 /);
    socket.write(body);
    // The server reads the message and refuses it, because it has no session.
    await receives(/HTTP\/1\.1 400 [\s\S]*Mcp-Session-Id/);
    socket.destroy();
  });
});

describe('a target that names another host', () => {
  it.each(['http://evil.example/mcp', 'https://evil.example:4/mcp', 'http://HOST@evil.example/mcp'])(
    'is refused: %s [FLT-80]',
    async (target) => {
      const { host } = new URL(server.url);
      const answer = await rawRequest(server.url, {
        path: target.replace('HOST', host),
        headers: { ...jsonHeaders, ...as('ann') },
        body: '{}',
      });
      expect([400, 403]).toContain(answer.status);
      expect(answer.headers.connection).toBe('close');
    },
  );

  it('is accepted if it names this one', async () => {
    const { status } = await rawRequest(server.url, {
      method: 'GET',
      path: server.url,
      headers: as('ann'),
    });
    expect(status).toBe(405);
  });
});

/** Opens connections that send half a header and stay open, from another local address. */
async function hold(url: string, count: number, localAddress: string) {
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: count }, () => {
    const socket = connect({ host: hostname, port: Number(port), localAddress });
    socket.on('error', () => undefined).on('connect', () => socket.write('GET /mcp HTTP/1.1\r\nX: '));
    socket.resume();
    return socket;
  });
  const open = () => sockets.filter(({ readyState }) => readyState === 'open').length;
  await vi.waitFor(() => expect(sockets.some(({ connecting }) => connecting)).toBe(false), 30_000);
  return {
    open,
    end: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

// On other systems, further loopback addresses must be configured first.
describe.skipIf(process.platform !== 'linux')('connections of one address', () => {
  it('are closed above 64 without an authenticated request, the longest idle first; others are not [FLT-77]', async () => {
    const bare = await startBareHttp({ bounds: { crowd: 100, graceMs: 300 } });
    const other = await hold(bare.url, 60, '127.0.0.3');
    const many = await hold(bare.url, 300, '127.0.0.2');
    await vi.waitFor(
      async () => {
        const one = await hold(bare.url, 1, '127.0.0.2');
        try {
          expect(many.open()).toBeLessThanOrEqual(64);
        } finally {
          one.end();
        }
      },
      { timeout: 9_000, interval: 200 },
    );
    expect(other.open()).toBe(60);
    for (const held of [many, other]) held.end();
    await bare.close(0);
  });

  it('are not counted behind a proxy, whose address does not identify the clients', async () => {
    const bare = await startBareHttp({ trustProxy: true, bounds: { crowd: 100, graceMs: 300 } });
    const many = await hold(bare.url, 200, '127.0.0.2');
    await sleep(400);
    const one = await hold(bare.url, 1, '127.0.0.2');
    expect(many.open()).toBe(200);
    for (const held of [many, one]) held.end();
    await bare.close(0);
  });

  it('do not shut others out, even if thousands are opened again and again [FLT-77]', async () => {
    const kept = await openSocket(server.url);
    const ask = lines(
      'GET /mcp HTTP/1.1',
      `Host: ${new URL(server.url).host}`,
      'Authorization: Bearer ann',
      '',
    );
    kept.socket.write(ask);
    await kept.receives(/ 405 /);
    for (let round = 0; round < 3; round += 1) {
      const held = await hold(server.url, 5_000, '127.0.0.2');
      for (const caller of ['ann', 'bob', `new-${round}`]) {
        const { status } = await modernRequest(server.url, 'tools/list', {}, { headers: as(caller) });
        expect(status).toBe(200);
      }
      held.end();
    }
    expect(kept.socket.destroyed).toBe(false);
    kept.socket.destroy();
  });

  it('do not shut others out if they never begin TLS [FLT-77]', async () => {
    const tls = { cert: tlsFile('good.pem'), key: tlsFile('key.pem') };
    const bare = await startBareHttp({ tls, bounds: { connections: 50 } });
    const held = await hold(bare.url, 200, '127.0.0.2');
    const options = { host: '127.0.0.1', port: new URL(bare.url).port, ca: tlsFile('authority.pem') };
    for (let turn = 0; turn < 3; turn += 1) {
      const sent = request({ ...options, path: '/mcp', agent: false }).end();
      const [{ statusCode }] = await once(sent, 'response');
      expect(statusCode).toBe(405);
    }
    held.end();
    await bare.close(0);
  });

  it('do not shut authenticated callers out if one caller with a token holds all connections [FLT-77]', async () => {
    const bare = await startBareHttp({ bounds: { connections: 50 } });
    const ask = lines('GET / HTTP/1.1', `Host: ${new URL(bare.url).host}`, '');
    const get = ask.replace('GET / ', 'GET /mcp ');
    const held = await Promise.all(Array.from({ length: 50 }, () => openSocket(bare.url, get)));
    await Promise.all(held.map(({ receives }) => receives(/ 405 /)));
    const { receives } = await openSocket(bare.url, ask);
    await receives(/ 200 /);
    for (const { socket } of held) socket.destroy();
    await bare.close(0);
  });
});

it('requests behind one another on a connection that breaks off leave no place taken [FLT-79]', async () => {
  const bare = await startBareHttp({ authenticate: () => new Promise((resolve) => waiting.push(resolve)) });
  const waiting: ((found: { caller: { id: string } }) => void)[] = [];
  const get = lines('GET /mcp HTTP/1.1', `Host: ${new URL(bare.url).host}`, '');
  for (let turn = 0; turn < 4; turn += 1) {
    const { socket, ended } = await openSocket(bare.url, get.repeat(5));
    await vi.waitFor(() => expect(waiting.length).toBe(5), 10_000);
    socket.destroy();
    await ended;
    for (const letIn of waiting.splice(0)) letIn({ caller: { id: 'one' } });
  }
  const answer = rawRequest(bare.url, { method: 'GET' });
  await vi.waitFor(() => expect(waiting.length).toBe(1), 10_000);
  for (const letIn of waiting.splice(0)) letIn({ caller: { id: 'one' } });
  expect((await answer).status).toBe(405);
  await bare.close(0);
});
