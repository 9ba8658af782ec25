import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FaultRule } from '../../../src/sandbox/faults/fault-rules.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.ts';

type Fault = FaultRule['fault'];
const list = '/api/v2/taskStatuses';
const on = `GET ${list}`;

let sandbox: Sandbox;
let token: string;
beforeEach(async () => {
  sandbox = await createSandbox();
  token = await signIn();
});
afterEach(() => sandbox.close());

async function signIn(): Promise<string> {
  const response = await fetch(`${sandbox.url}/api/v2/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'password', username: 'admin', password: 'sandbox-admin' }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

const get = (path = list, signal?: AbortSignal) =>
  fetch(sandbox.url + path, { headers: { authorization: `Bearer ${token}` }, ...(signal ? { signal } : {}) });
const statuses = async (count: number) => {
  const found: number[] = [];
  for (let turn = 0; turn < count; turn += 1) found.push((await get()).status);
  return found;
};
const inject = (fault: Fault, more: Partial<FaultRule> = {}) =>
  sandbox.faults.set([{ on, fault, times: 1, ...more }]);

const saveDays = () =>
  fetch(`${sandbox.url}/api/v3/generalsettings/NonWorkingDays`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ Dates: ['2031-01-02'], Intervals: [] }),
  });
const savedDays = async () =>
  (await (await get('/api/v3/generalsettings/NonWorkingDays')).text()).includes('2031-01-02');

interface Raw {
  headers?: IncomingHttpHeaders;
  bytes: number;
  chunks: number;
  content: Buffer;
  error?: string;
}

/** Sends a request with a client that reports all details of the response. */
function raw(): Promise<Raw> {
  return new Promise((resolve) => {
    const seen: Raw = { bytes: 0, chunks: 0, content: Buffer.alloc(0) };
    const fail = (error: NodeJS.ErrnoException) => resolve({ ...seen, error: error.code ?? error.message });
    request(
      sandbox.url + list,
      { headers: { authorization: `Bearer ${token}` }, agent: false },
      (response) => {
        seen.headers = response.headers;
        response.on('data', (chunk: Buffer) => {
          seen.bytes += chunk.length;
          seen.chunks += 1;
          seen.content = Buffer.concat([seen.content, chunk]);
        });
        response.on('error', fail).on('end', () => resolve(seen));
      },
    )
      .on('error', fail)
      .end();
  });
}

it('begins with the given faults, ends them with clear, and returns to the start with reset', async () => {
  inject({ kind: 'status', status: 503 });
  sandbox.faults.clear();
  expect(await statuses(1)).toEqual([200]);
  inject({ kind: 'status', status: 503 });
  sandbox.reset();
  token = await signIn();
  expect(await statuses(1)).toEqual([200]);
  const broken = await createSandbox({ faults: [{ on: '*', fault: { kind: 'status', status: 503 } }] });
  const health = async () => (await fetch(`${broken.url}/api/v2/health`)).status;
  expect(await health()).toBe(503);
  broken.faults.clear();
  broken.reset();
  expect(await health()).toBe(503);
  await broken.close();
});

describe('answers in place of the real one', () => {
  it('gives a status with Retry-After and the body of a problem', async () => {
    inject({ kind: 'status', status: 429, retryAfter: 2 });
    const response = await get();
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('2');
    expect(await response.json()).toMatchObject({ status: 429 });
  });

  it('gives the body and headers that the rule holds', async () => {
    inject({ kind: 'status', status: 200, body: '\ufeff{}', headers: { 'content-type': 'text/plain' } });
    const response = await get();
    expect(response.headers.get('content-type')).toBe('text/plain');
    expect(Buffer.from(await response.arrayBuffer()).toString('hex')).toBe('efbbbf7b7d');
    inject({ kind: 'status', status: 500, body: { Error: 'x' } });
    expect(await (await get()).json()).toEqual({ Error: 'x' });
  });

  it.each([true, false])('does the work before a status only when asked to (%s)', async (done) => {
    inject({ kind: 'status', status: 504, done }, { on: '/^PUT /' });
    expect((await saveDays()).status).toBe(504);
    expect(await savedDays()).toBe(done);
  });

  it('shows a sign-in page with status 200', async () => {
    inject({ kind: 'signInPage' });
    const response = await get();
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(await response.text()).toContain('<form');
  });

  it('breaks the JSON', async () => {
    inject({ kind: 'invalidJson' });
    const response = await get();
    expect(response.headers.get('content-type')).toContain('json');
    await expect(response.json()).rejects.toThrow(SyntaxError);
  });

  it.each([false, true])('floods with so many bytes, packed: %s', async (gzip) => {
    inject({ kind: 'flood', bytes: 3_000_000, gzip });
    const body = (await (await get()).json()) as { Items: string[] };
    expect(body.Items[0]?.length).toBe(3_000_000);
  });
});

describe('connections', () => {
  it.each(['request', 'headers'] as const)('is reset at the %s without a byte', async (at) => {
    inject({ kind: 'drop', at });
    expect(await raw()).toMatchObject({ bytes: 0, chunks: 0, error: 'ECONNRESET' });
  });

  it.each([
    ['request', false],
    ['headers', true],
    ['body', true],
  ] as const)('is reset at the %s; the work is done: %s', async (at, done) => {
    inject({ kind: 'drop', at }, { on: '/^PUT /' });
    await expect(saveDays().then((response) => response.text())).rejects.toThrow();
    expect(await savedDays()).toBe(done);
  });

  it.each([true, false])('is reset in the middle of the body, chunked: %s', async (chunked) => {
    const whole = await raw();
    inject({ kind: 'drop', at: 'body', chunked });
    const seen = await raw();
    expect(seen.error).toBe('ECONNRESET');
    expect(seen.bytes).toBeLessThan(whole.bytes);
    expect(seen.headers?.['transfer-encoding']).toBe(chunked ? 'chunked' : undefined);
  });

  it('ends in order after half of the answer, with the length of the half or of the whole', async () => {
    const whole = await raw();
    inject({ kind: 'truncated', contentLength: 'right' });
    expect(await raw()).toMatchObject({ bytes: Math.floor(whole.bytes / 2) });
    inject({ kind: 'truncated', contentLength: 'wrong' });
    expect(await raw()).toMatchObject({
      bytes: Math.floor(whole.bytes / 2),
      error: 'ECONNRESET',
      headers: { 'content-length': String(whole.bytes) },
    });
  });

  it('cuts a packed answer off', async () => {
    inject({ kind: 'truncated', contentLength: 'right', gzip: true });
    const { headers, content, error } = await raw();
    expect([headers?.['content-encoding'], error]).toEqual(['gzip', undefined]);
    expect(() => gunzipSync(content)).toThrow('unexpected end of file');
  });

  it('drips the whole answer in many pieces', async () => {
    const whole = await raw();
    inject({ kind: 'drip', bytesPerSecond: 20_000 });
    const seen = await raw();
    expect(seen.bytes).toBe(whole.bytes);
    expect(seen.chunks).toBeGreaterThan(1);
  });

  it('waits before the service sees the request, and forgets it when the client leaves', async () => {
    inject({ kind: 'latency', ms: 20 });
    expect((await get()).status).toBe(200);
    inject({ kind: 'latency', ms: 600_000 });
    await expect(get(list, AbortSignal.timeout(50))).rejects.toThrow();
    expect(sandbox.requests.at(-1)).toEqual({ method: 'GET', path: list, query: '', fault: 'latency' });
  });

  it.each(['headers', 'body'] as const)('stalls at the %s until the service is closed', async (at) => {
    inject({ kind: 'stall', at });
    const stalled = get().then((response) => response.text());
    const refused = expect(stalled).rejects.toThrow();
    await expect.poll(() => sandbox.requests.at(-1)?.fault).toBe('stall');
    await sandbox.close();
    await refused;
  });
});

describe('sessions and restarts', () => {
  it('ends one token; its refresh token stays good', async () => {
    const other = token;
    token = await signIn();
    inject({ kind: 'expiredToken' });
    expect(await statuses(2)).toEqual([401, 401]);
    token = other;
    expect(await statuses(1)).toEqual([200]);
  });

  it('forgets every session', async () => {
    inject({ kind: 'restart' });
    expect(await statuses(2)).toEqual([401, 401]);
    token = await signIn();
    expect(await statuses(1)).toEqual([200]);
  });

  it('closes the port and opens the same one again', async () => {
    inject({ kind: 'restart', closedMs: 100 });
    await expect(get()).rejects.toThrow();
    await expect(get()).rejects.toThrow();
    await expect
      .poll(() =>
        get()
          .then(({ status }) => status)
          .catch(() => 0),
      )
      .toBe(401);
    token = await signIn();
    expect(await statuses(1)).toEqual([200]);
  });

  it('can be closed for good while the port is closed for a while', async () => {
    inject({ kind: 'restart', closedMs: 60_000 });
    await expect(get()).rejects.toThrow();
    await sandbox.close();
    await expect(get()).rejects.toThrow();
  });
});

describe('the requests that arrived', () => {
  it('are noted with method, path, query, status and fault', async () => {
    sandbox.reset();
    expect(sandbox.requests).toEqual([]);
    await get(`${list}?page=2`);
    token = await signIn();
    await get();
    inject({ kind: 'drop', at: 'request' });
    await get().catch(() => undefined);
    expect(sandbox.requests).toEqual([
      { method: 'GET', path: list, query: '?page=2', status: 401 },
      { method: 'POST', path: '/api/v2/auth/token', query: '', status: 200 },
      { method: 'GET', path: list, query: '', status: 200 },
      { method: 'GET', path: list, query: '', fault: 'drop' },
    ]);
  });

  it('are bounded: the last ten thousand at most', async () => {
    const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1');
    socket.write('GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(10_050));
    socket.end('GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await new Promise((resolve) => socket.resume().once('close', resolve));
    expect(sandbox.requests.at(-1)).toMatchObject({ path: '/last', status: 404 });
    expect(sandbox.requests.length).toBeLessThanOrEqual(10_000);
    expect(sandbox.requests.length).toBeGreaterThan(8_000);
  });
});
