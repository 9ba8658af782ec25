import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareChanges } from '../../../src/commands/http/shared-names.ts';
import { createRedisState } from '../../../src/shared-state/on-redis.ts';
import { SharedStateError } from '../../../src/shared-state/shared-state.ts';
import { as } from '../../support/clients/callers.ts';
import { connectTo } from '../../support/clients/harness.ts';
import { modernRequest } from '../../support/clients/raw-http.ts';
import { hasRedis, startRedis } from '../../support/servers/redis.ts';
import { json } from '../../support/servers/upstream.ts';
import { outcome, tools } from '../callers/limited.ts';
import { useTwo } from './processes.ts';

/** State that the processes of one server share: limits, long results and refused tokens. */

describe.skipIf(!hasRedis)('with Redis (redis-server has to be installed)', () => {
  const limits = { CASEBRIDGE_LIMITS: 'reads=30,writes=4,risky=3,parallel=50', CASEBRIDGE_CONFIRM: 'none' };
  const { at } = useTwo({ args: ['--monitor-port', '0'], env: limits });

  it.each([
    ['writes', 4],
    ['risky', 3],
  ] as const)('a limit of %s counts the calls at both processes', async (kind, most) => {
    const outcomes: string[] = [];
    for (let turn = 0; turn <= most; turn += 1)
      outcomes.push(await outcome([at.first, at.second][turn % 2]?.url ?? '', `who-${kind}`, tools[kind]));
    expect(outcomes).toEqual([...Array.from({ length: most }, () => 'ok'), 'RATE_LIMITED']);
    expect(await outcome(at.first.url, 'another', tools[kind])).toBe('ok');
  });

  it('a limit of reads counts them soon after', async () => {
    for (let turn = 0; turn < 30; turn += 1) await outcome(at.first.url, 'reader', tools.reads);
    // One call is allowed again every two seconds.
    await expect
      .poll(() => outcome(at.second.url, 'reader', tools.reads), { timeout: 10_000, interval: 20 })
      .toBe('RATE_LIMITED');
  });

  it('an answer that was too long to be shown is read at the other process, by its caller alone', async () => {
    at.upstream.on.exchange = (response, { headers }) =>
      json(response, 200, { access_token: `of ${headers.authorization}`, expires_in: 600 });
    const Items = Array.from({ length: 5000 }, (_, place) => ({
      Id: `${place}`,
      Name: `The user of ${place}`,
    }));
    at.upstream.on.call = (response) => json(response, 200, { Items });
    const [own, same, other] = await Promise.all([
      connectTo(at.first.url, { token: 'asker' }),
      connectTo(at.second.url, { token: 'asker' }),
      connectTo(at.second.url, { token: 'curious' }),
    ]);
    const answer = JSON.stringify(await own.callTool('list_users'));
    const [uri = ''] = /answer:\/\/[\da-f]{32}/.exec(answer) ?? [];
    const { contents } = await same.library.readResource({ uri: `${uri}?from=0&to=100` });
    expect(contents[0]?.text).toContain('The user of');
    await expect(other.library.readResource({ uri })).rejects.toThrow(/no such resource/);
    await Promise.all([own, same, other].map((client) => client.close()));
  });

  it('operators see whether Redis is reached', async () => {
    const [, monitor = ''] = /Health and metrics: (\S+)\/livez/.exec(at.first.process.stdout()) ?? [];
    const ready = async () => (await fetch(`${monitor}/readyz`)).json();
    const up = async () =>
      /^casebridge_redis_up (\S+)$/m.exec(await (await fetch(`${monitor}/metrics`)).text())?.[1];
    expect(await ready()).toMatchObject({ status: 'ready', redis: 'reached' });
    expect(await up()).toBe('1');
    await at.redis.kill();
    await expect.poll(ready, { timeout: 10_000 }).toMatchObject({ status: 'ready', redis: 'unreachable' });
    expect(await up()).toBe('0');
    // Meanwhile, each process counts separately.
    expect(await outcome(at.first.url, 'alone', tools.writes)).toBe('ok');
    await at.redis.start();
    await expect.poll(ready, { timeout: 20_000 }).toMatchObject({ redis: 'reached' });
  });

  it('tokens that one process refused keep their address from the other as well', async () => {
    at.upstream.on.exchange = (response) => json(response, 401, { Message: 'no' });
    const attempt = async (url: string, turn: number) =>
      (await modernRequest(url, 'tools/list', {}, { headers: as(`wrong-${turn}`) })).status;
    for (let turn = 0; turn < 30; turn += 1) expect(await attempt(at.first.url, turn)).toBe(401);
    const asked = at.upstream.seen.length;
    let turn = 100;
    await expect
      .poll(
        () => {
          turn += 1;
          return attempt(at.second.url, turn);
        },
        { timeout: 10_000 },
      )
      .toBe(429);
    expect(at.upstream.seen.length - asked).toBeLessThan(10);
    at.upstream.renew();
  });
});

describe.skipIf(!hasRedis)('two states on one Redis (redis-server has to be installed)', () => {
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let states: Awaited<ReturnType<typeof createRedisState>>[];
  const foreign: string[] = [];
  beforeAll(async () => {
    redis = await startRedis(true);
    const options = { url: redis.url, authorities: undefined, secret: 'one for both', scope: [] };
    const told = { onChange: () => undefined, onForeign: (key: string) => void foreign.push(key) };
    states = await Promise.all([1, 2].map(() => createRedisState({ ...options, ...told })));
  });
  afterAll(async () => {
    await Promise.all(states.map((state) => state.close()));
    await redis.close();
  });

  it('cache entries that a change removes in one process are removed in the other too', async () => {
    const forgotten: string[] = [];
    const names = (which: string) => ({
      resolve: () => Promise.reject(new Error('not asked')),
      changed: (principal: string, path: string | undefined) =>
        void forgotten.push(`${which}: ${principal} ${path}`),
    });
    const [first, second] = states.map((state, index) => shareChanges(names(`${index}`) as never, state));
    first?.changed('ann', '/api/v2/tasks');
    expect(second).toBeDefined();
    await expect
      .poll(() => forgotten, { timeout: 10_000 })
      .toEqual(['0: ann /api/v2/tasks', '1: ann /api/v2/tasks']);
  });

  it('changes of one entry by many are all there', async () => {
    const add = (state?: (typeof states)[number]) =>
      state?.update('kind:one', 60_000, (found) => String(Number(found ?? 0) + 1));
    await Promise.all(Array.from({ length: 20 }, (_, index) => add(states[index % 2])));
    expect(await states[0]?.get('kind:one')).toBe('20');
    expect(await redis.cli('GET', (await redis.cli('KEYS', 'casebridge:kind:*')).trim())).not.toContain(
      '20"',
    );
  });

  it('are reached by TLS only if the certificate authority is known', async () => {
    const authority = readFileSync(
      new URL('../../support/servers/tls/authority.pem', import.meta.url),
      'utf8',
    );
    const told = { onChange: () => undefined, onForeign: () => undefined };
    const options = { secret: 'one for both', scope: [], ...told };
    const conditions = [[authority], undefined].map(async (authorities) => {
      const state = await createRedisState({ ...options, url: redis.tlsUrl, authorities });
      const condition = state.condition();
      await state.close();
      return condition;
    });
    expect(await Promise.all(conditions)).toEqual(['reached', 'unreachable']);
  });

  it('an entry that was replaced by another program is ignored', async () => {
    const [state] = states;
    await state?.put('kind:first', 'of the first', 60_000);
    const [name = ''] = (await redis.cli('KEYS', 'casebridge:kind:*')).split('\n');
    await state?.put('other:second', 'of the second', 60_000);
    const sealed = await redis.cli('GET', name);
    await redis.cli('SET', await redis.cli('KEYS', 'casebridge:other:*'), sealed);
    expect(await state?.get('other:second')).toBeUndefined();
  });

  it.each([
    ['a text without an end', ['SET', 'casebridge:server', 'x']],
    ['a text that lasts longer than a claim', ['SET', 'casebridge:server', 'y', 'EX', '3600']],
    ['a list', ['RPUSH', 'casebridge:server', 'z']],
  ])(
    'replace %s that something else wrote in the place of their claim, and say so',
    async (_what, command) => {
      foreign.length = 0;
      await redis.cli('DEL', 'casebridge:server');
      await redis.cli(...command);
      await expect.poll(() => foreign, { timeout: 20_000 }).toEqual(['casebridge:server']);
      await states[0]?.put('kind:third', 'third', 60_000);
      expect(await states[1]?.get('kind:third')).toBe('third');
    },
  );

  it('send one command to a Redis that stands still, and no more until it answers again', async () => {
    const [state] = states;
    await redis.cli('CONFIG', 'RESETSTAT');
    redis.freeze();
    for (let tries = 0; tries < 20; tries += 1)
      await expect(state?.take('kind:fourth')).rejects.toThrow(SharedStateError);
    redis.wake();
    await expect
      .poll(() => state?.get('kind:third').catch(() => undefined), { timeout: 20_000 })
      .toBe('third');
    expect(await redis.cli('INFO', 'commandstats')).toContain('cmdstat_getdel:calls=1,');
  });
});
