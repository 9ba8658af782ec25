import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { run, startProcess } from '../../support/clients/process.ts';
import { speak } from '../../support/clients/raw.ts';
import { risky } from '../../support/risky.ts';
import {
  canary,
  environmentOf,
  type Handler,
  html,
  json,
  reset,
  startUpstream,
} from '../../support/servers/upstream.ts';

const sso = 'canary-sso-token';
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'canary-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const ends: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end.close();
});
const own = <Thing extends { close(): Promise<unknown> }>(thing: Thing): Thing => {
  ends.push(thing);
  return thing;
};

/** Creates a service whose refusals repeat the whole request. */
const echo =
  (status: number, shape: (all: string) => object | string): Handler =>
  (response, { headers, body, target }) => {
    const all = `${JSON.stringify(headers)} ${body} ${target}`;
    const answer = shape(all);
    if (typeof answer === 'string') response.writeHead(status, { 'content-type': 'text/plain' }).end(answer);
    else json(response, status, answer);
  };
const shapes: ((all: string) => object | string)[] = [
  (all) => ({ Message: all }),
  (all) => ({ error: 'invalid_grant', error_description: all }),
  (all) => ({ title: all, errors: { header: [all] }, traceId: 'x' }),
  (all) => ({ ConflictMessage: all, ConflictObjects: [{ Name: all }] }),
  (all) => all,
];
const refusals: Handler[] = shapes.flatMap((shape) =>
  [400, 401, 403, 409, 429, 500, 503].map((status) => echo(status, shape)),
);
/** Creates successful responses that repeat the request and the session token. */
const repeats = (session: string): Handler[] => [
  echo(200, (all) => ({ Items: [{ Name: `${all} ${session}` }], Total: 1 })),
  echo(200, (all) => ({ Items: [], Content: JSON.stringify({ note: session, all }) })),
];
const breakages: Handler[] = [
  reset,
  (response) => html(response),
  (response) => html(response, 401),
  (response) => json(response, 200, undefined),
  (response) => response.writeHead(302, { location: `https://far.example/?${canary.token}` }).end(),
  (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":'),
];

const ways: [string, Record<string, string>][] = [
  ['login and password', {}],
  ['a single sign-on token', { CASEBRIDGE_LOGIN: '', CASEBRIDGE_PASSWORD: '', CASEBRIDGE_SSO_TOKEN: sso }],
];

describe.each(ways)('with %s, no secret is in any output', (way, env) => {
  /** Makes calls and returns all output of the server. */
  async function outputOf(on: { signIn?: Handler; exchange?: Handler; call?: Handler }): Promise<string> {
    const upstream = own(await startUpstream());
    const audit = join(mkdtempSync(join(folder, 'record-')), 'changes.jsonl');
    const all = {
      ...environmentOf(upstream.url),
      CASEBRIDGE_AUDIT_FILE: audit,
      CASEBRIDGE_TIMEOUT: '2',
      ...env,
    };
    const server = own(startProcess(['--confirm', 'delete'], all));
    const raw = speak(server.child.stdin, server.child.stdout);
    Object.assign(upstream.on, on);
    await raw.send('tools/list', {});
    for (const tool of ['get_token', 'get_short_lived_token', 'list_folders', 'create_task'])
      await raw.call(tool, tool === 'create_task' ? { Name: 'x' } : {});
    for (const { tool, args } of risky.slice(0, 2)) await raw.call(tool, args(upstream.url));
    server.child.stdin.end();
    const { stdout, stderr } = await server.ended;
    return [stdout, stderr, readFileSync(audit, 'utf8')].join('\n');
  }
  const expectNone = (text: string) => {
    expect(text.length).toBeGreaterThan(1_000);
    expect(text).not.toMatch(/.{0,80}canary-.{0,40}/);
  };

  it('if all calls succeed, and if calls fail in every way [FLT-37, FLT-76]', async () => {
    expectNone(await outputOf({}));
    const session = way === 'login and password' ? canary.session : sso;
    let turn = 0;
    const all = [...refusals, ...repeats(session), ...breakages];
    const inTurn: Handler = (response, seen) => {
      turn += 1;
      (all[turn % all.length] as Handler)(response, seen);
    };
    // Run some concurrently, because they mostly wait.
    for (const calls of [repeats(session), [inTurn, inTurn], [inTurn, inTurn]])
      for (const text of await Promise.all(calls.map((call) => outputOf({ call })))) expectNone(text);
    expect(turn).toBeGreaterThan(20);
  });

  it('if sign-in or token exchange is refused with everything repeated [FLT-37]', async () => {
    for (const shape of shapes) {
      const refused = [outputOf({ signIn: echo(400, shape) }), outputOf({ exchange: echo(403, shape) })];
      for (const text of await Promise.all(refused)) expectNone(text);
    }
  });
});

describe('a wrong setting', () => {
  it('is told without the value of a secret', async () => {
    const file = join(folder, 'password');
    writeFileSync(file, `${canary.password}\n`);
    const settings: Record<string, string>[] = [
      { CASEBRIDGE_PASSWORD: canary.password },
      { CASEBRIDGE_PASSWORD_FILE: file, CASEBRIDGE_SSO_TOKEN: sso },
      { CASEBRIDGE_LOGIN: 'anna', CASEBRIDGE_PASSWORD: canary.password, CASEBRIDGE_SSO_TOKEN: sso },
      { CASEBRIDGE_LOGIN: 'anna', CASEBRIDGE_PASSWORD: 'canary-'.repeat(500) },
    ];
    for (const env of settings) {
      const ended = await run([], { CASEBRIDGE_URL: 'http://127.0.0.1:9', ...env });
      expect(ended).toMatchObject({ code: 2, stdout: '' });
      expect(ended.stderr).not.toContain('canary');
    }
  });
});
