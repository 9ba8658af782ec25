import type { Token } from '../../api/tokens/token-requests.ts';
import type { KeptSession } from '../../sign-in/index.ts';

/** Sessions outlive processes: they are kept with the hour of their end, and used by the monotonic clock. */

export const keptOf = ({ value, type, refreshToken, expiresAt }: Token): KeptSession => ({
  ...{ value, type, refreshToken },
  endsAt: Date.now() + expiresAt - performance.now(),
});

export const tokenOf = ({ value, type, refreshToken, endsAt }: KeptSession): Token => {
  const lifetimeMs = Math.max(0, endsAt - Date.now());
  return { value, type, refreshToken, lifetimeMs, expiresAt: performance.now() + lifetimeMs };
};
