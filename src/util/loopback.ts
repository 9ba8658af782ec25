/**
 * Checks whether a host is the loopback interface of this machine.
 * @param host a name or an address. An IPv6 address may have brackets, as in a URL.
 */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
