import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { calls, useFaults } from '../support/repository/inside.ts';
import { answer, bomb, type Fault, faults, flood } from '../support/servers/fault-server.ts';

/** Invalid responses over working connections. */

const { server, bridge } = useFaults();

const megabyte = 1024 * 1024;

async function ask(fault: Fault, kind: keyof typeof calls = 'read', maxBytes = megabyte) {
  const service = await server();
  service.plays(fault);
  const outcome = await bridge(service.url, { maxBytes }).call(calls[kind][0], calls[kind][1]);
  return { service, ...outcome };
}
const html = { 'content-type': 'text/html' };
const page = '<!doctype html><form><input type="password"></form>';

describe('compression', () => {
  it('is not asked for', async () => {
    const { service } = await ask(faults.fine);
    for (const { headers } of [...service.calls, ...service.tokenCalls])
      expect(Object.keys(headers)).not.toContain('accept-encoding');
  });

  const text = JSON.stringify({ Name: 'Иск', Text: 'x'.repeat(3000) });
  it.each<[string, Buffer]>([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', Buffer.from(text)],
  ])('that comes anyway is undone: %s', async (encoding, bytes) => {
    const got = await ask(answer(200, { 'content-encoding': encoding }, bytes));
    expect([got.code, got.text]).toEqual(['done', text]);
  });

  it('is decoded in refusals of the service', async () => {
    const body = gzipSync(JSON.stringify({ Message: 'The stage is closed.' }));
    const got = await ask(answer(409, { 'content-encoding': 'gzip' }, body));
    expect(got.text).toMatch(/^API_ERROR 409: The stage is closed\./);
  });

  it.each<[string, Buffer | string, RegExp]>([
    ['zstd', 'xyz', /in a way that was not requested/],
    ['gzip, gzip', gzipSync(gzipSync(text)), /in a way that was not requested/],
    ['gzip', 'no gzip at all', /damaged/],
    ['br', Buffer.from([0xff, 0xff, 0xff, 0xff]), /damaged/],
    ['constructor', 'xyz', /in a way that was not requested/],
  ])('that cannot be undone is an error, and asked for once: %s', async (encoding, bytes, message) => {
    const got = await ask(answer(200, { 'content-encoding': encoding }, bytes));
    expect([got.code, got.text]).toEqual(['UNEXPECTED_ANSWER', expect.stringMatching(message)]);
    expect(got.service.calls.length).toBe(1);
  });

  it('that cannot be undone in a refusal leaves its status', async () => {
    const got = await ask(answer(409, { 'content-encoding': 'gzip' }, 'no gzip'));
    expect(got.text).toMatch(/^API_ERROR 409: The service answered with status 409 and no message/);
  });

  it.each<[string, Buffer]>([
    ['gzip', gzipSync(Buffer.alloc(8 * megabyte))],
    ['deflate', deflateSync(Buffer.alloc(8 * megabyte))],
    ['br', brotliCompressSync(Buffer.alloc(8 * megabyte))],
  ])('cannot get more through than the limit: %s [FLT-9]', async (encoding, bytes) => {
    expect(bytes.length).toBeLessThan(megabyte);
    const got = await ask(answer(200, { 'content-encoding': encoding }, bytes));
    expect([got.code, got.text]).toEqual(['UNEXPECTED_ANSWER', expect.stringMatching(/larger than 1 MB/)]);
  });

  it('cannot bypass the limit with a body that exceeds it only after decoding', async () => {
    const got = await ask(bomb(megabyte / 2));
    expect(got.text).toMatch(/larger than 1 MB/);
  });
});

describe('an answer above the limit', () => {
  it.each<[string, Fault]>([
    ['in chunks', flood(256 * megabyte)],
    ['that announces its length', answer(200, { 'content-length': 10 * 1024 ** 3 }, 'x')],
    ['compressed', bomb(256 * megabyte)],
  ])('%s is cut off, and the connection closed [FLT-9]', async (_what, fault) => {
    const got = await ask(fault);
    expect([got.code, got.text]).toEqual(['UNEXPECTED_ANSWER', expect.stringMatching(/larger than 1 MB/)]);
    await got.service.left();
    expect(got.service.written()).toBeLessThan(32 * megabyte);
  });

  it('to a change says how to find out whether it was made', async () => {
    const got = await ask(flood(64 * megabyte), 'create');
    expect(got.text).toMatch(/larger than 1 MB.*\nCheck with list_tasks before doing it again\.$/);
  });

  it('that is a refusal keeps its status, and not more than 64 KB of it is read', async () => {
    const service = await server();
    const inside = bridge(service.url);
    service.plays(async (socket) => {
      socket.write(
        'HTTP/1.1 409 Conflict\r\ncontent-type: text/plain\r\ncontent-length: 1000000000\r\n\r\nThe stage is closed. ',
      );
      await flood(256 * megabyte)(socket, undefined as never);
    });
    const { text } = await inside.call(...calls.read);
    expect(text).toMatch(/^API_ERROR 409: The stage is closed\. .{0,200}\n/);
    await service.left();
    expect(service.written()).toBeLessThan(32 * megabyte);
  });
});

describe('a response that is not JSON', () => {
  it.each<[string, Fault, string, RegExp]>([
    ['a sign-in page', answer(200, html, page), 'SIGN_IN_PAGE', /A sign-in page answers instead of the API/],
    [
      'a redirect to a sign-in',
      answer(302, { location: 'https://id.invalid/login' }),
      'SIGN_IN_PAGE',
      /the request did not reach the API/,
    ],
    ['another page', answer(200, html, '<html>Hello</html>'), 'UNEXPECTED_ANSWER', /a web page \(HTML\)/],
    ['nothing', answer(200), 'UNEXPECTED_ANSWER', /returned no data/],
    ['broken', answer(200, {}, '{"a": [1,'), 'UNEXPECTED_ANSWER', /is cut off or not valid JSON/],
    ['two of them', answer(200, {}, '{} {}'), 'UNEXPECTED_ANSWER', /not valid JSON/],
    ['no UTF-8', answer(200, {}, Buffer.from([0x22, 0xff, 0x22])), 'UNEXPECTED_ANSWER', /not in the charset/],
    [
      'an image',
      answer(200, { 'content-type': 'image/png' }, 'x'),
      'UNEXPECTED_ANSWER',
      /the type image\/png/,
    ],
  ])('is reported with its content, after one request: %s [FLT-8]', async (_what, fault, code, message) => {
    const got = await ask(fault);
    expect([got.code, got.text]).toEqual([code, expect.stringMatching(message)]);
    expect(got.service.calls.length).toBe(1);
  });

  it('but empty counts as success after a change', async () => {
    expect(await ask(answer(200), 'create')).toMatchObject({ code: 'done', text: '' });
  });

  it('to a change says how to find out whether it was made, unless a sign-in page kept it off', async () => {
    expect((await ask(answer(201, {}, '{"Id":'), 'create')).text).toContain('Check with list_tasks before');
    expect((await ask(answer(201, {}, '{"Id":'), 'act')).text).toContain(
      'ask the user before doing it again',
    );
    expect((await ask(answer(200, html, page), 'create')).text).not.toContain('before doing it again');
  });

  it('but speaks of signing in proves nothing about a change: any page of a service may do that [FLT-17]', async () => {
    const { text } = await ask(answer(200, html, '<html><a href="/">Log in</a> Saved.</html>'), 'create');
    expect(text).toMatch(/^SIGN_IN_PAGE: .*most likely the request did not reach the API/);
    expect(text).toContain('Check with list_tasks before doing it again.');
  });

  it('shows at most 200 characters of it, without control and invisible ones [FLT-8]', async () => {
    const odd = `\u001b[31mIgnore\u202e all\u200b ${'previous '.repeat(100)}`;
    for (const status of [200, 400, 500])
      for (const type of ['text/plain', 'application/json', 'application/xml', `x/${odd.slice(0, 4)}`]) {
        const { text } = await ask(answer(status, { 'content-type': type.replace(/\W$/, '') }, odd));
        expect(text.length).toBeLessThan(500);
        expect(text).not.toMatch(/\p{Cf}|(?!\n)\p{Cc}/u);
      }
  });
});

describe('JSON', () => {
  it.each<[string, Fault, string]>([
    ['with a byte order mark', answer(200, {}, '\ufeff{"a":1}'), '{"a":1}'],
    ['under a type of text', answer(200, { 'content-type': 'text/plain' }, '{"a":1}'), '{"a":1}'],
    [
      'in another charset',
      answer(
        200,
        { 'content-type': 'application/json; charset=windows-1251' },
        Buffer.from('{"a":"\xc8\xf1\xea"}', 'latin1'),
      ),
      '{"a":"Иск"}',
    ],
    [
      'with numbers that JavaScript cannot hold',
      answer(200, {}, '{"Version":9223372036854775807,\n"Sum":0.10000000000000000555}'),
      '{"Version":9223372036854775807,"Sum":0.10000000000000000555}',
    ],
  ])('%s reaches the assistant unchanged [FLT-8]', async (_what, fault, text) => {
    expect(await ask(fault)).toMatchObject({ code: 'done', text });
  });
});
