import { describe, expect, it } from 'vitest';
import { as } from '../support/clients/callers.ts';
import { envelope } from '../support/clients/raw.ts';
import { jsonHeaders, modernRequest, rawRequest } from '../support/clients/raw-http.ts';
import { expectDiscreet } from '../support/servers/upstream.ts';
import { expectRefused, listUsers, proper, useHardened } from './hardened.ts';

/** Malformed requests. Each is refused with a short message and changes nothing. */

const { at, send } = useHardened();

describe('an invalid message', () => {
  const older = { ...jsonHeaders, ...as('ann') };
  const asOlder = (body: string) => rawRequest(at.server.url, { headers: older, body });
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
      at.server.url,
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
      expectRefused(await rawRequest(at.server.url, { headers, body: listUsers }), 400, -32_020);
    },
  );

  it('with an unknown revision is refused with the supported ones', async () => {
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
      const { status, message } = await modernRequest(at.server.url, method, {}, { headers: as('ann') });
      expect([status, message.error.code]).toEqual([404, -32_601]);
    },
  );

  it('begins no session', async () => {
    const answer = await modernRequest(at.server.url, 'tools/list', {}, { headers: as('ann') });
    expect([answer.status, answer.headers['mcp-session-id']]).toEqual([200, undefined]);
    expect(answer.headers['cache-control']).toContain('no-');
  });
});
