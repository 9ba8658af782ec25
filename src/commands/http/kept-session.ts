import type { Token } from '../../api/tokens/token-requests.ts';
import { ApiError } from '../../contract/errors.ts';
import type { KeptSession } from '../../sign-in/index.ts';

/**
 * Converts a token to a session that can be stored. The expiry becomes a wall-clock time, because the session outlives
 * the process.
 */

export const keptOf = ({ value, type, refreshToken, expiresAt }: Token): KeptSession => ({
  ...{ value, type, refreshToken },
  endsAt: Date.now() + expiresAt - performance.now(),
});

/**
 * Functions for a session that is not stored yet, during the sign-in. They do not renew the session, so if the service
 * refuses it, the sign-in fails.
 */
export const unstored = {
  kind: 'session',
  renew: async (): Promise<Token> => {
    throw new ApiError(401, undefined);
  },
  onEnded: () => undefined,
} as const;

export const tokenOf = ({ value, type, refreshToken, endsAt }: KeptSession): Token => {
  const lifetimeMs = Math.max(0, endsAt - Date.now());
  return { value, type, refreshToken, lifetimeMs, expiresAt: performance.now() + lifetimeMs };
};
