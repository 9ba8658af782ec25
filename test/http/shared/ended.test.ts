import { beforeAll, describe, expect, it } from 'vitest';
import { back } from '../../support/clients/oauth.ts';
import { createBrowser, filled, type SeenPage } from '../../support/clients/person.ts';
import { envelope } from '../../support/clients/raw.ts';
import { beginSession, jsonHeaders } from '../../support/clients/raw-http.ts';
import { hasRedis } from '../../support/servers/redis.ts';
import { person, redeeming, refreshing, stepsAt } from '../sign-in/steps.ts';
import { useTwo } from './processes.ts';

/** Connections of assistants that the user has ended, while Redis is unreachable at times. */

describe.skipIf(!hasRedis)('an ended connection, with Redis (redis-server has to be installed)', () => {
  const { at, start } = useTwo({ args: ['--sign-in', 'service', '--sign-in-clients', `typed-in=${back}`] });
  let first: ReturnType<typeof stepsAt>;
  let second: ReturnType<typeof stepsAt>;
  beforeAll(() => {
    [first, second] = [stepsAt(at.first.url), stepsAt(at.second.url)];
  });
  const signIn = async (login = 'anna') => {
    const visit = { typed: { ...person.typed, login } };
    return (await second.token(redeeming(await first.codeOf(visit)))).body;
  };
  const canSignIn = () =>
    expect.poll(() => signIn().catch(String), { timeout: 20_000 }).toHaveProperty('access_token');
  const statuses = (token: string) =>
    Promise.all([first, second].map(async (steps) => (await steps.ask(token)).status));
  const revoke = async (token: string) =>
    (await fetch(new URL('/revoke', at.first.url), { method: 'POST', body: new URLSearchParams({ token }) }))
      .status;
  const endAtPage = async (login: string, button?: string) => {
    const browser = createBrowser(back);
    const door = (await browser.go(new URL('/connections', at.first.url))) as SeenPage;
    const list = (await browser.go(...filled(door, { typed: { ...person.typed, login } }))) as SeenPage;
    const [, id = ''] = /name="end" value="([^"]+)"/.exec(list.text) ?? [];
    await browser.go(...filled(list, { typed: {}, button: button ?? id }));
  };

  it('is refused at both processes while Redis stands still, is killed, and comes back empty', async () => {
    const live = await signIn();
    const [revoked, stolen, ended, endedWithAll] = [
      await signIn(),
      await signIn(),
      await signIn('one'),
      await signIn('all'),
    ];
    // A second connection, because the page shows the button that ends all connections only if there are
    // several.
    await signIn('all');
    const renewed = (await first.token(refreshing(stolen.refresh_token))).body;
    const dead = [revoked, renewed, ended, endedWithAll].map(({ access_token }) => access_token as string);
    for (const token of [live.access_token, ...dead]) expect(await statuses(token)).toEqual([200, 200]);
    await revoke(revoked.refresh_token);
    await second.token(refreshing(stolen.refresh_token));
    await endAtPage('one');
    await endAtPage('all', 'all');
    const refused = dead.map(() => [401, 401]);
    const all = () => Promise.all(dead.map(statuses));
    await expect.poll(all, { timeout: 5000 }).toEqual(refused);
    at.redis.freeze();
    expect(await all()).toEqual(refused);
    expect(await statuses(live.access_token)).toEqual([200, 200]);
    await at.redis.kill();
    expect(await all()).toEqual(refused);
    expect(await statuses(live.access_token)).toEqual([200, 200]);
    await at.redis.start();
    expect(await all()).toEqual(refused);
    await canSignIn();
  });

  it('that is revoked while Redis is away is refused there at once, and everywhere when it is back', async () => {
    const { access_token, refresh_token } = await signIn();
    expect(await statuses(access_token)).toEqual([200, 200]);
    at.redis.freeze();
    // The client must repeat the request, because the other process cannot be notified yet.
    expect(await revoke(refresh_token)).toBe(503);
    expect(await statuses(access_token)).toEqual([401, 200]);
    at.redis.wake();
    await expect.poll(() => statuses(access_token), { timeout: 20_000 }).toEqual([401, 401]);
    await expect
      .poll(() => second.token(refreshing(refresh_token)), { timeout: 20_000 })
      .toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    await canSignIn();
  });

  it('is refused although an old copy of its entries was put back into Redis', async () => {
    const { access_token, refresh_token } = await signIn();
    expect(await statuses(access_token)).toEqual([200, 200]);
    const names = (await at.redis.cli('KEYS', 'casebridge:grant:*')).split('\n');
    const copies = await Promise.all(names.map((name) => at.redis.cli('GET', name)));
    await revoke(refresh_token);
    await expect.poll(() => statuses(access_token), { timeout: 5000 }).toEqual([401, 401]);
    for (const [place, name] of names.entries()) await at.redis.cli('SET', name, copies[place] ?? '');
    expect(await statuses(access_token)).toEqual([401, 401]);
    for (const steps of [first, second])
      expect((await steps.token(refreshing(refresh_token))).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('ends its streams at the other process', async () => {
    const { access_token, refresh_token } = await signIn();
    const authorization = { authorization: `Bearer ${access_token}` };
    const session = await beginSession(at.second.url, authorization);
    const listen = { method: 'subscriptions/listen', params: { _meta: envelope, notifications: {} } };
    const asked = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': listen.method };
    const streams = await Promise.all([
      fetch(at.second.url, { headers: { ...session, accept: 'text/event-stream' } }),
      fetch(at.second.url, {
        method: 'POST',
        headers: { ...jsonHeaders, ...authorization, ...asked },
        body: JSON.stringify({ jsonrpc: '2.0', id: 7, ...listen }),
      }),
    ]);
    for (const { headers } of streams) expect(headers.get('content-type')).toContain('text/event-stream');
    const ends = streams.map((stream) =>
      stream.text().then(
        () => 'ended',
        () => 'ended',
      ),
    );
    await revoke(refresh_token);
    expect(await Promise.all(ends)).toEqual(['ended', 'ended']);
  });

  it('and every other connection is unknown to a process that starts while Redis is away', async () => {
    const { access_token } = await signIn();
    await at.redis.kill();
    const late = await start();
    expect((await stepsAt(late.url).ask(access_token)).status).toBe(503);
    await late.process.close();
    await at.redis.start();
  });
});
