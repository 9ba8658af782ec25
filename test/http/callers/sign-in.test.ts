import { discoverOAuthProtectedResourceMetadata } from '@modelcontextprotocol/client';
import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectTo, type RunningServer, startHttpServer } from '../../support/clients/harness.ts';
import { beginSession, modernRequest, rawRequest, sessionMessage } from '../../support/clients/raw-http.ts';
import { type Issuer, startIssuer } from '../../support/servers/issuer.ts';
import { exchangePath, startUpstream, type Upstream } from '../../support/servers/upstream.ts';

/** Single sign-on: the server checks tokens before it sends them to the service. */

const audience = 'https://cases.example.com/mcp';
let upstream: Upstream;
let issuer: Issuer;
let server: RunningServer;
beforeAll(async () => {
  upstream = await startUpstream();
  issuer = await startIssuer();
  server = await start();
});
const start = () =>
  startHttpServer({
    args: ['--issuer', issuer.url, '--audience', audience],
    env: { CASEBRIDGE_URL: upstream.url },
  });
afterEach(() => upstream.renew());
afterAll(async () => {
  await server?.close();
  await issuer?.close();
  await upstream?.close();
});

const ask = (token: string) =>
  modernRequest(
    server.url,
    'tools/call',
    { name: 'list_users', arguments: {} },
    { headers: { authorization: `Bearer ${token}` } },
  );
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

describe('a single sign-on token', () => {
  it('of the issuer, for this server, is exchanged at the service', async () => {
    const token = await issuer.token({ sub: 'ann', aud: audience });
    expect((await ask(token)).status).toBe(200);
    expect(upstream.requests(exchangePath).map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${token}`,
    ]);
  });

  it('may be for other servers, too', async () => {
    expect(
      (await ask(await issuer.token({ sub: 'ann', aud: ['https://other.invalid', audience] }))).status,
    ).toBe(200);
  });

  it.each<[string, () => Promise<string>, string]>([
    [
      'is for another server',
      () => issuer.token({ sub: 'ann', aud: 'https://other.invalid' }),
      'its aud is wrong',
    ],
    [
      'is for several other servers',
      () => issuer.token({ sub: 'ann', aud: ['https://other.invalid', `${audience}/`] }),
      'its aud is wrong',
    ],
    ['is for nobody', () => issuer.token({ sub: 'ann' }), 'its aud is wrong'],
    ['has expired', () => issuer.token({ sub: 'ann', aud: audience, exp: inSeconds(-60) }), 'has expired'],
    [
      'never expires',
      () => issuer.token({ sub: 'ann', aud: audience, exp: undefined as unknown as number }),
      'its exp is wrong',
    ],
    [
      'is not valid yet',
      () => issuer.token({ sub: 'ann', aud: audience, nbf: inSeconds(120) }),
      'its nbf is wrong',
    ],
    ['names nobody', () => issuer.token({ aud: audience }), 'its sub is wrong'],
    [
      'comes from another issuer',
      () => issuer.token({ sub: 'ann', aud: audience, iss: 'https://login.invalid' }),
      'its iss is wrong',
    ],
    [
      'is not signed',
      async () =>
        `${encoded({ alg: 'none' })}.${encoded({ iss: issuer.url, sub: 'ann', aud: audience, exp: inSeconds(60) })}.`,
      'not from an issuer that this server trusts',
    ],
    [
      'is signed with the public key as a password',
      async () =>
        new SignJWT({ iss: issuer.url, sub: 'ann', aud: audience, exp: inSeconds(60) })
          .setProtectedHeader({ alg: 'HS256', kid: 'key-1' })
          .sign(new TextEncoder().encode(await issuer.publicKey())),
      'not from an issuer that this server trusts',
    ],
    [
      'was changed',
      async () => {
        const [head, , signature] = (await issuer.token({ sub: 'ann', aud: audience })).split('.');
        return `${head}.${encoded({ iss: issuer.url, sub: 'bob', aud: audience, exp: inSeconds(60) })}.${signature}`;
      },
      'not from an issuer that this server trusts',
    ],
    ['is none', async () => 'just-a-text', 'not from an issuer that this server trusts'],
  ])('that %s is refused, and the service never sees it', async (_what, make, words) => {
    const answer = await ask(await make());
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toMatch(/error="invalid_token"/);
    expect(answer.message.error.message).toContain(words);
    expect(upstream.seen).toEqual([]);
  });

  it('continues the session of its user after a renewal, and not of another user', async () => {
    const header = async (sub: string, jti: string) => ({
      authorization: `Bearer ${await issuer.token({ sub, jti, aud: audience })}`,
    });
    const session = await beginSession(server.url, await header('carl', '1'));
    const list = (headers: Record<string, string>) =>
      sessionMessage(server.url, { id: 1, method: 'tools/list' }, { headers });
    expect((await list({ ...session, ...(await header('carl', '2')) })).status).toBe(200);
    expect((await list({ ...session, ...(await header('dora', '3')) })).status).toBe(404);
  });

  it('ends with its time, however long the exchanged one lives', async () => {
    const token = await issuer.token({ sub: 'ann', aud: audience, exp: inSeconds(-28) });
    // Within the allowed clock difference, the token is accepted and checked again with each request.
    expect((await ask(token)).status).toBe(200);
    for (let tries = 0; tries < 40 && (await ask(token)).status === 200; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await ask(token)).status).toBe(401);
  });

  it('signed with a new key of the issuer is accepted, and one with the old key no longer', async () => {
    const old = await issuer.token({ sub: 'ann', jti: 'old', aud: audience });
    await issuer.rotate();
    const renewed = await issuer.token({ sub: 'ann', jti: 'new', aud: audience });
    // An unknown key makes the server fetch the keys again, but not for every token.
    for (let tries = 0; tries < 12 && (await ask(renewed)).status !== 200; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 600));
    expect((await ask(renewed)).status).toBe(200);
    expect((await ask(old)).status).toBe(401);
  });

  it('does not make the server ask the issuer each time', () => {
    expect(issuer.seen.filter((path) => path === '/keys').length).toBeLessThanOrEqual(4);
    expect(issuer.seen.filter((path) => path.includes('openid')).length).toBe(1);
  });
});

describe('an assistant that knows only the URL', () => {
  beforeAll(async () => {
    // Use a new server, because the tests above reached the limit of failed attempts per address.
    await server.close();
    server = await start();
  });

  it('finds out where to sign in', async () => {
    const { status, headers } = await modernRequest(server.url, 'tools/list');
    expect(status).toBe(401);
    const metadataUrl = /^Bearer resource_metadata="([^"]+)", scope="openid profile email"$/.exec(
      headers['www-authenticate'] ?? '',
    )?.[1];
    expect(metadataUrl).toBe(new URL('/.well-known/oauth-protected-resource/mcp', server.url).href);
    const found = await discoverOAuthProtectedResourceMetadata(server.url, {
      resourceMetadataUrl: metadataUrl,
    });
    expect(found).toEqual({
      resource: server.url,
      authorization_servers: [issuer.url],
      scopes_supported: ['openid', 'profile', 'email'],
      bearer_methods_supported: ['header'],
      resource_name: 'casebridge',
    });
    expect(await discoverOAuthProtectedResourceMetadata(server.url)).toEqual(found);
    // Some clients only read the metadata at the root.
    const root = await fetch(new URL('/.well-known/oauth-protected-resource', server.url));
    expect(await root.json()).toEqual(found);
  });

  it('is served once it has signed in', async () => {
    const client = await connectTo(server.url, {
      kind: 'v1',
      token: await issuer.token({ sub: 'eve', aud: audience }),
    });
    expect((await client.listTools()).tools.length).toBeGreaterThan(10);
    await client.close();
  });

  it('gets no sign-in metadata if no issuer is set', async () => {
    const other = await startHttpServer({ env: { CASEBRIDGE_URL: upstream.url } });
    try {
      const { status } = await rawRequest(other.url, {
        method: 'GET',
        path: '/.well-known/oauth-protected-resource/mcp',
      });
      expect(status).toBe(404);
    } finally {
      await other.close();
    }
  });
});

describe('an issuer that is away', () => {
  it('is no refusal of the token', async () => {
    const other = await startHttpServer({
      args: ['--issuer', 'http://127.0.0.1:9', '--audience', audience],
      env: { CASEBRIDGE_URL: upstream.url },
    });
    try {
      const token = await issuer.token({ sub: 'ann', aud: audience });
      const answer = await modernRequest(
        other.url,
        'tools/list',
        {},
        { headers: { authorization: `Bearer ${token}` } },
      );
      expect([answer.status, answer.headers['www-authenticate']]).toEqual([503, undefined]);
      expect(upstream.seen).toEqual([]);
    } finally {
      await other.close();
    }
  });
});
