/**
 * What the API's description leaves open about tokens, with what is most likely. The one place for these facts; each
 * can be overridden by a setting.
 */
export const wireDefaults = {
  /** Header that carries the access token: the API description (Authentication, 6) does not show which. */
  tokenHeader: 'authorization',
  /** Word before the token in that header; empty for the bare token. The API description, Authentication, 3. */
  tokenScheme: 'Bearer',
};
/** Names that token requests and their answers have; the API's description shows none of the requests that sign in. */
export const tokenFields = {
  request: ['grant_type', 'username', 'password', 'refresh_token'],
  answer: ['access_token', 'token_type', 'expires_in', 'refresh_token'],
} as const;
/** Real names by those of `tokenFields`. */
export type TokenNames = {
  readonly [Part in keyof typeof tokenFields]?: Readonly<Record<string, string>> | undefined;
};
/** How a deployment hands out tokens. */
export interface DeployedTokens {
  readonly names?: TokenNames | undefined;
  /** Paths of token operations that are elsewhere. */
  readonly paths?: Readonly<Partial<Record<TokenOperation, string | undefined>>>;
}
export type Wire = typeof wireDefaults & {
  /** What the deployment has otherwise, as far as it is known by now. */
  readonly deployed?: (() => DeployedTokens) | undefined;
};

/** Operations of signing in; the API description, Authorization group. */
export const tokenPaths = {
  password: '/api/v2/auth/token',
  domain: '/api/v2/auth/wintoken',
  exchange: '/api/v2/auth/short-lived-token',
} as const;

/** How an operation hands out tokens: by login and password or a refresh token, by domain sign-in, or by exchange. */
export type TokenOperation = keyof typeof tokenPaths;

/** Undefined for a path by which nobody signs in. */
export const tokenOperationAt = (path: string | undefined): TokenOperation | undefined =>
  (Object.keys(tokenPaths) as TokenOperation[]).find((name) => tokenPaths[name] === path);

/** Bodies of the token requests; the API description, Authentication, 7: not shown. The service takes JSON only. */
export const tokenBodies = {
  password: (login: string, password: string) => ({ grant_type: 'password', username: login, password }),
  refresh: (token: string) => ({ grant_type: 'refresh_token', refresh_token: token }),
  exchange: (lifetime: number) => ({ lifetime }),
} as const;
