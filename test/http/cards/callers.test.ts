import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerToolName, questionKey } from '../../../src/contract/features/card.ts';
import { startOpenUpstream } from '../../support/clients/callers.ts';
import {
  connectTo,
  type HttpProcess,
  startHttpProcess,
  type TestClient,
  textOf,
} from '../../support/clients/harness.ts';
import { back } from '../../support/clients/oauth.ts';
import { sampleIds } from '../../support/sample-ids.ts';
import { hasRedis, startRedis } from '../../support/servers/redis.ts';
import type { Upstream } from '../../support/servers/upstream.ts';
import { setClock } from '../../support/time/clock.ts';
import { person, redeeming, stepsAt } from '../sign-in/steps.ts';

/** A card's answer to a question, sent to the server over HTTP by another caller, twice, or too late. */

const scriptId = '00000000-0000-4000-8000-000000000001';
const folder = mkdtempSync(join(tmpdir(), 'cards-callers-'));
const record = join(folder, 'changes.jsonl');
const clients: TestClient[] = [];
let upstream: Upstream;
const env = () => ({
  CASEBRIDGE_URL: upstream.url,
  CASEBRIDGE_SESSION_KEY: 'one key for all of the processes',
  CASEBRIDGE_CONFIRM: 'admin',
  CASEBRIDGE_AUDIT_FILE: record,
});
beforeAll(async () => {
  upstream = await startOpenUpstream();
});
afterAll(async () => {
  await upstream?.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => upstream.renew());

async function connectAs(server: HttpProcess, token: string): Promise<TestClient> {
  const client = await connectTo(server.url, { token, showsCards: true });
  clients.push(client);
  return client;
}
/** Makes a call. Returns the state of its card. */
async function asked(client: TestClient): Promise<string> {
  const result = await client.callTool('run_script', { ScriptId: scriptId });
  return result._meta[questionKey].state;
}
/** Sends the answer of a card. Returns the code of the refusal, or `ok`. */
async function answer(client: TestClient, state: string, agreed = true): Promise<string> {
  const result = await client.callTool(answerToolName, { state, agreed });
  return result.isError === true ? (/^\w+/.exec(textOf(result))?.[0] ?? '') : 'ok';
}
/** Returns the number of requests that ran the script. */
const runs = () => upstream.requests(/script/i).length;
const lastLine = (): any => JSON.parse(readFileSync(record, 'utf8').trim().split('\n').at(-1) ?? '');
const refusedAs = (reason: string) => ({ event: 'refused', tool: answerToolName, reason });

describe('the state of a card, at one server of several callers', () => {
  let server: HttpProcess;
  let [ann, bob]: TestClient[] = [];
  beforeAll(async () => {
    server = await startHttpProcess({ env: env() });
    [ann, bob] = [await connectAs(server, 'ann'), await connectAs(server, 'bob')];
  });
  afterAll(async () => {
    for (const client of clients.splice(0)) await client.close();
    await server?.close();
  });

  it('is worth nothing to another caller: nothing is called, that is on record, and its owner can still answer', async () => {
    const state = await asked(ann as TestClient);
    for (const agreed of [true, false]) {
      expect(await answer(bob as TestClient, state, agreed)).toBe('NOT_VALID');
      expect(lastLine()).toMatchObject(refusedAs('NOT_VALID'));
    }
    expect(runs()).toBe(0);
    expect(await answer(ann as TestClient, state)).toBe('ok');
    expect(lastLine()).toMatchObject({ event: 'outcome', outcome: 'done' });
    expect(runs()).toBe(1);
  });

  it.each(['true', 'yes', 1, '1', ['true'], { agreed: true }, null, undefined, 'TRUE'])(
    'is agreed to by the boolean true alone, and not by %j',
    async (agreed) => {
      const state = await asked(ann as TestClient);
      const result = await (ann as TestClient).callTool(answerToolName, { state, agreed });
      expect([result.isError, textOf(result)]).toEqual([
        true,
        expect.stringContaining('`agreed` true or false'),
      ]);
      expect(runs()).toBe(0);
      expect(await answer(ann as TestClient, state)).toBe('ok');
    },
  );

  it('is worth nothing a second time, to anybody', async () => {
    const state = await asked(ann as TestClient);
    const all = await Promise.all(Array.from({ length: 8 }, () => answer(ann as TestClient, state)));
    expect(all.sort()).toEqual([...Array(7).fill('ALREADY_ANSWERED'), 'ok']);
    expect(await answer(bob as TestClient, state)).toBe('NOT_VALID');
    expect(await answer(ann as TestClient, state)).toBe('ALREADY_ANSWERED');
    expect(lastLine()).toMatchObject(refusedAs('ALREADY_ANSWERED'));
    expect(runs()).toBe(1);
  });
});

describe('the state of a card, at a server whose tokens grant scopes', () => {
  it('stays open if a connection that lacks the scope agrees, and not if it declines', async () => {
    const server = await startHttpProcess({
      args: ['--sandbox', '--sign-in', 'service', '--sign-in-clients', `typed-in=${back}`],
      env: { CASEBRIDGE_CONFIRM: '' },
    });
    try {
      const { codeOf, token } = stepsAt(server.url);
      const connect = async (scope: string) => {
        const form = redeeming(await codeOf({ ...person, ticked: scope.split(' ') }, { scope }));
        return connectAs(server, (await token(form)).body.access_token);
      };
      const [full, reading] = [
        await connect('cases:read cases:write cases:risky'),
        await connect('cases:read'),
      ];
      const ask = async () => {
        const result = await full.callTool('delete_task', { id: sampleIds.prepareBundle });
        return result._meta[questionKey].state;
      };
      const declined = await ask();
      expect(await answer(reading, declined, false)).not.toBe('ok');
      expect(await answer(full, declined)).toBe('ALREADY_ANSWERED');
      const state = await ask();
      expect(await answer(reading, state)).toBe('INSUFFICIENT_SCOPE');
      expect(await answer(full, state)).toBe('ok');
      expect(await answer(full, state)).toBe('ALREADY_ANSWERED');
    } finally {
      for (const client of clients.splice(0)) await client.close();
      await server.close();
    }
  });
});

describe.skipIf(!hasRedis)(
  'the state of a card, at two processes with Redis (redis-server has to be installed)',
  () => {
    const servers: HttpProcess[] = [];
    let redis: Awaited<ReturnType<typeof startRedis>>;
    const start = () => startHttpProcess({ env: { ...env(), CASEBRIDGE_REDIS: redis.url } });
    beforeAll(async () => {
      redis = await startRedis();
      servers.push(...(await Promise.all([start(), start()])));
    });
    afterAll(async () => {
      for (const client of clients.splice(0)) await client.close();
      await Promise.all(servers.map((server) => server.close()));
      await redis?.close();
    });

    it('is answered by its caller at either, once, and by no other caller', async () => {
      const [first, second] = servers as [HttpProcess, HttpProcess];
      const [ann, annThere, bobThere] = [
        await connectAs(first, 'ann'),
        await connectAs(second, 'ann'),
        await connectAs(second, 'bob'),
      ];
      const state = await asked(ann);
      expect(await answer(bobThere, state)).toBe('NOT_VALID');
      expect(runs()).toBe(0);
      const all = await Promise.all([ann, annThere, ann, annThere].map((client) => answer(client, state)));
      expect(all.sort()).toEqual([...Array(3).fill('ALREADY_ANSWERED'), 'ok']);
      expect(runs()).toBe(1);
    });

    it('is worth nothing after ten minutes', async () => {
      const client = await connectAs(servers[0] as HttpProcess, 'ann');
      for (const [minutes, code] of [
        [11, 'NOT_VALID'],
        [9, 'ok'],
      ] as const) {
        const state = await asked(client);
        // The clock of another process is ahead.
        const ahead = minutes * 60_000;
        setClock(new Date(Date.now() + ahead).toISOString());
        const later = await start();
        setClock(new Date(Date.now() - ahead).toISOString());
        servers.push(later);
        expect(await answer(await connectAs(later, 'ann'), state), `after ${minutes} minutes`).toBe(code);
      }
      expect(runs()).toBe(1);
    });
  },
);
