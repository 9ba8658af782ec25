/** Limits for clients before and after authentication, in milliseconds and bytes. */
export interface Bounds {
  readonly connections: number;
  /** Number of connections above which `strangers` limits each network. */
  readonly crowd: number;
  /** Maximum number of unauthenticated connections of one address or IPv6 site (48 bits), above `crowd`. */
  readonly strangers: number;
  /** How long an unauthenticated connection may be idle before the limit `strangers` may close it. */
  readonly graceMs: number;
  /** Maximum time without progress of a response. */
  readonly standstillMs: number;
  /** Unread bytes of one caller at which further requests are refused. */
  readonly waitingOwn: number;
  /** Unread bytes of all callers above which the largest responses are dropped. */
  readonly waitingAll: number;
}

export const usualBounds: Bounds = {
  // This is well below the usual limit on open files per process.
  connections: 4_096,
  // An office behind one address opens fewer connections when it starts work.
  crowd: 1_024,
  strangers: 64,
  graceMs: 1_000,
  standstillMs: 30_000,
  // This is enough for six of the largest files, even if the client reads slowly.
  waitingOwn: 32 * 1024 * 1024,
  // A response takes up to four times as much memory until it is sent, so all responses together take about 250 MB.
  waitingAll: 64 * 1024 * 1024,
};
