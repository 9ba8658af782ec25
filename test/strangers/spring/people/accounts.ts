/** Sign-in: the three token operations and the tokens. */
import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { User } from '../../world.ts';
import { byId, type Memory, more } from '../memory.ts';
import { int, note, oneOf, opt, record, text } from '../schema.ts';
import { Fault, ok, type Route, route, versions } from '../server.ts';

/** Lifetime of a token for the public API, and maximum lifetime of a short-lived token, in seconds. */
const LIFETIME = 3600;
const REFRESH_DAYS = 30;

const tokenRequest = record('TokenRequest', {
  username: opt(text()),
  password: opt(text({ format: 'password' })),
  refreshToken: note(opt(text()), 'In place of username and password; good for one use'),
});
const shortLivedRequest = record('ShortLivedTokenRequest', {
  lifetime: note(opt(int({ min: 1, max: LIFETIME })), 'Seconds', { default: 600 }),
  username: note(opt(text()), 'Not needed when the request carries a bearer token'),
  password: opt(text({ format: 'password' })),
});
const tokenResponse = record('TokenResponse', {
  accessToken: text(),
  tokenType: oneOf('bearer'),
  expiresIn: int({ format: 'int64' }),
  refreshToken: text(),
});

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

interface Claims {
  readonly sub: string;
  readonly userId: string;
  readonly exp: number;
}

function unauthorized(description: string): Fault {
  const challenge = `Bearer error="invalid_token", error_description="${description}"`;
  return new Fault(401, description, { headers: { 'www-authenticate': challenge } });
}

function decode(token: string, key: Buffer): Claims {
  const [head = '', payload = '', signature = ''] = token.split('.');
  const expected = createHmac('sha256', key).update(`${head}.${payload}`).digest();
  const given = Buffer.from(signature, 'base64url');
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  if (!isOurs) throw unauthorized('An error occurred while attempting to decode the Jwt: Invalid signature');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
  const expiry = new Date(claims.exp * 1000);
  if (expiry.getTime() > Date.now()) return claims;
  const at = expiry.toISOString().replace('.000Z', 'Z');
  throw unauthorized(`An error occurred while attempting to decode the Jwt: Jwt expired at ${at}`);
}

/** Creates the tokens of one service instance. They expire by the real clock. */
export function makeSessions(memory: Memory) {
  const key = randomBytes(32);
  const refreshTokens = new Map<string, { userId: string; lifetime: number; until: number }>();
  const { users, signsIn } = memory.world;

  function issue(user: User, lifetime: number) {
    const iat = Math.floor(Date.now() / 1000);
    const authorities = more.user(user).roles.map((role) => role.name);
    const claims = { iss: 'case-management', sub: user.login, userId: user.id, authorities, iat };
    const head = encode({ alg: 'HS256', typ: 'JWT' });
    const payload = encode({ ...claims, exp: iat + lifetime, jti: randomUUID() });
    const signature = createHmac('sha256', key).update(`${head}.${payload}`).digest('base64url');
    const refreshToken = randomUUID();
    refreshTokens.set(refreshToken, {
      userId: user.id,
      lifetime,
      until: Date.now() + REFRESH_DAYS * 86_400_000,
    });
    more.user(user).lastLoginAt = memory.now();
    return ok({
      accessToken: `${head}.${payload}.${signature}`,
      tokenType: 'bearer',
      expiresIn: lifetime,
      refreshToken,
    });
  }

  function enabled(user: User | undefined): User {
    if (!user) throw new Fault(401, 'Bad credentials');
    if (!user.isActive) throw new Fault(401, 'User is disabled');
    return user;
  }

  function byPassword(username: string | null | undefined, password: string | null | undefined): User {
    if (username !== signsIn.login || password !== signsIn.password) throw new Fault(401, 'Bad credentials');
    return enabled(byId(users, signsIn.userId));
  }

  function identify(request: IncomingMessage): User {
    const [scheme = '', token = ''] = (request.headers.authorization ?? '').split(' ');
    if (scheme.toLowerCase() !== 'bearer' || token === '') {
      const message = 'Full authentication is required to access this resource';
      throw new Fault(401, message, { headers: { 'www-authenticate': 'Bearer' } });
    }
    const user = byId(users, decode(token, key).userId);
    if (!user?.isActive) throw new Fault(403, 'User is disabled');
    return user;
  }

  const common = { method: 'POST', tag: 'auth-controller', open: true } as const;
  const routes: Route[] = [
    route({
      ...common,
      paths: versions([1, 2], '/auth/token'),
      name: 'getToken',
      summary: 'Access token for a user name and a password, or for a refresh token',
      body: tokenRequest,
      answers: { 200: tokenResponse },
      handle({ body: { username, password, refreshToken } }) {
        if (!refreshToken) return issue(byPassword(username, password), LIFETIME);
        const known = refreshTokens.get(refreshToken);
        refreshTokens.delete(refreshToken);
        if (!known || known.until < Date.now()) throw new Fault(401, 'Invalid refresh token');
        return issue(enabled(byId(users, known.userId)), known.lifetime);
      },
    }),
    route({
      ...common,
      paths: versions([1, 2], '/auth/wintoken'),
      name: 'getWindowsToken',
      summary: 'Access token for a user of the domain; the request carries Authorization: Negotiate',
      answers: { 200: tokenResponse },
      handle({ request }) {
        const [scheme = '', ticket = ''] = (request.headers.authorization ?? '').split(' ');
        const account = Buffer.from(ticket, 'base64').toString('utf8');
        const login = account.slice(account.lastIndexOf('\\') + 1);
        const user = users.find((one) => one.login === login && !one.isClient);
        if (scheme.toLowerCase() === 'negotiate' && user) return issue(enabled(user), LIFETIME);
        throw new Fault(401, 'Negotiate authentication is required', {
          headers: { 'www-authenticate': 'Negotiate' },
        });
      },
    }),
    route({
      ...common,
      paths: versions([1, 2], '/auth/short-lived-token'),
      name: 'getShortLivedToken',
      summary: 'Token with a lifetime of choice, for a bearer token or a user name and a password',
      body: shortLivedRequest,
      bodyOptional: true,
      answers: { 200: tokenResponse },
      handle({ body, request }) {
        const user = body.username ? byPassword(body.username, body.password) : identify(request);
        return issue(user, body.lifetime ?? 600);
      },
    }),
  ];
  return { routes, identify };
}
