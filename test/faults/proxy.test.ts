import { describe, expect, it, vi } from 'vitest';
import { createFetch } from '../../src/api/connections/outbound-fetch.ts';
import { type Inside, useFaults } from '../support/repository/inside.ts';
import { type Fault, type FaultServer, faults } from '../support/servers/fault-server.ts';
import { startProxy } from '../support/servers/proxy.ts';
import { startUpstream } from '../support/servers/upstream.ts';
import { authority, plainService, tls, useProxies, withUser } from './proxied.ts';

/**
 * A service behind a proxy or with a certificate of a private authority. Each proxy forwards to one service,
 * so host names need not exist. A host that does not exist can only be reached through a proxy.
 */

const { own, setUp } = useProxies();
/** URL with the host of the certificate `other-host`. */
const secureService = 'https://elsewhere.invalid';
const { server: plainServer, bridge } = useFaults();

describe('a proxy', () => {
  it('is used for an https service, and cannot read the messages', async () => {
    const { service, proxy, ask } = await setUp({ service: tls('other-host') });
    const got = await ask(secureService, { HTTPS_PROXY: proxy.url, CASEBRIDGE_CA_FILE: authority });
    expect(got.isError).toBe(false);
    expect(service.calls.map(({ headers }) => headers.host)).toEqual(['elsewhere.invalid']);
    expect(new Set(proxy.asked.map(({ target }) => target))).toEqual(new Set(['elsewhere.invalid:443']));
    expect(proxy.passed()).not.toMatch(/canary-|GET |\/api\//);
    expect(proxy.passed().length).toBeGreaterThan(100);
  });

  it('is the way to an http service too, by a tunnel', async () => {
    const { service, proxy, ask } = await setUp();
    const got = await ask(`${plainService}:8080`, { HTTP_PROXY: proxy.url.replace('http://', '') });
    expect(got.isError).toBe(false);
    expect(service.calls[0]?.target).toMatch(/^\/api\//);
    expect(proxy.asked[0]?.target).toBe('cases.invalid:8080');
    expect(proxy.forwarded).toEqual([]);
  });

  it.each(['http', 'https'])(
    'that speaks %s gets the user and password, and the service does not',
    async (scheme) => {
      const { service, proxy, ask } = await setUp(scheme === 'https' ? { proxy: tls('good') } : {});
      const password = 'canary-слово @:/?#%';
      const got = await ask(plainService, {
        HTTP_PROXY: withUser(proxy, password),
        CASEBRIDGE_CA_FILE: authority,
      });
      expect([got.text, got.isError]).toEqual([expect.stringContaining('whole'), false]);
      const pair = Buffer.from(`юрист:${password}`).toString('base64');
      expect(new Set(proxy.asked.map(({ authorization }) => authorization))).toEqual(
        new Set([`Basic ${pair}`]),
      );
      expect(JSON.stringify([...service.calls, ...service.tokenCalls])).not.toContain(pair);
      expect(got.log()).not.toMatch(/Deprecation|Warning/);
    },
  );

  it('is taken from the lower-case variable first, and for its own kind of address only', async () => {
    const { proxy, ask } = await setUp();
    const away = 'http://127.0.0.1:9';
    const env = { http_proxy: proxy.url, HTTP_PROXY: away, HTTPS_PROXY: away };
    expect((await ask(plainService, env)).isError).toBe(false);
    const other = await ask(plainService, { HTTPS_PROXY: proxy.url });
    expect(other.text).toMatch(/^UNREACHABLE: .*host name/);
  });

  it.each(['127.0.0.1', 'localhost'])('is not asked for a service on this machine, %s', async (host) => {
    const { service, proxy, ask } = await setUp();
    const got = await ask(`http://${host}:${service.port}`, {
      HTTP_PROXY: proxy.url,
      HTTPS_PROXY: proxy.url,
    });
    expect([got.isError, proxy.asked]).toEqual([false, []]);
  });

  it.each(['cases.invalid', '*', 'a.example, .invalid', 'cases.invalid:80'])(
    'is not asked for a host that NO_PROXY has, as %s',
    async (list) => {
      const { proxy, ask } = await setUp();
      const got = await ask(plainService, { HTTP_PROXY: proxy.url, no_proxy: list, NO_PROXY: 'other' });
      expect(got.text).toMatch(/^UNREACHABLE: .*host name/);
      expect(proxy.asked).toEqual([]);
    },
  );
});

describe('a proxy that fails', () => {
  it('because it is unavailable is named as the unavailable part', async () => {
    const { proxy, ask } = await setUp();
    await proxy.close();
    const got = await ask(plainService, { HTTP_PROXY: withUser(proxy, 'canary-pass') });
    expect(got.text).toMatch(
      /^UNREACHABLE: The proxy for .* cannot be reached: the connection was refused\./,
    );
    expect(got.text).toContain('HTTPS_PROXY');
    expect(got.log()).toContain('ECONNREFUSED');
  });

  it.each<[number, number, RegExp]>([
    [407, 1, /requires a user name and password, or refused the configured ones \(status 407\)/],
    [403, 1, /refuses to connect to it \(status 403\)/],
    [502, 3, /could not connect to it \(status 502\)/],
    [504, 3, /could not connect to it \(status 504\)/],
  ])('with %i is asked %i times, and a change was not made [FLT-11]', async (status, times, message) => {
    const { service, proxy, ask } = await setUp();
    proxy.turn = status;
    const got = await ask(plainService, { HTTP_PROXY: withUser(proxy, 'canary-pass') });
    expect(got.text).toMatch(/^UNREACHABLE: The proxy for/);
    expect(got.text).toMatch(message);
    expect(proxy.asked.length).toBe(times);
    expect(service.connections.made).toBe(0);
  });

  it('by hanging up is asked three times [FLT-11]', async () => {
    const { proxy, ask } = await setUp();
    proxy.turn = 'hang up';
    const got = await ask(plainService, { HTTP_PROXY: proxy.url });
    expect(got.text).toMatch(/^UNREACHABLE: The proxy .*the connection was closed while it was being opened/);
    expect(proxy.asked.length).toBe(3);
  });

  it('by speaking something else is named for that', async () => {
    const { proxy, ask } = await setUp();
    proxy.turn = 'speak otherwise';
    const got = await ask(plainService, { HTTP_PROXY: proxy.url });
    expect(got.text).toMatch(/^UNREACHABLE: The proxy .*the server there does not speak valid HTTP/);
  });

  it('because its certificate is not trusted is not retried', async () => {
    const { proxy, ask } = await setUp({ proxy: tls('self-signed') });
    const got = await ask(plainService, { HTTP_PROXY: proxy.url, CASEBRIDGE_CA_FILE: authority });
    expect(got.text).toMatch(/^UNREACHABLE: The proxy .*its certificate is self-signed and not trusted/);
    expect(proxy.asked).toEqual([]);
  });

  it('leaves failures of the service to the service', async () => {
    const { proxy, ask } = await setUp({ service: tls('expired') });
    const got = await ask(secureService, { HTTPS_PROXY: proxy.url, CASEBRIDGE_CA_FILE: authority });
    expect(got.text).toMatch(/^UNREACHABLE: The case-management service .*its certificate/);
    expect(proxy.asked.length).toBe(1);
  });
});

describe('through a proxy', () => {
  const behind = async (options: { timeoutMs?: number } = {}) => {
    const service = await plainServer();
    const proxy = own(await startProxy(service.port));
    const network = { proxy: { url: proxy.url, authorization: undefined } };
    return { service, proxy, inside: bridge(plainService, { ...options, network }) };
  };
  const read = ({ call }: Inside, signal?: AbortSignal) =>
    call('get_task', { id: '11111111-1111-4111-8111-111111111111' }, signal);
  const create = ({ call }: Inside) => call('create_task', { Name: 'A task' });
  const script = (service: FaultServer, ...plays: Fault[]) => service.plays(...plays);

  it('a broken connection is passed over by a read, and leaves the outcome of a change unknown', async () => {
    const { service, inside } = await behind();
    for (const fault of [faults.reset, faults.close, faults.resetInSizedBody, faults.endInChunkedBody]) {
      script(service, fault, faults.fine);
      expect([(await read(inside)).code, service.calls.length]).toEqual(['done', 2]);
      script(service, fault, faults.fine);
      expect([(await create(inside)).code, service.calls.length]).toEqual(['OUTCOME_UNKNOWN', 1]);
    }
  });

  it('a change whose tunnel breaks is sent once', async () => {
    const { service, proxy, inside } = await behind();
    script(service, faults.stall);
    const running = create(inside);
    await vi.waitUntil(() => service.calls.length > 0);
    proxy.breakTunnels();
    expect((await running).code).toBe('OUTCOME_UNKNOWN');
    expect(service.calls.length).toBe(1);
  });

  it('the timeout of a call ends it if the proxy does not respond, and no connection stays open [FLT-11]', async () => {
    const { service, proxy, inside } = await behind({ timeoutMs: 600 });
    proxy.turn = 'stall';
    expect((await create(inside)).code).toBe('DEADLINE');
    expect(service.connections.made).toBe(0);
    proxy.turn = 'tunnel';
    script(service, faults.drip);
    expect((await read(inside)).code).toBe('DEADLINE');
    await inside.close();
    await service.idle();
  });

  it('a proxy that says nothing is given up like a connection that does not come about', async () => {
    const { proxy, inside } = await behind({ timeoutMs: 15_000 });
    proxy.turn = 'stall';
    const slow = create(inside);
    await vi.waitUntil(() => proxy.asked.length === 2, { timeout: 14_000 });
    expect((await slow).code).toBe('DEADLINE');
  });

  it('a caller that cancels gets a response at once, whatever the proxy does', async () => {
    for (const turn of ['stall', 'tunnel'] as const) {
      const { service, proxy, inside } = await behind({ timeoutMs: 60_000 });
      proxy.turn = turn;
      service.onToken = faults.stall;
      const controller = new AbortController();
      const running = read(inside, controller.signal);
      await vi.waitUntil(() => (turn === 'stall' ? proxy.asked : service.tokenCalls).length > 0);
      controller.abort(new Error('cancelled'));
      expect((await running).code).toBe('cancelled');
    }
  });

  it('many failures in a row are not repeated by each call, and the return of the proxy is noticed', async () => {
    const { proxy, inside } = await behind();
    proxy.turn = 502;
    for (let call = 0; call < 4; call += 1) await create(inside);
    const asked = proxy.asked.length;
    expect((await create(inside)).text).toMatch(
      /The proxy .*status 502.* calls fail at once for some seconds/,
    );
    expect(proxy.asked.length - asked).toBeLessThanOrEqual(1);
    proxy.turn = 'tunnel';
    await vi.waitUntil(async () => (await read(inside)).code === 'done', { timeout: 10_000, interval: 50 });
  });
});

it('other servers are reached by a proxy as well', async () => {
  const upstream = own(await startUpstream());
  const proxy = own(await startProxy(Number(new URL(upstream.url).port)));
  const { fetch, close } = createFetch(() => ({
    proxy: { url: proxy.url, authorization: 'Basic eHg6eXk=' },
  }));
  const answer = await fetch('http://issuer.invalid/keys', { redirect: 'error' });
  expect([answer.status, await answer.json()]).toEqual([200, { Items: [] }]);
  expect(proxy.asked).toEqual([{ target: 'issuer.invalid:80', authorization: 'Basic eHg6eXk=' }]);
  expect(upstream.seen[0]?.headers).not.toHaveProperty('proxy-authorization');
  await close();
});
