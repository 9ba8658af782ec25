import { readdirSync, readFileSync } from 'node:fs';
import type { TlsOptions } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { startFaultServer } from '../support/servers/fault-server.ts';
import { expectDiscreet, startUpstream, useUpstream } from '../support/servers/upstream.ts';

/**
 * A service with an invalid certificate. The certificates `good`, `expired` and `other-host` are issued by
 * the test authority in the same folder, which the server trusts because of NODE_EXTRA_CA_CERTS.
 */

const { connectTo } = useUpstream();

const folder = new URL('../support/servers/tls/', import.meta.url);
const pem = (name: string) => readFileSync(new URL(`${name}.pem`, folder));
const authority = fileURLToPath(new URL('authority.pem', folder));

async function ask(tls: TlsOptions) {
  const service = await startFaultServer({ tls: { key: pem('key'), ...tls } });
  try {
    const client = await connectTo(service.url, {
      own: true,
      env: { NODE_EXTRA_CA_CERTS: authority },
    });
    const result = await client.callTool('list_object_classes');
    const text = result.content[0]?.text ?? '';
    expectDiscreet(text);
    return { text, isError: result.isError, ...service.connections, taken: service.tokenCalls.length };
  } finally {
    await service.close();
  }
}

describe('a certificate', () => {
  it('that is in order is accepted', async () => {
    const got = await ask({ cert: pem('good') });
    expect(got.isError).toBeFalsy();
    expect(got.taken).toBe(2);
  });

  it.each<[string, TlsOptions, RegExp]>([
    ['that has expired', { cert: pem('expired') }, /its certificate has expired/],
    ['of another host', { cert: pem('other-host') }, /its certificate is for another host/],
    [
      'that is self-signed',
      { cert: pem('self-signed') },
      /its certificate is self-signed and not trusted\. .* CASEBRIDGE_CA_FILE to the certificate file of that authority\.$/m,
    ],
    [
      'behind TLS 1.0',
      { cert: pem('good'), minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' },
      /its TLS is not safe/,
    ],
  ])('%s is refused at the first attempt, and nothing is sent [FLT-10]', async (_what, tls, message) => {
    const got = await ask(tls);
    expect(got.text).toMatch(/^UNREACHABLE: /);
    expect(got.text).toMatch(message);
    expect(got.text).toContain('CASEBRIDGE_URL');
    expect(got.text).not.toContain('Trying again');
    expect(got.taken).toBe(0);
    // The service counts a connection after its handshake. The client may close it only afterwards.
    expect(got.made).toBeLessThanOrEqual(1);
  });
});

describe('an address without TLS', () => {
  it.each(['https://127.0.0.1', 'https://unknown.invalid'])(
    'is reported for %s, with a note that waiting does not help',
    async (address) => {
      const service = await startUpstream();
      const { port } = new URL(service.url);
      const client = await connectTo(`${address}:${port}`);
      try {
        const { content } = await client.callTool('list_object_classes');
        const text = content[0]?.text ?? '';
        expect(text).toMatch(/^UNREACHABLE: /);
        expect(text).toMatch(
          address.includes('127')
            ? /the server there does not use TLS\. The operator should check CASEBRIDGE_URL: should it begin with http\?/
            : /its host name (is unknown|could not be looked up)/,
        );
        if (!text.includes('looked up')) expect(text).not.toContain('Trying again');
      } finally {
        await client.close();
        await service.close();
      }
    },
  );
});

it('no setting and no line of the source switches the check off [FLT-10]', () => {
  const source = new URL('../../src/', import.meta.url);
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  expect(files.length).toBeGreaterThan(50);
  const found = files.filter((name) =>
    /rejectUnauthorized|TLS_REJECT_UNAUTHORIZED|checkServerIdentity/.test(
      readFileSync(new URL(name, source), 'utf8'),
    ),
  );
  expect(found).toEqual([]);
});
