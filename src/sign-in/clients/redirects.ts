import { isLoopback } from '../../util/loopback.ts';

/**
 * Schemes without a dot that known assistants register. Other programs need a scheme with a dot (RFC 8252, 7.1),
 * because other schemes without a dot belong to operating systems and browsers, which open programs for them.
 */
const knownSchemes: ReadonlySet<string> = new Set([
  ...['claude', 'cursor', 'goose', 'jetbrains', 'kiro', 'lmstudio', 'raycast', 'trae'],
  ...['vscode', 'vscode-insiders', 'vscodium', 'warp', 'windsurf', 'zed'],
]);

/**
 * Checks whether a client may use an address as its redirect URI. Allowed are https, a private scheme, and a program on
 * the person's own machine.
 */
export function isRedirect(address: string): boolean {
  // Fragments are forbidden (RFC 6749, 3.1.2).
  if (!URL.canParse(address) || /[#\s\\]/.test(address)) return false;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return isPlainHost(url);
  return url.protocol === 'http:' ? isLoopback(url.hostname) : isOwnScheme(url);
}

const isOwnScheme = ({ protocol }: URL) => {
  const scheme = protocol.slice(0, -1);
  return scheme.includes('.') || knownSchemes.has(scheme);
};

/** Checks whether a host is a name or an IP address. `URL` accepts other hosts, such as `*` and `a;b`. */
export const isPlainHost = ({ hostname }: URL): boolean =>
  /^\[[\da-f:.]+\]$/.test(hostname) || hostname.split('.').every((label) => /^[\w-]{1,63}$/.test(label));

/** Checks whether an http or https address leads to a program on the person's own machine. */
export const isOwnMachine = (redirect: string) => isLoopback(new URL(redirect).hostname);

/** Checks whether an address belongs to a host, or to a program on the person's own machine. */
export function staysWith(redirect: string, host: string): boolean {
  const url = new URL(redirect);
  return isLoopback(url.hostname) || url.host === host || !/^https?:$/.test(url.protocol);
}

/** Checks a redirect address. A program on the person's machine may use any port (RFC 8252, 7.3). */
export const isAmong = (redirects: readonly string[], redirect: string): boolean =>
  redirects.some(
    (one) => one === redirect || (isOwnMachine(one) && withoutPort(one) === withoutPort(redirect)),
  );

function withoutPort(address: string): string {
  const url = new URL(address);
  url.port = '';
  return url.href;
}
