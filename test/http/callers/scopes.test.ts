import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startHttpServer } from '../../support/clients/harness.ts';
import { beginSession, modernRequest, sessionMessage } from '../../support/clients/raw-http.ts';
import { type Issuer, startIssuer } from '../../support/servers/issuer.ts';
import { exchangePath, startUpstream, type Upstream } from '../../support/servers/upstream.ts';

/**
 * Scopes of a token. A call outside of them is refused before any request to the service, in a way that lets
 * the client ask for more scopes.
 */

const [audience, second] = ['https://cases.example.com/mcp', 'api://cases'];
const offered = 'openid cases:read cases:write api://cases/cases:risky';
let upstream: Upstream;
let issuer: Issuer;
let server: RunningServer;
beforeAll(async () => {
  upstream = await startUpstream();
  issuer = await startIssuer();
  server = await startHttpServer({
    args: ['--issuer', issuer.url, '--audience', `${audience} ${second}`, '--scopes', offered],
    env: { CASEBRIDGE_URL: upstream.url, CASEBRIDGE_CONFIRM: 'none' },
  });
});
afterAll(async () => {
  await server?.close();
  await issuer?.close();
  await upstream?.close();
});

/** Returns the requests to the service, except token requests. */
const carried = () => upstream.seen.filter(({ target }) => target !== exchangePath);
const bearer = async (claims: object) => ({
  authorization: `Bearer ${await issuer.token({ sub: 'ann', aud: audience, ...claims })}`,
});
const call = async (claims: object, name: string, args: object = {}) =>
  modernRequest(server.url, 'tools/call', { name, arguments: args }, { headers: await bearer(claims) });
const read = ['list_users', {}] as const;
const message = (name: string, args: object) => ({
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

describe('a token with scopes', () => {
  it.each([
    ['as OAuth has it', { scope: 'openid cases:read' }],
    ['in a list of another name', { scp: ['cases:read', 'profile'] }],
    ['with an address before it', { scp: 'api://cases/cases:read' }],
    ['of the other audience', { aud: second, scope: 'cases:read' }],
  ])('lets its bearer read: %s', async (_how, claims) => {
    expect((await call(claims, ...read)).status).toBe(200);
  });

  it.each<[string, object, readonly [string, object], string]>([
    ['nothing of ours', { scope: 'openid profile' }, read, 'cases:read'],
    ['nothing at all', {}, read, 'cases:read'],
    ['what only looks like it', { scope: 'mycases:read cases:reader' }, read, 'cases:read'],
    ['reading alone', { scope: 'cases:read' }, ['create_task', { Name: 'x' }], 'cases:write'],
    ['no risk', { scope: 'cases:read cases:write' }, ['delete_task', { id: 'x' }], 'cases:risky'],
    [
      'no risk, by way of the tool that calls others',
      { scope: 'cases:read cases:write' },
      ['call_delete_operation', { operation: 'delete_task', arguments: { id: 'x' } }],
      'cases:risky',
    ],
    [
      'no risk, where the arguments would reach people',
      { scope: 'cases:read cases:write' },
      [
        'create_event',
        {
          Name: 'Hearing',
          StartDate: '2026-12-01T10:00:00Z',
          EndDate: '2026-12-01T11:00:00Z',
          Attendees: [{ Type: 'Email', Email: 'judge@court.example' }],
        },
      ],
      'cases:risky',
    ],
  ])('and grants %s is refused with the scopes to request', async (_what, claims, [name, args], lacking) => {
    const before = carried().length;
    const { status, headers, message } = await call(claims, name, args);
    expect(status).toBe(403);
    const challenge = headers['www-authenticate'] ?? '';
    expect(challenge).toMatch(/^Bearer resource_metadata="http.+", error="insufficient_scope", /);
    const asked = /scope="([^"]*)"/.exec(challenge)?.[1]?.split(' ') ?? [];
    expect(asked).toContain(lacking === 'cases:risky' ? 'api://cases/cases:risky' : lacking);
    expect(asked).toContain('openid');
    expect(message.error.message).toContain(lacking);
    expect(carried().length).toBe(before);
  });

  it('limits calls in a session too', async () => {
    const headers = await bearer({ scope: 'openid' });
    const session = await beginSession(server.url, headers);
    const one = await sessionMessage(server.url, message('create_task', { Name: 'x' }), { headers: session });
    expect(one.status).toBe(403);
    // The same session continues with a token that has more scopes.
    const more = { ...session, ...(await bearer({ scope: 'cases:read' })) };
    const other = await sessionMessage(server.url, message(...read), { headers: more });
    expect(other.status).toBe(200);
  });

  it('is requested with reading and writing at first, and further scopes are named in the metadata', async () => {
    const unknown = await modernRequest(server.url, 'tools/list');
    expect(unknown.headers['www-authenticate']).toContain('scope="openid cases:read cases:write"');
    const { pathname } = new URL(server.url);
    const described = await fetch(new URL(`/.well-known/oauth-protected-resource${pathname}`, server.url));
    expect(((await described.json()) as { scopes_supported: string[] }).scopes_supported).toEqual(
      offered.split(' '),
    );
  });

  it('does not allow workflows or resources to read beyond it', async () => {
    const headers = await bearer({ scope: 'cases:write' });
    const asked = await modernRequest(
      server.url,
      'resources/read',
      { uri: 'dictionaries://event-types' },
      { headers },
    );
    expect(asked.text).toContain('cases:read');
    expect((await call({ scope: 'cases:write' }, 'who_am_i')).status).toBe(403);
  });
});
