import { describe, expect, it } from 'vitest';
import { textOf } from '../support/clients/harness.ts';
import { canary, expectDiscreet, json } from '../support/servers/upstream.ts';
import {
  answered,
  callTool,
  endOf,
  initialize,
  initialized,
  messages,
  modernMeta,
  request,
  send,
  useStdio,
} from './spoken.ts';

/**
 * The stdio transport, at the byte level. Calls may take 15 minutes here, but a test only half a minute.
 * Therefore, a process that does not end promptly fails the test.
 */

const { start, startService, greet } = useStdio();

describe('stdout', () => {
  it('contains only messages, even after errors [FLT-28]', async () => {
    const { env } = await startService();
    const server = greet([], env, request(1, 'tools/list'), callTool(2, 'list_folders'));
    await server.says(answered(2));
    send(server, 'this is no JSON', '{"jsonrpc":"2.0"', '', '[]', 'null', { jsonrpc: '1.0', id: 3 });
    send(
      server,
      callTool(4, 'no_such_tool'),
      callTool(5, 'get_object', { id: 'x' }),
      request(6, 'no/method'),
    );
    for (const id of [4, 5]) await server.says(answered(id));
    await server.says(answered(6));
    const { code, stdout, stderr } = await endOf(server);
    expect(code).toBe(0);
    const all = messages(stdout);
    expect(all.find(({ id }) => id === 0).result.serverInfo.name).toBe('casebridge');
    expect(all.find(({ id }) => id === 1).result.tools.length).toBeGreaterThan(20);
    expect(textOf(all.find(({ id }) => id === 2).result)).toBe('{"Items":[]}');
    expect(all.find(({ id }) => id === 4).error.code).toBe(-32602);
    expect(all.find(({ id }) => id === 5).result.isError).toBe(true);
    expect(all.find(({ id }) => id === 6).error.code).toBe(-32601);
    expect(stderr).not.toContain(canary.password);
    expectDiscreet(all.map((message) => JSON.stringify(message)).join('\n'));
  });

  it('answers an oversized message under its id, unparsed, and continues [FLT-54]', async () => {
    const { env } = await startService();
    const server = greet([], env);
    const many = `[${'1,'.repeat(60_000)}1]`;
    const deep = `${'['.repeat(300)}${']'.repeat(300)}`;
    send(
      server,
      `{"jsonrpc":"2.0","id":11,"method":"tools/list","params":{"_meta":${many}}}`,
      `{"method":"tools/list","params":{"_meta":{"a":${deep}}},"jsonrpc":"2.0","id":"deep"}`,
      `{"method":"tools/list","params":{"_meta":{"a":"${'x'.repeat(11 * 1024 * 1024)}"}},"jsonrpc":"2.0","id":13}`,
      `{"method":"tools/list","id":14,"params":${many},"jsonrpc":"2.0"}`,
      request(15, 'tools/list'),
    );
    await server.says(answered(15));
    const all = messages((await endOf(server)).stdout);
    const errorOf = (wanted: unknown) => all.find(({ id }) => id === wanted)?.error;
    expect(errorOf(11)).toMatchObject({
      code: -32600,
      message: expect.stringMatching(/^Nothing was done: the message contains more than 25000 values/),
    });
    expect(errorOf('deep')).toMatchObject({ code: -32600, message: expect.stringContaining('200 levels') });
    expect(errorOf(13)).toMatchObject({ code: -32600 });
    expect(errorOf(null)).toMatchObject({ code: -32600 });
    expect(all.find(({ id }) => id === 15).result.tools.length).toBeGreaterThan(20);
  });

  it.each([
    ['2025-11-25', [initialize, initialized], request(9, 'tools/list')],
    ['2026-07-28', [], request(9, 'tools/list', { _meta: modernMeta })],
  ])(
    'answers an invalid line with an error, and continues, in revision %s',
    async (_revision, opening, listing) => {
      const { env } = await startService();
      const server = start([], env);
      const wrong = [
        ['{"jsonrpc":"2.0","id":1', null, -32700, 'not valid JSON'],
        ['\ufeff{', null, -32700, 'not valid JSON'],
        [[request(2, 'tools/list'), request(3, 'tools/list')], null, -32600, 'batch'],
        [[], null, -32600, 'batch'],
        ['null', null, -32600, 'not a JSON-RPC 2.0 message'],
        [{ jsonrpc: '2.0', id: 4 }, 4, -32600, 'not a JSON-RPC 2.0 message'],
        [{ jsonrpc: '1.0', id: 'five', method: 'tools/list' }, 'five', -32600, 'not a JSON-RPC 2.0 message'],
        [
          { jsonrpc: '2.0', id: 6, method: 'tools/list', params: [] },
          6,
          -32600,
          'not a JSON-RPC 2.0 message',
        ],
        [{ jsonrpc: '2.0', id: { a: 1 }, method: 'tools/list' }, null, -32600, 'not a JSON-RPC 2.0 message'],
      ] as const;
      const lines = wrong.map(([line]) => line);
      // The server does not answer a response, whatever its form, or a blank line.
      const unanswered = [{ jsonrpc: '2.0', id: null, error: { code: -32700, message: '' } }, ' '];
      send(server, ...lines, ...unanswered, ...opening, ...lines, listing);
      await server.says(answered(9));
      const all = messages((await endOf(server)).stdout);
      const errors = wrong.map(([, id, code, words]) => ({
        id,
        error: { code, message: expect.stringMatching(`^Nothing was done: .*${words}`) },
      }));
      expect(all.filter(({ error }) => error)).toMatchObject([...errors, ...errors]);
      expect(all.find(({ id }) => id === 9).result.tools.length).toBeGreaterThan(20);
    },
  );

  it.each(['utf8', 'latin1'] as const)(
    'reads a first line with a byte order mark, and refuses text that is not UTF-8: %s',
    async (encoding) => {
      const { env } = await startService();
      const server = start([], env);
      send(server, `\ufeff${JSON.stringify(initialize)}`, initialized);
      server.child.stdin.write(
        Buffer.from(
          `${JSON.stringify(callTool(1, 'find_operations', { query: 'façade task' }))}\n`,
          encoding,
        ),
      );
      await server.says(answered(1));
      const all = messages((await endOf(server)).stdout);
      const refusal = { code: -32700, message: expect.stringContaining('not valid UTF-8') };
      expect(all.find(({ id }) => id === 0)).toHaveProperty('result');
      expect(all.find(({ id }) => id === 1)).toMatchObject(
        encoding === 'utf8' ? { result: {} } : { error: refusal },
      );
    },
  );

  it('never answers a response, however large', async () => {
    const { env } = await startService();
    const server = greet([], env);
    const many = `[${'1,'.repeat(30_000)}1]`;
    const long = 'x'.repeat(11 * 1024 * 1024);
    send(
      server,
      `{"result":{"a":${many}},"jsonrpc":"2.0","id":1}`,
      `{"jsonrpc":"2.0","id":1,"result":{"a":${many}}}`,
      `{"result":{"a":"${long}"},"jsonrpc":"2.0","id":1}`,
      request(2, 'ping'),
    );
    await server.says(answered(2));
    expect(messages((await endOf(server)).stdout).map(({ id }) => id)).toEqual([0, 2]);
  });

  it('stays empty when nothing is asked, with the embedded service too', async () => {
    for (const args of [['--sandbox'], ['--sandbox', '--log-level', 'debug']]) {
      const server = start(args);
      expect(await endOf(server)).toMatchObject({ code: 0, stdout: '' });
    }
  });

  it('has the tools without anything of Intl, which takes its time to be there', async () => {
    const telling = (name: string) =>
      `Intl.${name} = function () { process.stderr.write('${name} was made') }`;
    const names = ['Collator', 'DateTimeFormat', 'NumberFormat', 'PluralRules', 'Segmenter'];
    const code = encodeURIComponent(names.map(telling).join(';'));
    const { env } = await startService();
    const server = greet([], { ...env, NODE_OPTIONS: `--import=data:text/javascript,${code}` });
    send(server, request(1, 'tools/list'));
    await server.says(answered(1));
    expect(await endOf(server)).toMatchObject({ code: 0, stderr: '' });
  });

  it('keeps a message with line breaks and other alphabets on one line', async () => {
    const text = 'Первая\nвторая\r\n\u2028третья 😀';
    const { env } = await startService({ call: (response) => json(response, 200, { text }) });
    const server = greet([], env, callTool(1, 'list_folders'));
    await server.says(answered(1));
    const { stdout } = await endOf(server);
    const { result } = messages(stdout).find(({ id }) => id === 1);
    expect(JSON.parse(textOf(result))).toEqual({ text });
  });
});
