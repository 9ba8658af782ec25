import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpProcess, startHttpProcess } from '../support/clients/harness.ts';
import { back, createAssistant } from '../support/clients/oauth.ts';
import { freePorts } from '../support/servers/nginx.ts';
import { exchangePath, startUpstream, type Upstream } from '../support/servers/upstream.ts';
import { type Provider, startProvider } from './provider.ts';

/** Sign-in at a real OpenID provider with the OAuth client of the SDK, which knows only the address of the server. */

const typedIn = { id: 'typed-in', redirect: back };
const scopes = 'cases:read cases:write cases:risky';
let upstream: Upstream;
let provider: Provider;
let server: HttpProcess;
beforeAll(async () => {
  upstream = await startUpstream();
  const [port = 0] = await freePorts(1);
  const resource = `http://127.0.0.1:${port}/mcp`;
  provider = await startProvider({ resource, typedIn });
  server = await startHttpProcess({
    args: ['--port', String(port), '--public-url', resource, '--issuer', provider.url, '--scopes', scopes],
    env: { CASEBRIDGE_URL: upstream.url, CASEBRIDGE_CONFIRM: 'none' },
  });
});
afterAll(async () => {
  await server?.close();
  await provider?.close();
  await upstream?.close();
});

const assistant = (clientId?: string) =>
  createAssistant(server.url, { visit: { typed: { login: 'anna' } }, clientId });

describe('an assistant that knows only the address', () => {
  it.each([
    ['registers itself', undefined],
    ['was typed in', typedIn.id],
  ])('and %s signs its user in, and its calls act for that user', async (_how, known) => {
    const { call, visits, kept } = assistant(known);
    const answer = await call('list_users');
    expect(answer.isError).not.toBe(true);
    expect(visits).toHaveLength(1);
    expect(visits[0]?.searchParams.get('scope')).toContain('cases:read cases:write');
    expect(visits[0]?.searchParams.get('scope')).not.toContain('risky');
    expect(visits[0]?.searchParams.get('resource')).toBe(server.url);
    // The service receives the provider's token only in the token exchange.
    const token = kept.tokens.access_token;
    const carried = upstream.seen.filter(({ headers }) => headers.authorization?.includes(token));
    expect(new Set(carried.map(({ target }) => target))).toEqual(new Set([exchangePath]));
  });

  // This provider refuses additional scopes to clients that registered dynamically.
  it('requests more scopes when a call needs them, and the user consents', async () => {
    const { call, visits, kept } = assistant(typedIn.id);
    await call('list_users');
    expect(kept.tokens.scope).not.toContain('risky');
    await call('delete_task', { id: '11111111-1111-4111-8111-111111111111' });
    expect(visits).toHaveLength(2);
    const asked = visits[1]?.searchParams.get('scope')?.split(' ');
    expect(asked).toEqual(expect.arrayContaining(scopes.split(' ')));
    expect(upstream.seen.some(({ method }) => method === 'DELETE')).toBe(true);
  });

  it('continues with a new token after the old one has expired, without asking the user', async () => {
    const { call, visits, kept } = assistant();
    await call('list_users');
    expect(kept.tokens.refresh_token).toBeDefined();
    const first = kept.tokens.access_token;
    kept.tokens = { ...kept.tokens, access_token: `${first}x` };
    const answer = await call('list_users');
    expect(answer.isError).not.toBe(true);
    expect(kept.tokens.access_token).not.toContain(first);
    expect(visits).toHaveLength(1);
  });
});
