import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { as } from '../support/clients/callers.ts';
import { envelope } from '../support/clients/raw.ts';
import { modernRequest, rawRequest } from '../support/clients/raw-http.ts';
import { lines, openSocket } from '../support/clients/socket.ts';
import { exchangePath } from '../support/servers/upstream.ts';
import { expectRefused, listUsers, proper, useHardened } from './hardened.ts';

/** Malformed requests. Each is refused with a short message and changes nothing. */

const { at, gauges, send } = useHardened();

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
    expect(at.upstream.seen).toEqual([]);
  });

  it('without a type is refused', async () => {
    const { 'content-type': _none, ...headers } = proper;
    expectRefused(await rawRequest(at.server.url, { headers, body: listUsers }), 415);
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

  it('that is not UTF-8 is refused, because a change would store other characters', async () => {
    const body = Buffer.from(listUsers.replace('list_users', 'fa\u00e7ade'), 'latin1');
    expectRefused(await send({ body }), 400, -32_700);
  });

  it('that never ends is cut off once [FLT-40]', async () => {
    const { socket, ended, received } = await openSocket(
      at.server.url,
      head({ 'Transfer-Encoding': 'chunked' }),
    );
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    let sent = 0;
    // Maximum number of chunks. The server discards at most 64 MiB of a refused body, so that the client
    // receives the response.
    const most = 2000;
    while (!socket.destroyed && sent < most) {
      sent += 1;
      if (!socket.write(chunk))
        await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), ended]);
    }
    await ended;
    expect(sent).toBeLessThan(most);
    // The client does not always receive the response.
    expect(received()).toMatch(/^(HTTP\/1\.1 413 |$)/);
    // Node warns about a connection to which many listeners were added.
    expect(at.server.process.stderr()).not.toMatch(/MaxListeners/);
  });

  it('that breaks off is no failure of the server', async () => {
    const { socket, ended } = await openSocket(
      at.server.url,
      head({ 'Content-Length': '500', Authorization: 'Bearer leaver' }, false) + listUsers.slice(0, 50),
    );
    await vi.waitFor(() => expect(at.upstream.requests(exchangePath).length).toBe(1));
    socket.destroy();
    await ended;
    await vi.waitFor(async () => expect(await gauges()).toEqual({ sessions: 0, answering: 0 }));
    expect(at.server.stderr()).not.toContain('"level":50');
  });

  it('that is announced as too large is refused before a byte of it comes', async () => {
    const { receives } = await openSocket(at.server.url, head({ 'Content-Length': '4194305' }));
    await receives(/^HTTP\/1\.1 413 /);
    expect(at.upstream.seen).toEqual([]);
  });

  it('that is longer than announced is cut there, and the rest is no request', async () => {
    const connection = await openSocket(at.server.url, head({ 'Content-Length': '20' }) + listUsers);
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
  ])('with an unclear end is refused: %s [FLT-40]', async (_how, header) => {
    const connection = await openSocket(
      at.server.url,
      `${head({}).slice(0, -2)}${header}\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
    );
    await connection.ended;
    expect(connection.received().match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 400']);
  });

  it('of an unauthenticated client is not waited for [FLT-44]', async () => {
    const { receives } = await openSocket(at.server.url, head({ 'Content-Length': '4000000' }, false));
    await receives(/^HTTP\/1\.1 401 [\s\S]*www-authenticate: Bearer realm="casebridge"/i);
  });

  /** Returns the request line and the headers. */
  function head(more: Readonly<Record<string, string>>, hasToken = true): string {
    const { authorization, ...rest } = proper;
    const all = { Host: at.host, ...rest, ...(hasToken ? { authorization } : {}), ...more };
    return lines(
      'POST /mcp HTTP/1.1',
      ...Object.entries(all).map(([name, value]) => `${name}: ${value}`),
      '',
    );
  }
});

// Only Linux reports the peak memory of another process.
describe.skipIf(process.platform !== 'linux')('500,000 elements', () => {
  /** Returns the peak resident memory of the server so far, in MB. */
  const peakMb = () =>
    Number(
      /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${at.server.process.child.pid}/status`, 'utf8'))?.[1],
    ) / 1024;
  /**
   * Maximum growth, in MB. Reading and copying the largest message once takes 30 MB. Since Node.js 22, V8
   * frees memory later (55 to 72 MB).
   */
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
    // Make calls first, so that code that is loaded once is not counted.
    await modernRequest(
      at.server.url,
      'tools/call',
      { name: tool, arguments: { no: 1 } },
      { headers: as('ann') },
    );
    await modernRequest(at.server.url, 'tools/list', {}, { headers: as('ann') });
    const before = peakMb();
    const { status, message, text } = await send({ body: place(params), headers: { 'mcp-name': tool } });
    expect(message.error ?? message.result.isError).toBeTruthy();
    expect(status).toBeLessThan(500);
    expect(text.length).toBeLessThan(5000);
    expect(peakMb() - before).toBeLessThan(most);
  });
});
