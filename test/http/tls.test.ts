import { generateKeyPairSync } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { as, startOpenUpstream } from '../support/clients/callers.ts';
import { startHttpProcess } from '../support/clients/harness.ts';
import { run } from '../support/clients/process.ts';
import { beginSession, modernRequest, rawRequest, sessionMessage } from '../support/clients/raw-http.ts';
import { json, type Upstream } from '../support/servers/upstream.ts';

/** TLS in the server itself, and TLS in a proxy in front of it. */

const tlsFile = (name: string) => fileURLToPath(new URL(`../support/servers/tls/${name}`, import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'casebridge-tls-'));
let upstream: Upstream;
beforeAll(async () => {
  upstream = await startOpenUpstream();
});
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await upstream?.close();
});

const withTls = ['--tls-cert', tlsFile('good.pem'), '--tls-key', tlsFile('key.pem')];

/** Sends a request with a client that trusts the test certificate authority. Returns the status, or the error code. */
function ask(url: string, options: object = {}): Promise<unknown> {
  const { port, host } = new URL(url);
  return new Promise((resolve) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path: '/mcp',
        method: 'GET',
        headers: { host, ...as('ann') },
        // Use a new connection each time.
        agent: false,
        ca: readFileSync(tlsFile('authority.pem')),
        ...options,
      },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    sent.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    sent.end();
  });
}

describe('a server with a certificate', () => {
  it('is reached by https alone, by clients that trust its authority', async () => {
    const server = await startHttpProcess({ args: withTls, env: { CASEBRIDGE_URL: upstream.url } });
    try {
      expect(server.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/mcp$/);
      // 405: the caller is accepted, but has no session.
      expect(await ask(server.url)).toBe(405);
      expect(await ask(server.url, { headers: { host: new URL(server.url).host } })).toBe(401);
      expect(await ask(server.url, { ca: undefined })).toMatch(/CERT|SIGNATURE|ISSUER/);
      await expect(rawRequest(server.url, { method: 'GET' })).rejects.toThrow();
      // The same host with `http` is another origin.
      const origin = server.url.replace('https:', 'http:').replace('/mcp', '');
      expect(
        await ask(server.url, { headers: { host: new URL(server.url).host, origin, ...as('ann') } }),
      ).toBe(403);
    } finally {
      await server.close();
    }
  });

  it('speaks no version of TLS that is out of date', async () => {
    const server = await startHttpProcess({ args: withTls, env: { CASEBRIDGE_URL: upstream.url } });
    try {
      const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' };
      expect(await ask(server.url, old)).toMatch(/PROTOCOL|ECONNRESET|EPROTO/);
    } finally {
      await server.close();
    }
  });

  it.each([
    [
      'of another key',
      () =>
        generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
          type: 'pkcs8',
          format: 'pem',
        }),
    ],
    ['and a key that is none', () => '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n'],
  ])('%s does not start, and says so in one sentence', async (_which, key) => {
    const file = join(directory, 'key.pem');
    writeFileSync(file, key());
    const { code, stdout, stderr } = await run(
      ['http', '--port', '0', '--tls-cert', tlsFile('good.pem'), '--tls-key', file],
      { CASEBRIDGE_URL: upstream.url },
    );
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^casebridge: CASEBRIDGE_TLS_CERT and CASEBRIDGE_TLS_KEY .{10,100}\.\n$/);
    expect(stderr).not.toContain(directory);
  });
});

// Windows has no signals.
describe.skipIf(process.platform === 'win32')('SIGHUP', () => {
  it('makes new connections use the renewed certificate, keeps a valid one if it is wrong, and closes none [FLT-31]', async () => {
    const file = join(directory, 'renewed.pem');
    copyFileSync(tlsFile('good.pem'), file);
    const server = await startHttpProcess({
      args: ['--tls-cert', file, '--tls-key', tlsFile('key.pem')],
      env: { CASEBRIDGE_URL: upstream.url },
    });
    const hangUp = () => server.process.child.kill('SIGHUP');
    try {
      expect(await ask(server.url)).toBe(405);
      copyFileSync(tlsFile('other-host.pem'), file);
      hangUp();
      await vi.waitFor(
        async () => expect(await ask(server.url)).toBe('ERR_TLS_CERT_ALTNAME_INVALID'),
        10_000,
      );
      writeFileSync(file, 'half of one');
      hangUp();
      await vi.waitFor(
        () => expect(server.stderr()).toContain('The previous certificate stays in use.'),
        10_000,
      );
      expect(server.stderr()).toContain('The file in CASEBRIDGE_TLS_CERT');
      expect(await ask(server.url)).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
      copyFileSync(tlsFile('good.pem'), file);
      hangUp();
      await vi.waitFor(async () => expect(await ask(server.url)).toBe(405), 10_000);
    } finally {
      expect(await server.close()).toMatchObject({ code: 0, signal: null });
    }
  });

  it('leaves a server without a certificate at work, sessions and all [FLT-31]', async () => {
    const quiet = { CASEBRIDGE_URL: upstream.url, CASEBRIDGE_LOG_LEVEL: 'warn' };
    const server = await startHttpProcess({ env: quiet });
    try {
      const headers = await beginSession(server.url, as('ann'));
      for (let times = 0; times < 3; times += 1) server.process.child.kill('SIGHUP');
      const ping = () => sessionMessage(server.url, { id: 1, method: 'ping' }, { headers });
      for (let times = 0; times < 5; times += 1) expect((await ping()).status).toBe(200);
    } finally {
      expect(await server.close()).toMatchObject({ code: 0, signal: null, stderr: '' });
    }
  });
});

describe('the address in X-Forwarded-For', () => {
  /** Makes forty guesses with `X-Forwarded-For` headers from `forwarded`. Returns the statuses. */
  async function guess(args: readonly string[], forwarded: (n: number) => string): Promise<Set<number>> {
    const server = await startHttpProcess({ args, env: { CASEBRIDGE_URL: upstream.url } });
    upstream.on.exchange = (response) => json(response, 401, {});
    const statuses = new Set<number>();
    try {
      for (let n = 0; n < 40; n += 1) {
        const headers = { ...as(`guess-${n}`), 'x-forwarded-for': forwarded(n) };
        statuses.add((await modernRequest(server.url, 'tools/list', {}, { headers })).status);
      }
      return statuses;
    } finally {
      upstream.renew();
      await server.close();
    }
  }

  it('is ignored by default: guesses under other addresses are counted together [FLT-44]', async () => {
    expect(await guess([], (n) => `192.0.2.${n}`)).toEqual(new Set([401, 429]));
  });

  it('is used if the operator trusts the proxy in front', async () => {
    expect(await guess(['--trust-proxy'], (n) => `192.0.2.${n}`)).toEqual(new Set([401]));
  });

  it('is the one that the proxy added last, regardless of earlier ones of a client', async () => {
    expect(await guess(['--trust-proxy'], (n) => `192.0.2.${n}, 198.51.100.7`)).toEqual(new Set([401, 429]));
  });
});
