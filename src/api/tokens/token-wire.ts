/** Defaults for details of tokens that the API description does not specify. Each has a setting. */
export const wireDefaults = {
  /** Header of the access token. The API description (Authentication, 6) does not name it. */
  tokenHeader: 'authorization',
  /** Scheme before the token in that header. Empty if there is none (API description, Authentication, 3). */
  tokenScheme: 'Bearer',
};
/** Names of fields in token requests and responses. The API description does not specify those of requests. */
export const tokenFields = {
  request: ['grant_type', 'username', 'password', 'refresh_token'],
  answer: ['access_token', 'token_type', 'expires_in', 'refresh_token'],
} as const;
/** Names in a deployment, keyed by the names of `tokenFields`. */
export type TokenNames = {
  readonly [Part in keyof typeof tokenFields]?: Readonly<Record<string, string>> | undefined;
};
export interface DeployedTokens {
  readonly names?: TokenNames | undefined;
  readonly paths?: Readonly<Partial<Record<TokenOperation, string | undefined>>>;
}
export type Wire = typeof wireDefaults & {
  readonly deployed?: (() => DeployedTokens) | undefined;
};

/** Token operations (API description, Authorization group). */
export const tokenPaths = {
  password: '/api/v2/auth/token',
  domain: '/api/v2/auth/wintoken',
  exchange: '/api/v2/auth/short-lived-token',
} as const;

/** Token operation: by password or refresh token, by domain sign-in, or by exchange. */
export type TokenOperation = keyof typeof tokenPaths;

export const tokenOperationAt = (path: string | undefined): TokenOperation | undefined =>
  (Object.keys(tokenPaths) as TokenOperation[]).find((name) => tokenPaths[name] === path);

/**
 * Bodies of the token requests, in JSON. The API description (Authentication, 7) does not specify them, except
 * `lifetime`.
 */
export const tokenBodies = {
  password: (login: string, password: string) => ({ grant_type: 'password', username: login, password }),
  refresh: (token: string) => ({ grant_type: 'refresh_token', refresh_token: token }),
  exchange: (lifetime: number) => ({ lifetime }),
} as const;
