import { describe, expect, it } from 'vitest';
import { as } from '../support/clients/callers.ts';
import { modernRequest, rawRequest } from '../support/clients/raw-http.ts';
import { lines, openSocket } from '../support/clients/socket.ts';
import { expectRefused, listUsers, useHardened } from './hardened.ts';

/** Malformed requests. Each is refused with a short message and changes nothing. */

const { at, page, send } = useHardened();

describe('a request for another host', () => {
  const names: [string, string][] = [
    ['of somebody else', 'evil.example'],
    ['of somebody else with our port', 'evil.example:PORT'],
    ['below ours', 'localhost.evil.example:PORT'],
    ['above ours', 'x.localhost:PORT'],
    ['of this machine without a port', 'localhost'],
    ['of this machine in another notation', '127.1:PORT'],
    ['of this machine as a number', '2130706433:PORT'],
    ['of every address', '0.0.0.0:PORT'],
    ['that ends with a dot', 'localhost.:PORT'],
  ];

  it.each(names)('is refused: a name %s (%s) [FLT-39]', async (_which, name) => {
    const answer = await send({ headers: { host: name.replace('PORT', at.port) } });
    expect(answer.status).toBe(403);
    expect(answer.message.error.message).toMatch(
      /^The Host header \(".*"\) is not an address of this server\.$/,
    );
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it.each([1, -1, 10_000])('is refused: a port that differs by %i', async (distance) => {
    const other = (Number(at.port) + distance) % 65_536 || 1;
    expect((await send({ headers: { host: `127.0.0.1:${other}` } })).status).toBe(403);
  });

  it.each(['x@127.0.0.1:PORT', '127.0.0.1:PORT, evil.example', '127.0.0.1:PORT/x', '[::1'])(
    'is refused if its name is invalid: %s',
    async (name) => {
      expectRefused(await send({ headers: { host: name.replace('PORT', at.port) } }), 400);
      expect(at.upstream.seen).toEqual([]);
    },
  );

  it('is refused without a name, with an empty one, or with two of them', async () => {
    for (const hosts of [[], ['Host:'], [`Host: ${at.host}`, 'Host: evil.example']]) {
      const { receives } = await openSocket(
        at.server.url,
        lines('GET /mcp HTTP/1.1', ...hosts, 'Authorization: Bearer ann', ''),
      );
      await receives(/^HTTP\/1\.1 4\d\d /);
    }
  });

  it('is refused at any path, before anybody is asked who sends it [FLT-39]', async () => {
    for (const path of ['/', '/mcp', '/.well-known/oauth-protected-resource/mcp'])
      expect((await send({ method: 'GET', path, body: '', headers: { host: 'evil.example' } })).status).toBe(
        403,
      );
    expect(at.upstream.seen).toEqual([]);
  });

  it.each(['LocalHost', '127.0.0.1', '[::1]'])('but not for %s, which is ours', async (name) => {
    const answer = await modernRequest(
      at.server.url,
      'tools/list',
      {},
      {
        headers: { ...as('ann'), host: `${name}:${at.port}` },
      },
    );
    expect(answer.status).toBe(200);
  });
});

describe('a page', () => {
  it.each([
    ['of somebody else', 'https://evil.example'],
    ['without an origin of its own', 'null'],
    ['of this machine at another port', 'http://127.0.0.1:9'],
    ['of this machine at the usual port', 'http://localhost'],
    ['of this address by another scheme', 'https://127.0.0.1:PORT'],
    ['of a sub-domain of one that is let in', 'https://evil.tools.example.com'],
    ['of one that begins like one that is let in', 'https://tools.example.com.evil.example'],
    ['of one that is let in by another scheme', 'http://tools.example.com'],
    ['of one that is let in at another port', 'https://tools.example.com:8443'],
    ['that ends its origin with a slash', `${page}/`],
    ['that is empty', ''],
  ])('is refused: %s (%s) [FLT-39]', async (_which, origin) => {
    const answer = await send({ headers: { origin: origin.replace('PORT', at.port) } });
    expect(answer.status).toBe(403);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.headers['cache-control']).toBe('no-store');
    const preflight = await rawRequest(at.server.url, {
      method: 'OPTIONS',
      headers: { origin: origin.replace('PORT', at.port), 'access-control-request-method': 'POST' },
    });
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([403, undefined]);
    expect(at.upstream.seen).toEqual([]);
  });

  it.each([
    ['that the operator lets in', page],
    ['of this server', 'http://127.0.0.1:PORT'],
  ])('%s may ask first, and then call', async (_which, name) => {
    const origin = name.replace('PORT', at.port);
    const preflight = await rawRequest(at.server.url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,mcp-method,mcp-protocol-version',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-headers': expect.stringContaining('mcp-method'),
      'access-control-allow-methods': 'GET,POST,DELETE',
    });
    expect(preflight.headers['access-control-allow-credentials']).toBeUndefined();
    const answer = await modernRequest(
      at.server.url,
      'tools/list',
      {},
      { headers: { ...as('ann'), origin } },
    );
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, origin]);
    // Otherwise, a cache could return the response for one origin to another.
    expect(answer.headers.vary).toMatch(/origin/i);
  });

  it('with an allowed origin still needs a token [FLT-39]', async () => {
    const { status } = await modernRequest(at.server.url, 'tools/list', {}, { headers: { origin: page } });
    expect(status).toBe(401);
  });
});

describe('an oversized header', () => {
  const some = (count: number, value: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`x-${n}`, value]));

  it.each([
    ['one of 17 kB', { 'x-long': 'x'.repeat(17 * 1024) }],
    ['several that are 17 kB together', some(17, 'x'.repeat(1024))],
    ['more than a hundred', some(101, '')],
  ])('is refused: %s [FLT-40]', async (_which, headers) => {
    expect((await send({ headers: { host: at.host, ...headers } })).status).toBe(431);
    expect(at.upstream.seen).toEqual([]);
  });

  it('is refused before all of it has come', async () => {
    const { socket, receives, ended } = await openSocket(
      at.server.url,
      lines('POST /mcp HTTP/1.1', `Host: ${at.host}`),
    );
    socket.write(`X-Long: ${'x'.repeat(20_000)}`);
    await receives(/^HTTP\/1\.1 431 /);
    socket.write('x'.repeat(44_000));
    await ended;
  });

  it('is a token of 8 kB, which is refused without a request to the service', async () => {
    expectRefused(await send({ headers: as('x'.repeat(8193)) }), 401);
    expect(at.upstream.seen).toEqual([]);
  });
});

describe('another way in', () => {
  it.each(['PUT', 'PATCH', 'TRACE', 'HEAD', 'PROPFIND'])('is not the method %s', async (method) => {
    const answer = await send({ method, body: '' });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('GET, POST, DELETE');
    expect(at.upstream.seen).toEqual([]);
  });

  it.each([
    '/index.html',
    '/MCP',
    '/mcp%2f',
    '//mcp',
    '/sse',
    '/messages',
    '/metrics',
    '/livez',
    '/.well-known/security.txt',
    '/%00',
    '/%ff',
  ])('is not the path %s, which says nothing of signing in', async (path) => {
    for (const method of ['GET', 'POST']) {
      const answer = await send({ method, path, body: method === 'GET' ? '' : listUsers });
      expectRefused(answer, 404);
      expect(answer.headers['www-authenticate']).toBeUndefined();
    }
    expect(at.upstream.seen).toEqual([]);
  });

  it('is no header that names another service', async () => {
    const elsewhere = { 'x-casebridge-url': 'http://evil.example', 'x-forwarded-host': 'evil.example' };
    const answer = await modernRequest(
      at.server.url,
      'tools/list',
      {},
      {
        headers: { ...as('ann'), ...elsewhere },
      },
    );
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain('evil.example');
  });

  it('is no upgrade to another protocol', async () => {
    const answer = await rawRequest(at.server.url, {
      method: 'GET',
      headers: { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
    });
    expect(answer.status).toBe(401);
  });
});
