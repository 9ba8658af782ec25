import type { Context, Hono } from 'hono';
import { type Addresses, endpointPath } from './addresses.ts';

export interface OAuthSignIn {
  /** Issuers of tokens. Empty: callers send a token from the service, or no token is needed. */
  readonly authorizationServers: readonly string[];
  /** Whether this server is the issuer. */
  readonly isOwn?: boolean;
  /** Scopes that clients may request. Empty: there is no restriction. */
  readonly scopes: readonly string[];
  /** Scopes that clients request first. */
  readonly firstScopes: readonly string[];
  /** Whether all callers act as one user. */
  readonly isOpen: boolean;
}

/** Path of the protected resource metadata (RFC 9728, 3.1). */
const metadataPath = `/.well-known/oauth-protected-resource${endpointPath}`;

const issuersOf = ({ origin }: URL, { authorizationServers, isOwn }: OAuthSignIn): readonly string[] =>
  isOwn ? [origin] : authorizationServers;

/** Returns challenge parameters with the address of the metadata (RFC 6750, 3 and RFC 9728, 5.1). */
export const whereToSignIn = ({ url }: Addresses, signIn: OAuthSignIn): string[] =>
  issuersOf(url, signIn).length === 0
    ? ['realm="casebridge"']
    : [`resource_metadata="${new URL(metadataPath, url).href}"`];

/** Returns all challenge parameters for an unauthenticated caller. */
export const challengeParameters = (addresses: Addresses, signIn: OAuthSignIn): string[] => [
  ...whereToSignIn(addresses, signIn),
  ...(issuersOf(addresses.url, signIn).length > 0 && signIn.firstScopes.length > 0
    ? [`scope="${signIn.firstScopes.join(' ')}"`]
    : []),
];

/** Serves the metadata, and answers clients that treat this server as an authorization server. */
export function addSignIn<Env extends object>(app: Hono<Env>, { url }: Addresses, signIn: OAuthSignIn): void {
  const { scopes } = signIn;
  const authorizationServers = issuersOf(url, signIn);
  if (authorizationServers.length > 0) {
    const metadata = {
      resource: url.href,
      authorization_servers: authorizationServers,
      ...(scopes.length > 0 && { scopes_supported: scopes }),
      bearer_methods_supported: ['header'],
      resource_name: 'casebridge',
    };
    const answer = (context: Context) => context.json(metadata);
    // Also serve the paths with a trailing slash, because the address in a client's configuration may end with one.
    for (const path of [metadataPath, `${metadataPath}/`, metadataPath.replace(endpointPath, '')])
      app.get(path, answer);
  }
  const error = { error: 'invalid_request', error_description: adviceFor(signIn) };
  app.all('/.well-known/*', async (context, next) =>
    documents.test(context.req.path) ? context.json(error, 404) : next(),
  );
  app.all(`${endpointPath}/.well-known/*`, (context) => context.json(error, 404));
  for (const path of ['/register', '/authorize', '/token'])
    app.all(path, (context) => context.json(error, 400));
}

/** Documents in which clients look for an authorization server (RFC 8414, OpenID Connect Discovery, RFC 9728). */
const documents = /\/\.well-known\/(oauth-|openid-configuration)/;

/** Returns the error for a client that tries to sign in here (RFC 6749, 5.2 and RFC 7591, 3.2.2). */
function adviceFor({ authorizationServers, isOpen }: OAuthSignIn): string {
  if (isOpen) return 'This server needs no sign-in: connect to it without a token.';
  if (authorizationServers.length > 0)
    return `This server does not sign users in: sign in at ${authorizationServers.join(' or ')}, as its protected resource metadata says.`;
  return 'This server does not sign users in. It needs a token in the Authorization header of each request (Authorization: Bearer ...): put a token into the configuration of the client, or a new one if it has expired.';
}
