import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { createTrace } from '../../../src/contract/trace.ts';
import { clientKinds, connectTo, startHttpServer } from '../../support/clients/harness.ts';
import { runsOnce } from '../../support/clients/once.ts';
import { environmentOf, html, startUpstream, useUpstream } from '../../support/servers/upstream.ts';

/** Ids that connect a tool call with its entries in the service's requests, the log and the audit log. */

const { start, connectTo: connectOver } = useUpstream();
const ends: { close(): Promise<unknown> }[] = [];
const folder = mkdtempSync(join(tmpdir(), 'casebridge-trace-'));
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const own = <Thing extends { close(): Promise<unknown> }>(thing: Thing): Thing => {
  ends.push(thing);
  return thing;
};

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const other = '00-11111111111111111111111111111111-2222222222222222-00';
const tracestate = 'vendor=t61rcWkgMzE,other@sys=1';
const id = '11111111-1111-4111-8111-111111111111';
const isNewId = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);

const allowed = { CASEBRIDGE_PASS_TRACE: 'true' };

describe('a call', () => {
  it('tells the service of no trace that a client names, unless that is allowed', async () => {
    const upstream = await start();
    const client = await connectOver(upstream.url);
    await client.callTool('list_object_classes', {}, { meta: { traceparent, tracestate } });
    const names = upstream.seen.flatMap(({ headers }) => Object.keys(headers));
    expect(names.filter((name) => /^trace/.test(name))).toEqual([]);
  });

  it.each(clientKinds)('forwards the trace of a %s client, if allowed', async (kind) => {
    const upstream = await start();
    const client = await connectOver(upstream.url, { kind, env: allowed });
    await client.callTool('list_object_classes', {}, { meta: { traceparent, tracestate } });
    await client.callTool('list_object_classes');
    const [first, second] = upstream.requests(/ObjectClass/i);
    expect(first?.headers).toMatchObject({ traceparent, tracestate, 'x-request-id': isNewId });
    expect(Object.keys(second?.headers ?? {})).not.toContain('traceparent');
    expect(second?.headers['x-request-id']).toEqual(isNewId);
    expect(second?.headers['x-request-id']).not.toBe(first?.headers['x-request-id']);
  });

  it('has one id at the service, in the log and in the record, however often it is sent', async () => {
    const upstream = await start();
    let turn = 0;
    upstream.on.call = (response) => {
      turn += 1;
      if (turn === 1) response.writeHead(401).end();
      else html(response);
    };
    const record = join(folder, 'changes.jsonl');
    const client = await connectOver(upstream.url, { own: true, env: { CASEBRIDGE_AUDIT_FILE: record } });
    expect((await client.callTool('edit_object', { id, Name: 'x' })).isError).toBe(true);
    const ids = upstream.requests(/objects/i).map(({ headers }) => headers['x-request-id']);
    expect(ids.length).toBeGreaterThan(1);
    expect(ids).toEqual([isNewId, ...ids.slice(1).map(() => ids[0])]);
    await vi.waitFor(() => expect(client.stderr()).toContain(`"request":"${ids[0]}"`));
    const [intent] = readFileSync(record, 'utf8').split('\n');
    expect(JSON.parse(intent ?? '').request).toBe(ids[0]);
  });

  it('lends its id to no request for tokens, which other calls may wait for', async () => {
    const upstream = await start();
    const client = await connectOver(upstream.url, { env: allowed });
    await client.callTool('list_object_classes', {}, { meta: { traceparent } });
    const names = upstream.requests(/auth/).flatMap(({ headers }) => Object.keys(headers));
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => /^x-request-id$|^trace/.test(name))).toEqual([]);
  });
});

describe.runIf(runsOnce())('over HTTP a call', () => {
  const connectWith = async (headers: Record<string, string>) => {
    const upstream = own(await startUpstream());
    const server = own(
      await startHttpServer({ args: ['--single-user'], env: { ...environmentOf(upstream.url), ...allowed } }),
    );
    const client = own(await connectTo(server.url, { headers }));
    return { upstream, client, server };
  };

  it('has the id and the trace of the request that carries it', async () => {
    const { upstream, client, server } = await connectWith({
      'x-request-id': 'request-from.afar_1',
      traceparent,
      tracestate,
    });
    await client.callTool('list_object_classes');
    expect(upstream.requests(/ObjectClass/i)[0]?.headers).toMatchObject({
      'x-request-id': 'request-from.afar_1',
      traceparent,
      tracestate,
    });
    await vi.waitFor(() => expect(server.stderr()).toContain('"request":"request-from.afar_1"'));
  });

  it('uses the trace of its own message before that of the HTTP request', async () => {
    const { upstream, client } = await connectWith({ traceparent: other });
    await client.callTool('list_object_classes', {}, { meta: { traceparent } });
    await client.callTool('list_object_classes', {}, { meta: { traceparent: 'malformed' } });
    const seen = upstream.requests(/ObjectClass/i).map(({ headers }) => headers.traceparent);
    expect(seen).toEqual([traceparent, other]);
  });
});

describe('a malformed trace', () => {
  it.each([
    ...[undefined, 7, {}, '', 'x', `${traceparent}-x`, traceparent.toUpperCase(), ` ${traceparent}`],
    ...[`${traceparent}\r\nx-evil: 1`, traceparent.replace('00-', 'ff-'), traceparent.replace('00-', '0-')],
    traceparent.replace('0af7651916cd43dd8448eb211c80319c', '0'.repeat(32)),
    traceparent.replace('b7ad6b7169203331', '0'.repeat(16)),
  ])('is not passed on as a trace: %j', (given) => {
    expect(createTrace(undefined, { traceparent: given, tracestate }).context).toBeUndefined();
  });

  it.each([7, '', 'novalue', 'a=1\r\nx-evil: 1', 'a=я', `a=${'x'.repeat(511)}`])(
    'is not passed on as the state of a trace: %j',
    (given) => {
      expect(createTrace(undefined, { traceparent, tracestate: given }).context).toEqual({ traceparent });
    },
  );

  it.each([7, '', 'short', 'with space in it', 'line\r\nbreak-it', 'x'.repeat(65), 'кириллица'])(
    'is replaced as an id: %j',
    (given) => {
      expect(createTrace(given).requestId).toEqual(isNewId);
    },
  );
});
