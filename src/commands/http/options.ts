import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { type Config, UsageError } from '../../config/command-line.ts';
import { settings } from '../../config/settings.ts';
import { isLoopback } from '../../util/loopback.ts';

/** @throws UsageError where the server would listen too widely, or could not say who it is */
export function checkListenOptions({
  host,
  publicUrl,
  singleUser,
  issuer,
  audience,
  tlsCert,
  signInWith,
  oidcClientId,
  oidcClientSecret,
  scopes,
}: Config): void {
  const isLocal = isLoopback(host);
  const isPublicLocal = publicUrl === undefined || isLoopback(new URL(publicUrl).hostname);
  if (singleUser && !(isLocal && isPublicLocal))
    throw new UsageError(
      `${settings.singleUser.env} lends one user’s rights to whoever connects: it works on this machine’s own address only.`,
    );
  if (!isLocal && publicUrl === undefined)
    throw new UsageError(
      `${settings.publicUrl.env} is missing: say where assistants reach the server when it listens on ${JSON.stringify(host)}.`,
    );
  if (publicUrl !== undefined && new URL(publicUrl).pathname !== '/mcp')
    throw new UsageError(`${settings.publicUrl.env} should end with /mcp.`);
  if (!isPublicLocal && tlsCert === undefined && !publicUrl?.startsWith('https:'))
    throw new UsageError(
      `${settings.publicUrl.env} should be an https address: tokens would cross the network unprotected.`,
    );
  const others = {
    singleUser,
    ...(signInWith === 'service' && { issuer }),
    ...(signInWith === 'oidc' && { audience }),
  };
  const other = (Object.keys(others) as (keyof typeof others)[]).find((name) => others[name]);
  if (signInWith !== 'none' && other !== undefined)
    throw new UsageError(
      `${settings.signInWith.env} is a way to sign in of its own: leave out ${settings[other].env}.`,
    );
  if (signInWith !== 'oidc' && (oidcClientId ?? oidcClientSecret) !== undefined)
    throw new UsageError(
      `${(oidcClientId === undefined ? settings.oidcClientSecret : settings.oidcClientId).env} needs ${settings.signInWith.env}=oidc.`,
    );
  if (signInWith !== 'oidc' && scopes.includes('offline_access'))
    throw new UsageError(`${settings.scopes.env} has offline_access, which assistants ask for themselves.`);
  if (issuer === undefined && audience !== undefined)
    throw new UsageError(`${settings.audience.env} needs ${settings.issuer.env}.`);
  if (issuer !== undefined && signInWith === 'none' && audience === undefined && publicUrl === undefined)
    throw new UsageError(
      `${settings.issuer.env} needs ${settings.audience.env} or ${settings.publicUrl.env}.`,
    );
  if (issuer !== undefined && !issuer.startsWith('https:') && !isLoopback(new URL(issuer).hostname))
    throw new UsageError(`${settings.issuer.env} should be an https address.`);
}

/** @throws UsageError where certificate and key cannot be had, or do not belong together */
export function readTls({ tlsCert, tlsKey }: Config): { cert: string; key: string } | undefined {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined)
    throw new UsageError(`${settings.tlsCert.env} is missing: ${settings.tlsKey.env} is set.`);
  if (tlsKey === undefined)
    throw new UsageError(`${settings.tlsKey.env} is missing: ${settings.tlsCert.env} is set.`);
  const tls = { cert: readPem(settings.tlsCert.env, tlsCert), key: readPem(settings.tlsKey.env, tlsKey) };
  try {
    createSecureContext(tls);
  } catch {
    throw new UsageError(
      `${settings.tlsCert.env} and ${settings.tlsKey.env} do not belong together, or one of them is damaged.`,
    );
  }
  return tls;
}

function readPem(env: string, path: string): string {
  try {
    const pem = readFileSync(path, 'utf8');
    if (pem.includes('-----BEGIN ')) return pem;
  } catch {}
  throw new UsageError(`${env} names a file that cannot be read or is not in PEM.`);
}

/** @returns what throws a UsageError for an error of listening */
export function refusePort({ flag }: { readonly flag: string }) {
  return (error: unknown): never => {
    const { port, code } = error as NodeJS.ErrnoException & { port?: number };
    throw new UsageError(
      code === 'EADDRINUSE'
        ? `Port ${port} is taken: end what listens there, or choose another one with --${flag}.`
        : `Nothing can be listened on${port === undefined ? '' : ` at port ${port}`} (${code}): check --${settings.host.flag} and --${flag}.`,
    );
  };
}
