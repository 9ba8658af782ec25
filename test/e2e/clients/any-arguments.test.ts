import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyArguments, tools } from '../../support/arguments.ts';
import { type Process, startProcess } from '../../support/clients/process.ts';
import { envelope, type RawClient, speak } from '../../support/clients/raw.ts';
import {
  environmentOf,
  expectDiscreet,
  startUpstream,
  type Upstream,
} from '../../support/servers/upstream.ts';

let upstream: Upstream;
let server: Process;
let raw: RawClient;
beforeAll(async () => {
  upstream = await startUpstream();
  server = startProcess(['--confirm', 'none'], environmentOf(upstream.url));
  raw = speak(server.child.stdin, server.child.stdout);
  await raw.call('list_folders', {});
});
afterAll(async () => {
  await server?.close();
  await upstream?.close();
});

/** Checks whether a text is a refusal before any request was sent. */
const isCleanRefusal = (text: string) => /^(INVALID_ARGUMENTS|NOT_CONFIGURED|SWITCHED_OFF): /.test(text);

const isLookup = (method: string, target: string) =>
  method === 'GET' || /^\/api\/v3\/(?:objects\/Get(?:Objects|Cases)|documents)$/.test(target);

const isOfTypes = (target: string) => target.startsWith('/api/v2/objectTypes');

describe('a running server', () => {
  it('answers 2,000 calls with any arguments: refused with nothing sent, or sent to the path of the tool [FLT-34]', async () => {
    const tool = fc.constantFrom(...tools.filter(({ operation }) => !operation.handler));
    const call = tool.chain((one) => fc.tuple(fc.constant(one), anyArguments(one.schema)));
    await fc.assert(
      fc.asyncProperty(call, async ([{ operation }, input]) => {
        upstream.seen.length = 0;
        const { result, error } = await raw.call(operation.name, input);
        // Arguments that are not an object make the message invalid under the protocol.
        if (error) {
          expect(error.code).toBe(-32602);
          expect(upstream.seen).toEqual([]);
          return;
        }
        const text: string = result.content[0].text;
        expectDiscreet(text, input);
        expect(text).not.toMatch(/^INTERNAL/);
        const calls = upstream.seen.filter(({ target }) => !target.includes('/auth/'));
        const isReadFirst =
          Boolean(operation.keeps ?? operation.fills ?? operation.replaces) ||
          (operation.access !== 'read' && operation.target !== undefined);
        // Before a refusal, the server may read the field names of a type, and the record that shows that the
        // change is impossible.
        const isLookedUp = ({ method, target }: (typeof calls)[number]) =>
          isOfTypes(target) || (isReadFirst && method === 'GET');
        if (isCleanRefusal(text)) expect(calls.filter((sent) => !isLookedUp(sent))).toEqual([]);
        else if (/^NAME_(UNKNOWN|LOOKUP_FAILED): /.test(text))
          // Names are looked up in lists, and no other request is sent.
          expect(calls.filter(({ method, target }) => !isLookup(method, target))).toEqual([]);
        else {
          const first = (operation.path ?? '').split('{')[0] ?? '';
          // Field names are looked up in the types, if the service has a request for those.
          const own = calls.filter(({ target }) => !isOfTypes(target) || isOfTypes(first));
          // The record is read before a change is sent. If it does not show the needed values, no change is
          // sent.
          const place = own.findIndex(({ method }) => !isReadFirst || method !== 'GET');
          const reads = own.slice(0, place === -1 ? own.length : place);
          const [sent, ...behind] = own.slice(reads.length);
          expect(reads.length).toBeLessThan(2);
          // After a change, the record is read for comparison and for the names of its references. Nothing
          // else is changed.
          const isRead = ({ method, target }: (typeof calls)[number]) =>
            isLookup(method, target) && !(method === sent?.method && target === sent?.target);
          const isTold = operation.access !== 'read';
          expect(isTold ? behind.filter((one) => !isRead(one)) : behind).toEqual([]);
          if (reads.length === 1 && /^(WOULD_LOSE|NOT_READ): /.test(text)) expect(sent).toBeUndefined();
          else {
            expect(sent?.method).toBe(operation.method);
            expect(sent?.target.startsWith(first)).toBe(true);
          }
        }
      }),
      { numRuns: 2_000 },
    );
    expect((await raw.call('list_folders', {})).result.isError).toBeFalsy();
    expect(server.stderr()).not.toContain('"level":50');
  });

  it('refuses huge and deep arguments with a short message and continues', async () => {
    upstream.seen.length = 0;
    const many = Array.from({ length: 500_000 }, (_, index) => index);
    const deep = JSON.parse(`${'['.repeat(500)}1${']'.repeat(500)}`);
    for (const value of [many, deep, '['.repeat(1_000_000), JSON.stringify(many)])
      for (const args of [
        { Name: 'x', Attributes: { a: value } },
        { Name: 'x', Attributes: value },
        { nothing: value },
      ]) {
        const { result, error } = await raw.call('create_document', args);
        const text: string = error?.message ?? result.content[0].text;
        expect(text.length).toBeLessThan(2_000);
        if (result && !result.isError) expect(args).toMatchObject({ Attributes: { a: expect.any(String) } });
        else expect(text).toMatch(/^(?:INVALID_ARGUMENTS: Nothing was sent|Nothing was done: the message )/);
      }
    const levels = `${'['.repeat(100_000)}1${']'.repeat(100_000)}`;
    const meta = JSON.stringify(envelope);
    server.child.stdin.write(
      `{"jsonrpc":"2.0","id":"deep","method":"tools/call","params":{"_meta":${meta},"name":"create_document","arguments":{"Attributes":{"a":${levels}}}}}\n`,
    );
    const [line] = await server.says(/\{[^\n]*"id":"deep"[^\n]*\n/);
    expect(line.length).toBeLessThan(2_000);
    expect(line).toMatch(/INVALID_ARGUMENTS|"error":/);
    expect((await raw.call('list_folders', {})).result.isError).toBeFalsy();
  });
});
