import { isIPv6 } from 'node:net';
import { isLoopback } from '../../util/loopback.ts';
import { ownText } from '../../util/own-text.ts';

/** The names under which a server may be reached: whatever else a request calls it, it was not meant for it. */
export interface Addresses {
  /** Values of `Host`, in lower case. */
  readonly hosts: ReadonlySet<string>;
  /** Values of `Origin`: scheme, host and port together. */
  readonly origins: ReadonlySet<string>;
  /** Where clients are told to connect. */
  readonly url: URL;
}

export interface ListenAddress {
  /** Address that is listened on. */
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
  /** Where a proxy or the firm's name server makes it known; with the path. */
  readonly publicUrl: URL | undefined;
  /** Further origins, of pages that may talk to it. */
  readonly allowedOrigins: readonly string[];
}

/** Path at which MCP is served. */
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

/** With the port, and without it where it is the scheme's own. */
function hostsOf({ protocol, hostname, port }: URL): string[] {
  const usual = defaultPorts[protocol] ?? '';
  return port === '' || port === usual ? [hostname, `${hostname}:${usual}`] : [`${hostname}:${port}`];
}

const bracketed = (host: string) => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host);

/**
 * What whoever is there cannot easily change: an IPv4 address, or the 64 bits of an IPv6 one that are given to one place.
 * @param address as a socket or a proxy tells it; some proxies add the port
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
 * Returns the first 48 bits of an IPv6 network, which one customer of a provider may have as a whole.
 * Returns undefined for every other network.
 * @param network as `networkOf` gives it
 */
export const siteOf = (network: string): string | undefined =>
  /^([\da-f]+:){3}(?=[\da-f]+$)/.exec(network)?.[0];

/**
 * Returns the place that shares turns and connections: an IPv4 address, or an IPv6 site with all of its networks, because
 * its holder can make 65,536 of them.
 * @param network as `networkOf` gives it
 */
export const sharerOf = (network: string): string => siteOf(network) ?? network;

/** Of what is no address: callers are counted by it, and it comes out of a header. */
const maxAddressLength = 64;

const groupsOf = (part: string) =>
  part === '' ? [] : part.split(':').map((group) => group.replace(/^0+(?=.)/, ''));
