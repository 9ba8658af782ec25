import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isExempt } from '../../src/api/connections/no-proxy.ts';
import { run } from '../support/clients/process.ts';
import { canary, environmentOf, expectDiscreet } from '../support/servers/upstream.ts';
import { authority, pem, plainService, tls, useProxies, withUser } from './proxied.ts';

/**
 * A service behind a proxy or with a certificate of a private authority. Each proxy forwards to one service,
 * so host names need not exist. A host that does not exist can only be reached through a proxy.
 */

const { setUp, folder } = useProxies();

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

describe('a private authority', () => {
  it('is trusted only if CASEBRIDGE_CA_FILE is set', async () => {
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

describe('a wrong setting', () => {
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

  it('matters only if it is used', async () => {
    const { ask, service } = await setUp();
    expect((await ask(service.url, { HTTPS_PROXY: 'socks5://proxy.invalid' })).isError).toBe(false);
  });

  it.each<[string, string | undefined, RegExp]>([
    ['is not there', undefined, /cannot be read/],
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
