import { describe, expect, it } from 'vitest';
import { back, createAssistant } from '../../support/clients/oauth.ts';
import { agree, createBrowser, filled, type SeenPage } from '../../support/clients/person.ts';
import { exchangePath, json } from '../../support/servers/upstream.ts';
import { agreeing, signInAtProvider } from './at-provider.ts';
import { redeeming, refreshing } from './steps.ts';

/** Users sign in at an OpenID provider, and casebridge issues its own tokens. */

const at = signInAtProvider();
const words = 'This sign-in cannot continue';

describe('an assistant that knows only the URL', () => {
  it.each([
    ['registers itself', undefined],
    ['was typed in', 'typed-in'],
  ])('and %s acts for the user who signed in at the provider', async (_how, clientId) => {
    const { call, visits, kept } = createAssistant(at.server.url, { visit: agreeing, clientId });
    expect((await call('list_users')).isError).not.toBe(true);
    expect(visits).toHaveLength(1);
    const [given = ''] = at.exchanged();
    expect(given).toMatch(/^ACCESS-OF-THE-PROVIDER/);
    // No other party receives a token of the provider or casebridge's client credentials.
    const carried = at.upstream.seen.filter(({ headers }) =>
      headers.authorization?.includes('ACCESS-OF-THE'),
    );
    expect(new Set(carried.map(({ target }) => target))).toEqual(new Set([exchangePath]));
    for (const text of [JSON.stringify(kept), at.server.stderr()])
      expect(text).not.toMatch(/ACCESS-OF-THE-PROVIDER|SECRET/);
  });

  it('finds the authorization server of casebridge, not the provider', async () => {
    const described = await fetch(new URL('/.well-known/oauth-protected-resource/mcp', at.server.url));
    const { authorization_servers } = (await described.json()) as { authorization_servers: string[] };
    expect(authorization_servers.map((one) => new URL(one).origin)).toEqual([new URL(at.server.url).origin]);
  });
});

describe('the page', () => {
  it('says who signed in, asks for no password, and counts once', async () => {
    const browser = createBrowser(back);
    const page = await at.see(browser);
    expect(page.text).toContain(
      'Signed in as <strong><bdi>Anna</bdi></strong> <span class="dim">(<bdi>anna</bdi>)',
    );
    expect(page.text).not.toContain('name="password"');
    const [url, form] = filled(page, agreeing);
    expect(await browser.go(url, form)).toBeInstanceOf(URL);
    const again = (await browser.go(url, form)) as SeenPage;
    expect(again.status).toBe(400);
    expect(again.text).toContain('was already used');
  });

  it('that the user declines tells the client so, and leaves nothing to confirm', async () => {
    const browser = createBrowser(back);
    const page = await at.see(browser);
    const refused = (await browser.go(...filled(page, { ...agreeing, button: 'refuse' }))) as URL;
    expect(refused.searchParams.get('error')).toBe('access_denied');
    expect(((await browser.go(...filled(page, agreeing))) as SeenPage).status).toBe(400);
  });

  it('belongs to the browser that began: the result from another browser is refused', async () => {
    const page = await at.see();
    const others = (await createBrowser(back).go(...filled(page, agreeing))) as SeenPage;
    expect([others.status, others.text]).toEqual([400, expect.stringContaining('in another browser')]);
    // Another browser, with its own sign-in in progress, opens the provider's redirect.
    const begun = await fetch(await at.steps.begin(), { redirect: 'manual' });
    const atProvider = await fetch(begun.headers.get('location') ?? '', { redirect: 'manual' });
    const browser = createBrowser(back);
    await at.see(browser);
    const stolen = (await browser.go(new URL(atProvider.headers.get('location') ?? ''))) as SeenPage;
    expect([stolen.status, stolen.text]).toEqual([400, expect.stringContaining('in another browser')]);
    const cookie = begun.headers.getSetCookie().join();
    expect(cookie).toMatch(/HttpOnly.*SameSite=Lax/);
  });

  it('is not shown for a changed state, or for a used response of the provider', async () => {
    const browser = createBrowser(back);
    const { url } = await at.see(browser);
    const again = (await browser.go(url)) as SeenPage;
    expect([again.status, again.text]).toEqual([400, expect.stringContaining(words)]);
    url.searchParams.set('state', `${url.searchParams.get('state')}x`);
    expect(((await browser.go(url)) as SeenPage).status).toBe(400);
  });
});

describe("the service's response to the token", () => {
  it('can be a refusal: the user is not signed in, and the page names the service', async () => {
    at.upstream.on.exchange = (response) => json(response, 401, { message: 'unknown user' });
    const { status, text } = await at.see();
    expect([status, text]).toEqual([403, expect.stringContaining('you have no access')]);
    expect(text).not.toContain('<form');
  });

  it('is a token that is renewed with the provider’s, until the provider renews it no more', async () => {
    at.provider.alter.tokens = { expires_in: 5 };
    at.upstream.on.exchange = (response) =>
      json(response, 200, {
        access_token: 'short-lived',
        token_type: 'bearer',
        expires_in: 5,
        refresh_token: 'r',
      });
    const asked = at.provider.forms.length;
    const code = (await agree(await at.steps.begin(), back, agreeing)).searchParams.get('code') ?? '';
    const { body } = await at.steps.token(redeeming(code));
    const status = async () => (await at.steps.ask(body.access_token)).status;
    const kinds = () => at.provider.forms.slice(asked).map(({ grant_type }) => grant_type);
    await expect
      .poll(async () => [await status(), kinds().includes('refresh_token')], {
        timeout: 40_000,
        interval: 500,
      })
      .toEqual([200, true]);
    // The service's own refresh token is not used, because it would outlive the provider's session.
    expect(at.upstream.requests('/api/v2/auth/token')).toEqual([]);
    // While the provider is unavailable, users stay signed in.
    at.provider.alter.token = (response) => response.writeHead(503).end();
    await expect.poll(status, { timeout: 40_000, interval: 500 }).toBe(503);
    at.provider.alter.token = undefined;
    await expect.poll(status, { timeout: 40_000, interval: 500 }).toBe(200);
    at.provider.alter.token = (response) => json(response, 400, { error: 'invalid_grant' });
    await expect.poll(status, { timeout: 40_000, interval: 500 }).toBe(401);
    expect((await at.steps.token(refreshing(body.refresh_token))).body).toMatchObject({
      error: 'invalid_grant',
    });
  });
});

describe('the list of one’s assistants', () => {
  it('is seen after a sign-in at the provider, and ends connections', async () => {
    const { call, kept } = createAssistant(at.server.url, { visit: agreeing });
    await call('list_users');
    const browser = createBrowser(back);
    const door = (await browser.go(new URL('/connections', at.server.url))) as SeenPage;
    expect(door.text).not.toContain('name="password"');
    const list = (await browser.go(new URL('/connections/sign-in', at.server.url))) as SeenPage;
    expect(list.text).toContain('Assistant');
    await browser.go(...filled(list, { ...agreeing, button: 'all' }));
    expect((await at.steps.ask(kept.tokens.access_token)).status).toBe(401);
  });

  it('leads to the sign-out of the provider and back, if it has one, and ends no own connection by that', async () => {
    const { call, kept } = createAssistant(at.server.url, { visit: agreeing });
    await call('list_users');
    const browser = createBrowser(back);
    const show = async () => (await browser.go(new URL('/connections/sign-in', at.server.url))) as SeenPage;
    const [, path = ''] = /<a href="([^"]+)">Sign out/.exec((await show()).text) ?? [];
    const led = await fetch(new URL(path, at.server.url), { redirect: 'manual' });
    const asked = new URL(led.headers.get('location') ?? '');
    expect([asked.pathname, asked.searchParams.get('client_id')]).toEqual(['/leave', at.provider.client.id]);
    expect(asked.search).not.toMatch(/id_token/);
    const left = (await browser.go(asked)) as SeenPage;
    expect([left.url.pathname, left.text]).toEqual([
      '/signed-in',
      expect.stringContaining('You signed out of your organisation'),
    ]);
    expect((await at.steps.ask(kept.tokens.access_token)).status).toBe(200);
  });
});
