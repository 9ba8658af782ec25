import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { spelt } from '../../support/clients/callers.ts';
import { connectTo, type RunningServer, startHttpServer } from '../../support/clients/harness.ts';
import { run } from '../../support/clients/process.ts';
import { modernRequest } from '../../support/clients/raw-http.ts';
import { canary, exchangePath, json, startUpstream, type Upstream } from '../../support/servers/upstream.ts';

/** The service accepts the tokens of two users. Its responses contain the token of the request. */
const people: Readonly<Record<string, string>> = {
  'bearer-of-ann': 'exchanged-ann',
  'bearer-of-bob': 'exchanged-bob',
};
const carried = (authorization: string | undefined) => authorization?.replace('Bearer ', '') ?? '';

let upstream: Upstream;
let server: RunningServer;
beforeAll(async () => {
  upstream = await startUpstream();
  server = await startHttpServer({ env: { CASEBRIDGE_URL: upstream.url, CASEBRIDGE_LOG_LEVEL: 'debug' } });
  letIn();
});
afterEach(() => {
  upstream.renew();
  letIn();
});
afterAll(async () => {
  await server?.close();
  await upstream?.close();
});

function letIn(): void {
  upstream.on.exchange = (response, { headers }) => {
    const access_token = people[carried(headers.authorization)];
    if (access_token === undefined) json(response, 401, {});
    else
      json(response, 200, {
        access_token,
        token_type: 'bearer',
        expires_in: 600,
        refresh_token: 'never-used',
      });
  };
  upstream.on.call = (response, { headers }) =>
    json(response, 200, { Items: [], Carried: spelt(headers.authorization) });
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const read = (token: string) =>
  modernRequest(server.url, 'tools/call', { name: 'list_users', arguments: {} }, bearer(token));

describe('a caller’s token', () => {
  it('is sent only to the token exchange, and calls use the exchanged token', async () => {
    const { status, text } = await read('bearer-of-ann');
    expect(status).toBe(200);
    expect(text).toContain('Bearer exchanged/ann');
    expect(text).not.toContain('bearer-of-ann');
    const [exchange, ...rest] = upstream.seen;
    expect([exchange?.target, exchange?.headers.authorization]).toEqual([
      exchangePath,
      'Bearer bearer-of-ann',
    ]);
    expect(rest.map(({ target }) => target.split('?')[0])).toEqual(['/api/v2/users']);
    expect(JSON.stringify(rest)).not.toContain('bearer-of-ann');
  });

  it('is exchanged once for many calls, and never for another caller’s', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => read(n % 2 === 0 ? 'bearer-of-ann' : 'bearer-of-bob')),
    );
    for (const [n, { text }] of answers.entries())
      expect(text).toContain(n % 2 === 0 ? 'Bearer exchanged/ann' : 'Bearer exchanged/bob');
    expect(upstream.requests(exchangePath).length).toBeLessThanOrEqual(2);
  });

  it('that the service refuses is answered with 401 and the right challenge, before anything else is looked at', async () => {
    const { status, headers, message } = await read('of-nobody');
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toMatch(
      /^Bearer realm="casebridge", error="invalid_token", error_description="The case-management service does not accept this token: sign in again\."$/,
    );
    expect(message).toMatchObject({
      jsonrpc: '2.0',
      id: null,
      error: { message: expect.stringContaining('sign in again') },
    });
    expect(upstream.requests('/api/v2/users')).toEqual([]);
  });

  it.each([
    ['is missing', {}],
    ['is empty', { authorization: 'Bearer ' }],
    ['has another scheme', { authorization: 'Basic YW5uOmFubg==' }],
    ['holds what no token does', { authorization: 'Bearer a b' }],
    ['stands in the address', { 'x-token': 'bearer-of-ann' }],
  ])('that %s is asked for, without saying that it was wrong [FLT-44]', async (_how, headers) => {
    const answer = await modernRequest(server.url, 'tools/list', {}, { headers });
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="casebridge"');
    expect(upstream.seen).toEqual([]);
  });

  it('that ends is noticed at the next renewal, and the refresh token of its exchange does not prolong it', async () => {
    let exchanges = 0;
    upstream.on.exchange = (response) => {
      exchanges += 1;
      if (exchanges > 1) json(response, 401, {});
      else json(response, 200, { access_token: 'short', expires_in: 5, refresh_token: 'never-used' });
    };
    upstream.on.call = (response, { headers }) =>
      exchanges > 0 &&
      carried(headers.authorization) === 'short' &&
      upstream.requests('/api/v2/users').length > 1
        ? json(response, 401, {})
        : json(response, 200, { Items: [] });
    expect((await read('bearer-for-short')).status).toBe(200);
    // The service refuses the exchanged token, then the caller's own token.
    const refused = await read('bearer-for-short');
    expect(refused.message.result).toMatchObject({ isError: true });
    expect(refused.text).toContain('sign in again in the assistant');
    expect((await read('bearer-for-short')).status).toBe(401);
    expect(JSON.stringify(upstream.seen)).not.toContain('never-used');
  });

  it("is never in the server's output", async () => {
    await read('bearer-of-ann');
    await read('of-nobody');
    for (const secret of ['bearer-of-ann', 'of-nobody', 'exchanged-ann', canary.password])
      expect(server.stderr()).not.toContain(secret);
  });

  it('cannot be checked while the service is unavailable, which is reported as such and not as a refusal', async () => {
    upstream.on.exchange = (response) => json(response, 503, {}, { 'retry-after': '3600' });
    const { status, headers } = await read('bearer-of-carl');
    expect(status).toBe(503);
    expect(headers['retry-after']).toMatch(/^\d+$/);
    expect(headers['www-authenticate']).toBeUndefined();
  });

  it('needs action by the operator if the service does not exchange any', async () => {
    upstream.on.exchange = (response) => json(response, 404, {});
    const { status, text } = await read('bearer-of-dora');
    expect(status).toBe(502);
    expect(text).toContain('CASEBRIDGE_URL');
  });

  it('can be guessed thirty times a minute from one address, while those who are known go on [FLT-44]', async () => {
    const other = await startHttpServer({ env: { CASEBRIDGE_URL: upstream.url } });
    const ask = (token: string) => modernRequest(other.url, 'tools/list', {}, bearer(token));
    try {
      expect((await ask('bearer-of-ann')).status).toBe(200);
      const statuses: number[] = [];
      for (let guess = 0; guess < 33; guess += 1) statuses.push((await ask(`guess-${guess}`)).status);
      expect(statuses.filter((status) => status === 401).length).toBe(30);
      expect(statuses.slice(-3)).toEqual([429, 429, 429]);
      expect((await ask('bearer-of-ann')).status).toBe(200);
      expect((await ask('bearer-of-bob')).status).toBe(429);
    } finally {
      await other.close();
    }
  });

  it.each(['v1', 'v2 legacy', 'v2 auto', 'v2 pinned'] as const)(
    'works with a client of the kind %s that sends it',
    async (kind) => {
      const client = await connectTo(server.url, { kind, token: 'bearer-of-bob' });
      expect(await client.call('list_users')).toMatchObject({ Carried: 'Bearer exchanged/bob' });
      await client.close();
      await expect(connectTo(server.url, { kind, token: 'of-nobody' })).rejects.toThrow();
    },
  );
});

describe('the server’s own login', () => {
  const login = {
    CASEBRIDGE_URL: 'https://cases.invalid',
    CASEBRIDGE_LOGIN: 'x',
    CASEBRIDGE_PASSWORD: 'canary-secret',
  };

  it.each([
    ['is not lent to callers', ['http', '--port', '0'], login, 'over HTTP each caller sends a token'],
    [
      'nor is a single sign-on token',
      ['http', '--port', '0'],
      { CASEBRIDGE_URL: login.CASEBRIDGE_URL, CASEBRIDGE_SSO_TOKEN: 'canary-secret' },
      'over HTTP each caller sends a token',
    ],
    [
      'nor that of the domain',
      ['http', '--port', '0', '--domain-sign-in'],
      { CASEBRIDGE_URL: login.CASEBRIDGE_URL },
      'over HTTP each caller sends a token',
    ],
    [
      'serves one user on this machine’s own address only',
      ['http', '--single-user', '--host', '0.0.0.0', '--public-url', 'https://m.invalid/mcp'],
      login,
      'only on this machine’s own address',
    ],
    [
      'nor behind a public address',
      ['http', '--single-user', '--public-url', 'https://m.invalid/mcp'],
      login,
      'only on this machine’s own address',
    ],
    [
      'is missing where one user is to be served',
      ['http', '--single-user'],
      { CASEBRIDGE_URL: login.CASEBRIDGE_URL },
      'No sign-in is configured',
    ],
    [
      'says where it is reached when it listens to others',
      ['http', '--host', '0.0.0.0'],
      { CASEBRIDGE_URL: login.CASEBRIDGE_URL },
      'CASEBRIDGE_PUBLIC_URL is missing',
    ],
    [
      'is reached by https',
      ['http', '--host', '0.0.0.0', '--public-url', 'http://m.invalid/mcp'],
      { CASEBRIDGE_URL: login.CASEBRIDGE_URL },
      'should be an https address',
    ],
    [
      'is reached at /mcp',
      ['http', '--public-url', 'https://m.invalid/'],
      { CASEBRIDGE_URL: login.CASEBRIDGE_URL },
      'should end with /mcp',
    ],
    [
      'has an audience only with an issuer',
      ['http', '--audience', 'x'],
      { CASEBRIDGE_URL: login.CASEBRIDGE_URL },
      'CASEBRIDGE_AUDIENCE needs CASEBRIDGE_ISSUER',
    ],
    [
      'has one way to sign in',
      ['http', '--sign-in', 'service', '--issuer', 'https://login.invalid', '--audience', 'x'],
      { CASEBRIDGE_URL: login.CASEBRIDGE_URL },
      'CASEBRIDGE_SIGN_IN cannot be combined with CASEBRIDGE_ISSUER: remove CASEBRIDGE_ISSUER',
    ],
    [
      'signs people in at an issuer that is known',
      ['http', '--sign-in', 'oidc', '--oidc-client-id', 'x'],
      { CASEBRIDGE_URL: login.CASEBRIDGE_URL },
      'CASEBRIDGE_SIGN_IN=oidc needs CASEBRIDGE_ISSUER',
    ],
    [
      'is known at that issuer',
      ['http', '--sign-in', 'oidc', '--issuer', 'https://login.invalid'],
      { CASEBRIDGE_URL: login.CASEBRIDGE_URL },
      'CASEBRIDGE_SIGN_IN=oidc needs CASEBRIDGE_OIDC_CLIENT_ID',
    ],
    [
      'is a client of an issuer only where people sign in there',
      ['http', '--sign-in', 'service', '--oidc-client-id', 'x'],
      { CASEBRIDGE_URL: login.CASEBRIDGE_URL },
      'CASEBRIDGE_OIDC_CLIENT_ID needs CASEBRIDGE_SIGN_IN=oidc',
    ],
    [
      'knows its assistants by hosts and addresses',
      ['http', '--sign-in', 'service', '--sign-in-clients', 'a.example b=nowhere'],
      { CASEBRIDGE_URL: login.CASEBRIDGE_URL },
      'contains "b=nowhere"; expected: a host or id=https://address',
    ],
    [
      'has an issuer by https',
      ['http', '--issuer', 'http://login.invalid', '--audience', 'x'],
      { CASEBRIDGE_URL: login.CASEBRIDGE_URL },
      'CASEBRIDGE_ISSUER should be an https address',
    ],
    [
      'has certificate and key, or neither',
      ['http', '--tls-cert', '/nowhere'],
      { CASEBRIDGE_URL: login.CASEBRIDGE_URL },
      'CASEBRIDGE_TLS_KEY is missing',
    ],
    [
      'has certificates that can be read',
      ['http', '--tls-cert', '/nowhere', '--tls-key', '/nowhere'],
      { CASEBRIDGE_URL: login.CASEBRIDGE_URL },
      'The file in CASEBRIDGE_TLS_CERT',
    ],
  ])('%s: otherwise the server does not start', async (_what, args, env, words) => {
    const { code, stdout, stderr } = await run(args, env);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
    expect(stderr).not.toContain('canary-secret');
  });
});
