import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as tls from 'node:tls';
import type { Network, ProxyAddress } from './api/connections.ts';
import { isExempt, isLoopback } from './api/no-proxy.ts';
import { type Config, UsageError } from './config.ts';
import { settings } from './settings.ts';

/**
 * How the settings say that the service is reached.
 * @returns with it, what nobody may see of it
 * @throws UsageError where a setting that counts is wrong
 */
export function readNetwork(config: Config, service: URL): Network & { readonly secrets: readonly string[] } {
  const authorities = config.caFile === undefined ? undefined : readAuthorities(config.caFile);
  const isDirect = isLoopback(service.hostname) || isExempt(service, config.noProxy ?? '');
  const setting = service.protocol === 'https:' ? 'httpsProxy' : 'httpProxy';
  const address = isDirect ? undefined : config[setting];
  if (address === undefined) return { authorities, secrets: [] };
  return { authorities, ...readProxy(settings[setting].env, address) };
}

/** @param name of the variable; its value may hold a password, and so is never repeated */
function readProxy(name: string, address: string): { proxy: ProxyAddress; secrets: string[] } {
  try {
    const url = new URL(address.includes('://') ? address : `http://${address}`);
    if (!/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') throw new Error('no proxy');
    const proxy = { url: url.origin, authorization: undefined };
    if (url.username === '' && url.password === '') return { proxy, secrets: [] };
    const password = decodeURIComponent(url.password);
    const pair = Buffer.from(`${decodeURIComponent(url.username)}:${password}`).toString('base64');
    return { proxy: { ...proxy, authorization: `Basic ${pair}` }, secrets: [password, url.password, pair] };
  } catch {
    throw new UsageError(
      `${name} should be the address of an http or https proxy, such as http://user:password@host:port, with special characters percent-encoded.`,
    );
  }
}

/** All that count: a list that is given replaces the usual one. */
function readAuthorities(path: string): string[] {
  const name = `${settings.caFile.env} (${JSON.stringify(path)})`;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new UsageError(`${name} names a file that cannot be read.`);
  }
  const own = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  if (own.length === 0 || !own.every(isCertificate))
    throw new UsageError(`${name} should be a file of certificates in PEM form.`);
  // Newer versions of Node know which ones count by its own options and variables.
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
