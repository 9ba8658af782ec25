import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tokenIn } from '../../support/clients/callers.ts';
import { back } from '../../support/clients/oauth.ts';
import { createBrowser, filled, type SeenPage } from '../../support/clients/person.ts';
import { hasRedis, startDelaying } from '../../support/servers/redis.ts';
import { json, tokenPath } from '../../support/servers/upstream.ts';
import { person, redeeming, refreshing, stepsAt } from '../sign-in/steps.ts';
import { useTwo } from './processes.ts';

/** A sign-in at one process of a server is valid at the other. */

describe.skipIf(!hasRedis)('with Redis (redis-server has to be installed)', () => {
  const { at, start } = useTwo({ args: ['--sign-in', 'service', '--sign-in-clients', `typed-in=${back}`] });
  let first: ReturnType<typeof stepsAt>;
  let second: ReturnType<typeof stepsAt>;
  beforeAll(() => {
    [first, second] = [stepsAt(at.first.url), stepsAt(at.second.url)];
  });
  const signIn = async () =>
    (await second.token(redeeming(await first.codeOf(undefined, { resource: at.first.url })))).body;

  const atOther = (url: URL) => new URL(url.pathname, at.second.url);

  it('a page of one process is submitted at the other, and each lists and ends connections of both', async () => {
    const browser = createBrowser(back);
    const page = (await browser.go(await first.begin())) as SeenPage;
    const [url, form] = filled(page, person);
    const led = (await browser.go(atOther(url), form)) as URL;
    const { body } = await first.token(redeeming(led.searchParams.get('code') ?? ''));
    expect((await second.ask(body.access_token)).status).toBe(200);
    const door = (await browser.go(new URL('/connections', at.first.url))) as SeenPage;
    const [show, credentials] = filled(door, person);
    const list = (await browser.go(atOther(show), credentials)) as SeenPage;
    expect(list.text.match(/<li>/g)).toHaveLength(1);
    const [end, chosen] = filled({ ...list, url: new URL(at.first.url) }, { typed: {} });
    expect(((await browser.go(end, chosen)) as SeenPage).text).toContain('No assistant is connected.');
    for (const steps of [first, second])
      await expect.poll(async () => (await steps.ask(body.access_token)).status, { timeout: 5000 }).toBe(401);
  });

  it('a code of one process is redeemed at the other, and its tokens hold at both', async () => {
    const code = await first.codeOf();
    const { status, body } = await second.token(redeeming(code));
    expect(status).toBe(200);
    for (const steps of [first, second]) expect((await steps.ask(body.access_token)).status).toBe(200);
    // The code has been used. Using it again at any process ends the connection that it began.
    expect((await first.token(redeeming(code))).body).toMatchObject({ error: 'invalid_grant' });
    for (const steps of [second, first])
      await expect.poll(async () => (await steps.ask(body.access_token)).status, { timeout: 5000 }).toBe(401);
  });

  it('a code that many redeem at both is redeemed once at most [FLT-87]', async () => {
    const code = await first.codeOf();
    const racers = Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? first : second).token(redeeming(code)),
    );
    const statuses = (await Promise.all(racers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
  });

  it('a refresh token is used at the other process, and one that was used ends the connection there, too [FLT-87]', async () => {
    const one = await signIn();
    const two = (await first.token(refreshing(one.refresh_token))).body;
    expect((await second.ask(two.access_token)).status).toBe(200);
    expect((await second.token(refreshing(one.refresh_token))).body).toMatchObject({
      error: 'invalid_grant',
    });
    for (const steps of [first, second])
      await expect.poll(async () => (await steps.ask(two.access_token)).status, { timeout: 5000 }).toBe(401);
    expect((await first.token(refreshing(two.refresh_token))).body).toMatchObject({ error: 'invalid_grant' });
  });

  describe('where each refresh token can be used only once, as with many services', () => {
    let isOver = false;
    /** Time after which the service answers a sign-in, in milliseconds. */
    let takesMs = 0;
    const unauthorized = { Message: 'It has ended.' };
    const hasEnded = (token: string) => isOver && token.endsWith('session-1');
    beforeEach(() => {
      isOver = false;
      takesMs = 0;
      let round = 0;
      at.upstream.on.signIn = (response, { body }) => {
        const { refresh_token: shown } = JSON.parse(body) as { refresh_token?: string };
        if (shown !== undefined && shown !== `again-${round}`) return json(response, 401, unauthorized);
        round += 1;
        const tokens = { access_token: `session-${round}`, refresh_token: `again-${round}` };
        setTimeout(() => json(response, 200, { ...tokens, token_type: 'bearer', expires_in: 3600 }), takesMs);
      };
      at.upstream.on.exchange = (response, { headers }) =>
        hasEnded(tokenIn(headers))
          ? json(response, 401, unauthorized)
          : json(response, 200, { access_token: `of-${tokenIn(headers)}`, expires_in: 600 });
      at.upstream.on.call = (response, { headers }) =>
        hasEnded(tokenIn(headers)) ? json(response, 401, unauthorized) : json(response, 200, { Items: [] });
    });
    const isRefused = async (steps: typeof first, token: string) =>
      (await steps.ask(token)).message.result.isError ?? false;
    const areRefused = (token: string) =>
      Promise.all([first, second].map((steps) => isRefused(steps, token)));

    it('a token that was renewed by one process is used by the other, and ends nothing', async () => {
      const { access_token } = await signIn();
      expect(await areRefused(access_token)).toEqual([false, false]);
      isOver = true;
      expect(await isRefused(first, access_token)).toBe(false);
      expect(await areRefused(access_token)).toEqual([false, false]);
      const renewals = at.upstream.requests(tokenPath).filter(({ body }) => body.includes('refresh_token'));
      expect(renewals).toHaveLength(1);
    });

    it('two processes that renew a token at the same time both use the new one, and end nothing', async () => {
      const { access_token } = await signIn();
      expect(await areRefused(access_token)).toEqual([false, false]);
      isOver = true;
      expect(await areRefused(access_token)).toEqual([false, false]);
      expect(await areRefused(access_token)).toEqual([false, false]);
    });

    it('the second of two processes waits for a renewal that takes seconds, and the connection stays', async () => {
      const { access_token } = await signIn();
      expect(await areRefused(access_token)).toEqual([false, false]);
      isOver = true;
      takesMs = 3500;
      expect(await areRefused(access_token)).toEqual([false, false]);
      expect(await areRefused(access_token)).toEqual([false, false]);
    });

    it('a service without short-lived tokens gets each refresh token once, and no connection ends', async () => {
      at.upstream.on.exchange = (response) => json(response, 404, { Message: 'There is no such path.' });
      const { access_token } = await signIn();
      expect(await areRefused(access_token)).toEqual([false, false]);
      isOver = true;
      expect(await isRefused(first, access_token)).toBe(false);
      expect(await areRefused(access_token)).toEqual([false, false]);
      expect(await areRefused(access_token)).toEqual([false, false]);
    });
  });

  it('while Redis is unavailable, no sign-ins or renewals succeed, and signed-in users continue [FLT-88]', async () => {
    at.upstream.renew();
    const known = await signIn();
    const code = await first.codeOf();
    for (const steps of [first, second]) expect((await steps.ask(known.access_token)).status).toBe(200);
    await at.redis.kill();
    expect((await first.ask(known.access_token)).status).toBe(200);
    for (const form of [redeeming(code), refreshing(known.refresh_token)])
      expect(await second.token(form)).toMatchObject({
        status: 503,
        body: { error: 'temporarily_unavailable' },
      });
    expect((await first.ask(`${known.access_token}`)).status).toBe(200);
    await at.redis.start();
    await expect
      .poll(async () => (await first.token(redeeming(code))).body, { timeout: 20_000 })
      .toMatchObject({ error: 'invalid_grant' });
    await expect.poll(() => signIn().catch(String), { timeout: 20_000 }).toHaveProperty('access_token');
  });

  it('signed-in users continue while Redis accepts no writes, and sign-ins and renewals wait until it does [FLT-88]', async () => {
    const known = await signIn();
    const code = await first.codeOf();
    await at.redis.cli('CONFIG', 'SET', 'maxmemory', '1');
    for (const form of [redeeming(code), refreshing(known.refresh_token)])
      expect(await second.token(form)).toMatchObject({
        status: 503,
        body: { error: 'temporarily_unavailable' },
      });
    await expect(first.codeOf()).rejects.toThrow('503');
    expect((await second.ask(known.access_token)).status).toBe(200);
    await at.redis.cli('CONFIG', 'SET', 'maxmemory', '0');
    // A refused request did not use up the code and the token.
    expect((await second.token(redeeming(code))).status).toBe(200);
    expect((await first.token(refreshing(known.refresh_token))).status).toBe(200);
  });

  it('signed-in users continue while Redis is slow, and sign-ins and renewals wait until it is fast again [FLT-88]', async () => {
    const slow = await startDelaying(at.redis.port);
    const server = await start({ CASEBRIDGE_REDIS: at.redis.url.replace(/\d+$/, `${slow.port}`) });
    const behind = stepsAt(server.url);
    const [known, other, code] = [await signIn(), await signIn(), await first.codeOf()];
    expect((await behind.ask(known.access_token)).status).toBe(200);
    slow.at.delayMs = 20_000;
    for (const form of [redeeming(code), refreshing(known.refresh_token)])
      expect((await behind.token(form)).status).toBe(503);
    expect((await behind.ask(known.access_token)).status).toBe(200);
    slow.at.delayMs = 0;
    // Use another token to find out whether Redis is fast again, because a renewal with a late response has
    // still been made.
    await expect
      .poll(async () => (await behind.token(refreshing(other.refresh_token))).status, { timeout: 40_000 })
      .not.toBe(503);
    expect((await behind.token(refreshing(known.refresh_token))).status).toBe(200);
    await server.process.close();
    await slow.close();
  });

  it('after Redis was emptied, all users must sign in again, and no earlier state is valid at either process [FLT-88]', async () => {
    const known = await signIn();
    const code = await first.codeOf();
    await at.redis.cli('FLUSHALL');
    for (const steps of [first, second])
      await expect
        .poll(async () => (await steps.ask(known.access_token)).status, { timeout: 5000 })
        .toBe(401);
    for (const form of [redeeming(code), refreshing(known.refresh_token)])
      expect((await second.token(form)).body).toMatchObject({ error: 'invalid_grant' });
    expect((await second.ask((await signIn()).access_token)).status).toBe(200);
  });

  it('wrong passwords count at both together, right ones never; while Redis is away each counts for itself [FLT-44]', async () => {
    const page = (await createBrowser(back).go(await first.begin())) as SeenPage;
    const [url, form] = filled(page, { typed: { login: 'anna', password: 'wrong' } });
    const attempt = async (turn: number) =>
      (await fetch(turn % 2 === 0 ? url : atOther(url), { method: 'POST', body: form })).status;
    const attempts = async (count: number, step = 1) => {
      const statuses = await Promise.all(Array.from({ length: count }, (_, turn) => attempt(turn * step)));
      return statuses
        .toSorted()
        .map(String)
        .join(' ')
        .replaceAll(/(\d+)( \1)*/g, (run, status) => `${run.split(' ').length} × ${status}`);
    };
    for (let turn = 0; turn < 5; turn += 1) await signIn();
    const before = at.upstream.requests(tokenPath).length;
    at.upstream.on.signIn = (response) => json(response, 401, { Message: 'no' });
    expect(await attempts(50)).toBe('30 × 401 20 × 429');
    expect(at.upstream.requests(tokenPath).length - before).toBe(30);
    await at.redis.kill();
    // Each of the two processes allowed 5 of 25 attempts, which is more than both may allow together.
    expect(await attempts(20, 2)).toBe('5 × 401 15 × 429');
    await at.redis.start();
  });
});
