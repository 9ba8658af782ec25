import { afterAll, afterEach, beforeAll } from 'vitest';
import { type RunningServer, startHttpServer } from '../../support/clients/harness.ts';
import { back } from '../../support/clients/oauth.ts';
import { createBrowser, type SeenPage } from '../../support/clients/person.ts';
import { type OpenIdProvider, startOpenId } from '../../support/servers/openid.ts';
import { exchangePath, startUpstream, type Upstream } from '../../support/servers/upstream.ts';
import { stepsAt } from './steps.ts';

/** Consent of users who have signed in at a provider: the page asks for no password. */
export const agreeing = { typed: {} };

/**
 * Starts a service, an OpenID provider at which users sign in, and a server that issues its own tokens. They
 * are shared by the tests of one file.
 */
export function signInAtProvider() {
  const at = {
    /** Starts another server with the same service and provider. */
    start: (): Promise<RunningServer> =>
      startHttpServer({
        args: [
          ...['--sign-in', 'oidc', '--issuer', at.provider.url, '--oidc-client-id', at.provider.client.id],
          ...['--sign-in-clients', `typed-in=${back}`, '--sign-in-registration'],
        ],
        env: {
          CASEBRIDGE_URL: at.upstream.url,
          CASEBRIDGE_OIDC_CLIENT_SECRET: at.provider.client.secret,
        },
      }),
    /** Returns the tokens that the service was asked to exchange. */
    exchanged: () =>
      at.upstream
        .requests(exchangePath)
        .map(({ headers }) => headers.authorization?.replace('Bearer ', '') ?? ''),
    /** Returns the page that a user sees after signing in at the provider. */
    see: async (browser = createBrowser(back)) => (await browser.go(await at.steps.begin())) as SeenPage,
  } as {
    upstream: Upstream;
    provider: OpenIdProvider;
    server: RunningServer;
    steps: ReturnType<typeof stepsAt>;
    start: () => Promise<RunningServer>;
    exchanged: () => string[];
    see: (browser?: ReturnType<typeof createBrowser>) => Promise<SeenPage>;
  };
  beforeAll(async () => {
    [at.upstream, at.provider] = await Promise.all([startUpstream(), startOpenId()]);
    at.server = await at.start();
    at.steps = stepsAt(at.server.url);
  });
  afterEach(() => {
    at.upstream.renew();
    at.provider.renew();
    at.provider.faults.clear();
  });
  afterAll(async () => {
    await at.server?.close();
    await at.provider?.close();
    await at.upstream?.close();
  });
  return at;
}
