import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOpenUpstream } from '../../support/clients/callers.ts';
import { type RunningServer, startHttpServer } from '../../support/clients/harness.ts';
import { back } from '../../support/clients/oauth.ts';
import { createBrowser, filled, type SeenPage } from '../../support/clients/person.ts';
import { json, tokenPath, type Upstream } from '../../support/servers/upstream.ts';
import { person, redeeming, refreshing, stepsAt } from './steps.ts';

/** More attempts to sign in than a user makes. The service returns no ids of users. */

let upstream: Upstream;
let server: RunningServer;
let steps: ReturnType<typeof stepsAt>;
beforeAll(async () => {
  upstream = await startOpenUpstream();
  server = await startHttpServer({
    args: ['--trust-proxy', '--sign-in', 'service', '--sign-in-clients', `typed-in=${back}`],
    env: { CASEBRIDGE_URL: upstream.url },
  });
  steps = stepsAt(server.url);
});
afterAll(async () => {
  await server?.close();
  await upstream?.close();
});

const signIn = async (login = 'anna') =>
  (await steps.token(redeeming(await steps.codeOf({ typed: { ...person.typed, login } })))).body;
/** Makes a sign-in attempt on the page, as a program would. Returns the status. */
const attempt = async (page: SeenPage, login: string, address: string) => {
  const [url, body] = filled(page, { typed: { login, password: 'wrong' } });
  const headers = { 'x-forwarded-for': address };
  return (await fetch(url, { method: 'POST', body, headers })).status;
};
const openPage = async () => (await createBrowser(back).go(await steps.begin())) as SeenPage;
const counted = (statuses: readonly number[]) =>
  Object.fromEntries([...new Set(statuses)].map((one) => [one, statuses.filter((s) => s === one).length]));

// These tests come first, because the log omits lines during the floods of requests below.
describe('the result of a sign-in', () => {
  it('is logged: requests that are turned away, refusals, and connections that end, without tokens', async () => {
    const browser = createBrowser(back);
    await browser.go(await steps.begin({ client_id: 'https://evil.example/client.json' }));
    const page = await openPage();
    await browser.go(...filled(page, { ...person, button: 'refuse' }));
    const tokens = await signIn();
    await steps.token(refreshing(tokens.refresh_token));
    await steps.token(refreshing(tokens.refresh_token));
    const log = server.stderr();
    expect(log).toMatch(/"host":"evil\.example".*a sign-in request was refused/);
    expect(log).toMatch(/"client":"typed-in".*a person refused an assistant/);
    expect(log).toMatch(/was used twice.*a connection ended/);
    for (const token of [tokens.access_token, tokens.refresh_token])
      expect(log).not.toContain(token.split('.')[1]);
  });
});

describe('sign-ins that hang at the service', () => {
  it('take few of its connections, so that calls of signed-in users go on', async () => {
    const { access_token } = await signIn();
    const page = await openPage();
    const before = upstream.requests(tokenPath).length;
    const hanging: (() => void)[] = [];
    upstream.on.signIn = (response) => void hanging.push(() => json(response, 401, { Message: 'no' }));
    const attempts = Array.from({ length: 400 }, (_, n) => attempt(page, `user-${n}`, `192.0.2.${n % 21}`));
    await expect.poll(() => hanging.length, { timeout: 20_000 }).toBe(32);
    expect((await steps.ask(access_token)).status).toBe(200);
    expect(upstream.requests(tokenPath).length - before).toBe(32);
    upstream.on.signIn = (response) => json(response, 401, { Message: 'no' });
    for (const end of hanging) end();
    const { 401: failed = 0, 503: away = 0, ...others } = counted(await Promise.all(attempts));
    expect(others).toEqual({});
    expect([failed + away, failed <= 32 + 256]).toEqual([400, true]);
    upstream.renew();
  });
});

describe('sign-ins from many networks of one IPv6 site of 48 bits', () => {
  it('take as many turns at the service as those from one address', async () => {
    const page = await openPage();
    const hanging: (() => void)[] = [];
    upstream.on.signIn = (response) => void hanging.push(() => json(response, 401, { Message: 'no' }));
    const attempts = Array.from({ length: 40 }, (_, n) =>
      attempt(page, `crowd-${n}`, `2001:db8:9:${n.toString(16)}::1`),
    );
    await expect.poll(() => hanging.length, { timeout: 20_000 }).toBeGreaterThan(3);
    const other = attempt(page, 'alone', '2001:db8:a::1');
    await expect.poll(() => hanging.length, { timeout: 20_000 }).toBeGreaterThan(4);
    expect(hanging.length).toBe(5);
    upstream.on.signIn = (response) => json(response, 401, { Message: 'no' });
    for (const end of hanging) end();
    const { 401: failed = 0, 503: away = 0, ...others } = counted(await Promise.all([...attempts, other]));
    expect([failed, away, others]).toEqual([35, 6, {}]);
    upstream.renew();
  });
});

describe('failed sign-ins', () => {
  const refuseAll = () => {
    upstream.on.signIn = (response) => json(response, 401, { Message: 'no' });
  };

  it('count for a login, however it is spelt, from all addresses', async () => {
    refuseAll();
    const page = await openPage();
    const spellings = ['Carl', 'CARL', ' carl ', 'ｃａｒｌ', 'ca\u200Brl'];
    const statuses: number[] = [];
    for (let n = 0; n < 15; n += 1)
      statuses.push(await attempt(page, spellings[n % 5] ?? '', `198.51.100.${n}`));
    expect(counted(statuses)).toEqual({ 401: 10, 429: 5 });
    upstream.renew();
  });

  it('do not lock a user out of a network where the user has signed in', async () => {
    await signIn('dora');
    refuseAll();
    const page = await openPage();
    for (let n = 0; n < 12; n += 1) await attempt(page, 'dora', `203.0.113.${n}`);
    upstream.renew();
    expect(await signIn('dora')).toHaveProperty('access_token');
  });

  it('count for an IPv6 site of 48 bits in addition to its networks of 64', async () => {
    refuseAll();
    const page = await openPage();
    const statuses: number[] = [];
    for (let n = 0; n < 130; n += 1)
      statuses.push(await attempt(page, `site-${n}`, `2001:db8:7:${n.toString(16)}::1`));
    expect(counted(statuses)).toEqual({ 401: 120, 429: 10 });
    expect(await attempt(page, 'elsewhere', '2001:db8:8::1')).toBe(401);
    upstream.renew();
  });
});

describe('refused tokens of this server', () => {
  it('are refused in any number, and do not affect others at the same address', async () => {
    const old = await signIn();
    await fetch(new URL('/revoke', server.url), {
      method: 'POST',
      body: new URLSearchParams({ token: old.refresh_token }),
    });
    const others = ['a.of.another.server', `${old.access_token}x`, old.refresh_token, 'made up'];
    const statuses: number[] = [];
    for (let n = 0; n < 50; n += 1)
      statuses.push((await steps.ask([old.access_token, ...others][n % 5] ?? '')).status);
    expect(counted(statuses)).toEqual({ 401: 50 });
    const fresh = await signIn();
    expect((await steps.ask(fresh.access_token)).status).toBe(200);
    const renewed = (await steps.token(refreshing(fresh.refresh_token))).body;
    expect((await steps.ask(renewed.access_token)).status).toBe(200);
  });
});

describe('a user whose login is typed in another way', () => {
  it('is the same person: connections are listed together, and end together', async () => {
    const tokens = [await signIn('eve'), await signIn(' EVE'), await signIn('ｅｖｅ')];
    const browser = createBrowser(back);
    const door = (await browser.go(new URL('/connections', server.url))) as SeenPage;
    const list = (await browser.go(
      ...filled(door, { typed: { ...person.typed, login: 'Eve' } }),
    )) as SeenPage;
    expect(list.text.match(/<li>/g)).toHaveLength(3);
    await browser.go(...filled(list, { typed: {}, button: 'all' }));
    for (const { access_token } of tokens) expect((await steps.ask(access_token)).status).toBe(401);
    const log = server.stderr();
    expect(log).toContain('"which":"all","ended":3');
    expect(log).toContain('a person allowed an assistant');
    expect(log.match(/"why":"ended at \/connections"/g)).toHaveLength(3);
  });
});
