import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { unsigned as jwt, tokenIn } from '../../support/clients/callers.ts';
import {
  type ConnectOptions,
  clientKinds,
  connect,
  connectTo,
  type RunningServer,
  startHttpProcess,
  startHttpServer,
  type TestClient,
  textOf,
} from '../../support/clients/harness.ts';
import { environmentOf, html, json, startUpstream, type Upstream } from '../../support/servers/upstream.ts';

/** Identity of a caller whose token the server cannot read. */

const ends: { close(): Promise<unknown> }[] = [];
const own = <Thing extends { close(): Promise<unknown> }>(thing: Thing): Thing => {
  ends.push(thing);
  return thing;
};
const folder = mkdtempSync(join(tmpdir(), 'identity-'));
const record = join(folder, 'changes.jsonl');
let upstream: Upstream;
/** Behavior of the service in the current test. */
let deployment: Deployment = {};
const servers = new Map<string, Promise<RunningServer>>();
beforeAll(async () => {
  upstream = await startUsers();
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end.close();
  // The server writes further entries to a new file.
  rmSync(record, { force: true });
});
afterAll(async () => {
  for (const server of servers.values()) await (await server).close();
  await upstream?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns a server with these settings. Tests share it, because each caller has a new token. */
function serverWith(options: ConnectOptions): Promise<RunningServer> {
  const key = JSON.stringify(options);
  const server = servers.get(key) ?? startHttpServer(options);
  servers.set(key, server);
  return server;
}

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const users = [
  { Id: id(1), Name: 'Anna Petrova', Email: 'anna@example.com', ExternalId: 'anna' },
  { Id: id(2), Name: 'Ivan Orlov', Email: 'ivan@example.com', ExternalId: 'ivan' },
];
const whoPath = '/connect/me';

interface Deployment {
  /** Token that the service issues for the caller's token. */
  readonly exchanged?: string;
  readonly whoAmI?: Upstream['on']['call'];
}

/** Starts a service with two users. */
const startUsers = () =>
  startUpstream({
    exchange: (response) =>
      json(response, 200, { access_token: deployment.exchanged ?? 'opaque', expires_in: 600 }),
    call: (response, seen) => {
      const path = seen.target.split('?')[0];
      if (path === whoPath)
        return (deployment.whoAmI ?? ((answer) => void answer.writeHead(404).end()))(response, seen);
      const user = users.find(({ Id }) => path === `/api/v2/users/${Id}`);
      if (user) return json(response, 200, { ...user, Groups: [], Roles: [] });
      if (/users\/./.test(path ?? '')) return json(response, 404, {});
      return json(response, 200, path === '/api/v2/users' ? { Items: users } : { Items: [] });
    },
  });

let callers = 0;
/** Returns a token of a new caller: an opaque one, or a JWT with these claims. */
function newToken(claims?: Record<string, unknown>): string {
  callers += 1;
  return claims === undefined ? `opaque-${callers}` : jwt({ ...claims, jti: `${callers}` });
}

/** Connects a client with this token over HTTP, with a service of the given behavior. */
async function callerOf(
  service: Deployment,
  token: string,
  env: Record<string, string> = {},
): Promise<TestClient> {
  deployment = service;
  upstream.seen.length = 0;
  const all = { CASEBRIDGE_URL: upstream.url, CASEBRIDGE_AUDIT_FILE: record, CASEBRIDGE_CONFIRM: 'none' };
  const server = await serverWith({ env: { ...all, ...env } });
  return own(await connectTo(server.url, { token }));
}
const userOf = async (client: TestClient) =>
  ((await client.callTool('who_am_i')) as any).structuredContent.user?.name;
const recorded = (): any[] =>
  readFileSync(record, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
const asksWho = { CASEBRIDGE_USER_INFO_PATH: whoPath };

describe('the embedded service', () => {
  it.each(clientKinds)('reports the owner of a token, to a %s client', async (kind) => {
    const env = { CASEBRIDGE_AUDIT_FILE: record, CASEBRIDGE_SURFACE: 'all', CASEBRIDGE_ANSWER_TOKENS: '0' };
    const server = own(await startHttpProcess({ args: ['--sandbox'], env }));
    await server.process.says(/Then ask: /);
    const [, address = '', body = ''] =
      /curl -s (\S+) -H 'content-type: application\/json' -d '(.+?)'/.exec(server.process.stdout()) ?? [];
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(address, { method: 'POST', headers, body });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    const client = own(await connectTo(server.url, { kind, token }));
    expect(textOf(await client.callTool('agenda'))).toContain('Anna Petrova');
    expect((await client.call('get_user', { id: 'me' })).Name).toBe('Anna Petrova');
    const { Items } = await client.call('list_tasks', { ResponsibleIds: ['me'] });
    expect(Items.length).toBeGreaterThan(0);
    const { messages } = await client.library.getPrompt({ name: 'my_day' });
    expect(messages.length).toBeGreaterThan(0);
    await client.call('update_task', { id: Items[0].Id, Description: 'x' });
    expect(recorded()[0]).toMatchObject({ event: 'intent', user: 'anna', tool: 'update_task' });
  });
});

describe('the caller', () => {
  it.each<[string, object]>([
    ['a user record', users[0] ?? {}],
    ['the words of OpenID', { sub: 'x', preferred_username: 'ANNA' }],
    ['an e-mail address', { sub: 'x', email: 'Anna@Example.com' }],
    ['the user’s id alone', { sub: id(1) }],
  ])('is reported by the service in %s, regardless of the token', async (_what, answer) => {
    const client = await callerOf(
      {
        whoAmI: (response, { headers }) => json(response, tokenIn(headers) === 'opaque' ? 200 : 401, answer),
      },
      newToken({ preferred_username: 'ivan' }),
      asksWho,
    );
    expect(await userOf(client)).toBe('Anna Petrova');
    await userOf(client);
    expect(upstream.requests(whoPath)).toHaveLength(1);
  });

  it.each<[string, string, string, Record<string, string>, string]>([
    ['a login in the caller’s token', newToken({ upn: 'anna' }), 'opaque', {}, 'Anna Petrova'],
    ['a login in the service’s token', newToken(), jwt({ unique_name: 'anna' }), {}, 'Anna Petrova'],
    ['an id in the service’s token', newToken({ sub: 'x' }), jwt({ nameid: id(2) }), {}, 'Ivan Orlov'],
    ['a whole name and nothing else', newToken({ name: 'Ivan Orlov' }), 'opaque', {}, 'Ivan Orlov'],
    [
      'the claim that the operator names',
      newToken({ preferred_username: 'anna', staff: 'ivan@example.com' }),
      'opaque',
      { CASEBRIDGE_USER_CLAIM: 'staff' },
      'Ivan Orlov',
    ],
  ])('is known by %s', async (_what, token, exchanged, env, name) => {
    expect(await userOf(await callerOf({ exchanged }, token, env))).toBe(name);
  });

  it.each<[string, string, Deployment]>([
    ['the token is opaque', newToken(), {}],
    ['a login is of nobody, though the name is somebody’s', newToken({ upn: 'x', name: 'Ivan Orlov' }), {}],
    ['login and e-mail are of two users', newToken({ upn: 'anna', email: 'ivan@example.com' }), {}],
    ['only an id of somewhere else is known', newToken({ sub: id(9) }), {}],
    ['a page for people comes', newToken(), { whoAmI: (response) => void html(response) }],
    ['the path is wrong', newToken(), {}],
    ['nothing useful is answered', newToken(), { whoAmI: (response) => json(response, 200, ['anna']) }],
  ])('stays unknown if %s', async (_what, token, service) => {
    const client = await callerOf(service, token, asksWho);
    expect(await userOf(client)).toBeUndefined();
    expect(await client.refusal('agenda')).toMatch(/^NAME_UNKNOWN: .* Ask the user for their name/);
  });

  it('is requested again if the service could not report it', async () => {
    let isDown = true;
    const client = await callerOf(
      { whoAmI: (response) => (isDown ? json(response, 500, {}) : json(response, 200, users[1])) },
      newToken(),
      asksWho,
    );
    expect(await client.callTool('who_am_i')).toMatchObject({ isError: true });
    isDown = false;
    expect(await userOf(client)).toBe('Ivan Orlov');
  });

  it('is in the audit log, or that it is unknown', async () => {
    const env = { CASEBRIDGE_SURFACE: 'all' };
    const known = await callerOf({}, newToken({ upn: 'anna' }), env);
    await known.callTool('delete_task', { id: id(7) });
    const unknown = await callerOf({}, newToken(), env);
    await unknown.callTool('delete_task', { id: id(7) });
    const intents = recorded().filter(({ event }) => event === 'intent');
    expect(intents.map(({ user }) => user)).toEqual(['anna', null]);
    expect(intents[1].principal).toMatch(/^token:[0-9a-f]{16}$/);
  });
});

describe('one user', () => {
  it('is who the operator says', async () => {
    deployment = {};
    const env = {
      CASEBRIDGE_URL: upstream.url,
      CASEBRIDGE_SSO_TOKEN: 'opaque',
      CASEBRIDGE_USER: 'ivan@example.com',
    };
    const client = own(await connect({ over: 'memory', env }));
    expect(await userOf(client)).toBe('Ivan Orlov');
  });

  it('is the one that the operator sets, if the login is not listed', async () => {
    deployment = {};
    const env = { ...environmentOf(upstream.url), CASEBRIDGE_LOGIN: 'service', CASEBRIDGE_USER: id(1) };
    expect(await userOf(own(await connect({ over: 'memory', env })))).toBe('Anna Petrova');
  });

  it.each([
    ['by its id, where no user is listed by the login', { userId: id(2) }, {}],
    ['by the claim that the operator names', { employee: 'ivan' }, { CASEBRIDGE_USER_CLAIM: 'employee' }],
    [
      'by the login, where the named claim is missing',
      {},
      { CASEBRIDGE_USER_CLAIM: 'employee', CASEBRIDGE_LOGIN: 'ivan' },
    ],
  ])('who signs in with a password is known %s of the token', async (_, claims, settings) => {
    deployment = { exchanged: jwt(claims) };
    const env = { ...environmentOf(upstream.url), CASEBRIDGE_LOGIN: 'i.orlov', ...settings };
    expect(await userOf(own(await connect({ over: 'memory', env })))).toBe('Ivan Orlov');
  });

  it('with an unknown identity is not looked up if no ticket is available', async () => {
    deployment = {};
    const env = {
      CASEBRIDGE_URL: upstream.url,
      CASEBRIDGE_DOMAIN_SIGN_IN: 'true',
      CASEBRIDGE_CURL: join(tmpdir(), 'no', 'curl'),
    };
    const client = own(await connect({ over: 'memory', env }));
    expect(await client.refusal('agenda')).toMatch(/^SIGN_IN_FAILED: curl, .*cannot be started/);
  });
});
