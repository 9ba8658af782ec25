import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { back } from '../../support/clients/oauth.ts';
import { createBrowser, type SeenPage } from '../../support/clients/person.ts';
import { json } from '../../support/servers/upstream.ts';
import { signInAtProvider } from './at-provider.ts';
import { stepsAt } from './steps.ts';

/** Responses of an OpenID provider during a sign-in. */

const at = signInAtProvider();

describe("the provider's response", () => {
  const now = Math.floor(Date.now() / 1000);
  const [soon, longAgo] = [60, -300].map((seconds) => now + seconds);
  const answer = (alter: (parameters: URLSearchParams) => void) => () => {
    at.provider.alter.answer = alter;
  };
  const claims = (differing: object) => () => {
    at.provider.alter.claims = (right) => ({ ...right, ...differing });
  };
  it.each<[string, () => void, RegExp]>([
    ['with another nonce', claims({ nonce: 'another' }), /the nonce of its ID token/],
    ['for another client', claims({ aud: 'another' }), /its aud is wrong/],
    ['for several, by another', claims({ aud: ['casebridge', 'b'], azp: 'b' }), /the azp of its ID token/],
    ['for several, by nobody named', claims({ aud: ['casebridge', 'b'] }), /the azp of its ID token/],
    ['an hour ahead', claims({ iat: now + 3600 }), /the iat of its ID token/],
    ['a minute ahead', claims({ iat: now + 60 }), /the iat of its ID token/],
    ['a quarter of an hour ago', claims({ iat: now - 900 }), /the iat of its ID token/],
    ['a day ago', claims({ iat: now - 86_400, exp: now + 3600 }), /the iat of its ID token/],
    ['at no time', claims({ iat: undefined }), /the iat of its ID token/],
    ['as another issuer', claims({ iss: 'https://evil.example' }), /its iss is wrong/],
    ['five minutes ago', claims({ exp: longAgo }), /has expired/],
    ['five minutes ahead', claims({ nbf: soon }), /nbf is wrong according to the clock of this machine/],
    ['about nobody', claims({ sub: '' }), /its sub is wrong/],
    [
      'without a signature',
      () => {
        at.provider.alter.tokens = { id_token: `${btoa('{"alg":"none"}')}.${btoa('{"sub":"anna"}')}.` };
      },
      /is not from an issuer that this server trusts/,
    ],
    [
      'by a key of nobody',
      () => {
        at.provider.alter.header = { kid: 'nobody' };
      },
      /is not from an issuer that this server trusts/,
    ],
    [
      'without an ID token',
      () => {
        at.provider.alter.tokens = { id_token: undefined };
      },
      /is not from an issuer that this server trusts/,
    ],
    [
      'with tokens of another type',
      () => {
        at.provider.alter.tokens = { token_type: 'DPoP' };
      },
      /has no bearer token/,
    ],
    ['in the name of another', answer((p) => p.set('iss', 'https://evil.example')), /from another issuer/],
    ['in nobody’s name, which it always gives', answer((p) => p.delete('iss')), /from another issuer/],
    ['twice in one', answer((p) => p.append('code', 'b')), /code was sent twice/],
    ['with neither code nor error', answer((p) => p.delete('code')), /neither a code nor an error/],
    ['with an error', answer((p) => p.set('error', 'login_required')), /it answered with login_required/],
    ['with an error that is none', answer((p) => p.set('error', '<b>')), /neither a code nor/],
    [
      'that it does not know casebridge',
      () => {
        at.provider.alter.token = (response) => json(response, 401, { error: 'invalid_client' });
      },
      /status 401: invalid_client/,
    ],
  ])(
    '%s does not sign the user in, is reported on the page and in the log, and the service gets no request',
    async (_what, alter, why) => {
      alter();
      const before = at.server.stderr().length;
      const { status, text } = await at.see();
      expect([status, text]).toEqual([502, expect.stringContaining('cannot be trusted')]);
      expect(text).not.toContain('<form');
      await expect.poll(() => at.server.stderr().slice(before)).toMatch(why);
      expect(at.exchanged()).toEqual([]);
    },
  );

  it('is taken for several audiences if it was issued to this client', async () => {
    at.provider.alter.claims = (right) => ({ ...right, aud: ['casebridge', 'b'], azp: 'casebridge' });
    expect((await at.see()).status).toBe(200);
  });

  it('is shown on a page, and not sent on to a client that registered itself, if the person refused there', async () => {
    at.provider.alter.answer = (parameters) => {
      parameters.delete('code');
      parameters.set('error', 'access_denied');
    };
    const registered = await fetch(new URL('/register', at.server.url), {
      method: 'POST',
      body: JSON.stringify({ redirect_uris: [back] }),
    });
    const { client_id } = (await registered.json()) as { client_id: string };
    const page = (await createBrowser(back).go(await at.steps.begin({ client_id }))) as SeenPage;
    expect([page.status, page.text]).toEqual([403, expect.stringContaining('You were not signed in')]);
  });

  it('is accepted if its clock differs by less than the setting', async () => {
    at.provider.alter.claims = (right) => ({ ...right, exp: Math.floor(Date.now() / 1000) - 10 });
    expect((await at.see()).status).toBe(200);
  });

  it('that the person refused there goes back to the client as refused', async () => {
    at.provider.alter.answer = (parameters) => {
      parameters.delete('code');
      parameters.set('error', 'access_denied');
    };
    const url = (await createBrowser(back).go(await at.steps.begin())) as URL;
    expect(url.searchParams.get('error')).toBe('access_denied');
    expect(url.searchParams.get('state')).toBe('of the client');
  });

  it('with a sign-out URL without TLS does not lead there', async () => {
    at.provider.alter.metadata = { end_session_endpoint: 'http://192.0.2.1/leave' };
    const newServer = await at.start();
    const path = '/connections/sign-in';
    const { text } = (await createBrowser(back).go(new URL(path, newServer.url))) as SeenPage;
    expect(text).toContain('<h1>Connected assistants</h1>');
    expect(text).not.toContain('sign-out');
    await newServer.close();
  });

  it('that is missing is reported on a page for each request, and the next attempt succeeds', async () => {
    // A new server, which has not yet fetched anything from the provider.
    const newServer = await at.start();
    try {
      const faults: [string, (response: ServerResponse) => unknown][] = [
        ['/.well-known/openid-configuration', (response) => response.writeHead(503).end()],
        ['/keys', (response) => response.destroy()],
        ['/token', (response) => response.writeHead(503).end()],
        // Never answers.
        ['/token', () => undefined],
      ];
      const go = async () => (await createBrowser(back).go(await stepsAt(newServer.url).begin())) as SeenPage;
      for (const [path, fault] of faults) {
        at.provider.faults.set(path, fault);
        const { status, text } = await go();
        expect([path, status, text]).toEqual([
          path,
          503,
          expect.stringContaining('is not available right now'),
        ]);
        at.provider.faults.clear();
      }
      expect((await go()).status).toBe(200);
    } finally {
      await newServer.close();
    }
  });
});
