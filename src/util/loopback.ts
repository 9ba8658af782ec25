/** Checks whether a host is the loopback interface. @param host an IPv6 address may have brackets */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
