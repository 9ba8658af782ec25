import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpProcess, startHttpProcess } from '../../support/clients/harness.ts';
import { back, createAssistant } from '../../support/clients/oauth.ts';
import { agree, createBrowser, filled, type SeenPage } from '../../support/clients/person.ts';
import { modernRequest } from '../../support/clients/raw-http.ts';
import { person, redeeming, refreshing, stepsAt } from './steps.ts';

/** Users sign in on casebridge's own page with their login for the service. */

let server: HttpProcess;
beforeAll(async () => {
  server = await startHttpProcess({
    args: [
      ...['--sandbox', '--sign-in', 'service', '--sign-in-clients', `typed-in=${back}`],
      ...['--sign-in-registration', '--monitor-port', '0'],
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

describe('an assistant that knows only the URL', () => {
  it.each([
    ['registers itself', undefined],
    ['was typed in', 'typed-in'],
  ])('and %s acts for the user who signs in on the page', async (_how, clientId) => {
    const { call, visits, kept } = assistant(clientId);
    expect(textOf(await call('who_am_i'))).toContain('Anna');
    expect(visits).toHaveLength(1);
    // The client's tokens are valid only at this server, not at the service.
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
    const visit = { ...person, ticked: [] as string[] };
    const { call, visits, kept } = createAssistant(server.url, { visit });
    await call('who_am_i');
    visit.ticked = ['cases:risky'];
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
    ['with text behind it', (code) => redeeming(`${code}.x`)],
    ['with a dot behind it', (code) => redeeming(`${code}.`)],
  ])('is worth nothing %s', async (_how, form) => {
    const { status, body } = await token(form(await codeOf()));
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
  });

  it.each<[string, Record<string, string>]>([
    ['without the verifier', { code_verifier: '' }],
    ['with a guessed verifier', { code_verifier: 'w'.repeat(43) }],
    ['in the name of another client', { client_id: 'other' }],
    ['for another address', { redirect_uri: 'http://127.0.0.1:9/other' }],
  ])('is unaffected if another client sends it %s, before and after its use', async (_how, differing) => {
    const code = await codeOf();
    expect((await token(redeeming(code, differing))).status).toBe(400);
    const { body } = await token(redeeming(code));
    expect((await token(redeeming(code, differing))).status).toBe(400);
    expect((await ask(body.access_token)).status).toBe(200);
    expect((await token(refreshing(body.refresh_token))).status).toBe(200);
  });

  it('that is used twice ends its connection', async () => {
    const code = await codeOf();
    const { body } = await token(redeeming(code));
    expect((await ask(body.access_token)).status).toBe(200);
    expect((await token(redeeming(code))).body).toMatchObject({ error: 'invalid_grant' });
    expect((await ask(body.access_token)).status).toBe(401);
    expect((await token(refreshing(body.refresh_token))).body).toMatchObject({ error: 'invalid_grant' });
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
    // The token of two renewals ago is refused. The previous one stays valid until it expires, for requests
    // in flight.
    expect((await ask(first)).status).toBe(401);
  });

  it('that comes twice ends the connection: one of the two was stolen', async () => {
    const first = (await token(redeeming(await codeOf()))).body;
    const second = (await token(refreshing(first.refresh_token))).body;
    expect((await ask(second.access_token)).status).toBe(200);
    expect((await token(refreshing(first.refresh_token))).body).toMatchObject({ error: 'invalid_grant' });
    expect((await ask(second.access_token)).status).toBe(401);
    expect((await token(refreshing(second.refresh_token))).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('is useless to another client, and stays valid for its own', async () => {
    const { body } = await token(redeeming(await codeOf()));
    expect((await token(refreshing(body.refresh_token, 'other'))).body).toMatchObject({
      error: 'invalid_grant',
    });
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

describe('an access token', () => {
  it.each(['.', '.x', '.x.y', '~'])('is refused if %j stands behind it', async (behind) => {
    const { body } = await token(redeeming(await codeOf()));
    expect((await ask(`${body.access_token}${behind}`)).status).toBe(401);
    expect((await ask(body.access_token)).status).toBe(200);
  });
});

describe('a call that lacks a scope', () => {
  const remove = async (access: string) => {
    const args = { name: 'delete_task', arguments: { id: '11111111-1111-4111-8111-111111111111' } };
    const headers = { authorization: `Bearer ${access}` };
    return modernRequest(server.url, 'tools/call', args, { headers });
  };
  const connect = async () => (await token(redeeming(await codeOf()))).body;

  it('has one renewal held back, so that the client asks its person', async () => {
    const first = await connect();
    expect((await remove(first.access_token)).status).toBe(403);
    expect((await token(refreshing(first.refresh_token))).body.error).toBe('invalid_grant');
    // Neither the connection nor the refresh token ended, because some clients retry once.
    expect((await ask(first.access_token)).status).toBe(200);
    const second = (await token(refreshing(first.refresh_token))).body;
    expect(second.scope).toBe('cases:read');
    const told = await remove(second.access_token);
    expect([told.status, JSON.stringify(told)]).toEqual([200, expect.stringContaining('INSUFFICIENT_SCOPE')]);
    expect((await remove(second.access_token)).status).toBe(403);
  });

  it('does not affect renewals of other connections, or its later ones', async () => {
    const [one, other] = [await connect(), await connect()];
    expect((await remove(one.access_token)).status).toBe(403);
    expect((await token(refreshing(other.refresh_token))).status).toBe(200);
    expect((await token(refreshing(one.refresh_token, 'other'))).body.error).toBe('invalid_grant');
    expect((await token(refreshing(one.refresh_token))).body.error).toBe('invalid_grant');
    const renewed = (await token(refreshing(one.refresh_token))).body;
    expect((await token(refreshing(renewed.refresh_token))).status).toBe(200);
  });

  it('does not hide that a refresh token was used twice', async () => {
    const first = await connect();
    const second = (await token(refreshing(first.refresh_token))).body;
    expect((await remove(second.access_token)).status).toBe(403);
    expect((await token(refreshing(first.refresh_token))).body.error).toBe('invalid_grant');
    expect((await ask(second.access_token)).status).toBe(401);
  });
});

describe('an error of the token endpoint', () => {
  it.each<[string, Record<string, string>, number, string, RegExp]>([
    ['an unknown code', redeeming('nothing'), 400, 'invalid_grant', /Sign in again/],
    ['an unknown refresh token', refreshing('nothing'), 400, 'invalid_grant', /Sign in again/],
    ['no client', redeeming('nothing', { client_id: '' }), 401, 'invalid_client', /client_id/],
    [
      'another grant',
      { grant_type: 'password', client_id: 'typed-in' },
      400,
      'unsupported_grant_type',
      /authorization_code, refresh_token/,
    ],
    [
      'another server',
      redeeming('nothing', { resource: 'https://other.example/mcp' }),
      400,
      'invalid_target',
      /issued only for http.*\/mcp\.$/,
    ],
  ])('describes %s', async (_what, form, status, error, description) => {
    const answer = await token(form);
    expect(answer).toMatchObject({ status, body: { error } });
    expect(answer.body.error_description).toMatch(description);
    // Characters allowed by RFC 6749, 5.2.
    expect(answer.body.error_description).toMatch(/^[ !#-[\]-~]+$/);
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
    expect(list.text).not.toContain('role="status"');
    // A caller who knows the id of a connection but has no page of its user cannot end it.
    const [, id = ''] = /name="end" value="([^"]+)"/.exec(list.text) ?? [];
    const [end, form] = filled(list, { typed: {}, button: id });
    for (const ticket of ['', `${form.get('ticket')}x`]) {
      form.set('ticket', ticket);
      expect(((await browser.go(end, form)) as SeenPage).status).toBe(400);
    }
    expect((await ask(kept.tokens.access_token)).status).toBe(200);
    const ended = (await browser.go(...filled(list, { typed: {}, button: 'all' }))) as SeenPage;
    expect((await ask(kept.tokens.access_token)).status).toBe(401);
    const count = list.text.match(/<li>/g)?.length ?? 0;
    expect(ended.text).toContain(
      count === 1 ? 'is disconnected.' : `All ${count} assistants are disconnected.`,
    );
  });
});

describe('the page after connections were ended', () => {
  const ivan = { login: 'ivan', password: 'sandbox-ivan' };

  it.each([
    [
      'en',
      'is disconnected.',
      'This assistant was already disconnected.',
      'All 2 assistants are disconnected.',
    ],
    ['ru', 'подключение прекращено.', 'Этот ассистент уже был отключён.', 'Отключено ассистентов: 2.'],
  ])('counts them in the language of the browser (%s)', async (language, one, none, several) => {
    for (let count = 0; count < 3; count += 1) await token(redeeming(await codeOf({ typed: ivan })));
    const send = async (form: Record<string, string>) => {
      const asked = { headers: { 'accept-language': language }, body: new URLSearchParams(form) };
      return (await fetch(`${origin()}/connections`, { method: 'POST', ...asked })).text();
    };
    const list = await send(ivan);
    const [, ticket = ''] = /name="ticket" value="([^"]+)"/.exec(list) ?? [];
    const [, end = ''] = /name="end" value="([^"]+)"/.exec(list) ?? [];
    const row = new RegExp(`<small>[^<]* · ([^·<]* · [^<]*)</small>(?:(?!<li>).)*"${end}"`, 's');
    const [, of = ''] = row.exec(list) ?? [];
    expect(of).toMatch(/\d\d:\d\d:\d\d UTC · \S/);
    const ended = await send({ ticket, end });
    expect(ended).toContain(one);
    expect(/<p role="status">.*<\/p>/.exec(ended)?.[0]).toContain(of);
    expect(await send({ ticket, end })).toContain(none);
    expect(await send({ ticket, end: 'all' })).toContain(several);
  });
});
