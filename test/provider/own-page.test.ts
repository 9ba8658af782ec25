import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpProcess, startHttpProcess } from '../support/clients/harness.ts';
import { back, createAssistant } from '../support/clients/oauth.ts';
import { createBrowser, filled, type SeenPage } from '../support/clients/person.ts';
import { freePorts } from '../support/servers/nginx.ts';
import { tlsFile, tlsOf } from '../support/servers/tls/files.ts';
import { exchangePath, startUpstream, type Upstream } from '../support/servers/upstream.ts';
import { type McpRemote, startMcpRemote } from './mcp-remote.ts';
import { type Provider, startProvider } from './provider.ts';

/** Sign-in at a real OpenID provider and consent on casebridge's page, with each type of client registration. */

const secret = 'secret of tests alone';
const visit = { typed: { login: 'anna' } };
const documents = createServer(tlsOf('good'), (request, response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      client_id: `${documentsAt()}${request.url}`,
      client_name: 'Described',
      redirect_uris: [back],
    }),
  ),
);
const documentsAt = () => `https://127.0.0.1:${(documents.address() as AddressInfo).port}`;
let upstream: Upstream;
let provider: Provider;
let server: HttpProcess;
let remote: McpRemote | undefined;
beforeAll(async () => {
  await new Promise<void>((resolve) => documents.listen(0, '127.0.0.1', resolve));
  upstream = await startUpstream();
  const [port = 0] = await freePorts(1);
  const { origin } = new URL(`http://127.0.0.1:${port}`);
  const typedIn = { id: 'casebridge', redirect: `${origin}/signed-in`, left: `${origin}/signed-in`, secret };
  provider = await startProvider({ resource: upstream.url, typedIn });
  server = await startHttpProcess({
    args: [
      ...[
        '--port',
        String(port),
        '--sign-in',
        'oidc',
        '--issuer',
        provider.url,
        '--oidc-client-id',
        typedIn.id,
      ],
      ...['--scopes', 'openid offline_access', '--sign-in-registration'],
      ...['--sign-in-clients', `typed-in=${back} ${new URL(documentsAt()).host}`],
    ],
    env: {
      CASEBRIDGE_URL: upstream.url,
      CASEBRIDGE_OIDC_CLIENT_SECRET: secret,
      CASEBRIDGE_CA_FILE: tlsFile('authority'),
    },
  });
});
afterAll(async () => {
  await remote?.close();
  await server?.close();
  await provider?.close();
  await upstream?.close();
  documents.close();
  documents.closeAllConnections();
});

describe('an assistant that knows only the address', () => {
  it.each([
    ['registers itself', () => ({})],
    ['was typed in', () => ({ clientId: 'typed-in' })],
    ['is described at an https address', () => ({ document: `${documentsAt()}/client.json` })],
  ])('and %s acts for the user who signed in at the provider', async (_how, known) => {
    const { call, visits, kept } = createAssistant(server.url, { visit, ...known() });
    expect((await call('list_users')).isError).not.toBe(true);
    expect(visits.map(({ origin }) => origin)).toEqual([new URL(server.url).origin]);
    expect(kept.tokens.access_token).toMatch(/^a\./);
    const carried = upstream.requests(exchangePath).at(-1)?.headers.authorization;
    expect(carried).toMatch(/^Bearer eyJ/);
  });

  it('is mcp-remote, for a client that starts its servers', async () => {
    remote = await startMcpRemote(server.url, visit);
    const answer = await remote.client.callTool({ name: 'list_users', arguments: {} });
    expect(answer.isError).not.toBe(true);
    expect(remote.visited.pathname).toBe('/authorize');
  });
});

describe('the list of the user’s assistants', () => {
  it('is shown after sign-in at the provider', async () => {
    const browser = createBrowser(back);
    let seen = (await browser.go(new URL('/connections/sign-in', server.url))) as SeenPage;
    for (let step = 0; step < 5 && seen.url.origin !== new URL(server.url).origin; step += 1)
      seen = (await browser.go(...filled(seen, visit))) as SeenPage;
    expect(seen.text).toContain('Described');
    expect(seen.text).toContain('href="/connections/sign-out"');
    const left = (await browser.go(...filled(seen, { typed: {}, button: 'all' }))) as SeenPage;
    expect(left.text).toContain('No assistant is connected.');
  });

  it('leads to sign-out at the provider, which asks for confirmation and redirects back', async () => {
    const { call, kept } = createAssistant(server.url, { visit, clientId: 'typed-in' });
    await call('list_users');
    const browser = createBrowser(back);
    const { origin } = new URL(server.url);
    const signIn = async () => (await browser.go(new URL('/connections/sign-in', origin))) as SeenPage;
    let seen = await signIn();
    for (let step = 0; step < 5 && seen.url.origin !== origin; step += 1)
      seen = (await browser.go(...filled(seen, visit))) as SeenPage;
    // The provider asks for consent each time (`offline_access`), but knows the user.
    expect((await signIn()).text).not.toContain('name="login"');
    const asks = (await browser.go(new URL('/connections/sign-out', origin))) as SeenPage;
    expect(asks.url.origin).toBe(provider.url);
    const out = (await browser.go(...filled(asks, { typed: {}, button: 'yes' }))) as SeenPage;
    expect([out.url.pathname, out.text]).toEqual(['/signed-in', expect.stringContaining('You signed out')]);
    // After sign-out, the provider asks the next user of this browser for the login.
    expect((await signIn()).text).toContain('name="login"');
    // Offline access continues after sign-out.
    expect((await call('list_users')).isError).not.toBe(true);
    expect(kept.tokens.access_token).toMatch(/^a\./);
  });
});
