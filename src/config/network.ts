import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as tls from 'node:tls';
import type { Network, ProxyAddress } from '../api/connections/connect.ts';
import { isExempt } from '../api/connections/no-proxy.ts';
import { isLoopback } from '../util/loopback.ts';
import { type Config, UsageError } from './command-line.ts';
import { usageMessages } from './messages.ts';
import { settings } from './settings.ts';

/** Returns certificates and proxy for a server. @throws UsageError if a setting is invalid */
export function readNetwork(config: Config, server: URL): Network {
  const authorities = authoritiesOf(config);
  const isDirect = isLoopback(server.hostname) || isExempt(server, config.service.noProxy ?? '');
  const setting = server.protocol === 'https:' ? 'httpsProxy' : 'httpProxy';
  const address = config.service[setting];
  if (isDirect || address === undefined) return { authorities };
  const proxy = readProxy(address)?.proxy;
  if (proxy) return { authorities, proxy };
  throw new UsageError(usageMessages.wrongProxy, { name: settings.service[setting].env });
}

/** Returns the certificates to trust, in PEM format, if configured. @throws UsageError if the file cannot be read */
export const authoritiesOf = ({ service: { caFile } }: Config): string[] | undefined =>
  caFile === undefined ? undefined : readAuthorities(caFile);

/** Returns the secrets in the configured proxy addresses, even if no connection uses the proxies. */
export const proxySecrets = ({ service: { httpsProxy, httpProxy } }: Config): string[] =>
  [httpsProxy, httpProxy].flatMap((address) =>
    address === undefined ? [] : (readProxy(address)?.secrets ?? [address]),
  );

export const redisSecrets = ({ http: { redis } }: Config): string[] => {
  const { password = '' } = redis === undefined ? {} : new URL(redis);
  return password === '' ? [] : [password, decodeURIComponent(password)];
};

function readProxy(address: string): { proxy: ProxyAddress; secrets: string[] } | undefined {
  try {
    const url = new URL(address.includes('://') ? address : `http://${address}`);
    if (!/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') return undefined;
    const proxy = { url: url.origin, authorization: undefined };
    if (url.username === '' && url.password === '') return { proxy, secrets: [] };
    const password = decodeURIComponent(url.password);
    const pair = Buffer.from(`${decodeURIComponent(url.username)}:${password}`).toString('base64');
    return { proxy: { ...proxy, authorization: `Basic ${pair}` }, secrets: [password, url.password, pair] };
  } catch {
    return undefined;
  }
}

/** Returns the given certificates and the default ones, which Node would otherwise replace. */
function readAuthorities(path: string): string[] {
  const name = `${settings.service.caFile.env} (${JSON.stringify(path)})`;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new UsageError(usageMessages.unreadable, { name });
  }
  const own = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  if (own.length === 0 || !own.every(isCertificate))
    throw new UsageError(usageMessages.noCertificates, { name });
  // This function is missing in older versions of Node. Its list includes certificates that Node's own options and
  // variables add.
  const { getCACertificates } = tls as { getCACertificates?: (type: 'default') => string[] };
  return [...(getCACertificates?.('default') ?? tls.rootCertificates), ...own];
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined;
  } catch {
    return false;
  }
}
