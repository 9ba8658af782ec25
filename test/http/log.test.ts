import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { as, startOpenUpstream } from '../support/clients/callers.ts';
import { type HttpProcess, startHttpProcess } from '../support/clients/harness.ts';
import { modernRequest, rawRequest } from '../support/clients/raw-http.ts';
import { json, type Upstream } from '../support/servers/upstream.ts';

/** Log lines that an operator needs to find the cause of a failure. */

let upstream: Upstream;
let server: HttpProcess;
beforeAll(async () => {
  upstream = await startOpenUpstream();
  server = await startHttpProcess({ env: { CASEBRIDGE_URL: upstream.url } });
});
afterAll(async () => {
  await server?.close();
  await upstream?.close();
});

const linesOf = ({ stderr }: Pick<HttpProcess, 'stderr'>): any[] =>
  stderr()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
/** Waits for a log line with these values and returns it. */
const line = (of: object, from = server) =>
  vi.waitFor(
    () => {
      const found = linesOf(from).find((one) => expect.objectContaining(of).asymmetricMatch(one));
      expect(found).toBeDefined();
      return found;
    },
    { timeout: 10_000 },
  );
const call = (name: string, token: string, args: object = {}, headers = {}) =>
  modernRequest(
    server.url,
    'tools/call',
    { name, arguments: args },
    { headers: { ...as(token), ...headers } },
  );
const id = '00000000-0000-4000-8000-000000000777';
const jwt = (claims: object) =>
  ['{"alg":"none"}', JSON.stringify(claims), 'x']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

describe('the log of a server for many', () => {
  it('tells without any setting that it started, and who signed in', async () => {
    await line({ level: 30, msg: 'started', service: upstream.url });
    await call('list_users', jwt({ upn: 'anna' }));
    const { caller } = await line({ msg: 'signed in', user: 'anna' });
    expect(caller).toMatch(/^token:/);
    await call('list_users', 'opaque');
    await line({ msg: 'signed in', user: 'unknown' });
  });

  it('shows which caller was refused, why, from which address and by which request', async () => {
    const known = { 'x-request-id': 'asked-by-nobody' };
    await modernRequest(server.url, 'tools/list', {}, { headers: known });
    await line({
      msg: 'request refused',
      request: 'asked-by-nobody',
      status: 401,
      reason: 'No token was sent: sign in.',
      address: expect.stringContaining('127.0.0.1'),
    });
    await rawRequest(server.url, {
      method: 'GET',
      path: '/elsewhere',
      headers: { 'x-request-id': 'elsewhere-1' },
    });
    await line({ msg: 'request refused', request: 'elsewhere-1', status: 404 });
  });

  it('tells which call failed, with the status of the service and an id that the user was told', async () => {
    upstream.on.call = (response) => json(response, 500, { Message: 'canary-words' });
    const { text } = await call('get_user', 'opaque', { id });
    upstream.renew();
    const request = /Request id: ([\w-]{8,})/.exec(text)?.[1];
    await line({ tool: 'get_user', request, code: 'API_ERROR', status: 500, caller: expect.any(String) });
    await call('delete_task', 'opaque', { id });
    await line({ tool: 'delete_task' });
    expect(server.stderr()).not.toMatch(/canary-words|opaque|000777/);
  });

  it('tells that it ends', async () => {
    const other = await startHttpProcess({ env: { CASEBRIDGE_URL: upstream.url } });
    await other.close();
    expect(linesOf(other).map(({ msg }) => msg)).toEqual(['started', 'ending', 'ended']);
  });

  it('is short in a flood of requests that are refused', async () => {
    const flooded = await startHttpProcess({ env: { CASEBRIDGE_URL: upstream.url } });
    const ask = () => rawRequest(flooded.url, { method: 'GET', path: '/elsewhere' });
    for (let round = 0; round < 40; round += 1) await Promise.all(Array.from({ length: 10 }, ask));
    await flooded.close();
    expect(linesOf(flooded).filter(({ msg }) => msg === 'request refused').length).toBeLessThanOrEqual(300);
  });

  it('is empty for a single user without errors', async () => {
    const own = await startHttpProcess({ args: ['--sandbox', '--single-user'] });
    await own.close();
    expect(own.stderr()).toBe('');
  });
});
