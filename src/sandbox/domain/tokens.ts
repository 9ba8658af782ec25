import { randomBytes } from 'node:crypto';
import type { User } from '../state/entities/users.ts';
import type { Session, World } from '../state/state.ts';

/** Gives out an access token with the refresh token that prolongs it, in the service's answer shape. */
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
 * The session that a refresh token prolongs; the token works only once.
 * The access token of that session stays good until it expires, so that requests under way do not fail.
 */
export function useRefreshToken(world: World, refreshToken: string | null | undefined): Session | undefined {
  const session = refreshToken
    ? world.sessions.find((item) => item.refreshToken === refreshToken.toLowerCase())
    : undefined;
  if (!session) return undefined;
  world.sessions.insert({ ...session, refreshToken: '' });
  return session;
}

/** Sessions that can neither be used nor refreshed any more; and the oldest, so that a long run does not fill the memory. */
function dropSpent(world: World): void {
  const now = world.now().getTime();
  const sessions = world.sessions.all();
  const surplus = Math.max(0, sessions.length - keptSessions);
  for (const [age, { id, refreshToken, expiresAt }] of sessions.entries())
    if (age < surplus || (refreshToken === '' && expiresAt <= now)) world.sessions.delete(id);
}

const keptSessions = 10_000;

/** Lower-case hexadecimal: collections look ids up in lower case. Random, so that a reset service gives out others. */
const newToken = () => randomBytes(32).toString('hex');
