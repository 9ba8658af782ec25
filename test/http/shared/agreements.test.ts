import { describe, expect, it } from 'vitest';
import { as } from '../../support/clients/callers.ts';
import { type HttpProcess, startHttpProcess, textOf } from '../../support/clients/harness.ts';
import { run } from '../../support/clients/process.ts';
import { modernRequest } from '../../support/clients/raw-http.ts';
import { hasRedis, startDelaying } from '../../support/servers/redis.ts';
import { json } from '../../support/servers/upstream.ts';
import { asked, key, script, useTwo } from './processes.ts';

/** A user's confirmation, given at one process of a server and used at another. */

describe.skipIf(!hasRedis)('with Redis (redis-server has to be installed)', () => {
  const { at, start } = useTwo({ env: { CASEBRIDGE_CONFIRM: 'admin' } });
  const call = async (server: HttpProcess, params: Readonly<Record<string, unknown>>, who = 'ann') => {
    const { message } = await modernRequest(server.url, 'tools/call', params, { headers: as(who) });
    return message.result.isError === true ? (/\w+/.exec(textOf(message.result))?.[0] ?? '') : 'ok';
  };
  const runs = () => at.upstream.requests(/script/i).length;

  it('a confirmation of a question from one process is valid at the other, only once', async () => {
    const agreed = await asked(at.first, as('ann'));
    const before = runs();
    expect(await call(at.second, agreed)).toBe('ok');
    for (const server of [at.first, at.second]) expect(await call(server, agreed)).toBe('ALREADY_ANSWERED');
    expect(runs()).toBe(before + 1);
  });

  it('is used once, however many bring it to both at the same time [FLT-87]', async () => {
    const agreed = await asked(at.second, as('bob'));
    const before = runs();
    const racers = Array.from({ length: 50 }, (_, index) =>
      call(index % 2 === 0 ? at.first : at.second, agreed, 'bob'),
    );
    const outcomes = await Promise.all(racers);
    expect(outcomes.filter((one) => one === 'ok')).toHaveLength(1);
    expect(runs()).toBe(before + 1);
  });

  it('is invalid after Redis was emptied: users are asked again [FLT-88]', async () => {
    const [used, open] = [await asked(at.first, as('ann')), await asked(at.first, as('ann'))];
    expect(await call(at.first, used)).toBe('ok');
    await at.redis.cli('FLUSHALL');
    for (const agreed of [used, open]) expect(await call(at.second, agreed)).toBe('ALREADY_ANSWERED');
    expect(await call(at.second, await asked(at.first, as('ann')))).toBe('ok');
  });

  it('is not stored while Redis accepts no writes, and reads continue [FLT-88]', async () => {
    const open = await asked(at.first, as('ann'));
    await at.redis.cli('CONFIG', 'SET', 'maxmemory', '1');
    expect(await call(at.first, script)).toBe('AGREEMENTS_AWAY');
    expect(await call(at.second, { name: 'list_users', arguments: {} })).toBe('ok');
    await at.redis.cli('CONFIG', 'SET', 'maxmemory', '0');
    expect(await call(at.second, open)).toBe('ok');
  });

  it('is refused while Redis is away, reads go on, and both do when it is back [FLT-88]', async () => {
    const lost = await asked(at.first, as('ann'));
    await at.redis.kill();
    await expect.poll(() => call(at.first, script), { timeout: 10_000 }).toBe('AGREEMENTS_AWAY');
    const before = runs();
    for (const server of [at.first, at.second]) {
      expect(await call(server, lost)).toBe('AGREEMENTS_AWAY');
      expect(await call(server, { name: 'list_users', arguments: {} })).toBe('ok');
      expect(server.stderr()).toContain('Redis cannot be reached');
    }
    expect(runs()).toBe(before);
    await at.redis.start();
    const again = async () => call(at.second, await asked(at.first, as('ann')));
    await expect.poll(() => again().catch(String), { timeout: 20_000 }).toBe('ok');
    expect(await call(at.first, lost)).toBe('ALREADY_ANSWERED');
  });

  it('is refused while Redis is slow, and reads are not held up by it [FLT-88]', async () => {
    const slow = await startDelaying(at.redis.port);
    const server = await start({ CASEBRIDGE_REDIS: at.redis.url.replace(/\d+$/, `${slow.port}`) });
    expect(await call(server, await asked(server, as('ann')))).toBe('ok');
    slow.at.delayMs = 10_000;
    expect(await call(server, script)).toBe('AGREEMENTS_AWAY');
    expect(await call(server, { name: 'list_users', arguments: {} })).toBe('ok');
    slow.at.delayMs = 0;
    const again = async () => call(server, await asked(server, as('ann')));
    await expect.poll(() => again().catch(String), { timeout: 20_000 }).toBe('ok');
    await server.process.close();
    await slow.close();
  });

  it('leaves no name, token or id in Redis, nor the way there in the log [FLT-90]', async () => {
    const end = await at.redis.watch();
    at.upstream.on.call = (response, { method }) =>
      json(response, 200, method === 'GET' ? { Id: 'canary-id', Name: 'Canary v. Smith' } : {});
    const agreed = await asked(at.first, as('canary-token'));
    await call(at.second, agreed, 'canary-token');
    const seen = await end();
    expect(seen).toMatch(/"casebridge:question:[\w-]{32}"/);
    expect(seen).not.toMatch(new RegExp(`canary|Canary|${script.arguments.ScriptId}|${agreed.requestState}`));
    for (const server of [at.first, at.second])
      expect(server.stderr() + server.process.stdout()).not.toContain(at.redis.password);
  });

  it.each([
    ['another key', { CASEBRIDGE_SESSION_KEY: `${key}!` }],
    ['another service', { CASEBRIDGE_URL: 'http://127.0.0.1:9' }],
    ['another address', { CASEBRIDGE_PUBLIC_URL: 'https://mcp.example.com/mcp' }],
  ])('is not shared with a process that has %s: that does not start [FLT-89]', async (_what, other) => {
    const env = { CASEBRIDGE_URL: at.upstream.url, CASEBRIDGE_SESSION_KEY: key, ...other };
    const ended = await run(['http', '--port', '0'], { ...env, CASEBRIDGE_REDIS: at.redis.url });
    expect(ended).toMatchObject({ code: 2 });
    expect(ended.stderr).toContain('casebridge: CASEBRIDGE_REDIS is used by another server');
    const examined = await run(['doctor'], { ...env, CASEBRIDGE_REDIS: at.redis.url });
    expect(examined.stdout).toContain('is used by another server');
  });
});

describe('the address of Redis', () => {
  const env = { CASEBRIDGE_URL: 'http://127.0.0.1:9', CASEBRIDGE_SESSION_KEY: key };

  it.each([
    ['no address', [], { CASEBRIDGE_REDIS: 'canary' }, /^casebridge: CASEBRIDGE_REDIS should be an address/],
    [
      'a password as a flag',
      ['--redis', 'redis://:canary@127.0.0.1:9'],
      {},
      /^casebridge: --redis takes no password/,
    ],
    [
      'no key',
      [],
      { CASEBRIDGE_REDIS: 'redis://127.0.0.1:9', CASEBRIDGE_SESSION_KEY: '' },
      /needs CASEBRIDGE_SESSION_KEY/,
    ],
  ])('is refused at the start with %s, and is not shown', async (_what, args, more, said) => {
    const ended = await run(['http', '--port', '0', ...args], { ...env, ...more });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(said);
    expect(ended.stderr).not.toContain('canary');
  });

  it('may lead nowhere at the start: the server waits for it, and reads go on', async () => {
    const server = await startHttpProcess({ env: { ...env, CASEBRIDGE_REDIS: 'redis://127.0.0.1:9' } });
    expect(server.stderr()).toContain('Redis cannot be reached');
    await server.close();
  });
});
