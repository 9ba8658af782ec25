import { execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from './nginx.ts';

const modules = '/usr/lib/apache2/modules';
const isThere = (program: string) => spawnSync('which', [program]).status === 0;

/** Whether a Kerberos KDC and a web server that verifies its tickets are installed. */
export const hasKerberos =
  ['krb5kdc', 'kdb5_util', 'kadmin.local', 'kinit', 'apache2', 'curl'].every(isThere) &&
  existsSync(`${modules}/mod_auth_gssapi.so`);

/** Kerberos realm with the user anna and the service HTTP/localhost. */
export interface Domain {
  /** Environment for programs of a user. It lacks `KRB5CCNAME`, so the user has no tickets. */
  readonly environment: Readonly<Record<string, string>>;
  /** The same environment, except that `localhost` belongs to a realm for which there is no KDC. */
  readonly elsewhere: Readonly<Record<string, string>>;
  /** Path of the file with the keys of the service. */
  readonly keytab: string;
  /**
   * Signs the user in to the realm.
   * @returns the environment with the tickets
   */
  signIn(seconds?: number): Record<string, string>;
  close(): Promise<void>;
}

const realm = 'EXAMPLE.TEST';
const password = 'of anna';

/** Starts a real KDC on a port of this machine. */
export async function startDomain(): Promise<Domain> {
  const directory = mkdtempSync(join(tmpdir(), 'casebridge-kerberos-'));
  const file = (name: string) => join(directory, name);
  const [port = 0] = await freePorts(1);
  const configure = (name: string, ofLocalhost: string) => {
    const lines = [
      '[libdefaults]',
      ` default_realm = ${realm}`,
      ...['dns_lookup_kdc', 'dns_lookup_realm', 'rdns', 'dns_canonicalize_hostname'].map(
        (key) => ` ${key} = false`,
      ),
      ` default_ccache_name = FILE:${file('no tickets')}`,
      `[realms]\n ${realm} = {\n  kdc = 127.0.0.1:${port}\n }`,
      `[domain_realm]\n localhost = ${ofLocalhost}\n`,
    ];
    writeFileSync(file(name), lines.join('\n'));
    return { KRB5_CONFIG: file(name) };
  };
  const environment = configure('krb5.conf', realm);
  const listens = `127.0.0.1:${port}`;
  writeFileSync(
    file('kdc.conf'),
    `[kdcdefaults]\n kdc_listen = ${listens}\n kdc_tcp_listen = ${listens}\n[realms]\n ${realm} = {\n  database_name = ${file('principal')}\n  key_stash_file = ${file('stash')}\n }\n[logging]\n kdc = FILE:${file('kdc.log')}\n`,
  );
  const env = { ...process.env, ...environment, KRB5_KDC_PROFILE: file('kdc.conf') };
  const run = (program: string, args: string[], more: { env?: NodeJS.ProcessEnv; input?: string } = {}) =>
    execFileSync(program, args, { env, stdio: 'pipe', ...more });
  run('kdb5_util', ['create', '-s', '-W', '-r', realm, '-P', 'master']);
  run('kadmin.local', ['-q', `addprinc -pw "${password}" anna`]);
  run('kadmin.local', ['-q', 'addprinc -randkey HTTP/localhost']);
  run('kadmin.local', ['-q', `ktadd -k ${file('keytab')} HTTP/localhost`]);
  const server = await startProgram('krb5kdc', ['-n'], { env }, port);
  let tickets = 0;
  return {
    environment,
    elsewhere: configure('elsewhere.conf', 'OTHER.TEST'),
    keytab: file('keytab'),
    signIn: (seconds = 3600) => {
      tickets += 1;
      const KRB5CCNAME = `FILE:${file(`tickets-${tickets}`)}`;
      run('kinit', ['-l', `${seconds}s`, 'anna'], { env: { ...env, KRB5CCNAME }, input: `${password}\n` });
      return { ...environment, KRB5CCNAME };
    },
    close: async () => {
      await server.close();
      rmSync(directory, { recursive: true });
    },
  };
}

/**
 * Starts a web server that forwards requests to `target`. It requires a Kerberos ticket for the domain sign-in, and
 * sends the name of the user in `x-remote-user`.
 */
export async function startTicketGate(
  { keytab }: Domain,
  target: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'casebridge-gate-'));
  const [port = 0] = await freePorts(1);
  const names = [
    'mpm_event',
    'authn_core',
    'authz_core',
    'authz_user',
    'auth_gssapi',
    'headers',
    'proxy',
    'proxy_http',
  ];
  const configuration = [
    `ServerRoot ${directory}`,
    `Listen 127.0.0.1:${port}`,
    'ServerName localhost',
    `PidFile ${directory}/pid`,
    `ErrorLog ${directory}/error.log`,
    ...names.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`),
    '<Location "/api/v2/auth/wintoken">',
    'AuthType GSSAPI\nAuthName domain\nGssapiAllowedMech krb5\nRequire valid-user',
    `GssapiCredStore keytab:${keytab}`,
    'RequestHeader set x-remote-user expr=%{REMOTE_USER}',
    '</Location>',
    `ProxyPass / ${target}/`,
  ];
  writeFileSync(join(directory, 'apache.conf'), `${configuration.join('\n')}\n`);
  const server = await startProgram(
    'apache2',
    ['-D', 'FOREGROUND', '-f', join(directory, 'apache.conf')],
    {},
    port,
  );
  return {
    url: `http://localhost:${port}`,
    close: async () => {
      await server.close();
      rmSync(directory, { recursive: true });
    },
  };
}

async function startProgram(program: string, args: string[], options: SpawnOptions, port: number) {
  const child = spawn(program, args, { stdio: 'ignore', ...options });
  const ended = once(child, 'exit');
  for (let tries = 0; tries < 400 && child.exitCode === null && !(await listens(port)); tries += 1)
    await sleep(25);
  return {
    close: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => socket.end()).once('error', () => resolve(false));
    socket.once('close', () => resolve(true)).resume();
  });
