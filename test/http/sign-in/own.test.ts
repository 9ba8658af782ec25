import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpProcess, startHttpServer } from '../../support/clients/harness.ts';
import { back, createAssistant } from '../../support/clients/oauth.ts';
import { agree, createBrowser, filled, type SeenPage } from '../../support/clients/person.ts';
import { person, redeeming, refreshing, stepsAt } from './steps.ts';

/** People sign in on a page of casebridge's own, with their login of the service. */

let server: HttpProcess;
beforeAll(async () => {
  server = await startHttpServer({
    args: [
      '--sandbox',
      '--sign-in',
      'service',
      '--sign-in-clients',
      `typed-in=${back}`,
      '--sign-in-registration',
      '--monitor-port',
      '0',
    ],
    env: { CASEBRIDGE_CONFIRM: 'none' },
  });
  steps = stepsAt(server.url);
});
afterAll(async () => {
  await server?.close();
});

const origin = () => new URL(server.url).origin;
const assistant = (clientId?: string) => createAssistant(server.url, { visit: person, clientId });
const textOf = (answer: unknown) => JSON.stringify(answer);
let steps: ReturnType<typeof stepsAt>;
const begin: typeof steps.begin = (...given) => steps.begin(...given);
const codeOf: typeof steps.codeOf = (...given) => steps.codeOf(...given);
const token: typeof steps.token = (...given) => steps.token(...given);
const ask: typeof steps.ask = (...given) => steps.ask(...given);

describe('an assistant that knows the address alone', () => {
  it.each([
    ['registers itself', undefined],
    ['was typed in', 'typed-in'],
  ])('and %s acts for whoever signs in on the page', async (_how, clientId) => {
    const { call, visits, kept } = assistant(clientId);
    expect(textOf(await call('who_am_i'))).toContain('Anna');
    expect(visits).toHaveLength(1);
    // What it got is of this server alone: the service takes none of it.
    expect(kept.tokens.access_token).toMatch(/^a\./);
    expect(kept.tokens.scope).toBe('cases:read cases:write');
  });

  it('renews its tokens without its person', async () => {
    const { call, visits, kept } = assistant();
    await call('who_am_i');
    const old = kept.tokens;
    kept.tokens = { ...old, access_token: `${old.access_token}x` };
    expect(textOf(await call('who_am_i'))).toContain('Anna');
    expect(visits).toHaveLength(1);
    expect(kept.tokens.refresh_token).not.toBe(old.refresh_token);
  });

  it('asks its person again when a call takes more than was agreed to', async () => {
    const { call, visits, kept } = assistant();
    await call('who_am_i');
    await call('delete_task', { id: '11111111-1111-4111-8111-111111111111' });
    expect(visits).toHaveLength(2);
    expect(kept.tokens.scope).toContain('cases:risky');
  });
});

describe('a code', () => {
  it('comes back with the state of the client and the issuer', async () => {
    const { searchParams } = await agree(await begin(), back, person);
    expect(searchParams.get('state')).toBe('of the client');
    expect(searchParams.get('iss')).toBe(origin());
  });

  it.each<[string, (code: string) => Record<string, string>]>([
    ['with another verifier', (code) => redeeming(code, { code_verifier: 'w'.repeat(43) })],
    ['by another client', (code) => redeeming(code, { client_id: 'other' })],
    ['for another address', (code) => redeeming(code, { redirect_uri: 'http://127.0.0.1:9/other' })],
    ['changed', (code) => redeeming(`${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`)],
    ['as a refresh token', (code) => refreshing(code)],
  ])('is worth nothing %s', async (_how, form) => {
    expect(await token(form(await codeOf()))).toEqual({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('that comes twice ends what it began', async () => {
    const code = await codeOf();
    const { body } = await token(redeeming(code));
    expect((await ask(body.access_token)).status).toBe(200);
    expect((await token(redeeming(code))).body).toEqual({ error: 'invalid_grant' });
    expect((await ask(body.access_token)).status).toBe(401);
    expect((await token(refreshing(body.refresh_token))).body).toEqual({ error: 'invalid_grant' });
  });
});

describe('a refresh token', () => {
  it('brings a token in the place of another: the server holds its person once, however often [FLT-86]', async () => {
    const [, monitor = ''] = /Health and metrics: (\S+)\/livez/.exec(server.process.stdout()) ?? [];
    const callers = async () =>
      Number(/^casebridge_callers (\d+)$/m.exec(await (await fetch(`${monitor}/metrics`)).text())?.[1]);
    const before = await callers();
    let { body } = await token(redeeming(await codeOf()));
    expect((await ask(body.access_token)).status).toBe(200);
    const first = body.access_token;
    for (let renewal = 0; renewal < 4; renewal += 1) {
      body = (await token(refreshing(body.refresh_token))).body;
      expect((await ask(body.access_token)).status).toBe(200);
      expect(await callers()).toBe(before + 1);
    }
    // Of two renewals ago; the one before holds until its time is over, for requests that are on their way with it.
    expect((await ask(first)).status).toBe(401);
  });

  it('that comes twice ends the connection: one of the two was stolen', async () => {
    const first = (await token(redeeming(await codeOf()))).body;
    const second = (await token(refreshing(first.refresh_token))).body;
    expect((await ask(second.access_token)).status).toBe(200);
    expect((await token(refreshing(first.refresh_token))).body).toEqual({ error: 'invalid_grant' });
    expect((await ask(second.access_token)).status).toBe(401);
    expect((await token(refreshing(second.refresh_token))).body).toEqual({ error: 'invalid_grant' });
  });

  it('is of no use to another client, and goes on with its own', async () => {
    const { body } = await token(redeeming(await codeOf()));
    expect((await token(refreshing(body.refresh_token, 'other'))).body).toEqual({ error: 'invalid_grant' });
    expect((await token(refreshing(body.refresh_token))).status).toBe(200);
  });

  it('that is revoked ends the connection at once', async () => {
    const { body } = await token(redeeming(await codeOf()));
    expect((await ask(body.access_token)).status).toBe(200);
    const revoked = await fetch(`${origin()}/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ token: body.refresh_token }),
    });
    expect(revoked.status).toBe(200);
    expect((await ask(body.access_token)).status).toBe(401);
  });
});

describe('a request for a sign-in', () => {
  const see = async (url: URL) => (await createBrowser(back).go(url)) as SeenPage;

  it.each<[string, Record<string, string | undefined>, RegExp]>([
    ['of nobody known', { client_id: 'nobody' }, /no client/],
    [
      'of a client at a host that is not let in',
      { client_id: 'https://evil.example/c.json' },
      /evil\.example/,
    ],
    ['that returns elsewhere', { redirect_uri: 'https://evil.example/' }, /address to return to/],
    ['that returns to a look-alike', { redirect_uri: `${back}.evil.example` }, /address to return to/],
    [
      'that returns to a program’s own script',
      { redirect_uri: 'javascript:alert(1)' },
      /address to return to/,
    ],
  ])('%s is shown to the person, and sent nowhere', async (_what, differing, why) => {
    const { status, text } = await see(await begin(differing));
    expect(status).toBe(400);
    expect(text).toMatch(why);
    expect(text).not.toContain('<form');
  });

  it.each<[string, Record<string, string | undefined>, string]>([
    ['without PKCE', { code_challenge: undefined }, 'invalid_request'],
    ['with the weaker PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['for a token at once', { response_type: 'token' }, 'unsupported_response_type'],
    ['for another server', { resource: 'https://other.example/mcp' }, 'invalid_target'],
  ])('%s goes back to the client with the reason', async (_what, differing, error) => {
    const url = (await createBrowser(back).go(await begin(differing))) as URL;
    expect(url.searchParams.get('error')).toBe(error);
    expect(url.searchParams.get('state')).toBe('of the client');
  });

  it('says in the language of the browser who asks for what and where it leads, and cannot be framed', async () => {
    const answer = await fetch(await begin({ scope: 'cases:read cases:risky' }), {
      headers: { 'accept-language': 'ru' },
    });
    const text = await answer.text();
    expect(text).toContain('<html lang="ru">');
    expect(text).toContain('typed-in хочет работать с вашими делами');
    expect(text).toContain('удалять, писать людям, администрировать');
    expect(text).not.toContain('<script');
    const policy = answer.headers.get('content-security-policy');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain(`form-action 'self' ${new URL(back).origin}`);
    expect(answer.headers.get('referrer-policy')).toBe('same-origin');
  });

  it('shows a wrong password in words, keeps the login, and can be tried again', async () => {
    const browser = createBrowser(back);
    const first = (await browser.go(await begin())) as SeenPage;
    const wrong = { typed: { login: 'anna', password: 'wrong"><b>' } };
    const second = (await browser.go(...filled(first, wrong))) as SeenPage;
    expect(second.status).toBe(401);
    expect(second.text).toContain('does not accept this login and password');
    expect(second.text).toContain('value="anna"');
    expect(second.text).not.toContain('wrong"');
    const third = await browser.go(...filled(second, person));
    expect(third).toBeInstanceOf(URL);
  });

  it('that the person refuses, or takes every right from, goes back as refused', async () => {
    const browser = createBrowser(back);
    const page = (await browser.go(await begin())) as SeenPage;
    for (const visit of [
      { ...person, button: 'refuse' },
      { ...person, unticked: ['cases:read'] },
    ]) {
      const url = (await browser.go(...filled(page, visit))) as URL;
      expect(url.searchParams.get('error')).toBe('access_denied');
      expect(url.searchParams.get('code')).toBeNull();
    }
  });

  it('grants what the person left ticked alone', async () => {
    const url = await agree(await begin({ scope: 'cases:read cases:write' }), back, {
      ...person,
      unticked: ['cases:write'],
    });
    const { body } = await token(redeeming(url.searchParams.get('code') ?? ''));
    expect(body.scope).toBe('cases:read');
  });

  it('is the page’s own: a form that was made elsewhere or changed does nothing', async () => {
    const page = (await createBrowser(back).go(await begin())) as SeenPage;
    const [url, form] = filled(page, person);
    form.set('request', `${form.get('request')}x`);
    expect(((await createBrowser(back).go(url, form)) as SeenPage).status).toBe(400);
    const elsewhere = await fetch(url, {
      method: 'POST',
      body: filled(page, person)[1],
      headers: { origin: 'https://evil.example' },
    });
    expect(elsewhere.status).toBe(403);
  });
});

describe('the list of one’s assistants', () => {
  it('ends connections, one’s own alone', async () => {
    const { call, kept } = assistant();
    await call('who_am_i');
    const browser = createBrowser(back);
    const door = (await browser.go(new URL('/connections', origin()))) as SeenPage;
    const list = (await browser.go(...filled(door, person))) as SeenPage;
    expect(list.text).toContain('Assistant');
    expect(list.text).not.toContain(kept.tokens.access_token);
    const others = (await browser.go(
      ...filled(door, { typed: { login: 'ivan', password: 'sandbox-ivan' } }),
    )) as SeenPage;
    expect(others.text).toContain('No assistant is connected.');
    expect((await ask(kept.tokens.access_token)).status).toBe(200);
    // Whoever has the number of a connection, and no page of its own person, ends nothing.
    const [, id = ''] = /name="end" value="([^"]+)"/.exec(list.text) ?? [];
    const [end, form] = filled(list, { typed: {}, button: id });
    for (const ticket of ['', `${form.get('ticket')}x`]) {
      form.set('ticket', ticket);
      expect(((await browser.go(end, form)) as SeenPage).status).toBe(400);
    }
    expect((await ask(kept.tokens.access_token)).status).toBe(200);
    await browser.go(...filled(list, { typed: {}, button: 'all' }));
    expect((await ask(kept.tokens.access_token)).status).toBe(401);
  });
});
