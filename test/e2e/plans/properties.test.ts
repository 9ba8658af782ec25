import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startService, type TestService } from '../../support/clients/harness.ts';
import { numbered, sampleIds } from '../../support/sample-ids.ts';
import { type Person, people } from '../../support/stories.ts';
import { connectPlanner, type Planner } from './planner.ts';
import { randomFaults } from './random-faults.ts';
import {
  asGiven,
  changesOf,
  comparable,
  randomRows,
  recordsLeft,
  saidWrongly,
  sentTwice,
  type World,
} from './random-plans.ts';

/** Random plans on the embedded service. `CASEBRIDGE_TEST_PLANS=1000` runs 1000 of them. */

const runs = Number(process.env.CASEBRIDGE_TEST_PLANS ?? 5);
const drawn = { numRuns: runs, seed: 20260304, endOnFailure: true };
vi.setConfig({ testTimeout: 3_600_000 });

const many = (kind: 'object' | 'task' | 'event' | 'participant', numbers: readonly number[]) =>
  numbers.map((number) => numbered(kind, number));
const touched = {
  tasks: many('task', [1, 2, 3, 4, 5, 6, 7, 8]),
  events: many('event', [1, 2, 3, 4, 5, 6]),
  cases: many('object', [1, 2, 4, 7, 9]),
  participants: many('participant', [1, 2, 3, 4, 5]),
  role: sampleIds.claimant,
  taskName: 'Подготовить иск',
};
const changesArbitrary = randomRows().map((rows) => changesOf(touched, rows));

let service: TestService;
let admin: Planner;
let person: Person;
/**
 * Number of runs after which the server is restarted. A server learns rate limits from refusals, so after
 * many random ones it waits before each request.
 */
const startsPerServer = 50;
let starts = 0;
const limits = 'reads=1000000,writes=1000000,risky=1000000,parallel=1000,total=1000';
const startAnew = async () => {
  service.faults.clear();
  service.reset();
  person = people(() => service.url)('admin');
  if (starts % startsPerServer === 0) {
    await admin?.client.close();
    admin = await connectPlanner(service, 'admin', { env: { CASEBRIDGE_LIMITS: limits } });
  }
  starts += 1;
  admin.reset();
};
beforeAll(async () => {
  service = await startService();
});
beforeEach(startAnew);
afterAll(async () => {
  await admin?.client.close();
  await service?.close();
});

/** Reads the service's records through its own API: all lists, and full records if a change may touch them. */
async function readWorld(): Promise<World> {
  const [tasks, events, cases] = await Promise.all([
    person.all('GET /api/v2/tasks?PageSize=100'),
    person.all('GET /api/v2/events?PageSize=100'),
    person.all('POST /api/v3/objects/GetCases', { PageSize: 100 }),
  ]);
  const whole = async (path: string, ids: readonly string[], listed: readonly any[]) => {
    const there = ids.filter((id) => listed.some((one) => one.Id === id));
    const records = await Promise.all(there.map((id) => person.get(`${path}/${id}`)));
    return [...records, ...listed.filter((one) => !there.includes(one.Id))];
  };
  return {
    tasks: await whole('/api/v3/tasks', touched.tasks, tasks),
    events: await whole('/api/v3/events', touched.events, events),
    // The list omits archived cases.
    cases: await whole('/api/v2/objects', touched.cases, [...cases, ...touched.cases.map((Id) => ({ Id }))]),
  };
}

const figures = new Map<string, number>();
const count = (states: readonly string[]) => {
  for (const state of states) figures.set(state, (figures.get(state) ?? 0) + 1);
};

describe('a random plan', () => {
  it(`makes the same as its rows called one by one, in ${runs} runs`, async () => {
    await fc.assert(
      fc.asyncProperty(changesArbitrary, async (changes) => {
        await startAnew();
        const plan = await admin.plan(changes.map(asGiven));
        const applied = await admin.apply(plan.id);
        const planned = comparable(await readWorld());
        await startAnew();
        const isLast = ({ tool }: { tool: string }) => (/^(?:archive|delete)/.test(tool) ? 1 : 0);
        const rows = changes
          .filter((_, at) => /^done/.test(applied.states[at] ?? ''))
          .sort((one, two) => isLast(one) - isLast(two));
        for (const { tool, arguments: args } of rows) {
          const answer = await admin.client.callTool(tool, await withDates(args, tool));
          expect(answer.isError ?? false, `${tool}: ${answer.content[0]?.text}`).toBe(false);
        }
        expect(planned, applied.text).toEqual(comparable(await readWorld()));
      }),
      drawn,
    );
  });

  it(`leaves the service as it was once it is undone, wherever the undo says so, in ${runs} runs`, async () => {
    await fc.assert(
      fc.asyncProperty(changesArbitrary, async (changes) => {
        await startAnew();
        const before = await readWorld();
        const plan = await admin.plan(changes.map(asGiven));
        const applied = await admin.apply(plan.id);
        fc.pre(applied.states.some((state) => /^done/.test(state)));
        const undo = await admin.undo(applied.id);
        const undone = await admin.apply(undo.id);
        const left = recordsLeft(undo, changes);
        const said = [applied.text, undo.text, undone.text].join('\n');
        expect(
          undone.states.filter((state) => !/^done|^cannot be carried out/.test(state)),
          said,
        ).toEqual([]);
        expect(comparable(await readWorld(), left), said).toEqual(comparable(before, left));
      }),
      drawn,
    );
  });

  it(`sends no row twice and says nothing that is not so under random faults, in ${runs} runs`, async () => {
    await fc.assert(
      fc.asyncProperty(changesArbitrary, randomFaults, async (changes, faults) => {
        await startAnew();
        const before = await readWorld();
        const plan = await admin.plan(changes.map(asGiven));
        const possible = changes.filter((_, at) => !isImpossible(plan.text, at + 1));
        service.faults.set(faults);
        const first = await admin.apply(plan.id);
        service.faults.clear();
        expect(saidWrongly(first, changes, before, await readWorld()), first.text).toEqual([]);
        const again = await admin.apply(plan.id);
        expect(saidWrongly(again, changes, before, await readWorld()), again.text).toEqual([]);
        expect(sentTwice(service.requests, possible), `${first.text}\n${again.text}`).toEqual([]);
        count(first.states.map((state) => `first ${state}`));
        count(again.states.map((state) => `again ${state}`));
      }),
      drawn,
    );
    for (const [state, times] of [...figures].sort()) process.stdout.write(`${times}\t${state}\n`);
  });
});

const isImpossible = (text: string, row: number) => new RegExp(`\\n${row}\\. .*\\n {3}CANNOT `).test(text);

/** Replaces relative dates by absolute ones, because a single call does not accept relative dates. */
async function withDates(args: Readonly<Record<string, unknown>>, tool: string) {
  const moved = Object.entries(args).filter(([, value]) => /^[+-]\d+ \w+$/.test(String(value)));
  if (moved.length === 0) return args;
  const kind = tool === 'update_task' ? 'tasks' : 'events';
  const record = await person.get(`/api/v3/${kind}/${String(args.id)}`);
  const dates = moved.map(([name, value]) => {
    const [, days = '0', unit = ''] = /^([+-]\d+) (\w+?)s?$/.exec(String(value)) ?? [];
    const ms = Number(days) * (unit === 'day' ? 86_400_000 : 3_600_000);
    return [name, new Date(Date.parse(record[name]) + ms).toISOString()];
  });
  return { ...args, ...Object.fromEntries(dates) };
}
