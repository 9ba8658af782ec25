import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type HttpProcess, startHttpServer } from '../../support/clients/harness.ts';
import { back, createAssistant } from '../../support/clients/oauth.ts';
import { agree, createBrowser, filled, type SeenPage } from '../../support/clients/person.ts';
import { type OpenIdProvider, startOpenId } from '../../support/servers/openid.ts';
import { exchangePath, json, startUpstream, type Upstream } from '../../support/servers/upstream.ts';
import { redeeming, refreshing, stepsAt } from './steps.ts';

/** People sign in at an OpenID provider, and casebridge hands out tokens of its own. */

let upstream: Upstream;
let provider: OpenIdProvider;
let server: HttpProcess;
let steps: ReturnType<typeof stepsAt>;
beforeAll(async () => {
  [upstream, provider] = await Promise.all([startUpstream(), startOpenId()]);
  server = await start();
  steps = stepsAt(server.url);
});
afterEach(() => {
  upstream.renew();
  provider.renew();
  provider.faults.clear();
});
afterAll(async () => {
  await server?.close();
  await provider?.close();
  await upstream?.close();
});

const start = () =>
  startHttpServer({
    args: [
      ...['--sign-in', 'oidc', '--issuer', provider.url, '--oidc-client-id', provider.client.id],
      ...['--sign-in-clients', `typed-in=${back}`, '--sign-in-registration'],
    ],
    env: { CASEBRIDGE_URL: upstream.url, CASEBRIDGE_OIDC_CLIENT_SECRET: provider.client.secret },
  });
const agreeing = { typed: {} };
const exchanged = () =>
  upstream.requests(exchangePath).map(({ headers }) => headers.authorization?.replace('Bearer ', '') ?? '');
/** What somebody sees after they were at the provider. */
const see = async (browser = createBrowser(back)) => (await browser.go(await steps.begin())) as SeenPage;
const words = 'This sign-in cannot go on';

describe('an assistant that knows the address alone', () => {
  it.each([
    ['registers itself', undefined],
    ['was typed in', 'typed-in'],
  ])('and %s acts for whoever signed in at the provider', async (_how, clientId) => {
    const { call, visits, kept } = createAssistant(server.url, { visit: agreeing, clientId });
    expect((await call('list_users')).isError).not.toBe(true);
    expect(visits).toHaveLength(1);
    const [given = ''] = exchanged();
    expect(given).toMatch(/^ACCESS-OF-THE-PROVIDER/);
    // No token of the provider, and nothing by which it knows casebridge, is in what anybody else gets.
    const carried = upstream.seen.filter(({ headers }) => headers.authorization?.includes('ACCESS-OF-THE'));
    expect(new Set(carried.map(({ target }) => target))).toEqual(new Set([exchangePath]));
    for (const text of [JSON.stringify(kept), server.stderr()])
      expect(text).not.toMatch(/ACCESS-OF-THE-PROVIDER|SECRET/);
  });

  it('finds the authorization server of casebridge, not the provider', async () => {
    const described = await fetch(new URL('/.well-known/oauth-protected-resource/mcp', server.url));
    const { authorization_servers } = (await described.json()) as { authorization_servers: string[] };
    expect(authorization_servers.map((one) => new URL(one).origin)).toEqual([new URL(server.url).origin]);
  });
});

describe('the page', () => {
  it('says who signed in, asks for no password, and counts once', async () => {
    const browser = createBrowser(back);
    const page = await see(browser);
    expect(page.text).toContain('You are signed in as <strong><bdi>Anna</bdi></strong> (<bdi>anna</bdi>)');
    expect(page.text).not.toContain('name="password"');
    const [url, form] = filled(page, agreeing);
    expect(await browser.go(url, form)).toBeInstanceOf(URL);
    const again = (await browser.go(url, form)) as SeenPage;
    expect(again.status).toBe(400);
    expect(again.text).toContain('was used before');
  });

  it('on which somebody refuses tells the client so, and leaves nothing to agree to', async () => {
    const browser = createBrowser(back);
    const page = await see(browser);
    const refused = (await browser.go(...filled(page, { ...agreeing, button: 'refuse' }))) as URL;
    expect(refused.searchParams.get('error')).toBe('access_denied');
    expect(((await browser.go(...filled(page, agreeing))) as SeenPage).status).toBe(400);
  });

  it('belongs to the browser that began: nobody agrees or signs in with what another one brought back', async () => {
    const page = await see();
    const others = (await createBrowser(back).go(...filled(page, agreeing))) as SeenPage;
    expect([others.status, others.text]).toEqual([400, expect.stringContaining('in another browser')]);
    // What the provider sends back is brought by another browser, which has a sign-in of its own under way.
    const begun = await fetch(await steps.begin(), { redirect: 'manual' });
    const atProvider = await fetch(begun.headers.get('location') ?? '', { redirect: 'manual' });
    const browser = createBrowser(back);
    await see(browser);
    const stolen = (await browser.go(new URL(atProvider.headers.get('location') ?? ''))) as SeenPage;
    expect([stolen.status, stolen.text]).toEqual([400, expect.stringContaining('in another browser')]);
    const cookie = begun.headers.getSetCookie().join();
    expect(cookie).toMatch(/HttpOnly.*SameSite=Lax/);
  });

  it('is not had by a changed state, nor by what the provider sent back before', async () => {
    const browser = createBrowser(back);
    const { url } = await see(browser);
    const again = (await browser.go(url)) as SeenPage;
    expect([again.status, again.text]).toEqual([400, expect.stringContaining(words)]);
    url.searchParams.set('state', `${url.searchParams.get('state')}x`);
    expect(((await browser.go(url)) as SeenPage).status).toBe(400);
  });
});

describe('what the provider answers', () => {
  const [soon, longAgo] = [60, -300].map((seconds) => Math.floor(Date.now() / 1000) + seconds);
  const answer = (alter: (parameters: URLSearchParams) => void) => () => {
    provider.alter.answer = alter;
  };
  const claims = (differing: object) => () => {
    provider.alter.claims = (right) => ({ ...right, ...differing });
  };
  it.each<[string, () => void, RegExp]>([
    ['with another nonce', claims({ nonce: 'another' }), /the nonce of its ID token/],
    ['for another client', claims({ aud: 'another' }), /its aud is wrong/],
    ['for several, by another', claims({ aud: ['casebridge', 'b'], azp: 'b' }), /the azp of its ID token/],
    ['as another issuer', claims({ iss: 'https://evil.example' }), /its iss is wrong/],
    ['five minutes ago', claims({ exp: longAgo }), /has expired/],
    ['five minutes ahead', claims({ nbf: soon }), /nbf is wrong, by the clock of this machine/],
    ['about nobody', claims({ sub: '' }), /its sub is wrong/],
    [
      'without a signature',
      () => {
        provider.alter.tokens = { id_token: `${btoa('{"alg":"none"}')}.${btoa('{"sub":"anna"}')}.` };
      },
      /is none of the issuer’s/,
    ],
    [
      'by a key of nobody',
      () => {
        provider.alter.header = { kid: 'nobody' };
      },
      /is none of the issuer’s/,
    ],
    [
      'without an ID token',
      () => {
        provider.alter.tokens = { id_token: undefined };
      },
      /is none of the issuer’s/,
    ],
    [
      'with tokens of another type',
      () => {
        provider.alter.tokens = { token_type: 'DPoP' };
      },
      /without a bearer token/,
    ],
    ['in the name of another', answer((p) => p.set('iss', 'https://evil.example')), /of another issuer/],
    ['in nobody’s name, which it always gives', answer((p) => p.delete('iss')), /of another issuer/],
    ['twice in one', answer((p) => p.append('code', 'b')), /code came twice/],
    ['with neither code nor error', answer((p) => p.delete('code')), /neither with a code nor with an error/],
    ['with an error', answer((p) => p.set('error', 'login_required')), /it answered login_required/],
    ['with an error that is none', answer((p) => p.set('error', '<b>')), /neither with a code nor/],
    [
      'that it does not know casebridge',
      () => {
        provider.alter.token = (response) => json(response, 401, { error: 'invalid_client' });
      },
      /status 401: invalid_client/,
    ],
  ])(
    '%s signs nobody in, is said on the page and in the log, and the service is not asked',
    async (_what, alter, why) => {
      alter();
      const before = server.stderr().length;
      const { status, text } = await see();
      expect([status, text]).toEqual([502, expect.stringContaining('cannot be trusted')]);
      expect(text).not.toContain('<form');
      await expect.poll(() => server.stderr().slice(before)).toMatch(why);
      expect(exchanged()).toEqual([]);
    },
  );

  it('is taken where its clock is off by less than the setting says', async () => {
    provider.alter.claims = (right) => ({ ...right, exp: Math.floor(Date.now() / 1000) - 10 });
    expect((await see()).status).toBe(200);
  });

  it('that the person refused there goes back to the client as refused', async () => {
    provider.alter.answer = (parameters) => {
      parameters.delete('code');
      parameters.set('error', 'access_denied');
    };
    const url = (await createBrowser(back).go(await steps.begin())) as URL;
    expect(url.searchParams.get('error')).toBe('access_denied');
    expect(url.searchParams.get('state')).toBe('of the client');
  });

  it('with a place to sign out that is reached without TLS leads nobody there', async () => {
    provider.alter.metadata = { end_session_endpoint: 'http://192.0.2.1/leave' };
    const fresh = await start();
    const path = '/connections/sign-in';
    const { text } = (await createBrowser(back).go(new URL(path, fresh.url))) as SeenPage;
    expect(text).toContain('Your connected assistants');
    expect(text).not.toContain('sign-out');
    await fresh.close();
  });

  it('not at all is said on a page, whatever does not come, and the next attempt goes on', async () => {
    // A server that has asked nobody yet.
    const fresh = await start();
    try {
      const faults: [string, (response: ServerResponse) => unknown][] = [
        ['/.well-known/openid-configuration', (response) => response.writeHead(503).end()],
        ['/keys', (response) => response.destroy()],
        ['/token', (response) => response.writeHead(503).end()],
        // Never.
        ['/token', () => undefined],
      ];
      const go = async () => (await createBrowser(back).go(await stepsAt(fresh.url).begin())) as SeenPage;
      for (const [path, fault] of faults) {
        provider.faults.set(path, fault);
        const { status, text } = await go();
        expect([path, status, text]).toEqual([
          path,
          503,
          expect.stringContaining('cannot be asked just now'),
        ]);
        provider.faults.clear();
      }
      expect((await go()).status).toBe(200);
    } finally {
      await fresh.close();
    }
  });
});

describe('what the service makes of it', () => {
  it('is a refusal: nobody is signed in, and the page says who refuses', async () => {
    upstream.on.exchange = (response) => json(response, 401, { message: 'unknown user' });
    const { status, text } = await see();
    expect([status, text]).toEqual([403, expect.stringContaining('does not let you in')]);
    expect(text).not.toContain('<form');
  });

  it('is a token that is renewed with the provider’s, until the provider renews it no more', async () => {
    provider.alter.tokens = { expires_in: 5 };
    upstream.on.exchange = (response) =>
      json(response, 200, {
        access_token: 'short-lived',
        token_type: 'bearer',
        expires_in: 5,
        refresh_token: 'r',
      });
    const asked = provider.forms.length;
    const code = (await agree(await steps.begin(), back, agreeing)).searchParams.get('code') ?? '';
    const { body } = await steps.token(redeeming(code));
    const status = async () => (await steps.ask(body.access_token)).status;
    const kinds = () => provider.forms.slice(asked).map(({ grant_type }) => grant_type);
    await expect
      .poll(async () => [await status(), kinds().includes('refresh_token')], {
        timeout: 40_000,
        interval: 500,
      })
      .toEqual([200, true]);
    // The service’s own refresh token would outlive what the provider says.
    expect(upstream.requests('/api/v2/auth/token')).toEqual([]);
    // While it is away nobody is signed out.
    provider.alter.token = (response) => response.writeHead(503).end();
    await expect.poll(status, { timeout: 40_000, interval: 500 }).toBe(503);
    provider.alter.token = undefined;
    await expect.poll(status, { timeout: 40_000, interval: 500 }).toBe(200);
    provider.alter.token = (response) => json(response, 400, { error: 'invalid_grant' });
    await expect.poll(status, { timeout: 40_000, interval: 500 }).toBe(401);
    expect((await steps.token(refreshing(body.refresh_token))).body).toEqual({ error: 'invalid_grant' });
  });
});

describe('the list of one’s assistants', () => {
  it('is seen after a sign-in at the provider, and ends connections', async () => {
    const { call, kept } = createAssistant(server.url, { visit: agreeing });
    await call('list_users');
    const browser = createBrowser(back);
    const door = (await browser.go(new URL('/connections', server.url))) as SeenPage;
    expect(door.text).not.toContain('name="password"');
    const list = (await browser.go(new URL('/connections/sign-in', server.url))) as SeenPage;
    expect(list.text).toContain('Assistant');
    await browser.go(...filled(list, { ...agreeing, button: 'all' }));
    expect((await steps.ask(kept.tokens.access_token)).status).toBe(401);
  });

  it('leads to the sign-out of the provider and back, where it has one, and ends nothing of its own by that', async () => {
    const { call, kept } = createAssistant(server.url, { visit: agreeing });
    await call('list_users');
    const browser = createBrowser(back);
    const show = async () => (await browser.go(new URL('/connections/sign-in', server.url))) as SeenPage;
    const [, path = ''] = /<a href="([^"]+)">Sign out/.exec((await show()).text) ?? [];
    const led = await fetch(new URL(path, server.url), { redirect: 'manual' });
    const asked = new URL(led.headers.get('location') ?? '');
    expect([asked.pathname, asked.searchParams.get('client_id')]).toEqual(['/leave', provider.client.id]);
    expect(asked.search).not.toMatch(/id_token/);
    const left = (await browser.go(asked)) as SeenPage;
    expect([left.url.pathname, left.text]).toEqual([
      '/signed-in',
      expect.stringContaining('You have come back from signing out'),
    ]);
    expect((await steps.ask(kept.tokens.access_token)).status).toBe(200);
  });
});
