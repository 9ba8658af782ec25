import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { as, startOpenUpstream } from '../support/clients/callers.ts';
import { type HttpProcess, startHttpServer } from '../support/clients/harness.ts';
import { envelope } from '../support/clients/raw.ts';
import {
  jsonHeaders,
  modernRequest,
  type RawAnswer,
  type RawRequest,
  rawRequest,
} from '../support/clients/raw-http.ts';
import { lines, openSocket } from '../support/clients/socket.ts';
import { exchangePath, expectDiscreet, type Upstream } from '../support/servers/upstream.ts';

/** Requests that no proper client sends: each is refused in a few words, and changes nothing. */

const page = 'https://tools.example.com';
let upstream: Upstream;
let server: HttpProcess;
let monitor: string;
let host: string;
let port: string;
beforeAll(async () => {
  upstream = await startOpenUpstream();
  server = await startHttpServer({
    args: ['--monitor-port', '0', '--allowed-origins', page],
    env: { CASEBRIDGE_URL: upstream.url, CASEBRIDGE_LOG_LEVEL: 'debug' },
  });
  [, monitor = ''] = await server.process.says(/Health and metrics: (http:\S+)\/livez/);
  ({ host, port } = new URL(server.url));
});
afterAll(async () => {
  await server?.close();
  await upstream?.close();
});
beforeEach(() => upstream.renew());
afterEach(async () => {
  // Nothing reached the service, and nothing of a refused request is kept.
  expect(upstream.seen.filter(({ target }) => target !== exchangePath)).toEqual([]);
  expect(await gauges()).toEqual({ sessions: 0, answering: 0 });
  expect(server.stderr()).not.toMatch(/canary-|of-ann|Bearer/);
});

/** What the server has under way, once it has noticed that the last answer arrived. */
async function gauges() {
  const read = async () => {
    const { text } = await rawRequest(`${monitor}/metrics`, { method: 'GET' });
    const value = (name: string) => Number(new RegExp(`^casebridge_${name} (\\d+)$`, 'm').exec(text)?.[1]);
    return { sessions: value('sessions'), answering: value('answering') };
  };
  for (let turn = 0; turn < 100 && (await read()).answering > 0; turn += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return read();
}

const listUsers = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'list_users', arguments: {}, _meta: envelope },
});
const newer = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'list_users' };
const proper = { ...jsonHeaders, ...newer, ...as('ann') };
const send = ({ headers = {}, body = listUsers, ...rest }: RawRequest = {}): Promise<RawAnswer> =>
  rawRequest(server.url, { headers: { ...proper, ...headers }, body, ...rest });

/** @param code of the JSON-RPC error */
function expectRefused(answer: RawAnswer, status: number, code = -32_000): void {
  expect([answer.status, answer.message?.error?.code]).toEqual([status, code]);
  expect(answer.message).toEqual({
    jsonrpc: '2.0',
    ...('id' in answer.message ? { id: answer.message.id } : {}),
    error: expect.objectContaining({ message: expect.stringMatching(/^.{5,300}$/) }),
  });
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['mcp-session-id']).toBeUndefined();
  expect(Object.keys(answer.headers)).not.toContain('x-powered-by');
  expectDiscreet(answer.text);
}

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
    const answer = await send({ headers: { host: name.replace('PORT', port) } });
    expect(answer.status).toBe(403);
    expect(answer.message.error.message).toMatch(
      /^The Host header \(".*"\) names none of this server's addresses\.$/,
    );
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it.each([1, -1, 10_000])('is refused: a port that lies %i beside ours', async (distance) => {
    const other = (Number(port) + distance) % 65_536 || 1;
    expect((await send({ headers: { host: `127.0.0.1:${other}` } })).status).toBe(403);
  });

  it.each(['x@127.0.0.1:PORT', '127.0.0.1:PORT, evil.example', '127.0.0.1:PORT/x', '[::1'])(
    'is refused where the name is none: %s',
    async (name) => {
      expectRefused(await send({ headers: { host: name.replace('PORT', port) } }), 400);
      expect(upstream.seen).toEqual([]);
    },
  );

  it('is refused without a name, with an empty one, or with two of them', async () => {
    for (const hosts of [[], ['Host:'], [`Host: ${host}`, 'Host: evil.example']]) {
      const { receives } = await openSocket(
        server.url,
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
    expect(upstream.seen).toEqual([]);
  });

  it.each(['LocalHost', '127.0.0.1', '[::1]'])('but not for %s, which is ours', async (name) => {
    const answer = await modernRequest(
      server.url,
      'tools/list',
      {},
      {
        headers: { ...as('ann'), host: `${name}:${port}` },
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
    const answer = await send({ headers: { origin: origin.replace('PORT', port) } });
    expect(answer.status).toBe(403);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.headers['cache-control']).toBe('no-store');
    const preflight = await rawRequest(server.url, {
      method: 'OPTIONS',
      headers: { origin: origin.replace('PORT', port), 'access-control-request-method': 'POST' },
    });
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([403, undefined]);
    expect(upstream.seen).toEqual([]);
  });

  it.each([
    ['that the operator lets in', page],
    ['of this server', 'http://127.0.0.1:PORT'],
  ])('%s may ask first, and then call', async (_which, name) => {
    const origin = name.replace('PORT', port);
    const preflight = await rawRequest(server.url, {
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
    const answer = await modernRequest(server.url, 'tools/list', {}, { headers: { ...as('ann'), origin } });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, origin]);
    // What one origin may see must not be shown to another one by a cache.
    expect(answer.headers.vary).toMatch(/origin/i);
  });

  it('that is let in still has to bring a token [FLT-39]', async () => {
    const { status } = await modernRequest(server.url, 'tools/list', {}, { headers: { origin: page } });
    expect(status).toBe(401);
  });
});

describe('a body', () => {
  it.each([
    ['text/plain'],
    ['text/plain; application/json'],
    ['application/jsonp'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['text/html'],
    [''],
  ])('of the type %j is refused, since any page can send it [FLT-40]', async (type) => {
    expectRefused(await send({ headers: { 'content-type': type } }), 415);
    expect(upstream.seen).toEqual([]);
  });

  it('without a type is refused', async () => {
    const { 'content-type': _none, ...headers } = proper;
    expectRefused(await rawRequest(server.url, { headers, body: listUsers }), 415);
  });

  it.each([
    ['that announces 5 MB', { 'content-length': String(5 * 1024 * 1024) }],
    ['that brings 5 MB without announcing how many', { 'transfer-encoding': 'chunked' }],
  ])('%s is refused [FLT-40]', async (_which, headers) => {
    expectRefused(await send({ headers, body: `"${'x'.repeat(5 * 1024 * 1024 - 2)}"` }), 413);
  });

  it.each([
    ['lists 201 levels deep', `${'['.repeat(201)}${']'.repeat(201)}`],
    ['objects 201 levels deep', `${'{"a":'.repeat(201)}1${'}'.repeat(201)}`],
    ['more than 50,000 values in a list', `[${'1,'.repeat(50_001)}1]`],
    ['more than 50,000 names', `{${Array.from({ length: 50_001 }, (_, n) => `"n${n}":1`).join(',')}}`],
    ['4 MB of open brackets', '['.repeat(4 * 1024 * 1024 - 1000)],
  ])('that holds %s is refused unparsed, wherever it stands [FLT-54]', async (_what, value) => {
    for (const body of [value, `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":${value}}}`])
      expectRefused(await send({ body }), 413, -32_600);
  });

  it('that never ends is cut off [FLT-40]', async () => {
    const { socket, ended, received } = await openSocket(
      server.url,
      head({ 'Transfer-Encoding': 'chunked' }),
    );
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    let sent = 0;
    while (!socket.destroyed && sent < 1000) {
      sent += 1;
      if (!socket.write(chunk))
        await new Promise((resolve) => socket.once('drain', resolve).once('close', resolve));
    }
    await ended;
    expect(sent).toBeLessThan(1000);
    // Whoever sends does not always hear the answer.
    expect(received()).toMatch(/^(HTTP\/1\.1 413 |$)/);
  });

  it('that breaks off is no failure of the server', async () => {
    const { socket, ended } = await openSocket(
      server.url,
      head({ 'Content-Length': '500', Authorization: 'Bearer leaver' }, false) + listUsers.slice(0, 50),
    );
    await vi.waitFor(() => expect(upstream.requests(exchangePath).length).toBe(1));
    socket.destroy();
    await ended;
    await vi.waitFor(async () => expect(await gauges()).toEqual({ sessions: 0, answering: 0 }));
    expect(server.stderr()).not.toContain('"level":50');
  });

  it('that is announced as too large is refused before a byte of it comes', async () => {
    const { receives } = await openSocket(server.url, head({ 'Content-Length': '4194305' }));
    await receives(/^HTTP\/1\.1 413 /);
    expect(upstream.seen).toEqual([]);
  });

  it('that is longer than announced is cut there, and the rest is no request', async () => {
    const connection = await openSocket(server.url, head({ 'Content-Length': '20' }) + listUsers);
    await connection.ended;
    const answers = connection.received().match(/HTTP\/1\.1 \d{3}/g);
    expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 400']));
  });

  it.each([
    ['two lengths', 'Content-Length: 5\r\nContent-Length: 6'],
    ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked'],
    ['a length that is none', 'Content-Length: five'],
    ['a length below zero', 'Content-Length: -1'],
    ['an encoding that nobody knows', 'Transfer-Encoding: chunked, identity'],
  ])('whose end is unclear is refused: %s [FLT-40]', async (_how, header) => {
    const connection = await openSocket(
      server.url,
      `${head({}).slice(0, -2)}${header}\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
    );
    await connection.ended;
    expect(connection.received().match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 400']);
  });

  it('of somebody without a token is not waited for [FLT-44]', async () => {
    const { receives } = await openSocket(server.url, head({ 'Content-Length': '4000000' }, false));
    await receives(/^HTTP\/1\.1 401 [\s\S]*www-authenticate: Bearer realm="casebridge"/i);
  });

  /** @returns the lines before a body */
  function head(more: Readonly<Record<string, string>>, hasToken = true): string {
    const { authorization, ...rest } = proper;
    const all = { Host: host, ...rest, ...(hasToken ? { authorization } : {}), ...more };
    return lines(
      'POST /mcp HTTP/1.1',
      ...Object.entries(all).map(([name, value]) => `${name}: ${value}`),
      '',
    );
  }
});

describe('too much of a header', () => {
  const some = (count: number, value: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`x-${n}`, value]));

  it.each([
    ['one of 17 kB', { 'x-long': 'x'.repeat(17 * 1024) }],
    ['several that are 17 kB together', some(17, 'x'.repeat(1024))],
    ['more than a hundred', some(101, '')],
  ])('is refused: %s [FLT-40]', async (_which, headers) => {
    expect((await send({ headers: { host, ...headers } })).status).toBe(431);
    expect(upstream.seen).toEqual([]);
  });

  it('is refused before all of it has come', async () => {
    const { socket, receives, ended } = await openSocket(
      server.url,
      lines('POST /mcp HTTP/1.1', `Host: ${host}`),
    );
    socket.write(`X-Long: ${'x'.repeat(20_000)}`);
    await receives(/^HTTP\/1\.1 431 /);
    socket.write('x'.repeat(44_000));
    await ended;
  });

  it('is a token of 8 kB, which nobody is asked about', async () => {
    expectRefused(await send({ headers: as('x'.repeat(8193)) }), 401);
    expect(upstream.seen).toEqual([]);
  });
});

describe('another way in', () => {
  it.each(['PUT', 'PATCH', 'TRACE', 'HEAD', 'PROPFIND'])('is not the method %s', async (method) => {
    const answer = await send({ method, body: '' });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('GET, POST, DELETE');
    expect(upstream.seen).toEqual([]);
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
    expect(upstream.seen).toEqual([]);
  });

  it('is no header that names another service', async () => {
    const elsewhere = { 'x-casebridge-url': 'http://evil.example', 'x-forwarded-host': 'evil.example' };
    const answer = await modernRequest(
      server.url,
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
    const answer = await rawRequest(server.url, {
      method: 'GET',
      headers: { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
    });
    expect(answer.status).toBe(401);
  });
});

describe('what is no message', () => {
  const older = { ...jsonHeaders, ...as('ann') };
  const asOlder = (body: string) => rawRequest(server.url, { headers: older, body });
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);

  it.each([
    ['nothing', ''],
    ['half of one', listUsers.slice(0, 40)],
    ['one with a comma too many', listUsers.replace(/}$/, ',}')],
    ['one in single quotes', listUsers.replaceAll('"', "'")],
    ['one after a byte order mark twice', `\uFEFF\uFEFF${listUsers}`],
    ['NaN', 'NaN'],
  ])('is refused as broken JSON: %s', async (_which, body) => {
    expectRefused(await send({ body }), 400, -32_700);
    expectRefused(await asOlder(body), 400, -32_700);
  });

  it.each([
    ['null', 'null'],
    ['a number', '1'],
    ['a text', '"tools/call"'],
    ['an object without anything', '{}'],
    ['another version of JSON-RPC', listUsers.replace('"2.0"', '"1.0"')],
    ['a method in capitals', listUsers.replace('"method"', '"Method"').replace('"params"', '"PARAMS"')],
    ['a method that is a number', listUsers.replace('"tools/call"', '7')],
    ['a method that every object has', listUsers.replace('"tools/call"', '"__proto__"')],
    ['a list with nothing in it', '[]'],
    ['100,000 lists in each other', deep],
    [
      'parameters 100,000 deep',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_users","arguments":${deep}}}`,
    ],
    ['an id 100,000 deep', `{"jsonrpc":"2.0","id":${deep},"method":"tools/list"}`],
  ])('is refused without a failure of the server: %s', async (_which, body) => {
    for (const answer of [await send({ body }), await asOlder(body)]) {
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(answer.message.error.message.length).toBeLessThan(400);
      expect(answer.headers['cache-control']).toBe('no-store');
      expectDiscreet(answer.text);
    }
  });

  it.each([2, 101, 200_000])('is refused: %i messages in one request [FLT-40]', async (count) => {
    const body = `[${Array.from({ length: count }, () => '{"jsonrpc":"2.0","id":1,"method":"tools/list"}').join(',')}]`;
    if (body.length < 4 * 1024 * 1024) expect((await asOlder(body)).status).toBe(400);
    expect([400, 413]).toContain((await send({ body })).status);
  });

  it('is read once: of a key that stands twice the last counts, for the check as for the call [FLT-42]', async () => {
    const twice = listUsers.replace('"method":', '"method":"tools/list","method":');
    const last = listUsers.replace('"method":"tools/call"', '"method":"tools/call","method":"ping"');
    const headers = { 'mcp-method': 'tools/list' };
    expectRefused(await send({ body: twice, headers }), 400, -32_020);
    expectRefused(await send({ body: last }), 400, -32_020);
    const name = listUsers.replace('"name":', '"name":"delete_object","name":');
    const called = await send({ body: name, headers: { 'mcp-name': 'delete_object' } });
    expectRefused(called, 400, -32_020);
  });
});

describe('a request of revision 2026-07-28', () => {
  const ask = (headers: Readonly<Record<string, string>>, params: object = {}) =>
    modernRequest(
      server.url,
      'tools/call',
      { name: 'list_users', arguments: {}, ...params },
      {
        headers: { ...as('ann'), ...headers },
      },
    );

  it.each([
    ['method', { 'mcp-method': 'tools/list' }],
    ['name of the tool', { 'mcp-name': 'delete_object' }],
    ['name of the tool in its letters', { 'mcp-name': 'List_Users' }],
    ['method, which is empty', { 'mcp-method': '' }],
    ['revision', { 'mcp-protocol-version': '2025-11-25' }],
  ])('is refused when header and body differ in the %s [FLT-42]', async (_what, headers) => {
    expectRefused(await ask(headers), 400, -32_020);
  });

  it.each(['mcp-method', 'mcp-name', 'mcp-protocol-version'])(
    'is refused without the header %s',
    async (name) => {
      const { [name]: _none, ...headers } = proper as Record<string, string>;
      expectRefused(await rawRequest(server.url, { headers, body: listUsers }), 400, -32_020);
    },
  );

  it('is refused with a revision that nobody knows, and told which are known', async () => {
    const unknown = '2031-01-01';
    const answer = await ask(
      { 'mcp-protocol-version': unknown },
      { _meta: { ...envelope, 'io.modelcontextprotocol/protocolVersion': unknown } },
    );
    expectRefused(answer, 400, -32_022);
    expect(answer.message.error.data.supported).toContain('2026-07-28');
  });

  it.each(['tools/delete', 'initialize', 'ping', 'logging/setLevel', 'constructor'])(
    'is refused with the method %s, which that revision has not',
    async (method) => {
      const { status, message } = await modernRequest(server.url, method, {}, { headers: as('ann') });
      expect([status, message.error.code]).toEqual([404, -32_601]);
    },
  );

  it('begins no session', async () => {
    const answer = await modernRequest(server.url, 'tools/list', {}, { headers: as('ann') });
    expect([answer.status, answer.headers['mcp-session-id']]).toEqual([200, undefined]);
    expect(answer.headers['cache-control']).toContain('no-');
  });
});

// Linux alone tells of the highest amount of another process.
describe.skipIf(process.platform !== 'linux')('500,000 elements', () => {
  /** Highest resident memory of the server so far, in MB. */
  const peakMb = () =>
    Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.process.child.pid}/status`, 'utf8'))?.[1]) /
    1024;
  /** Reading and copying the largest of them once takes 30; V8 lets more of it lie since Node 22 (55 to 72 there). */
  const most = Number.parseInt(process.versions.node, 10) < 22 ? 50 : 100;
  const many = `[${'1,'.repeat(499_999)}1]`;
  const place = (params: string) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`;
  const meta = JSON.stringify(envelope);

  it.each([
    [
      'as an argument that is a list',
      'remove_related_objects',
      `{"name":"remove_related_objects","arguments":{"objectId":"x","ids":${many}},"_meta":${meta}}`,
    ],
    ['as all arguments', 'list_users', `{"name":"list_users","arguments":${many},"_meta":${meta}}`],
    [
      'beside the arguments',
      'list_users',
      `{"name":"list_users","arguments":{"x":1},"more":${many},"_meta":${meta}}`,
    ],
    [
      'as wrong names',
      'list_users',
      `{"name":"list_users","arguments":{${Array.from({ length: 100_000 }, (_, n) => `"x${n}":1`).join(',')}},"_meta":${meta}}`,
    ],
  ])('are refused and cost little memory: %s [FLT-41]', async (_where, tool, params) => {
    // What any first call loads is not counted.
    await modernRequest(
      server.url,
      'tools/call',
      { name: tool, arguments: { no: 1 } },
      { headers: as('ann') },
    );
    await modernRequest(server.url, 'tools/list', {}, { headers: as('ann') });
    const before = peakMb();
    const { status, message, text } = await send({ body: place(params), headers: { 'mcp-name': tool } });
    expect(message.error ?? message.result.isError).toBeTruthy();
    expect(status).toBeLessThan(500);
    expect(text.length).toBeLessThan(5000);
    expect(peakMb() - before).toBeLessThan(most);
  });
});
