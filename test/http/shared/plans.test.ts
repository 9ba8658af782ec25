import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectPlanner, type Planner, plannerOf } from '../../e2e/plans/planner.ts';
import { createUser } from '../../support/clients/asked.ts';
import {
  type ClientKind,
  connectTo,
  type HttpProcess,
  startHttpProcess,
  startService,
  type TestService,
} from '../../support/clients/harness.ts';
import { numbered, sampleIds } from '../../support/sample-ids.ts';
import { hasRedis, startRedis } from '../../support/servers/redis.ts';
import { type Person, people } from '../../support/stories.ts';
import { setClock, usualMoment } from '../../support/time/clock.ts';
import { key } from './processes.ts';

/** A plan that several processes of one server apply, or one process before and after a restart. */

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const { prepareBundle, settlementOffer, smith } = sampleIds;
const done = 'done and confirmed by reading';
const minuteMs = 60_000;

let service: TestService;
let person: Person;
const ends: { close(): Promise<unknown> }[] = [];
const own = <Thing extends { close(): Promise<unknown> }>(thing: Thing): Thing => {
  ends.push(thing);
  return thing;
};
beforeAll(async () => {
  service = await startService();
});
beforeEach(() => {
  service.faults.clear();
  service.reset();
  person = people(() => service.url)('admin');
});
afterEach(async () => {
  setClock(usualMoment);
  for (const end of ends.splice(0).reverse()) await end.close();
});
afterAll(() => service?.close());

const begin = async (env: Readonly<Record<string, string>> = {}, port = 0): Promise<HttpProcess> => {
  const own = { ...service.environment('admin'), CASEBRIDGE_CONFIRM: '', CASEBRIDGE_SESSION_KEY: key };
  const args = ['--single-user', '--port', String(port)];
  return startHttpProcess({ args, env: { ...own, ...env } });
};
const plannerAt = async ({ url }: HttpProcess, kind: ClientKind = 'v2 pinned'): Promise<Planner> => {
  const user = createUser('agrees');
  return plannerOf(own(await connectTo(url, { kind, user })), user);
};
const create = (Description: string) => ({
  tool: 'create_task',
  arguments: { Name: 'Подготовить иск', CaseId: smith, Description },
});
const described = (number: number, Description: string) => ({
  tool: 'update_task',
  arguments: { id: numbered('task', number), Description },
});
const madeWith = async (Description: string) =>
  (await person.all('GET /api/v2/tasks?PageSize=100')).filter((one) => one.Description === Description)
    .length;
const changesSent = () => service.requests.filter(({ method }) => method === 'PUT').map(({ path }) => path);

/** Applies a plan again until no other call is applying it. */
async function applyToTheEnd(planner: Planner, id: string) {
  let answer = await planner.apply(id);
  for (let tries = 0; tries < 100 && answer.text.includes('Another call is carrying out'); tries += 1) {
    await sleep(200);
    answer = await planner.apply(id);
  }
  return answer;
}

describe.skipIf(!hasRedis)(
  'a plan on several processes with Redis (redis-server has to be installed)',
  () => {
    const at = {} as { redis: Awaited<ReturnType<typeof startRedis>> };
    beforeEach(async () => {
      at.redis = await startRedis();
    });
    afterEach(() => at.redis?.close());
    const start = async (env: Readonly<Record<string, string>> = {}) =>
      own(await begin({ CASEBRIDGE_REDIS: at.redis.url, ...env }));

    it('is made on one, applied on another after one question, and undone on the first', async () => {
      const [first, second] = [await plannerAt(await start()), await plannerAt(await start())];
      const plan = await first.plan([
        described(1, 'mine'),
        { tool: 'delete_task', arguments: { id: settlementOffer } },
      ]);
      const applied = await second.apply(plan.id);
      expect(applied.states, applied.text).toEqual([done, done]);
      expect([first.user.questions.length, second.user.questions.length]).toEqual([0, 1]);
      const undo = await first.undo(plan.id, { rows: [1] });
      expect((await second.apply(undo.id)).states).toEqual([done]);
      expect(await madeWith('mine')).toBe(0);
    });

    it('is carried out once if two apply it at the same time', async () => {
      const both = [await plannerAt(await start()), await plannerAt(await start(), 'v1')];
      const marks = ['a', 'b', 'c', 'd'].map((letter) => `new ${letter}`);
      const plan = await both[0]?.plan(marks.map(create));
      service.faults.set([{ on: 'POST /api/v3/tasks', fault: { kind: 'latency', ms: 200 } }]);
      await Promise.all(both.map((one) => one.apply(plan?.id ?? '')));
      for (const one of both)
        expect((await applyToTheEnd(one, plan?.id ?? '')).states).toEqual([done, done, done, done]);
      for (const mark of marks) expect(await madeWith(mark), mark).toBe(1);
    });

    it('continues at another after its process was killed, and no row is sent twice', async () => {
      const [dying, other] = [await start(), await start()];
      const numbers = Array.from({ length: 12 }, (_, at) => at + 1);
      const planner = await plannerAt(dying);
      const plan = await planner.plan(numbers.map((number) => described(number, `row ${number}`)));
      service.faults.set([{ on: 'PUT /api/v3/tasks/{id}', fault: { kind: 'latency', ms: 300 } }]);
      const broken = planner.apply(plan.id).catch(() => undefined);
      await expect.poll(() => changesSent().length, { timeout: 20_000 }).toBeGreaterThan(2);
      dying.process.child.kill('SIGKILL');
      await dying.process.ended;
      await broken;
      expect((await (await plannerAt(other)).apply(plan.id)).text).toContain('Another call is carrying out');
      service.faults.clear();
      // The lock on the plan expires a minute after its process has ended.
      setClock(new Date(Date.now() + 2 * minuteMs).toISOString());
      const later = await plannerAt(await start());
      const applied = await later.apply(plan.id);
      // The service did not receive the requests in flight. A read shows this, and no process sends them
      // again.
      const unknown = applied.states.filter((state) => state === 'OUTCOME UNKNOWN').length;
      expect(unknown, applied.text).toBeLessThanOrEqual(6);
      expect(applied.states.filter((state) => state === done)).toHaveLength(numbers.length - unknown);
      for (const number of numbers)
        expect(await madeWith(`row ${number}`), `row ${number}: ${applied.text}`).toBe(
          applied.states[number - 1] === done ? 1 : 0,
        );
      const sent = changesSent();
      expect(sent.length).toBe(new Set(sent).size);
    });

    it('is refused after 30 minutes, before anybody is asked', async () => {
      const plan = await (await plannerAt(await start())).plan([
        { tool: 'delete_task', arguments: { id: settlementOffer } },
      ]);
      setClock(new Date(Date.now() + 31 * minuteMs).toISOString());
      const later = await plannerAt(await start());
      const applied = await later.apply(plan.id);
      expect(applied.text).toMatch(/older than 30 minutes/);
      expect(later.user.questions).toEqual([]);
      expect((await person.send(`GET /api/v3/tasks/${settlementOffer}`)).status).toBe(200);
    });

    it('is refused while the store is away, and unknown once it came back empty', async () => {
      const planner = await plannerAt(await start());
      const plan = await planner.plan([described(1, 'mine')]);
      await at.redis.kill();
      await expect
        .poll(async () => (await planner.apply(plan.id)).text, { timeout: 20_000 })
        .toMatch(/store for plans is unavailable/);
      expect(await madeWith('mine')).toBe(0);
      await at.redis.start();
      await expect
        .poll(async () => (await planner.apply(plan.id)).text, { timeout: 20_000 })
        .toMatch(/You have no such plan/);
      expect(changesSent()).toEqual([]);
    });

    it('stops if the store is lost between its rows, and lists the rows that were not tried', async () => {
      const planner = await plannerAt(await start());
      const numbers = Array.from({ length: 12 }, (_, at) => at + 1);
      const plan = await planner.plan(numbers.map((number) => described(number, `row ${number}`)));
      service.faults.set([{ on: 'PUT /api/v3/tasks/{id}', fault: { kind: 'latency', ms: 500 } }]);
      const applying = planner.apply(plan.id);
      await expect.poll(() => changesSent().length, { timeout: 20_000 }).toBeGreaterThan(2);
      await at.redis.kill();
      const applied = await applying;
      expect(applied.states, applied.text).toContain('NOT TRIED');
      expect(applied.isError).toBe(true);
      const [made, sent] = [
        applied.states.flatMap((state, row) => (state === done ? [row + 1] : [])),
        changesSent(),
      ];
      for (const number of numbers)
        expect(await madeWith(`row ${number}`), `row ${number}: ${applied.text}`).toBe(
          made.includes(number) ? 1 : 0,
        );
      expect(sent.length).toBe(new Set(sent).size);
    });

    it('leaves no text of records in the store', async () => {
      const planner = await plannerAt(await start());
      const end = await at.redis.watch();
      const plan = await planner.plan([described(1, 'canary of a plan')]);
      await planner.apply(plan.id);
      await planner.undo(plan.id);
      const seen = await end();
      expect(seen).toMatch(/casebridge:plan/);
      expect(seen).not.toMatch(new RegExp(`canary|Prepare bundle|${prepareBundle}`));
    });
  },
);

describe('a plan on a process without Redis', () => {
  it('is unknown after a restart, the answer names the restart, and nothing is done', async () => {
    const first = await begin();
    const before = await plannerAt(first);
    const plan = await before.plan([described(1, 'mine')]);
    const act = await before.plan([described(2, 'made')], { apply: true });
    await first.close();
    const after = await plannerAt(own(await begin()));
    expect((await after.apply(plan.id)).text).toMatch(/You have no such plan: .*the server was restarted/);
    expect((await after.undo(act.id)).text).toMatch(
      /You have no applied plan with this id: .*the server was restarted/,
    );
    expect([await madeWith('mine'), await madeWith('made')]).toEqual([0, 1]);
  });

  it.each(['v2 pinned', 'v1'] as const)(
    'starts no further row after a client of the kind %s has left, and continues for the next one',
    async (kind) => {
      const server = own(await begin());
      const numbers = Array.from({ length: 12 }, (_, at) => at + 1);
      const user = createUser('agrees');
      const leaving = await connectTo(server.url, { kind, user });
      const planner = plannerOf(leaving, user);
      const plan = await planner.plan(numbers.map((number) => described(number, `row ${number}`)));
      service.faults.set([{ on: 'PUT /api/v3/tasks/{id}', fault: { kind: 'latency', ms: 400 } }]);
      const broken = planner.apply(plan.id).catch(() => undefined);
      await expect.poll(() => changesSent().length, { timeout: 20_000 }).toBeGreaterThan(0);
      await leaving.close();
      await broken;
      const applied = await applyToTheEnd(await plannerAt(server), plan.id);
      expect(applied.states, applied.text).toEqual(numbers.map(() => done));
      const sent = changesSent();
      expect(sent.length).toBe(new Set(sent).size);
    },
  );
});

describe('a plan over stdio', () => {
  it('is unknown after a restart', async () => {
    const first = await connectPlanner(service, 'admin', { over: 'stdio' });
    const plan = await first.plan([described(1, 'mine')]);
    await first.client.close();
    const second = await connectPlanner(service, 'admin', { over: 'stdio' });
    own(second.client);
    expect((await second.apply(plan.id)).text).toMatch(/You have no such plan: .*the server was restarted/);
  });
});
