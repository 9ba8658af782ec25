import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { User } from '../world.ts';
import type { Call, Route } from './contract.ts';
import { invalid, invalidField, ok, Problem, route } from './contract.ts';
import { def, enumOf, int, model, opt, req, text } from './schema.ts';
import type { Store } from './store.ts';

const TOKEN_SECONDS = 3600;
const SHORT_SECONDS = 600;
const REFRESH_SECONDS = 24 * 3600;

const TokenRequest = model('TokenRequest', {
  Login: opt(text(), 'Together with Password; both are left out when RefreshToken is sent'),
  Password: opt(text()),
  RefreshToken: opt(text(), 'Taken from an earlier answer. Each can be used once'),
});

const ShortLivedTokenRequest = model('ShortLivedTokenRequest', {
  lifetime: def(int(1, TOKEN_SECONDS), SHORT_SECONDS, 'Seconds; at most the lifetime of ordinary tokens'),
});

const TokenResponse = model('TokenResponse', {
  access_token: req(text()),
  token_type: req(enumOf('TokenType', ['bearer'])),
  expires_in: req(int(), 'Seconds'),
  refresh_token: req(text()),
});

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Access and refresh tokens of one service instance. */
export class Tokens {
  readonly #secret = randomBytes(32);
  readonly #refresh = new Map<string, { user: string; until: number }>();
  readonly #store: Store;
  readonly #password: string;

  constructor(store: Store, password: string) {
    this.#store = store;
    this.#password = password;
  }

  #sign(content: string): string {
    return createHmac('sha256', this.#secret).update(content).digest('base64url');
  }

  /** Issues an access token and a refresh token. */
  issue(user: User, seconds: number) {
    const iat = Math.floor(this.#store.clock().getTime() / 1000);
    const claims = {
      sub: user.id,
      name: user.login,
      jti: randomBytes(8).toString('hex'),
      iat,
      exp: iat + seconds,
    };
    const content = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`;
    const refresh_token = randomBytes(24).toString('base64url');
    this.#refresh.set(refresh_token, { user: user.id, until: iat + REFRESH_SECONDS });
    const access_token = `${content}.${this.#sign(content)}`;
    return ok({ access_token, token_type: 'bearer', expires_in: seconds, refresh_token });
  }

  /** Returns the user with this login. Throws 401 if the password is wrong. */
  bySecret(login: string, password: string): User {
    const user = this.#byLogin(login);
    if (user === undefined || password !== this.#password) throw new Problem(401, 'Wrong login or password.');
    return active(user);
  }

  /** Returns the user of a refresh token. The token cannot be used again. */
  byRefresh(token: string): User {
    const found = this.#refresh.get(token);
    this.#refresh.delete(token);
    const user = this.#store.world.users.find(({ id }) => id === found?.user);
    const now = this.#store.clock().getTime() / 1000;
    if (user === undefined || found === undefined || found.until < now) {
      throw new Problem(401, 'The refresh token is invalid or expired.');
    }
    return active(user);
  }

  /** Returns the user of a Windows domain account, whose name the web server passes in the header. */
  byDomain(authorization: string | undefined): User {
    const [scheme, token] = authorization?.split(' ') ?? [];
    const name = Buffer.from(token ?? '', 'base64').toString('utf8');
    const user = this.#byLogin(name.split('\\').at(-1) ?? '');
    if (scheme?.toLowerCase() !== 'negotiate' || user === undefined) {
      throw new Problem(401, 'Integrated domain authentication failed.', undefined, {
        'WWW-Authenticate': 'Negotiate',
      });
    }
    return active(user);
  }

  /** Returns the user of an access token in the `Authorization` header. */
  byHeader(authorization: string | undefined): User {
    const refuse = (header: string): Problem => {
      return new Problem(401, 'Authentication is required.', undefined, { 'WWW-Authenticate': header });
    };
    const [scheme, token] = authorization?.split(' ') ?? [];
    if (scheme?.toLowerCase() !== 'bearer' || token === undefined) throw refuse('Bearer');
    const [head, body, signature] = token.split('.');
    const expected = Buffer.from(this.#sign(`${head}.${body}`));
    const given = Buffer.from(signature ?? '');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      throw refuse('Bearer error="invalid_token"');
    }
    const claims = JSON.parse(Buffer.from(body ?? '', 'base64url').toString('utf8')) as {
      sub: string;
      exp: number;
    };
    if (claims.exp * 1000 <= this.#store.clock().getTime()) {
      const when = new Date(claims.exp * 1000).toISOString();
      throw refuse(`Bearer error="invalid_token", error_description="The token expired at '${when}'"`);
    }
    const user = this.#store.world.users.find(({ id }) => id === claims.sub);
    if (user === undefined) throw refuse('Bearer error="invalid_token"');
    return active(user);
  }

  #byLogin(login: string): User | undefined {
    return this.#store.world.users.find((user) => user.login.toLowerCase() === login.toLowerCase());
  }
}

function active(user: User): User {
  if (!user.isActive) throw new Problem(403, 'The user is blocked.');
  return user;
}

/** Sign-in controller. */
export function authRoutes(tokens: Tokens): Route[] {
  const common = { method: 'POST', versions: [1, 2], tag: 'Auth' } as const;
  const path = '/api/v{version}/auth';
  return [
    route({
      ...common,
      path: `${path}/token`,
      summary: 'Gets an access token by login and password, or a new one by a refresh token',
      body: TokenRequest,
      isOpen: true,
      replies: { 200: TokenResponse },
      handle({ store, body }) {
        if (body.RefreshToken) return tokens.issue(tokens.byRefresh(body.RefreshToken), TOKEN_SECONDS);
        if (body.Login && body.Password) {
          const user = tokens.bySecret(body.Login, body.Password);
          user.extra.lastLogin = store.clock();
          return tokens.issue(user, TOKEN_SECONDS);
        }
        if (body.Login) throw invalidField('Password', 'The Password field is required.');
        throw invalid({ Login: ['The Login field is required when RefreshToken is not sent.'] });
      },
    }),
    route({
      ...common,
      path: `${path}/wintoken`,
      summary: 'Gets an access token with integrated domain authentication (Negotiate)',
      isOpen: true,
      replies: { 200: TokenResponse },
      handle: ({ authorization }) => tokens.issue(tokens.byDomain(authorization), TOKEN_SECONDS),
    }),
    route({
      ...common,
      path: `${path}/short-lived-token`,
      summary: 'Gets a short-lived token for the signed-in user',
      body: ShortLivedTokenRequest,
      isBodyOptional: true,
      replies: { 200: TokenResponse },
      handle: ({ user, body }: Call<unknown, { lifetime: number }>) => tokens.issue(user, body.lifetime),
    }),
  ];
}
