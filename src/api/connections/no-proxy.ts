import { BlockList, isIP } from 'node:net';
import { domainToASCII } from 'node:url';

/**
 * Checks whether a `NO_PROXY` list exempts the service. Pure. Entries are separated by commas or spaces. An entry is
 * `*` for all, a host, an IP address or a range, each optionally with `:port`. A host includes its subdomains, with or
 * without `.` or `*.` before it.
 */
export function isExempt(service: URL, list: string): boolean {
  const host = bare(service.hostname);
  const port = service.port || (service.protocol === 'https:' ? '443' : '80');
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const { name, port: only } = splitPort(entry);
      return (only === undefined || only === port) && covers(name, host);
    });
}

function splitPort(entry: string): { name: string; port: string | undefined } {
  const [, name = entry, port] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
  return { name: bare(name), port };
}

function covers(name: string, host: string): boolean {
  if (name === '*') return true;
  const [address = '', length] = name.split('/');
  if (length !== undefined) return /^\d+$/.test(length) && isInRange(host, address, Number(length));
  if (isIP(name)) return isIP(host) !== 0 && name === host;
  const domain = domainToASCII(name.replace(/^\*?\./, ''));
  return domain !== '' && (host === domain || host.endsWith(`.${domain}`));
}

function isInRange(host: string, address: string, length: number): boolean {
  const family = isIP(address);
  if (family === 0 || isIP(host) !== family || length > (family === 4 ? 32 : 128)) return false;
  const range = new BlockList();
  const type = family === 4 ? 'ipv4' : 'ipv6';
  range.addSubnet(address, length, type);
  return range.check(host, type);
}

/** Removes the brackets of IPv6 and the dot at the end of a host name. */
const bare = (host: string) =>
  host
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase();
