import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { startService, type TestClient } from '../support/clients/harness.ts';
import {
  canary,
  exchangePath,
  expectDiscreet,
  type Handler,
  html,
  json,
  reset,
  tokenPath,
  useUpstream,
} from '../support/servers/upstream.ts';

/** Sign-in: possible failures, and how tokens are shared, renewed and dropped. */

const { start, connectTo } = useUpstream();
const folder = mkdtempSync(join(tmpdir(), 'casebridge-token-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = 'list_object_classes';
const readPath = '/api/v2/objectClasses';

async function refusal(client: TestClient, tool = read): Promise<string> {
  const text = await client.refusal(tool);
  expectDiscreet(text);
  return text;
}

const tokens = (names: Record<string, unknown>): Handler => {
  return (response) => json(response, 200, { token_type: 'bearer', expires_in: 3600, ...names });
};

describe('a sign-in that the service refuses', () => {
  it.each([
    ['anna', 'wrong', 'The user name or password is incorrect.'],
    ['nobody', 'sandbox-nobody', 'The user name or password is incorrect.'],
    ['blocked', 'sandbox-blocked', 'The user is blocked.'],
    ['expired', 'sandbox-expired', 'The password has expired.'],
  ])(
    'as %s with %s is told in the words of the service, for the operator',
    async (login, password, words) => {
      const service = await startService();
      try {
        const client = await connectTo(service.url, {
          env: { CASEBRIDGE_LOGIN: login, CASEBRIDGE_PASSWORD: password },
        });
        const text = await refusal(client);
        expect(text).toMatch(/^SIGN_IN_FAILED: /);
        expect(text).toContain(words);
        expect(text).toContain('The operator should check the configured login.');
        expect(`${text}${client.stderr()}`).not.toContain(password);
      } finally {
        await service.close();
      }
    },
  );

  it('is not repeated by the next calls, since that would lock the account', async () => {
    const upstream = await start({
      signIn: (response) =>
        json(response, 400, { error: 'invalid_grant', error_description: 'Wrong password.' }),
    });
    const client = await connectTo(upstream.url);
    for (let call = 0; call < 5; call += 1) expect(await refusal(client)).toContain('Wrong password.');
    expect(upstream.seen.map(({ target }) => target)).toEqual([tokenPath]);
  });

  it('keeps the password out of an answer that repeats it', async () => {
    const upstream = await start({
      signIn: (response, { body }) => json(response, 400, { error_description: `Cannot take ${body}` }),
    });
    expect(await refusal(await connectTo(upstream.url))).toMatch(/^SIGN_IN_FAILED/);
  });
});

describe('a wrong base address', () => {
  it.each<[string, Handler, RegExp]>([
    ['has a web page there', (response) => html(response), /^SIGN_IN_PAGE: .*CASEBRIDGE_URL/],
    ['has nothing there', (response) => response.writeHead(404).end(), /^SIGN_IN_FAILED: .*CASEBRIDGE_URL/],
    [
      'has a web page of an error there',
      (response) => html(response, 404),
      /^SIGN_IN_FAILED: .*CASEBRIDGE_URL/,
    ],
    ['takes no POST there', (response) => response.writeHead(405).end(), /^SIGN_IN_FAILED: .*CASEBRIDGE_URL/],
    [
      'has other JSON there',
      (response) => json(response, 200, { ok: true }),
      /^SIGN_IN_FAILED: .*CASEBRIDGE_URL/,
    ],
    [
      'has an empty answer there',
      (response) => response.writeHead(200).end(),
      /^SIGN_IN_FAILED: .*CASEBRIDGE_URL/,
    ],
    [
      'has broken JSON there',
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"access_'),
      /^UNEXPECTED_ANSWER: .*not valid JSON/,
    ],
  ])('that %s is named', async (_what, signIn, message) => {
    const upstream = await start({ signIn });
    expect(await refusal(await connectTo(upstream.url))).toMatch(message);
    expect(upstream.requests(readPath)).toEqual([]);
  });

  it('that redirects is named, and the password does not follow', async () => {
    const elsewhere = await start();
    const upstream = await start({
      signIn: (response) => response.writeHead(307, { location: `${elsewhere.url}${tokenPath}` }).end(),
    });
    expect(await refusal(await connectTo(upstream.url))).toMatch(/CASEBRIDGE_URL/);
    expect(elsewhere.seen).toEqual([]);
  });
});

describe('a failure of the network while signing in', () => {
  it('is passed over by trying again, since asking for a token changes nothing', async () => {
    const upstream = await start();
    const { signIn } = upstream.on;
    upstream.on.signIn = (response, seen) =>
      upstream.requests(tokenPath).length === 1 ? reset(response) : signIn(response, seen);
    expect(await (await connectTo(upstream.url)).call(read)).toEqual({ Items: [] });
    expect(upstream.requests(tokenPath).length).toBe(2);
  });

  it('leaves no doubt about a creation, which was never sent', async () => {
    const upstream = await start({ exchange: reset });
    const text = await (await connectTo(upstream.url)).refusal('create_participant_v2', { Type: 'Company' });
    expectDiscreet(text);
    expect(text).toMatch(/^UNREACHABLE: /);
    expect(upstream.requests(/participants/)).toEqual([]);
  });
});

describe('a token', () => {
  it('is asked for once, however many calls wait for it', async () => {
    const upstream = await start();
    const client = await connectTo(upstream.url);
    await Promise.all(Array.from({ length: 20 }, () => client.call(read)));
    expect(upstream.requests(tokenPath).length).toBe(1);
    expect(upstream.requests(exchangePath).length).toBe(1);
    expect(upstream.requests(readPath).length).toBe(20);
  });

  it('that is refused once is replaced, and the call succeeds', async () => {
    const upstream = await start({
      call: (response, { headers }) =>
        headers.authorization === `Bearer ${canary.token}-1`
          ? response.writeHead(401).end()
          : json(response, 200, { Items: ['second'] }),
    });
    const client = await connectTo(upstream.url);
    expect(await client.call(read)).toEqual({ Items: ['second'] });
    expect(upstream.requests(readPath).map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${canary.token}-1`,
      `Bearer ${canary.token}-2`,
    ]);
  });

  it('that is refused is replaced once for all calls under way, creations included', async () => {
    const upstream = await start({
      call: (response, { headers }) =>
        headers.authorization === `Bearer ${canary.token}-1`
          ? response.writeHead(401).end()
          : json(response, 200, { Id: '1' }),
    });
    const client = await connectTo(upstream.url);
    await Promise.all(
      Array.from({ length: 10 }, () => client.call('create_participant_v2', { Type: 'Company' })),
    );
    expect(upstream.requests(exchangePath).length).toBe(2);
    expect(upstream.requests(/participants/).length).toBeLessThanOrEqual(20);
  });

  it('that is always refused ends the call after the second attempt, with the next step', async () => {
    const upstream = await start({ call: (response) => response.writeHead(401).end() });
    const text = await refusal(await connectTo(upstream.url));
    expect(text).toMatch(/^API_ERROR 401: /);
    expect(text).toMatch(/the operator should check it\. Do not ask the user for a password/);
    expect(upstream.requests(readPath).length).toBe(2);
  });

  it('that has expired is renewed by its refresh token, without the password', async () => {
    const upstream = await start();
    const { signIn } = upstream.on;
    // 5 seconds is the shortest lifetime that the server accepts.
    upstream.on.exchange = tokens({ access_token: 'first', refresh_token: canary.refresh, expires_in: 5 });
    upstream.on.signIn = (response, seen) =>
      JSON.parse(seen.body).grant_type === 'refresh_token'
        ? tokens({ access_token: 'renewed', refresh_token: 'next' })(response, seen)
        : signIn(response, seen);
    const client = await connectTo(upstream.url);
    await client.call(read);
    await sleep(5_100);
    await client.call(read);
    expect(upstream.requests(readPath).map(({ headers }) => headers.authorization)).toEqual([
      'Bearer first',
      'Bearer renewed',
    ]);
    const bodies = upstream.requests(tokenPath).map(({ body }) => JSON.parse(body));
    expect(bodies).toEqual([
      { grant_type: 'password', username: 'anna', password: canary.password },
      { grant_type: 'refresh_token', refresh_token: canary.refresh },
    ]);
  });

  it('that the service has let expire is renewed, and the call does not notice', async () => {
    let now = Date.now();
    const service = await startService({ now: () => new Date(now) });
    const client = await service.connectAs('anna');
    try {
      const before = await client.call(read);
      now += 11 * 60 * 1000;
      expect(await client.call(read)).toEqual(before);
      now += 3 * 3600 * 1000;
      expect(await client.call(read)).toEqual(before);
    } finally {
      await client.close();
      await service.close();
    }
  });

  it('is replaced after the service restarts and has lost all tokens', async () => {
    const service = await startService();
    const client = await service.connectAs('anna');
    try {
      const before = await client.call(read);
      service.reset();
      expect(await client.call(read)).toEqual(before);
    } finally {
      await client.close();
      await service.close();
    }
  });
});

describe('a single sign-on token', () => {
  const accept = (...good: string[]): Handler => {
    return (response, { headers }) =>
      good.includes(String(headers.authorization))
        ? tokens({ access_token: `for ${headers.authorization?.slice(-3)}` })(response, {} as never)
        : json(response, 401, { error_description: 'The token has expired.' });
  };
  const sso = { CASEBRIDGE_LOGIN: '', CASEBRIDGE_PASSWORD: '' };

  it('is exchanged without any sign-in', async () => {
    const upstream = await start({ exchange: accept('Bearer sso-one') });
    const client = await connectTo(upstream.url, { env: { ...sso, CASEBRIDGE_SSO_TOKEN: 'sso-one' } });
    expect(await client.call(read)).toEqual({ Items: [] });
    expect(upstream.requests(tokenPath)).toEqual([]);
  });

  it('is read from its file again when the service wants a new one', async () => {
    const file = join(folder, 'token');
    writeFileSync(file, 'sso-one\n');
    const upstream = await start({ exchange: accept('Bearer sso-one') });
    const client = await connectTo(upstream.url, { env: { ...sso, CASEBRIDGE_SSO_TOKEN_FILE: file } });
    await client.call(read);
    writeFileSync(file, 'sso-two\n');
    upstream.on.exchange = accept('Bearer sso-two');
    upstream.on.call = (response, { headers }) =>
      headers.authorization === 'Bearer for two'
        ? json(response, 200, { Items: ['two'] })
        : response.writeHead(401).end();
    expect(await client.call(read)).toEqual({ Items: ['two'] });
  });

  it.each<[string, (file: string) => void]>([
    ['is missing', () => undefined],
    ['is empty', (file) => writeFileSync(file, ' \n')],
    ['is too large', (file) => writeFileSync(file, 'x'.repeat(70_000))],
  ])('whose file %s is reported by its variable', async (what, prepare) => {
    const file = join(folder, what);
    prepare(file);
    const upstream = await start();
    const client = await connectTo(upstream.url, { env: { ...sso, CASEBRIDGE_SSO_TOKEN_FILE: file } });
    const text = await refusal(client);
    expect(text).toMatch(/^SIGN_IN_FAILED: .*CASEBRIDGE_SSO_TOKEN_FILE/);
    expect(text).not.toContain(folder);
    expect(upstream.seen).toEqual([]);
  });
});
