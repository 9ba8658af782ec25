import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type TestClient } from '../../support/clients/harness.ts';
import { userId } from '../../support/sample-ids.ts';
import { useSandbox } from '../../support/sandbox.ts';
import { type Domain, hasKerberos, startDomain, startTicketGate } from '../../support/servers/kerberos.ts';
import { type Passing, startPassing } from '../../support/servers/passing.ts';

/** Integrated domain authentication, with a real Kerberos key server and a real web server that checks tickets. */

const hasFaketime = spawnSync('faketime', ['--version']).error === undefined;

describe.skipIf(!hasKerberos)(
  'domain sign-in (krb5-kdc, krb5-user and libapache2-mod-auth-gssapi have to be installed)',
  () => {
    const sandbox = useSandbox();
    let domain: Domain;
    /** Proxy in front of the web server, which sees the tickets as they are sent over the network. */
    let network: Passing;
    let instead: ((outgoing: ServerResponse) => unknown) | undefined;
    const seen: string[] = [];
    const ends: (() => unknown)[] = [];
    const programs = mkdtempSync(join(tmpdir(), 'casebridge-curl-'));

    beforeAll(async () => {
      domain = await startDomain();
      // The embedded service trusts the web server.
      const behind = await startPassing(
        () => sandbox.url,
        ({ headers }) => {
          const [login] = String(headers['x-remote-user'] ?? '').split('@');
          return login
            ? { authorization: `Negotiate ${btoa(`login:${login}`)}`, 'x-remote-user': undefined }
            : {};
        },
      );
      const gate = await startTicketGate(domain, behind.url);
      network = await startPassing(
        () => gate.url,
        ({ url, headers }, outgoing) => {
          if (url?.endsWith('/wintoken') !== true) return {};
          seen.push(String(headers.authorization));
          return instead ? void instead(outgoing) : {};
        },
      );
      ends.push(domain.close, behind.close, gate.close, network.close);
    });
    afterAll(async () => {
      for (const end of ends.reverse()) await end();
      rmSync(programs, { recursive: true });
    });

    const withServer = async <T>(
      env: Record<string, string>,
      use: (client: TestClient) => Promise<T>,
    ): Promise<T> => {
      seen.length = 0;
      const client = await connect({
        env: { CASEBRIDGE_URL: network.url, CASEBRIDGE_DOMAIN_SIGN_IN: 'true', ...env },
        own: true,
      });
      try {
        return await use(client);
      } finally {
        expect(client.stderr()).not.toMatch(/YII[\w+/]{40}/);
        await client.close();
      }
    };
    const refusal = (env: Record<string, string>) =>
      withServer(env, (client) => client.refusal('list_users'));
    /** Creates a program that is run instead of curl. */
    const program = (name: string, ...lines: string[]) => {
      const path = join(programs, name);
      writeFileSync(path, `#!/bin/sh\n${lines.join('\n')}\n`, { mode: 0o700 });
      return { CASEBRIDGE_CURL: path };
    };

    it('lets the user of the ticket in, who is asked nothing', async () => {
      await withServer(domain.signIn(), async (client) => {
        const lastLogin = async () => (await client.call('get_user', { id: userId('anna') })).LastLoginDate;
        const before = await lastLogin();
        await client.call('get_domain_token');
        expect(await lastLogin()).not.toBe(before);
        const { expires_in, ...others } = await client.call('get_domain_token');
        expect(expires_in).toBeGreaterThan(0);
        expect(others).not.toHaveProperty('access_token');
      });
    });

    it('uses each ticket once: a ticket that was seen on the network is refused', async () => {
      await withServer(domain.signIn(), async (client) => {
        await client.call('get_domain_token');
        await client.call('get_domain_token');
      });
      expect(seen.length).toBeGreaterThan(1);
      expect(new Set(seen).size).toBe(seen.length);
      const [ticket = ''] = seen;
      const again = await fetch(`${network.url}/api/v2/auth/wintoken`, {
        method: 'POST',
        headers: { authorization: ticket },
      });
      expect(again.status).toBe(401);
    });

    it('does not send a ticket again that may have been taken', async () => {
      instead = (outgoing) => outgoing.destroy();
      const text = await refusal(domain.signIn());
      instead = (outgoing) => outgoing.writeHead(503).end();
      const second = await refusal(domain.signIn());
      instead = undefined;
      expect(text).toMatch(/^UNREACHABLE: The connection broke while signing in/);
      expect(second).toMatch(/^(SIGN_IN_FAILED|API_ERROR)/);
      expect(seen).toHaveLength(1);
    });

    it('says that there is no ticket', async () => {
      const text = await refusal(domain.environment);
      expect(text).toMatch(/^SIGN_IN_FAILED: The user who runs this server has no domain ticket\. .*kinit/);
      expect(seen).toEqual([]);
    });

    it('says that the ticket has expired', async () => {
      const tickets = domain.signIn(1);
      await sleep(2500);
      expect(await refusal(tickets)).toMatch(/^SIGN_IN_FAILED: The domain ticket has expired\./);
    });

    it('says that the service is in a realm which the domain does not know', async () => {
      const text = await refusal({ ...domain.signIn(), ...domain.elsewhere });
      expect(text).toMatch(
        /^SIGN_IN_FAILED: The domain does not know the Kerberos realm of the service\. .*CASEBRIDGE_DOMAIN_SERVICE/,
      );
    });

    it('says that the domain knows no such service', async () => {
      const text = await refusal({
        ...domain.signIn(),
        CASEBRIDGE_DOMAIN_SERVICE: 'HTTP/nowhere.example.test',
      });
      expect(text).toMatch(
        /^SIGN_IN_FAILED: The domain knows no service with this name\. .*CASEBRIDGE_DOMAIN_SERVICE/,
      );
    });

    it('reports that the service refuses the ticket of an unknown user', async () => {
      instead = (outgoing) => outgoing.writeHead(401, { 'www-authenticate': 'Negotiate' }).end();
      const text = await refusal(domain.signIn());
      instead = undefined;
      expect(text).toMatch(
        /^SIGN_IN_FAILED: Signing in to the case-management service was refused.*CASEBRIDGE_DOMAIN_SERVICE/s,
      );
    });

    it('says that the clock is wrong', async ({ skip }) => {
      if (!hasFaketime) skip('faketime has to be installed');
      const skewed = program('skewed', 'DONT_FAKE_MONOTONIC=1 exec faketime -f +20m /usr/bin/curl "$@"');
      expect(await refusal({ ...domain.signIn(), ...skewed })).toMatch(
        /^SIGN_IN_FAILED: The clocks of this machine and of the domain differ/,
      );
    });

    it.each([
      [
        'is missing',
        () => ({ CASEBRIDGE_CURL: join(programs, 'nothing') }),
        /cannot be started\. .*CASEBRIDGE_CURL/,
      ],
      [
        'has no Kerberos',
        () =>
          program(
            'bare',
            'echo "curl: option --negotiate: the installed libcurl version does not support this" >&2',
            'exit 2',
          ),
        /curl was built without Kerberos\./,
      ],
      ['ends at once', () => program('short', 'exit 7'), /The domain issued no ticket\./],
      [
        'asks a key server that is silent',
        () => program('silent', 'exec sleep 60'),
        /key server did not answer\./,
      ],
    ])('says that curl %s', async (_what, curl, words) => {
      const text = await refusal({ ...domain.signIn(), ...curl() });
      expect(text).toMatch(/^SIGN_IN_FAILED: /);
      expect(text).toMatch(words);
    });

    it('takes no NTLM, which proves too little', async () => {
      const header = `Authorization: Negotiate ${Buffer.from('NTLMSSP\0\u0001').toString('base64')}`;
      const ntlm = program(
        'ntlm',
        'for last; do case "$before" in --connect-to) to="$last";; esac; before="$last"; done',
        `sed 's/.*localhost//; s/"$//' | while read path; do /usr/bin/curl -q -s -H '${header}' "http://127.0.0.1:\${to##*:}$path"; done`,
      );
      expect(await refusal({ ...domain.signIn(), ...ntlm })).toMatch(
        /^SIGN_IN_FAILED: The domain offers only NTLM/,
      );
    });

    it('passes curl only the environment variables that it needs', async () => {
      const shown = join(programs, 'environment');
      const env = {
        ...domain.signIn(),
        ...program('env', `env > ${shown}`, 'cat > /dev/null'),
        SECRET_OF_OTHERS: 'canary',
      };
      await refusal(env);
      expect(readFileSync(shown, 'utf8')).not.toMatch(/canary|CASEBRIDGE/);
    });
  },
);
