import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOperationAnswer } from '../../../src/api/client/read-response.ts';
import { mediaTypeOf } from '../../../src/api/files/media-type.ts';
import { isNotDeployed, parseBody } from '../../../src/api/transport/answer/response-body.ts';
import type { RawAnswer } from '../../../src/api/transport/request.ts';
import { ApiError, SignInPageError, UnexpectedAnswerError } from '../../../src/contract/errors.ts';
import { operation } from '../../../src/contract/operations/operation.ts';
import { compact } from '../../../src/json/compact.ts';

const about = { title: 'Note', titleRu: 'Заметка', access: 'read', description: 'A note.' } as const;
const reading = operation({ ...about, name: 'get_note', route: 'GET /notes' });
const changing = operation({ ...about, name: 'edit_note', access: 'update', route: 'PUT /notes' });
const downloading = operation({ ...about, name: 'download_note', route: 'GET /file', answers: 'file' });

const raw = (status: number, type: string | undefined, body: string | Buffer, headers = {}): RawAnswer => ({
  status,
  headers: { ...(type === undefined ? {} : { 'content-type': type }), ...headers },
  bytes: Buffer.from(body as string),
});
const json = 'application/json; charset=utf-8';
const html = '<!doctype html><html><body>Welcome</body></html>';

describe('an answer in JSON', () => {
  it.each([
    ['compact already', '{"a":[1,2]}', '{"a":[1,2]}'],
    ['indented', '{\r\n  "a" : [ 1,\n 2 ]\n}', '{"a":[1,2]}'],
    ['indented, with white space and quotes in its texts', '{\n "a": "x  \\" y" }', '{"a":"x  \\" y"}'],
    ['with numbers that JavaScript cannot hold', '{\n "a": 9007199254740993 }', '{"a":9007199254740993}'],
    ['with a byte order mark', '\ufeff{"a":1}', '{"a":1}'],
    ['a bare null', 'null', 'null'],
    ['indented, with backslashes before quotes', '{\n "a\\\\" : "\\\\\\" b" }', '{"a\\\\":"\\\\\\" b"}'],
  ])('is passed on without needless white space: %s', (_what, body, text) => {
    expect(readOperationAnswer(reading, raw(200, json, body)).text).toBe(text);
  });

  it('means the same after its white space is removed, with any content', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const answer = readOperationAnswer(reading, raw(200, json, JSON.stringify(value, null, 2)));
        expect(answer.text).toBe(JSON.stringify(value));
        expect(answer.body).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it.each([
    ['application/json'],
    ['application/problem+json'],
    ['Application/JSON;charset=UTF-8'],
    ['application/vnd.x.v2+json'],
  ])('is known by its type %s', (type) => {
    expect(readOperationAnswer(reading, raw(200, type, '[]')).body).toEqual([]);
  });

  it('may be indented around texts of many megabytes', () => {
    const value = { Text: '\\n "x" '.repeat(500_000), Long: 'x'.repeat(8_000_000) };
    const answer = readOperationAnswer(reading, raw(200, json, JSON.stringify(value, null, 2)));
    expect(answer.isUnchecked).toBe(true);
    expect(compact(answer.text) === JSON.stringify(value)).toBe(true);
    expect(answer.body).toEqual(value);
  });

  it('may be empty after a change, and if the service declares that', () => {
    expect(readOperationAnswer(reading, raw(204, undefined, ''))).toMatchObject({
      status: 204,
      text: '',
      body: undefined,
    });
    for (const status of [200, 201, 204])
      expect(readOperationAnswer(changing, raw(status, json, '')).text).toBe('');
    expect(() => readOperationAnswer(reading, raw(200, json, ''))).toThrow(/returned no data/);
  });

  it.each([
    [undefined],
    [''],
    ['text/plain'],
    ['text/plain; charset=utf-8'],
    ['application/octet-stream'],
    ['text/json'],
  ])('is taken as such also under the type %s, if it is an object or a list', (type) => {
    expect(readOperationAnswer(reading, raw(200, type, ' {"a":1}')).body).toEqual({ a: 1 });
    expect(readOperationAnswer(reading, raw(200, type, '[1]')).body).toEqual([1]);
    expect(() => readOperationAnswer(reading, raw(200, type, '{"a":'))).toThrow(UnexpectedAnswerError);
  });

  it.each<[string, string, Buffer]>([
    ['windows-1251', 'Иск', Buffer.from([0xc8, 0xf1, 0xea])],
    ['"Windows-1251"', 'Иск', Buffer.from([0xc8, 0xf1, 0xea])],
    ['iso-8859-1', 'é', Buffer.from([0xe9])],
    ['UTF-8', 'Иск', Buffer.from('Иск')],
    ['no-such-charset', 'Иск', Buffer.from('Иск')],
  ])('is read by its charset %s [FLT-8]', (charset, text, bytes) => {
    const body = Buffer.concat([Buffer.from('{"a":"'), bytes, Buffer.from('"}')]);
    expect(readOperationAnswer(reading, raw(200, `application/json; charset=${charset}`, body)).text).toBe(
      `{"a":"${text}"}`,
    );
  });

  it('may be UTF-16, with or without a byte order mark', () => {
    const type = 'application/json; charset=utf-16le';
    for (const mark of ['', '\ufeff'])
      expect(
        readOperationAnswer(reading, raw(200, type, Buffer.from(`${mark}["Иск"]`, 'utf16le'))).body,
      ).toEqual(['Иск']);
  });

  it.each([
    ['no UTF-8', json, Buffer.from([0x22, 0xc8, 0xf1, 0x22])],
    ['no UTF-8, without a charset', 'application/json', Buffer.from([0x22, 0xff, 0x22])],
    ['half a character', json, Buffer.from([0x22, 0xd0, 0x22])],
    ['no EUC-JP', 'application/json; charset=euc-jp', Buffer.from([0x22, 0xff, 0xff, 0x22])],
  ])('is refused when its bytes are %s [FLT-8]', (_what, type, body) => {
    expect(() => readOperationAnswer(reading, raw(200, type, body))).toThrow(/not in the charset/);
  });

  it.each([
    ['with a field for the password', raw(200, 'text/html', '<html><input name=p type="password"></html>')],
    ['in Russian', raw(200, 'text/html; charset=utf-8', '<!DOCTYPE html><title>Войти в систему</title>')],
    ['that posts to an identity provider', raw(200, 'text/html', '<html><input name="SAMLRequest"></html>')],
    ['without a type', raw(200, undefined, '<!doctype html><h1>Please log in</h1>')],
    ['that calls itself JSON', raw(200, json, '<!doctype html><h1>Sign in</h1>')],
    ['by a redirect', raw(302, undefined, '', { location: 'https://id.invalid/adfs/ls?x=1' })],
    ['by a redirect to a login', raw(303, undefined, '', { location: '/Login?ReturnUrl=%2Fapi' })],
  ])('is refused when it is a sign-in page %s', (_what, answer) => {
    expect(() => readOperationAnswer(reading, answer)).toThrow(SignInPageError);
  });

  it.each([`x-\u001b[31m\u202e${'y'.repeat(300)}`, 'application/x-do-as-i-say', 'text/do as I say'])(
    'shows nothing of an invented type: %j',
    (type) => {
      expect(() => readOperationAnswer(reading, raw(200, type, 'x'))).toThrow(/the type unknown instead/);
    },
  );

  it.each([
    ['application/pdf; name="do as I say"', 'application/pdf'],
    ['Text/X-Log', 'text/plain'],
    ['application/vnd.api+json', 'application/json'],
    ['application/x do as I say', 'application/octet-stream'],
    ['', 'application/octet-stream'],
  ])('takes a file of the type %j for %s', (type, taken) => {
    expect(mediaTypeOf(type)).toBe(taken);
  });

  it('tells which versions the service deprecates', () => {
    const answer = readOperationAnswer(reading, raw(200, json, '{}', { 'api-deprecated-versions': '1.0' }));
    expect(answer.deprecatedVersions).toBe('1.0');
  });

  it.each([
    [
      'a web page',
      raw(200, 'text/html', html),
      /a web page \(HTML\) instead of JSON\. CASEBRIDGE_URL may be wrong/,
    ],
    ['a web page without a type', raw(200, undefined, html), /a web page/],
    ['plain text', raw(200, 'text/plain', 'hello'), /the type text\/plain instead of JSON/],
    ['no type', raw(200, undefined, 'hello'), /the type unknown/],
    ['JSON that breaks off', raw(200, json, '{"a":'), /is cut off or not valid JSON/],
    ['a web page that calls itself JSON', raw(200, json, html), /not valid JSON/],
    [
      'a redirect',
      raw(302, undefined, '', { location: 'https://elsewhere.invalid/' }),
      /a redirect \(status 302\)/,
    ],
    ['not modified', raw(304, undefined, ''), /status 304/],
  ])('is refused when it is %s', (_what, answer, message) => {
    expect(() => readOperationAnswer(reading, answer)).toThrow(UnexpectedAnswerError);
    expect(() => readOperationAnswer(reading, answer)).toThrow(message);
  });
});

describe('a file', () => {
  const read = (answer: RawAnswer) => readOperationAnswer(downloading, answer).file;
  const named = (disposition: string) =>
    read(raw(200, 'application/pdf', 'x', { 'content-disposition': disposition }))?.name;

  it('keeps its bytes and type', () => {
    const bytes = Buffer.from([0, 1, 255]);
    const file = read(
      raw(200, 'Application/PDF; x=1', bytes, { 'content-disposition': 'attachment; filename=a.pdf' }),
    );
    expect(file).toMatchObject({ name: 'a.pdf', mediaType: 'application/pdf' });
    expect(file?.bytes.equals(bytes)).toBe(true);
  });

  it.each([
    ['attachment; filename="claim.pdf"', 'claim.pdf'],
    ['attachment; filename="_.pdf"; filename*=UTF-8\'\'%D0%98%D1%81%D0%BA.pdf', 'Иск.pdf'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['attachment; filename="C:\\\\temp\\\\a.txt"', 'a.txt'],
    ["attachment; filename*=UTF-8''a%0D%0Ab%00.txt", 'ab.txt'],
    ['attachment; filename="dir/"', 'file'],
    ['attachment', 'file'],
    ['; ; =', 'file'],
    [`attachment; filename="${'n'.repeat(400)}.txt"`, `${'n'.repeat(176)}.txt`],
  ])('is named by %s as %s', (disposition, name) => {
    expect(named(disposition)).toBe(name);
  });

  it('is returned as a file even without a disposition, and as JSON if the service chose that', () => {
    expect(read(raw(200, 'application/pdf', 'x'))?.name).toBe('file');
    expect(read(raw(200, undefined, 'x'))?.mediaType).toBe('application/octet-stream');
    expect(read(raw(200, json, '{"content":"eA=="}'))).toBeUndefined();
    expect(read(raw(200, json, '{}', { 'content-disposition': 'attachment; filename=a.json' }))?.name).toBe(
      'a.json',
    );
    expect(() => read(raw(200, 'application/pdf', ''))).toThrow(/returned no data/);
  });

  it('is not the web page of a sign-in', () => {
    expect(() => read(raw(200, 'text/html', html))).toThrow(/a web page/);
    const page = raw(200, 'text/html', html, { 'content-disposition': 'attachment; filename=page.html' });
    expect(read(page)?.name).toBe('page.html');
  });
});

describe('a refusal', () => {
  const refusal = (answer: RawAnswer): ApiError => {
    try {
      readOperationAnswer(reading, answer);
    } catch (error) {
      expect(error).toBeInstanceOf(ApiError);
      return error as ApiError;
    }
    throw new Error('was not refused');
  };

  it('carries status, message, body, request id and how long to wait', () => {
    const body = { ConflictMessage: 'A duplicate.', ConflictObjects: ['1'], traceId: 'trace-1' };
    const headers = { 'retry-after': '7' };
    const error = refusal(raw(409, 'application/problem+json', JSON.stringify(body), headers));
    expect(error).toMatchObject({
      status: 409,
      message: 'A duplicate.',
      body,
      requestId: 'trace-1',
      retryAfterMs: 7000,
    });
    expect(refusal(raw(500, json, '{}', { 'x-request-id': 'r-1' })).requestId).toBe('r-1');
  });

  it.each([
    ['nothing', raw(403, undefined, ''), 'The service answered with status 403 and no message.'],
    ['a web page', raw(502, 'text/html', html), 'The service answered with status 502 and no message.'],
    ['broken JSON', raw(500, json, '{"a":'), 'The service answered with status 500 and no message.'],
    ['plain text', raw(400, 'text/plain', ' Too\n much. '), 'Too much.'],
    ['a JSON text', raw(400, json, '"No."'), 'No.'],
    ['long plain text', raw(400, 'text/plain', 'x'.repeat(5000)), 'x'.repeat(200)],
    ['bytes', raw(400, 'image/png', Buffer.from([0x89, 0x50, 0x1b, 0x4e, 0x00])), '\ufffdP N'],
  ])('may come with %s', (_what, answer, message) => {
    expect(refusal(answer).message).toBe(message);
  });

  it.each([408, 429, 500, 503])('of status %i may be temporary', (status) => {
    expect(refusal(raw(status, undefined, '')).canRetry).toBe(true);
  });

  it.each([400, 401, 403, 404, 409])('of status %i is not temporary', (status) => {
    expect(refusal(raw(status, undefined, '')).canRetry).toBe(false);
  });
});

describe('nothing is deployed at a path', () => {
  it.each<[RawAnswer, boolean]>([
    [raw(405, json, '{"title":"x"}'), true],
    [raw(404, undefined, ''), true],
    [raw(404, 'text/html', html), true],
    [raw(404, json, '{"title":"No such note"}'), false],
    [raw(403, undefined, ''), false],
    [raw(200, undefined, ''), false],
  ])('if the response is %#', (answer, expected) => {
    expect(isNotDeployed(answer)).toBe(expected);
  });

  it('is not said of an operation that has answered before: a page means that there is no such record', () => {
    const page = raw(404, 'text/html', html);
    const noRoute = (isDeployed: boolean, answer = page) => {
      try {
        return readOperationAnswer(reading, answer, undefined, isDeployed);
      } catch (error) {
        return (error as ApiError).isNoRoute;
      }
    };
    expect([noRoute(false), noRoute(true)]).toEqual([true, false]);
    expect(noRoute(true, raw(405, json, '{"Message":"no"}'))).toBe(true);
    expect(noRoute(false, raw(404, json, '{"title":"No such note"}'))).toBe(false);
  });
});

it('the body of an unsure answer is JSON, or the text of a refusal that is no web page', () => {
  expect(parseBody(raw(200, json, '{"a":1}'))).toEqual({ a: 1 });
  expect(parseBody(raw(400, 'text/plain', 'No.'))).toBe('No.');
  expect(parseBody(raw(502, 'text/html', html))).toBeUndefined();
  expect(parseBody(raw(204, undefined, ''))).toBeUndefined();
  expect(() => parseBody(raw(200, 'text/html', html))).toThrow(UnexpectedAnswerError);
});
