import type { Token } from '../../api/tokens/token-requests.ts';
import type { KeptSession } from '../../sign-in/index.ts';

/**
 * Converts a session for storage. The expiry is stored as wall-clock time, because it outlives the process and its
 * monotonic clock.
 */

export const keptOf = ({ value, type, refreshToken, expiresAt }: Token): KeptSession => ({
  ...{ value, type, refreshToken },
  endsAt: Date.now() + expiresAt - performance.now(),
});

export const tokenOf = ({ value, type, refreshToken, endsAt }: KeptSession): Token => {
  const lifetimeMs = Math.max(0, endsAt - Date.now());
  return { value, type, refreshToken, lifetimeMs, expiresAt: performance.now() + lifetimeMs };
};
