import { randomBytes } from 'node:crypto';
import type { User } from '../state/entities/users.ts';
import type { Session, World } from '../state/state.ts';

/** Issues an access token and a refresh token, in the response format of the service. */
export function issueToken(
  world: World,
  user: User,
  like: Pick<Session, 'kind' | 'lifetime' | 'isByDomain'>,
) {
  dropSpent(world);
  const session = world.sessions.insert({
    id: newToken(),
    userId: user.id,
    refreshToken: newToken(),
    expiresAt: world.now().getTime() + like.lifetime * 1000,
    kind: like.kind,
    lifetime: like.lifetime,
    isByDomain: like.isByDomain,
  });
  return {
    access_token: session.id,
    token_type: 'bearer',
    expires_in: session.lifetime,
    refresh_token: session.refreshToken,
  };
}

/**
 * Returns the session of a refresh token, which works only once. The old access token stays valid until it expires, so
 * that requests in flight do not fail.
 */
export function useRefreshToken(world: World, refreshToken: string | null | undefined): Session | undefined {
  const session = refreshToken
    ? world.sessions.find((item) => item.refreshToken === refreshToken.toLowerCase())
    : undefined;
  if (!session) return undefined;
  world.sessions.insert({ ...session, refreshToken: '' });
  return session;
}

/**
 * Removes expired sessions whose refresh token has been used, and the oldest sessions beyond the limit, so that memory
 * stays bounded.
 */
function dropSpent(world: World): void {
  const now = world.now().getTime();
  const sessions = world.sessions.all();
  const surplus = Math.max(0, sessions.length - keptSessions);
  for (const [age, { id, refreshToken, expiresAt }] of sessions.entries())
    if (age < surplus || (refreshToken === '' && expiresAt <= now)) world.sessions.delete(id);
}

const keptSessions = 10_000;

/**
 * The token is lower-case hexadecimal, because collections look up ids in lower case. It is random, so that the service
 * issues different tokens after a reset.
 */
const newToken = () => randomBytes(32).toString('hex');
