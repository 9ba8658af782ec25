/**
 * Whether a host is this machine alone: what listens there nobody else reaches, and what is asked there stays here.
 * @param host a name or an address; one of version 6 with brackets, as `URL` writes it, or without
 */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
