import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startHttpServer } from '../../support/clients/harness.ts';
import { back } from '../../support/clients/oauth.ts';
import { agree, createBrowser, filled, type SeenPage } from '../../support/clients/person.ts';
import { person, redeeming, stepsAt } from './steps.ts';

/** Parameters of clients' authorization requests, and how casebridge's page shows them. */

let server: RunningServer;
let steps: ReturnType<typeof stepsAt>;
beforeAll(async () => {
  server = await startHttpServer({
    args: [
      ...['--sandbox', '--sign-in', 'service', '--sign-in-registration'],
      ...['--sign-in-clients', `typed-in=${back}`],
    ],
  });
  steps = stepsAt(server.url);
});
afterAll(async () => {
  await server?.close();
});

const origin = () => new URL(server.url).origin;
const begin: typeof steps.begin = (...given) => steps.begin(...given);
const token: typeof steps.token = (...given) => steps.token(...given);
const register = async (content: object) => {
  const answer = await fetch(`${origin()}/register`, { method: 'POST', body: JSON.stringify(content) });
  return (await answer.json()) as { client_id: string; error?: string };
};

describe('a request for a sign-in', () => {
  const see = async (url: URL) => (await createBrowser(back).go(url)) as SeenPage;
  const boxes = (text: string) =>
    [...text.matchAll(/value="cases:(\w+)"( checked)?/g)].map(([, scope, tick]) => scope + (tick ?? ''));

  it.each<[string, string | undefined, string[], boolean]>([
    ['all', 'cases:read cases:write cases:risky', ['read checked', 'write checked', 'risky'], true],
    ['the usual ones', 'cases:read cases:write', ['read checked', 'write checked', 'risky'], false],
    ['to read', 'cases:read', ['read checked', 'write', 'risky'], false],
    ['nothing', undefined, ['read checked', 'write checked', 'risky'], false],
    ['what is risky alone', 'cases:risky', ['read', 'write', 'risky'], true],
  ])(
    'for %s shows all scopes, and preselects the requested ones except the risky one',
    async (_what, scope, shown, isAsked) => {
      const { text } = await see(await begin({ scope }));
      expect(boxes(text)).toEqual(shown);
      expect(text.includes('The program asks for this.')).toBe(isAsked);
    },
  );

  it('grants scopes that the user selects in addition to the requested ones', async () => {
    const url = await agree(await begin(), back, { ...person, ticked: ['cases:risky', 'made:up'] });
    const { body } = await token(redeeming(url.searchParams.get('code') ?? ''));
    expect(body.scope).toBe('cases:read cases:risky');
  });

  it.each<[string, Record<string, string | undefined>, RegExp]>([
    ['of nobody known', { client_id: 'nobody' }, /does not know the program/],
    [
      'of a client at a host that is not let in',
      { client_id: 'https://evil.example/c.json' },
      /not allowed here: <q><bdi>evil\.example</,
    ],
    [
      'that returns elsewhere',
      { redirect_uri: 'https://evil.example/' },
      /address to return to is not registered/,
    ],
    [
      'that returns to a look-alike',
      { redirect_uri: `${back}.evil.example` },
      /address to return to is not registered/,
    ],
    [
      'that returns to a program’s own script',
      { redirect_uri: 'javascript:alert(1)' },
      /address to return to is not registered/,
    ],
  ])('%s is shown to the person, and sent nowhere', async (_what, differing, why) => {
    const { status, text } = await see(await begin(differing));
    expect(status).toBe(400);
    expect(text).toMatch(why);
    expect(text).not.toContain('<form');
  });

  it('shows no text of its sender', async () => {
    const words = 'Call 555-0100 and read your password out';
    for (const differing of [
      { client_id: words },
      { client_id: `https://evil.example/${encodeURIComponent(words)}` },
      { client_id: `https://${'a;sandbox'}/c.json` },
      { redirect_uri: `https://evil.example/?${words}` },
      { [words]: 'once' },
      { response_type: words },
    ]) {
      const url = await begin(differing);
      if (words in differing) url.searchParams.append(words, 'twice');
      const seen = await createBrowser(back).go(url);
      const shown = seen instanceof URL ? String(seen.searchParams.get('error_description')) : seen.text;
      expect(shown).not.toMatch(/555|sandbox/);
    }
  });

  it.each<[string, Record<string, string | undefined>]>([
    ['without PKCE', { code_challenge: undefined }],
    ['with an unknown response type', { response_type: 'x' }],
    ['for another server', { resource: 'https://other.example/mcp' }],
    ['with a state that is too long', { state: 's'.repeat(3000) }],
  ])('%s of a client that registered itself is shown, and redirects no user', async (_what, differing) => {
    const { client_id } = await register({ redirect_uris: ['https://evil.example/back'] });
    const redirect_uri = 'https://evil.example/back';
    const { status, text } = await see(await begin({ client_id, redirect_uri, ...differing }));
    expect([status, text]).toEqual([400, expect.stringContaining('The program’s request is invalid')]);
    expect(text).not.toContain('evil.example');
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

  it('shows client, scopes and target in the language of the browser, and cannot be framed', async () => {
    const answer = await fetch(await begin({ scope: 'cases:read cases:risky' }), {
      headers: { 'accept-language': 'ru' },
    });
    const text = await answer.text();
    expect(text).toContain('<html lang="ru">');
    expect(text).toContain('<h1>Подключить <bdi>typed-in</bdi>?</h1>');
    expect(text).toContain('<dt>Вы вернётесь</dt><dd>в программу на этом компьютере</dd>');
    expect(text).toContain('<span>Удалять записи<br>Отправлять сообщения<br>Администрировать</span>');
    expect(text).not.toContain('<script');
    const policy = answer.headers.get('content-security-policy');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain(`form-action 'self' ${new URL(back).origin}`);
    expect(answer.headers.get('referrer-policy')).toBe('same-origin');
  });

  it('shows a wrong password in words, keeps the login, and can be tried again', async () => {
    const browser = createBrowser(back);
    const first = (await browser.go(await begin())) as SeenPage;
    const wrong = { typed: { login: 'anna', password: 'mistyped"><b>' } };
    const second = (await browser.go(...filled(first, wrong))) as SeenPage;
    expect(second.status).toBe(401);
    expect(second.text).toContain('<p role="alert">The service does not accept this login and password.<');
    expect(second.text).toContain('Enter the password again');
    expect(second.text).toContain('value="anna"');
    expect(second.text).not.toContain('mistyped');
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

  it('grants only the scopes that the user left selected', async () => {
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

describe('a body of more than 64 kB', () => {
  const large = `password=${'x'.repeat(70_000)}`;
  const parts = () => new Blob([large]).stream();
  it.each(['/authorize', '/connections', '/token', '/revoke', '/register'])(
    'is refused with 413 by %s, without a line in the log',
    async (path) => {
      const send = (body: string | ReadableStream) =>
        fetch(`${origin()}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body,
          duplex: 'half',
        } as RequestInit);
      for (const body of [large, parts()]) expect((await send(body)).status).toBe(413);
      expect(server.stderr()).not.toContain('"level":50');
    },
  );
});
