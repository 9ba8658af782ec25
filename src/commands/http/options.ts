import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { type Config, UsageError } from '../../config/command-line.ts';
import { settings } from '../../config/settings.ts';
import { missing } from '../../config/sign-in.ts';
import { worded } from '../../contract/worded.ts';
import { isLoopback } from '../../util/loopback.ts';
import { httpMessages } from './messages.ts';

/** @throws UsageError if the server would be too widely accessible or lacks its public URL */
export function checkListenOptions({ http, access }: Config): void {
  const { host, publicUrl, singleUser, tlsCert } = http;
  const { issuer, audience, signInWith, oidcClientId, oidcClientSecret, scopes } = access;
  const isLocal = isLoopback(host);
  const isPublicLocal = publicUrl === undefined || isLoopback(new URL(publicUrl).hostname);
  if (singleUser && !(isLocal && isPublicLocal))
    throw new UsageError(httpMessages.singleUserFar, { name: settings.http.singleUser.env });
  if (!isLocal && publicUrl === undefined)
    throw new UsageError(httpMessages.noPublicUrl, {
      name: settings.http.publicUrl.env,
      host: JSON.stringify(host),
    });
  if (publicUrl !== undefined && new URL(publicUrl).pathname !== '/mcp')
    throw new UsageError(httpMessages.publicUrlEnd, { name: settings.http.publicUrl.env });
  if (!isPublicLocal && tlsCert === undefined && !publicUrl?.startsWith('https:'))
    throw new UsageError(httpMessages.publicUrlHttp, { name: settings.http.publicUrl.env });
  const others = [
    singleUser && settings.http.singleUser,
    signInWith === 'service' && issuer && settings.access.issuer,
    signInWith === 'oidc' && audience && settings.access.audience,
  ];
  const other = others.find((one) => typeof one === 'object');
  if (signInWith !== 'none' && other !== undefined)
    throw new UsageError(httpMessages.ownWay, { name: settings.access.signInWith.env, other: other.env });
  if (signInWith !== 'oidc' && (oidcClientId ?? oidcClientSecret) !== undefined)
    throw new UsageError(httpMessages.needs, {
      name: (oidcClientId === undefined ? settings.access.oidcClientSecret : settings.access.oidcClientId)
        .env,
      other: `${settings.access.signInWith.env}=oidc`,
    });
  if (signInWith !== 'oidc' && scopes.includes('offline_access'))
    throw new UsageError(httpMessages.offlineAccess, { name: settings.access.scopes.env });
  if (issuer === undefined && audience !== undefined)
    throw new UsageError(httpMessages.needs, {
      name: settings.access.audience.env,
      other: settings.access.issuer.env,
    });
  if (issuer !== undefined && signInWith === 'none' && audience === undefined && publicUrl === undefined)
    throw new UsageError(httpMessages.needsEither, {
      name: settings.access.issuer.env,
      other: settings.access.audience.env,
      third: settings.http.publicUrl.env,
    });
  if (issuer !== undefined && !issuer.startsWith('https:') && !isLoopback(new URL(issuer).hostname))
    throw new UsageError(httpMessages.httpsOnly, { name: settings.access.issuer.env });
}

/** Reads certificate and key; undefined if neither is set. @throws UsageError if unusable */
export function readTls({ tlsCert, tlsKey }: Config['http']): { cert: string; key: string } | undefined {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined) throw missing(settings.http.tlsCert, settings.http.tlsKey);
  if (tlsKey === undefined) throw missing(settings.http.tlsKey, settings.http.tlsCert);
  const tls = {
    cert: readPem(settings.http.tlsCert.env, tlsCert),
    key: readPem(settings.http.tlsKey.env, tlsKey),
  };
  try {
    createSecureContext(tls);
  } catch {
    throw new UsageError(httpMessages.noPair, {
      cert: settings.http.tlsCert.env,
      key: settings.http.tlsKey.env,
    });
  }
  return tls;
}

function readPem(env: string, path: string): string {
  try {
    const pem = readFileSync(path, 'utf8');
    if (pem.includes('-----BEGIN ')) return pem;
  } catch {}
  throw new UsageError(httpMessages.noPem, { name: env });
}

/** @returns a handler that converts errors of listening to `UsageError` */
export function refusePort({ flag }: { readonly flag: string }) {
  return (error: unknown): never => {
    const { port, code } = error as NodeJS.ErrnoException & { port?: number };
    if (code === 'EADDRINUSE') throw new UsageError(httpMessages.portTaken, { port: port ?? '', flag });
    throw new UsageError(httpMessages.cannotListen, {
      port: port === undefined ? '' : worded(httpMessages.atPort, { port }),
      code: String(code),
      host: settings.http.host.flag,
      flag,
    });
  };
}
