import { isIPv6 } from 'node:net';
import { isLoopback } from '../../util/loopback.ts';
import { ownText } from '../../util/own-text.ts';

/** Names of this server. Requests for other names are refused. */
export interface Addresses {
  /** Accepted `Host` values, in lower case. */
  readonly hosts: ReadonlySet<string>;
  /** Accepted `Origin` values: scheme, host and port. */
  readonly origins: ReadonlySet<string>;
  /** Address that is shown to clients. */
  readonly url: URL;
}

export interface ListenAddress {
  /** Address to listen on. */
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
  /** URL for clients, if it differs from the listen address, as behind a reverse proxy. */
  readonly publicUrl: URL | undefined;
  /** Origins of web pages that may use the server, in addition to the server's own origins. */
  readonly allowedOrigins: readonly string[];
}

export const endpointPath = '/mcp';

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

export function addressesOf({ host, port, isTls, publicUrl, allowedOrigins }: ListenAddress): Addresses {
  const scheme = isTls ? 'https:' : 'http:';
  const local = isLoopback(host)
    ? ['127.0.0.1', 'localhost', '[::1]', bracketed(host)].map(
        (name) => new URL(`${scheme}//${name}:${port}`),
      )
    : [];
  const own = [...(publicUrl ? [publicUrl] : []), ...local];
  return {
    hosts: new Set(own.flatMap(hostsOf)),
    origins: new Set([...own.map(({ origin }) => origin), ...allowedOrigins]),
    url: publicUrl ?? new URL(endpointPath, `${scheme}//${bracketed(host)}:${port}`),
  };
}

/** Returns the host with its port, and also without the port if it is the default of the scheme. */
function hostsOf({ protocol, hostname, port }: URL): string[] {
  const usual = defaultPorts[protocol] ?? '';
  return port === '' || port === usual ? [hostname, `${hostname}:${usual}`] : [`${hostname}:${port}`];
}

const bracketed = (host: string) => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host);

/**
 * Returns the part of an address that its holder cannot easily change: an IPv4 address, or the first 64 bits of an IPv6
 * address.
 * @param address from a socket or a proxy, which may add the port
 */
export function networkOf(address: string): string {
  const bare = /^\[([^\]]*)\]/.exec(address)?.[1] ?? address.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
  const plain = bare.replace(/^::ffff:(?=[\d.]+$)/i, '');
  if (!isIPv6(plain)) return ownText(plain.slice(0, maxAddressLength));
  const [before = [], after = []] = plain.split('%', 1)[0]?.toLowerCase().split('::').map(groupsOf) ?? [];
  const left = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...left, ...after].slice(0, 4).join(':');
}

/**
 * Returns the first 48 bits of an IPv6 network, because one customer of a provider may have all addresses with these
 * bits.
 * @see networkOf
 */
export const siteOf = (network: string): string | undefined =>
  /^([\da-f]+:){3}(?=[\da-f]+$)/.exec(network)?.[0];

/**
 * Returns the key under which clients share slots and connections. It is an IPv4 address, or an IPv6 site with all of
 * its 65,536 networks, because its holder can use all of them.
 * @param network result of `networkOf`
 */
export const sharerOf = (network: string): string => siteOf(network) ?? network;

/** Maximum length of a value that is not an address. It is cut, because it comes from a header and is kept as a key. */
const maxAddressLength = 64;

const groupsOf = (part: string) =>
  part === '' ? [] : part.split(':').map((group) => group.replace(/^0+(?=.)/, ''));
