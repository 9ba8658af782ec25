import { z } from 'zod';
import { issueToken, useRefreshToken } from '../domain/tokens.ts';
import { hasExpiredPassword, sessionOf } from '../http/authenticate.ts';
import { invalid, ServiceError } from '../http/errors.ts';
import { type Route, route } from '../http/route.ts';
import type { User } from '../state/entities/users.ts';
import type { World } from '../state/state.ts';

const tokenBody = z.object({
  grant_type: z.string(),
  username: z.string().nullish(),
  password: z.string().nullish(),
  refresh_token: z.string().nullish(),
});

/** Routes for tokens: by password, by domain sign-in, short-lived tokens, and refresh (AUT). */
export const authRoutes = [
  route(['POST /api/v2/auth/token', 'POST /api/v1/auth/token'], {
    answers: 'Token',
    status: 200,
    summary: 'Get or refresh an access token',
    anonymous: true,
    body: tokenBody,
    handle: ({ world, body }) => {
      if (body.grant_type === 'password') return byPassword(world, body);
      if (body.grant_type === 'refresh_token') return byRefreshToken(world, body.refresh_token);
      throw new ServiceError(400, {
        error: 'unsupported_grant_type',
        error_description: 'grant_type must be password or refresh_token.',
      });
    },
  }),
  route(['POST /api/v2/auth/wintoken', 'POST /api/v1/auth/wintoken'], {
    answers: 'Token',
    status: 200,
    summary: 'Get an access token with integrated domain authentication',
    anonymous: true,
    handle: ({ world, header }) => {
      const user = domainUser(world, header('authorization'));
      refuseBlocked(user);
      return signIn(world, user, true);
    },
  }),
  route(['POST /api/v2/auth/short-lived-token', 'POST /api/v1/auth/short-lived-token'], {
    answers: 'Token',
    status: 200,
    summary: 'Get a short-lived token',
    body: z.object({ lifetime: z.int().min(1).nullish() }),
    handle: ({ world, user, body, header }) => {
      const { tokenLifetime, shortLivedTokenLifetime } = world.settings;
      const lifetime = body.lifetime ?? Math.min(shortLivedTokenLifetime, tokenLifetime);
      if (lifetime > tokenLifetime)
        throw invalid(`lifetime must not exceed the token lifetime of ${tokenLifetime} seconds.`);
      const { isByDomain = false } = sessionOf(world, header('authorization')) ?? {};
      return issueToken(world, user, { kind: 'short-lived', lifetime, isByDomain });
    },
  }),
];

/**
 * Route of the connection settings for the service's own MCP server.
 * @param path from the settings, because the API description does not state it
 */
export function mcpSettingsRoute(path: string): Route {
  return route(`GET ${path}`, {
    answers: 'McpConnection',
    summary: 'Settings with which an MCP server connects to the service',
    handle: ({ world }) => ({
      Url: `${world.origin}/mcp`,
      Transport: 'streamable-http',
      Authentication: 'bearer',
      TokenOperation: 'POST /api/v2/auth/short-lived-token',
    }),
  });
}

/**
 * Route of the userinfo endpoint (OpenID Connect Core, 5.3).
 * @param path from the settings, because the API description has no such operation
 */
export function userInfoRoute(path: string): Route {
  return route(`GET ${path}`, {
    summary: 'The signed-in user',
    unlisted: true,
    handle: ({ user: { id, login, email, name } }) => ({ sub: id, preferred_username: login, email, name }),
  });
}

function byPassword(world: World, { username, password }: z.output<typeof tokenBody>) {
  const user = userByLogin(world, username);
  if (!user || user.password !== password) throw invalidGrant('The user name or password is incorrect.');
  refuseBlocked(user);
  refuseExpiredPassword(world, user);
  return signIn(world, user, false);
}

function byRefreshToken(world: World, refreshToken: string | null | undefined) {
  const session = useRefreshToken(world, refreshToken);
  const user = world.users.get(session?.userId);
  if (!session || !user) throw invalidGrant('The refresh token is unknown or was used already.');
  refuseBlocked(user);
  if (!session.isByDomain) refuseExpiredPassword(world, user);
  return issueToken(world, user, session);
}

/** Signs a user in. This updates LastLoginDate, unlike a refresh (USR-1). */
function signIn(world: World, user: User, isByDomain: boolean) {
  user.lastLoginAt = world.stamp();
  return issueToken(world, user, {
    kind: 'session',
    lifetime: world.settings.tokenLifetime,
    isByDomain,
  });
}

/** Returns the user of a simulated Kerberos token, which is the base64 of `login:<name>`. */
function domainUser(world: World, header: string | undefined): User {
  const token = /^Negotiate ([A-Za-z0-9+/=]+)$/i.exec(header ?? '')?.[1] ?? '';
  const login = /^login:(.+)$/s.exec(Buffer.from(token, 'base64').toString('utf8'))?.[1];
  const user = userByLogin(world, login);
  if (!user) throw new ServiceError(401, undefined, { 'www-authenticate': 'Negotiate' });
  return user;
}

function userByLogin(world: World, login: string | null | undefined): User | undefined {
  return world.users.find((user) => user.login.toLowerCase() === login?.toLowerCase());
}

function refuseBlocked(user: User): void {
  if (user.isLocked) throw invalidGrant('The user is blocked.');
}

function refuseExpiredPassword(world: World, user: User): void {
  if (hasExpiredPassword(world, user)) throw invalidGrant('The password has expired.');
}

function invalidGrant(description: string): ServiceError {
  return new ServiceError(400, { error: 'invalid_grant', error_description: description });
}
