import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunningServer, startHttpServer } from '../../support/clients/harness.ts';
import { back } from '../../support/clients/oauth.ts';
import { createBrowser, filled, type SeenPage } from '../../support/clients/person.ts';
import {
  exchangePath,
  json,
  startUpstream,
  tokenPath,
  type Upstream,
} from '../../support/servers/upstream.ts';
import { person, redeeming, refreshing, stepsAt } from './steps.ts';

/** Effect on a sign-in if the service renews, ends or refuses its token. */

let upstream: Upstream;
let server: RunningServer;
let steps: ReturnType<typeof stepsAt>;
beforeEach(async () => {
  upstream = await startUpstream();
  server = await startHttpServer({
    args: ['--sign-in', 'service', '--sign-in-clients', `typed-in=${back}`],
    env: { CASEBRIDGE_URL: upstream.url },
  });
  steps = stepsAt(server.url);
});
afterEach(async () => {
  await server.close();
  await upstream.close();
});

const signIns = () => upstream.requests(tokenPath).map(({ body }) => JSON.parse(body));

describe('a server for assistants that were typed in', () => {
  it('promises no other way to become known', async () => {
    const described = await fetch(new URL('/.well-known/oauth-authorization-server', server.url));
    const { registration_endpoint: register, client_id_metadata_document_supported: areTaken } =
      (await described.json()) as Record<string, unknown>;
    expect([register, areTaken]).toEqual([undefined, false]);
  });
});

describe('the session of the service behind a sign-in', () => {
  it('is renewed by its refresh token, and the password is sent only once', async () => {
    upstream.on.signIn = (response) =>
      json(response, 200, {
        access_token: 'session-one',
        token_type: 'bearer',
        expires_in: 5,
        refresh_token: 'again',
      });
    upstream.on.exchange = (response) =>
      json(response, 200, { access_token: 'short-lived', token_type: 'bearer', expires_in: 5 });
    const { body } = await steps.token(redeeming(await steps.codeOf()));
    await expect
      .poll(
        async () => {
          expect((await steps.ask(body.access_token)).status).toBe(200);
          return signIns().some(
            ({ grant_type, refresh_token }) => grant_type === 'refresh_token' && refresh_token === 'again',
          );
        },
        { timeout: 30_000, interval: 500 },
      )
      .toBe(true);
    expect(signIns().filter(({ password }) => password !== undefined)).toHaveLength(1);
  });

  it('that the service ends ends the connection: the person signs in again', async () => {
    const { body } = await steps.token(redeeming(await steps.codeOf()));
    expect((await steps.ask(body.access_token)).status).toBe(200);
    const refuse: Upstream['on']['exchange'] = (response) => json(response, 401, { message: 'ended' });
    Object.assign(upstream.on, { exchange: refuse, signIn: refuse });
    upstream.on.call = (response) => json(response, 401, {});
    await steps.ask(body.access_token);
    await expect.poll(async () => (await steps.ask(body.access_token)).status, { timeout: 20_000 }).toBe(401);
    expect((await steps.token(refreshing(body.refresh_token))).body).toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('is hidden from clients, the log and the pages', async () => {
    upstream.on.signIn = (response) =>
      json(response, 200, { access_token: 'SECRET-SESSION', token_type: 'bearer', expires_in: 3600 });
    const { body } = await steps.token(redeeming(await steps.codeOf()));
    const answered = await steps.ask(body.access_token);
    for (const text of [JSON.stringify(body), answered.text, server.stderr()]) {
      expect(text).not.toContain('SECRET-SESSION');
      expect(text).not.toContain(person.typed.password);
    }
    expect(upstream.requests(exchangePath).map(({ headers }) => headers.authorization)).toContain(
      'Bearer SECRET-SESSION',
    );
  });
});

describe('a sign-in', () => {
  it('that the service refuses is one attempt there, and one that it cannot answer says so', async () => {
    const browser = createBrowser(back);
    const page = (await browser.go(await steps.begin())) as SeenPage;
    upstream.on.signIn = (response) => json(response, 400, { message: 'locked' });
    expect(((await browser.go(...filled(page, person))) as SeenPage).status).toBe(401);
    expect(signIns()).toHaveLength(1);
    upstream.on.signIn = (response) => json(response, 503, {});
    const away = (await browser.go(...filled(page, person))) as SeenPage;
    expect(away.status).toBe(503);
    expect(away.text).toContain('is not available right now');
  });

  it('is possible thirty times a minute from one address', async () => {
    const browser = createBrowser(back);
    const page = (await browser.go(await steps.begin())) as SeenPage;
    upstream.on.signIn = (response) => json(response, 401, {});
    for (let count = 1; count <= 30; count += 1)
      await browser.go(...filled(page, { ...person, typed: { ...person.typed, login: `user${count}` } }));
    const { status } = (await browser.go(...filled(page, person))) as SeenPage;
    expect(status).toBe(429);
    expect(signIns()).toHaveLength(30);
  });
});
