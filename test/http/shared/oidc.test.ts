import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenIn } from '../../support/clients/callers.ts';
import { back } from '../../support/clients/oauth.ts';
import { agree, createBrowser, filled, type SeenPage } from '../../support/clients/person.ts';
import { hasNginx } from '../../support/servers/nginx.ts';
import { type OpenIdProvider, startOpenId } from '../../support/servers/openid.ts';
import { hasRedis } from '../../support/servers/redis.ts';
import { exchangePath, json } from '../../support/servers/upstream.ts';
import { redeeming, refreshing, stepsAt } from '../sign-in/steps.ts';
import { useTwo } from './processes.ts';

/** Sign-in at a provider, with two processes behind a proxy that alternates between them. */

describe.skipIf(!hasRedis || !hasNginx)('behind nginx, with Redis (both have to be installed)', () => {
  let provider: OpenIdProvider;
  let steps: ReturnType<typeof stepsAt>;
  beforeAll(async () => {
    provider = await startOpenId();
  });
  const { at } = useTwo({
    isBehindNginx: true,
    args: () => [
      ...['--sign-in', 'oidc', '--issuer', provider.url, '--oidc-client-id', provider.client.id],
      ...['--sign-in-clients', `typed-in=${back}`],
    ],
    env: { CASEBRIDGE_OIDC_CLIENT_SECRET: 'SECRET of:casebridge' },
  });
  beforeAll(() => {
    steps = stepsAt(at.proxy.url);
  });
  afterAll(() => provider?.close());

  const agreeing = { typed: {} };
  const codeOf = async () =>
    (await agree(await steps.begin(), back, agreeing)).searchParams.get('code') ?? '';
  const signIn = async () => (await steps.token(redeeming(await codeOf()))).body;
  /** Returns the statuses of two successive requests. Each process gets one. */
  const askBoth = async (token: string) => [(await steps.ask(token)).status, (await steps.ask(token)).status];
  const endsAtBoth = (token: string) =>
    expect.poll(() => askBoth(token), { timeout: 10_000 }).toEqual([401, 401]);
  const see = async (path: string, browser = createBrowser(back)) =>
    (await browser.go(new URL(path, at.proxy.url))) as SeenPage;

  it('each step of a sign-in is taken at the process that did not take the one before', async () => {
    // Five requests per round, so that in the second round each step goes to the other process.
    for (let round = 0; round < 2; round += 1) {
      const { access_token } = await signIn();
      expect((await steps.ask(access_token)).status).toBe(200);
    }
    const lines = () => at.proxy.accessLog().trim().split('\n');
    await expect.poll(() => lines().length, { timeout: 10_000 }).toBe(10);
    const taken = lines().map((line) => /"(\S+ \S+)" (\d+) \d+ (\S+)/.exec(line)?.slice(1) ?? []);
    const places = new Map<string, Set<string | undefined>>();
    for (const [index, [step = '', , process]] of taken.entries()) {
      expect(process).not.toBe(taken[index - 1]?.[2]);
      places.set(step, (places.get(step) ?? new Set()).add(process));
    }
    expect([...places].map(([step, { size }]) => [step, size])).toEqual(
      ['GET /authorize', 'GET /signed-in', 'POST /authorize', 'POST /token', 'POST /mcp'].map((step) => [
        step,
        2,
      ]),
    );
  });

  it('a refresh token is used at either, and one that comes again ends the connection at both', async () => {
    let tokens = await signIn();
    const [stolen] = [tokens.refresh_token];
    for (let turn = 0; turn < 3; turn += 1) {
      const { status, body } = await steps.token(refreshing(tokens.refresh_token));
      expect(status).toBe(200);
      tokens = body;
    }
    expect(await askBoth(tokens.access_token)).toEqual([200, 200]);
    expect((await steps.token(refreshing(stolen))).body).toMatchObject({ error: 'invalid_grant' });
    await endsAtBoth(tokens.access_token);
  });

  it("the provider's response, the page and the code are valid once, at whichever process they are used again", async () => {
    const browser = createBrowser(back);
    const page = (await browser.go(await steps.begin())) as SeenPage;
    const [url, form] = filled(page, agreeing);
    const led = (await browser.go(url, form)) as URL;
    for (let turn = 0; turn < 2; turn += 1) {
      expect(((await browser.go(url, form)) as SeenPage).text).toContain('was already used');
      expect(((await browser.go(page.url)) as SeenPage).status).toBe(400);
    }
    const code = led.searchParams.get('code') ?? '';
    const { body } = await steps.token(redeeming(code));
    expect(await askBoth(body.access_token)).toEqual([200, 200]);
    expect((await steps.token(redeeming(code))).body).toMatchObject({ error: 'invalid_grant' });
    await endsAtBoth(body.access_token);
  });

  it('belongs to the browser that began, at both', async () => {
    const page = (await createBrowser(back).go(await steps.begin())) as SeenPage;
    for (let turn = 0; turn < 2; turn += 1) {
      const others = (await createBrowser(back).go(...filled(page, agreeing))) as SeenPage;
      expect([others.status, others.text]).toEqual([400, expect.stringContaining('in another browser')]);
    }
  });

  it('the list at one process shows and ends connections of the other', async () => {
    const [one, two] = [await signIn(), await signIn()];
    const browser = createBrowser(back);
    const list = await see('/connections/sign-in', browser);
    expect(list.text.match(/<li>/g)).toHaveLength(4);
    const ended = (await browser.go(...filled(list, { ...agreeing, button: 'all' }))) as SeenPage;
    expect(ended.text).toContain('No assistant is connected.');
    for (const { access_token } of [one, two]) await endsAtBoth(access_token);
    expect((await see('/connections/sign-in', createBrowser(back))).text).toContain('No assistant is');
  });

  it("the provider's token is renewed by one of them, and used by both", async () => {
    const { access_token } = await signIn();
    expect(await askBoth(access_token)).toEqual([200, 200]);
    const refused = new Set(at.upstream.requests(exchangePath).map(({ headers }) => tokenIn(headers)));
    const asked = provider.forms.length;
    const over = { Message: 'It has ended.' };
    at.upstream.on.exchange = (response, { headers }) =>
      refused.has(tokenIn(headers))
        ? json(response, 401, over)
        : json(response, 200, { access_token: 'fresh', expires_in: 600 });
    at.upstream.on.call = (response, { headers }) =>
      tokenIn(headers) === 'fresh' ? json(response, 200, { Items: [] }) : json(response, 401, over);
    const answers = await Promise.all(Array.from({ length: 6 }, () => steps.ask(access_token)));
    expect(answers.map(({ status, message }) => [status, message.result.isError ?? false])).toEqual(
      Array(6).fill([200, false]),
    );
    expect(provider.forms.slice(asked).map(({ grant_type }) => grant_type)).toEqual(['refresh_token']);
    at.upstream.renew();
  });

  it('while Redis is unavailable, no sign-ins succeed, signed-in users continue, and sign-in recovers automatically [FLT-88]', async () => {
    const { access_token } = await signIn();
    expect(await askBoth(access_token)).toEqual([200, 200]);
    await at.redis.kill();
    const page = (await createBrowser(back).go(await steps.begin())) as SeenPage;
    expect([page.status, page.text]).toEqual([503, expect.stringContaining('is not available right now')]);
    expect(await askBoth(access_token)).toEqual([200, 200]);
    await at.redis.start();
    await expect.poll(() => signIn().catch(String), { timeout: 20_000 }).toHaveProperty('access_token');
  });

  it('sign-ins that fail count at both together, and the provider is asked for no more of them [FLT-44]', async () => {
    provider.alter.claims = (right) => ({ ...right, nonce: 'another' });
    const asked = provider.forms.length;
    const statuses: number[] = [];
    for (let turn = 0; turn < 33; turn += 1)
      statuses.push(((await createBrowser(back).go(await steps.begin())) as SeenPage).status);
    // Some attempts had already failed. One process may count them alone, because Redis was emptied.
    const failed = statuses.indexOf(429);
    expect(failed).toBeGreaterThan(26);
    expect(failed).toBeLessThanOrEqual(30);
    expect(statuses).toEqual([...Array(failed).fill(502), ...Array(33 - failed).fill(429)]);
    expect(provider.forms.length - asked).toBe(failed);
  });
});
