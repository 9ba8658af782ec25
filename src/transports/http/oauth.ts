import type { Context, Hono } from 'hono';
import { type Addresses, endpointPath } from './addresses.ts';

/** How callers sign in. */
export interface OAuthSignIn {
  /** Issuers at which they do; without one they bring a token of the service, or nobody is asked. */
  readonly authorizationServers: readonly string[];
  /** Whether this server is the issuer itself. */
  readonly isOwn?: boolean;
  /** What clients can ask an issuer for; none: each asks as it likes. */
  readonly scopes: readonly string[];
  /** Those of them that they ask for at first. */
  readonly firstScopes: readonly string[];
  /** Whoever connects acts as one user. */
  readonly isOpen: boolean;
}

/** Where the way to sign in is described; RFC 9728, 3.1. */
const metadataPath = `/.well-known/oauth-protected-resource${endpointPath}`;

const issuersOf = ({ origin }: URL, { authorizationServers, isOwn }: OAuthSignIn): readonly string[] =>
  isOwn ? [origin] : authorizationServers;

/** Tells a caller where the way to sign in is described; RFC 6750, 3 and RFC 9728, 5.1. */
export const whereToSignIn = ({ url }: Addresses, signIn: OAuthSignIn): string[] =>
  issuersOf(url, signIn).length === 0
    ? ['realm="casebridge"']
    : [`resource_metadata="${new URL(metadataPath, url).href}"`];

/** What an unknown caller is told of it. */
export const challengeParameters = (addresses: Addresses, signIn: OAuthSignIn): string[] => [
  ...whereToSignIn(addresses, signIn),
  ...(issuersOf(addresses.url, signIn).length > 0 && signIn.firstScopes.length > 0
    ? [`scope="${signIn.firstScopes.join(' ')}"`]
    : []),
];

/** Describes the way to sign in, and answers whoever takes this server for one that signs callers in itself. */
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
    // A client may have been given the address with a slash at its end.
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

/** Documents in which clients look for an authorization server: RFC 8414, OpenID Connect Discovery, RFC 9728. */
const documents = /\/\.well-known\/(oauth-|openid-configuration)/;

/** What its user reads when a client has tried to register or to sign in here; RFC 6749, 5.2 and RFC 7591, 3.2.2. */
function adviceFor({ authorizationServers, isOpen }: OAuthSignIn): string {
  if (isOpen) return 'This server asks nobody to sign in: connect to it without a token.';
  if (authorizationServers.length > 0)
    return `This server signs nobody in itself: sign in at ${authorizationServers.join(' or ')}, as its protected resource metadata says.`;
  return 'This server takes a token in the Authorization header of each request (Authorization: Bearer ...) and signs nobody in itself: put a token into the configuration of the client, or a new one if it has expired.';
}
