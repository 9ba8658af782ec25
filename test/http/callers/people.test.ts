import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { as, startOpenUpstream, tokenIn, unsigned } from '../../support/clients/callers.ts';
import { type RunningServer, startHttpServer, textOf } from '../../support/clients/harness.ts';
import { beginSession, modernRequest, sessionMessage } from '../../support/clients/raw-http.ts';
import { type Handler, json, startUpstream, type Upstream } from '../../support/servers/upstream.ts';

/** Rate limits and the audit log identify users, whichever of their tokens they use. */

const whoPath = '/connect/me';
const change = ['create_task', { Name: 'x' }] as const;
const read = ['list_users', {}] as const;

let folder: string;
let record: string;
const ends: { close(): Promise<unknown> }[] = [];
const own = <Thing extends { close(): Promise<unknown> }>(thing: Thing): Thing => {
  ends.push(thing);
  return thing;
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'people-'));
  record = join(folder, 'changes.jsonl');
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a server whose service accepts all users. The token `ann-1` belongs to Ann. */
async function start(
  { limits = 'risky=1000', env = {} }: { limits?: string; env?: Record<string, string> },
  upstream: Upstream,
): Promise<string> {
  const server: RunningServer = own(
    await startHttpServer({
      env: {
        CASEBRIDGE_URL: upstream.url,
        CASEBRIDGE_LIMITS: limits,
        CASEBRIDGE_CONFIRM: 'none',
        CASEBRIDGE_AUDIT_FILE: record,
        ...env,
      },
    }),
  );
  return server.url;
}

/** Starts a service that reports the owner of a token at `whoPath`. */
async function startTelling(tell: Handler, call: Handler = (response) => json(response, 200, {})) {
  const upstream = own(
    await startOpenUpstream({
      call: (response, seen) => (seen.target === whoPath ? tell : call)(response, seen),
    }),
  );
  return { upstream, env: { CASEBRIDGE_USER_INFO_PATH: whoPath } };
}
/** Returns the user of an exchanged token, such as `of-ann-1`. */
const personIn = (seen: Parameters<Handler>[1]) => tokenIn(seen.headers).split('-')[1];
const tells: Handler = (response, seen) =>
  json(response, 200, { Id: `id-of-${personIn(seen)}`, Name: 'Somebody Called So' });

async function outcome(url: string, token: string, [name, args]: readonly [string, object]) {
  const { status, message } = await modernRequest(
    url,
    'tools/call',
    { name, arguments: args },
    { headers: as(token) },
  );
  if (status !== 200) return `${status}`;
  if (message.result.isError !== true) return 'ok';
  return /^\W*(\w+)/.exec(textOf(message.result))?.[1];
}

const recorded = (): any[] =>
  readFileSync(record, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
const principals = () => [
  ...new Set(
    recorded()
      .filter(({ event }) => event === 'intent')
      .map(({ principal }) => principal),
  ),
];

const issuer = 'https://login.example.com';
const tokenOf = (sub: string, number: number) =>
  unsigned({ iss: issuer, sub, jti: number, name: 'Ann Smith' });

/**
 * Ways to identify the owner of a token: their name, a function that starts the service, a function that
 * creates tokens, and Ann's name in the audit log.
 */
const ways: readonly (readonly [
  string,
  () => Promise<{ upstream: Upstream; env?: Record<string, string> }>,
  (who: string, number: number) => string,
  string,
])[] = [
  [
    'by issuer and subject in their tokens',
    async () => ({ upstream: own(await startOpenUpstream()) }),
    tokenOf,
    `${issuer}|ann`,
  ],
  [
    'by the service, once for each token',
    () => startTelling(tells),
    (who, n) => `${who}-${n}`,
    'user:id-of-ann',
  ],
  [
    'by the tokens that the service gives for theirs',
    async () => ({
      upstream: own(
        await startUpstream({
          exchange: (response, { headers }) => {
            const nameid = tokenIn(headers).split('-')[0];
            json(response, 200, { access_token: unsigned({ nameid, name: 'Ann Smith' }), expires_in: 600 });
          },
          call: (response) => json(response, 200, {}),
        }),
      ),
    }),
    (who, n) => `${who}-${n}`,
    'user:ann',
  ],
];

describe.each(ways)('people who are known %s', (_way, startService, token, principal) => {
  it('make twenty changes in a minute and no more, with however many tokens [FLT-46]', async () => {
    const { upstream, env = {} } = await startService();
    const url = await start({ env }, upstream);
    const began = performance.now();
    const outcomes: (string | undefined)[] = [];
    for (let turn = 0; turn < 30; turn += 1)
      outcomes.push(await outcome(url, token('ann', turn % 10), change));
    expect(outcomes.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'ok'));
    // One more change is allowed every three seconds.
    const more = Math.ceil((performance.now() - began) / 3000);
    expect(outcomes.filter((one) => one === 'ok').length).toBeLessThanOrEqual(20 + more);
    expect(outcomes).toContain('RATE_LIMITED');
    expect(await outcome(url, token('bob', 1), change)).toBe('ok');
    expect(upstream.requests(whoPath).length).toBeLessThanOrEqual(11);
  });

  it('are one person in the record of changes, by an id and not by a name [FLT-46]', async () => {
    const { upstream, env = {} } = await startService();
    const url = await start({ env }, upstream);
    for (let turn = 0; turn < 3; turn += 1) expect(await outcome(url, token('ann', turn), change)).toBe('ok');
    expect(principals()).toEqual([principal]);
    expect(readFileSync(record, 'utf8')).not.toMatch(/ann-\d|eyJ|Smith|Somebody/);
  });

  it('hold their part of the places, however many tokens they come with [FLT-46]', async () => {
    const { upstream, env = {} } = await startService();
    const held: (() => void)[] = [];
    const { call } = upstream.on;
    upstream.on.call = (response, seen) => {
      if (seen.target === whoPath) call(response, seen);
      else held.push(() => json(response, 200, {}));
    };
    const url = await start({ limits: 'parallel=3,total=8', env }, upstream);
    const running = Array.from({ length: 8 }, (_, n) => outcome(url, token('ann', n), read));
    await vi.waitFor(() => expect(held.length).toBe(3), 20_000);
    const other = outcome(url, token('bob', 1), read);
    await vi.waitFor(() => expect(held.length).toBe(4), 20_000);
    for (const answer of held) answer();
    expect(await other).toBe('ok');
    expect((await Promise.all(running)).sort()).toEqual([
      ...Array.from({ length: 5 }, () => 'RATE_LIMITED'),
      'ok',
      'ok',
      'ok',
    ]);
  });

  it('leave sessions to others, however many tokens they come with [FLT-46]', async () => {
    const { upstream, env = {} } = await startService();
    const url = await start({ limits: 'sessions=40', env }, upstream);
    for (let turn = 0; turn < 60; turn += 1) await beginSession(url, as(token('ann', turn % 3)));
    await beginSession(url, as(token('bob', 1)));
  });
});

describe('a service that does not report the owner of a token', () => {
  it('leaves limits and the record with the token, which the record says [FLT-46]', async () => {
    const upstream = own(await startOpenUpstream());
    const url = await start({ limits: 'writes=1' }, upstream);
    expect(await outcome(url, 'ann-1', change)).toBe('ok');
    expect(await outcome(url, 'ann-1', change)).toBe('RATE_LIMITED');
    expect(await outcome(url, 'ann-2', change)).toBe('ok');
    expect(principals()).toEqual([
      expect.stringMatching(/^token:[\da-f]{16}$/),
      expect.stringMatching(/^token:[\da-f]{16}$/),
    ]);
  });

  it.each<[string, Handler]>([
    ['answers with an error', (response) => json(response, 500, {})],
    ['refuses', (response) => json(response, 403, {})],
    ['knows only a name, which two may share', (response) => json(response, 200, { Name: 'Ann Smith' })],
    ['answers with a page', (response) => void response.writeHead(200).end('<html></html>')],
  ])('locks nobody out if it %s', async (_how, tell) => {
    const { upstream, env } = await startTelling(tell);
    const url = await start({ limits: 'writes=1', env }, upstream);
    expect(await outcome(url, 'ann-1', change)).toBe('ok');
    expect(await outcome(url, 'bob-1', change)).toBe('ok');
    for (const principal of principals()) expect(principal).toMatch(/^token:/);
  });

  it('delays neither its caller nor others if it never responds, and gets few requests at a time [FLT-46]', async () => {
    let asked = 0;
    const { upstream, env } = await startTelling(() => {
      asked += 1;
    });
    const url = await start({ env }, upstream);
    const outcomes = await Promise.all(Array.from({ length: 40 }, (_, n) => outcome(url, `ann${n}-1`, read)));
    expect(new Set(outcomes)).toEqual(new Set(['ok']));
    expect(asked).toBeLessThanOrEqual(8);
    expect(await outcome(url, 'ann1-1', read)).toBe('ok');
  });
});

describe('the state of one user', () => {
  it('stays with the token, so that one with fewer rights reads nothing that another one got', async () => {
    const upstream = own(await startOpenUpstream());
    const url = await start({}, upstream);
    const session = await beginSession(url, as(tokenOf('ann', 1)));
    const ask = (bearer: string) =>
      sessionMessage(url, { id: 2, method: 'tools/list' }, { headers: { ...session, ...as(bearer) } });
    expect((await ask(tokenOf('ann', 1))).status).toBe(200);
    expect((await ask(tokenOf('ann', 2))).status).toBe(404);
  });
});
