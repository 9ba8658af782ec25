import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TlsOptions } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { isExempt } from '../../src/api/connections/no-proxy.ts';
import { createFetch } from '../../src/api/connections/outbound-fetch.ts';
import { run } from '../support/clients/process.ts';
import { type Inside, useFaults } from '../support/inside.ts';
import { type Fault, type FaultServer, faults, startFaultServer } from '../support/servers/fault-server.ts';
import { startProxy, type TestProxy } from '../support/servers/proxy.ts';
import {
  canary,
  environmentOf,
  expectDiscreet,
  startUpstream,
  useUpstream,
} from '../support/servers/upstream.ts';

/**
 * A service behind a proxy or with a certificate of a private authority. The proxies know one service each, so that
 * hosts need not exist; a host that does not is reached through a proxy or not at all.
 */

const tlsFolder = new URL('../support/servers/tls/', import.meta.url);
const pem = (name: string) => readFileSync(new URL(`${name}.pem`, tlsFolder));
const authority = fileURLToPath(new URL('authority.pem', tlsFolder));
const tls = (certificate: string): TlsOptions => ({ key: pem('key'), cert: pem(certificate) });
/** The host that the certificate `other-host` is for. */
const secureService = 'https://elsewhere.invalid';
const plainService = 'http://cases.invalid';

const folder = mkdtempSync(join(tmpdir(), 'casebridge-proxy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { connectTo } = useUpstream();
const { server: plainServer, bridge } = useFaults();
const ends: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end.close();
});
const own = <Thing extends { close(): Promise<unknown> }>(thing: Thing): Thing => {
  ends.push(thing);
  return thing;
};

/** A service, a proxy to it, and what a tool says through the two of them. */
async function setUp(options: { service?: TlsOptions; proxy?: TlsOptions } = {}) {
  const service = own(await startFaultServer(options.service ? { tls: options.service } : {}));
  const proxy = own(await startProxy(service.port, options.proxy ? { tls: options.proxy } : {}));
  const ask = async (url: string, env: Record<string, string>) => {
    const client = await connectTo(url, { env: { CASEBRIDGE_ALLOW_HTTP: 'true', ...env } });
    const result = await client.callTool('list_object_classes');
    const text = result.content[0]?.text ?? '';
    expectDiscreet(text);
    return { text, isError: result.isError === true, log: () => client.stderr() };
  };
  return { service, proxy, ask };
}

/** The proxy's address with a user and password that hold characters which an address has to encode. */
const withUser = ({ url }: TestProxy, password: string) =>
  url.replace('://', `://юрист:${encodeURIComponent(password)}@`);

describe('a proxy', () => {
  it('is the way to an https service, and sees no word of what is said', async () => {
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

describe('a list in NO_PROXY', () => {
  it.each<[string, string, boolean]>([
    ['https://cases.example.com', '', false],
    ['https://cases.example.com', '*', true],
    ['https://cases.example.com', 'example.com', true],
    ['https://cases.example.com', '.example.com', true],
    ['https://cases.example.com', '*.example.com', true],
    ['https://example.com', '.example.com', true],
    ['https://badexample.com', 'example.com', false],
    ['https://cases.example.com', 'CASES.Example.com.', true],
    ['https://cases.example.com', 'a,b  cases.example.com\tc', true],
    ['https://cases.example.com', 'cases.example.com:443', true],
    ['https://cases.example.com', 'cases.example.com:8443', false],
    ['https://cases.example.com:8443', 'cases.example.com:8443', true],
    ['http://cases.example.com', 'example.com:80', true],
    ['https://cases.example.com', '*:443', true],
    ['https://дела.рф', 'рф', true],
    ['https://дела.рф', 'ДЕЛА.рф', true],
    ['https://10.1.2.3', '10.0.0.0/8', true],
    ['https://11.1.2.3', '10.0.0.0/8', false],
    ['https://10.1.2.3', '10.1.2.3', true],
    ['https://10.1.2.3', '2.3', false],
    ['https://10.1.2.3', '10.0.0.0/99', false],
    ['https://10.1.2.3', '10.0.0.0/', false],
    ['https://10.example.com', '10.0.0.0/8', false],
    ['https://[fd00::1]', 'fd00::1', true],
    ['https://[fd00::1]', '[fd00::1]', true],
    ['https://[fd00::1]:8443', '[fd00::1]:8443', true],
    ['https://[fd00::1]:8443', '[fd00::1]:443', false],
    ['https://[fd00::1]', 'fd00::/8', true],
    ['https://[fd00::1]', '::1', false],
    ['https://cases.example.com', ', .', false],
  ])('covers %s by %j: %s', (url, list, expected) => {
    expect(isExempt(new URL(url), list)).toBe(expected);
  });
});

describe('a proxy that fails', () => {
  it('because it is away is named as what is away', async () => {
    const { proxy, ask } = await setUp();
    await proxy.close();
    const got = await ask(plainService, { HTTP_PROXY: withUser(proxy, 'canary-pass') });
    expect(got.text).toMatch(
      /^UNREACHABLE: The proxy on the way .* cannot be reached: the connection was refused\./,
    );
    expect(got.text).toContain('HTTPS_PROXY');
    expect(got.log()).toContain('ECONNREFUSED');
  });

  it.each<[number, number, RegExp]>([
    [407, 1, /did not accept who asked, or wants a user and password \(status 407\)/],
    [403, 1, /refuses to connect to it \(status 403\)/],
    [502, 3, /could not connect to it \(status 502\)/],
    [504, 3, /could not connect to it \(status 504\)/],
  ])('with %i is asked %i times, and a change was not made [FLT-11]', async (status, times, message) => {
    const { service, proxy, ask } = await setUp();
    proxy.turn = status;
    const got = await ask(plainService, { HTTP_PROXY: withUser(proxy, 'canary-pass') });
    expect(got.text).toMatch(/^UNREACHABLE: The proxy on the way/);
    expect(got.text).toMatch(message);
    expect(proxy.asked.length).toBe(times);
    expect(service.connections.made).toBe(0);
  });

  it('by hanging up is asked three times [FLT-11]', async () => {
    const { proxy, ask } = await setUp();
    proxy.turn = 'hang up';
    const got = await ask(plainService, { HTTP_PROXY: proxy.url });
    expect(got.text).toMatch(/^UNREACHABLE: The proxy .*the connection was closed while it was made/);
    expect(proxy.asked.length).toBe(3);
  });

  it('by speaking something else is named for that', async () => {
    const { proxy, ask } = await setUp();
    proxy.turn = 'speak otherwise';
    const got = await ask(plainService, { HTTP_PROXY: proxy.url });
    expect(got.text).toMatch(/^UNREACHABLE: The proxy .*what answers there speaks no proper HTTP/);
  });

  it('because nobody trusts its certificate is not tried again', async () => {
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

  it('the time of a call ends it where the proxy says nothing, and nothing stays open [FLT-11]', async () => {
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

  it('a caller that cancels is answered, whatever the proxy does', async () => {
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
      /The proxy .*status 502.* the next calls fail at once for some seconds/,
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

describe('a private authority', () => {
  it('is trusted by CASEBRIDGE_CA_FILE, and otherwise not', async () => {
    const { service, ask } = await setUp({ service: tls('good') });
    const url = service.url;
    expect((await ask(url, { CASEBRIDGE_CA_FILE: authority })).isError).toBe(false);
    expect((await ask(url, {})).text).toMatch(/its certificate comes from an authority that is not trusted/);
  });

  it('vouches for the host that its certificate names and for no other', async () => {
    const { service, ask } = await setUp({ service: tls('other-host') });
    const got = await ask(service.url, { CASEBRIDGE_CA_FILE: authority });
    expect(got.text).toMatch(/its certificate is for another host/);
  });
});

describe('a setting that is wrong', () => {
  const start = async (url: string, env: Record<string, string>) => {
    const ended = await run(['call', 'list_object_classes'], { ...environmentOf(url), ...env });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(/^casebridge: [^\n]+\.\n$/);
    expect(ended.stderr).not.toContain('canary');
    return ended.stderr;
  };

  it.each([
    'socks5://юрист:canary-pass@proxy.invalid:1080',
    'http://u:canary-pass@',
    'http://u:%E0%A4canary@h:1',
  ])('is refused in one sentence without its value: %s', async (value) => {
    expect(await start('https://cases.invalid', { HTTPS_PROXY: value })).toMatch(
      /^casebridge: HTTPS_PROXY should be the address of an http or https proxy/,
    );
  });

  it('counts only where it is used', async () => {
    const { ask, service } = await setUp();
    expect((await ask(service.url, { HTTPS_PROXY: 'socks5://proxy.invalid' })).isError).toBe(false);
  });

  it.each<[string, string | undefined, RegExp]>([
    ['is not there', undefined, /names a file that cannot be read/],
    ['is empty', '', /should be a file of certificates in PEM form/],
    ['holds a key', pem('key').toString(), /should be a file of certificates in PEM form/],
    [
      'is damaged',
      '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
      /should be a file of certificates in PEM form/,
    ],
  ])('names the file of authorities that %s', async (what, content, message) => {
    const path = join(folder, `${what}.pem`);
    if (content !== undefined) writeFileSync(path, content);
    expect(await start('https://cases.invalid', { CASEBRIDGE_CA_FILE: path })).toMatch(message);
  });
});

it('passwords of a proxy are in no line that a command writes [FLT-11]', async () => {
  const { proxy } = await setUp();
  proxy.turn = 407;
  const env = { ...environmentOf(plainService), CASEBRIDGE_ALLOW_HTTP: 'true' };
  const ended = await run(['call', 'list_object_classes'], {
    ...env,
    HTTP_PROXY: withUser(proxy, canary.password),
  });
  expect([ended.code, ended.stdout]).toEqual([1, '']);
  expect(ended.stderr).toContain('status 407');
  expectDiscreet(ended.stderr);
});
