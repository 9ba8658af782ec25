/** How much clients may take before it is known, or whatever is known, who they are; in milliseconds and bytes. */
export interface Bounds {
  /** Connections of all. */
  readonly connections: number;
  /** So many of them are too many for each network to have as many as it likes. */
  readonly crowd: number;
  /** Connections of one address, or of one IPv6 site of 48 bits, on which nobody was let in, in a crowd. */
  readonly strangers: number;
  /** How long one of them may wait for its request, behind the handshake of TLS, before that counts. */
  readonly graceMs: number;
  /** How long an answer may stand still on its way. */
  readonly standstillMs: number;
  /** What waits for one caller to be read, before no more is begun for that caller. */
  readonly waitingOwn: number;
  /** What waits for all callers; above it the largest answers are dropped. */
  readonly waitingAll: number;
}

export const usualBounds: Bounds = {
  // Well below the number of files that a process may usually open.
  connections: 4_096,
  // Offices behind one address that all begin at once are not yet one.
  crowd: 1_024,
  strangers: 64,
  graceMs: 1_000,
  standstillMs: 30_000,
  // Six of the largest files, whose reader may be slow.
  waitingOwn: 32 * 1024 * 1024,
  // An answer takes up to four times as much memory until it is sent: all of them about 250 MB.
  waitingAll: 64 * 1024 * 1024,
};
