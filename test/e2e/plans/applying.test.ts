import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../../support/clients/harness.ts';
import { numbered, sampleIds } from '../../support/sample-ids.ts';
import { people } from '../../support/stories.ts';
import { connectPlanner, type Planner } from './planner.ts';

let service: TestService;
let admin: Planner;
beforeAll(async () => {
  service = await startService();
  admin = await connectPlanner(service);
});
afterEach(() => {
  service.faults.clear();
  service.reset();
  admin.reset();
});
afterAll(async () => {
  await admin?.client.close();
  await service?.close();
});

const { prepareBundle, witnessStatement, settlementOffer, smith, northbridge } = sampleIds;
const described = (id: string, Description: string) => ({
  tool: 'update_task',
  arguments: { id, Description },
});
const deleted = (id: string) => ({ tool: 'delete_task', arguments: { id } });
const person = () => people(() => service.url)('admin');
const descriptionOf = async (id: string) => (await person().get(`/api/v3/tasks/${id}`)).Description;
const isThere = async (id: string) => (await person().send(`GET /api/v3/tasks/${id}`)).status === 200;
const done = 'done and confirmed by reading';

describe('a plan without risk', () => {
  it('is planned and carried out in one call, without a question', async () => {
    const answer = await admin.plan([described(prepareBundle, 'one'), described(witnessStatement, 'two')], {
      apply: true,
    });
    expect(answer.states).toEqual([done, done]);
    expect(admin.user.questions).toEqual([]);
    expect(await descriptionOf(prepareBundle)).toBe('one');
    expect(answer.text).toContain(`call undo with act ${answer.id} within 24 hours`);
  });

  it.each([
    [
      'it has more than 20 rows',
      () => Array.from({ length: 21 }, (_, at) => described(numbered('task', at + 1), 'x')),
    ],
    ['a human must agree to it', () => [deleted(settlementOffer)]],
    ['some rows cannot be carried out', () => [described(prepareBundle, 'x'), described('nobody', 'x')]],
  ])('is not carried out at once if %s', async (why, changes) => {
    const answer = await admin.plan(changes(), { apply: true });
    expect(answer.text).toContain(`The plan was not carried out yet, because ${why}`);
    expect(await descriptionOf(prepareBundle)).not.toBe('x');
    expect(await isThere(settlementOffer)).toBe(true);
  });
});

describe('the question about a plan', () => {
  it('is asked once, shows risky rows first and in full, and nothing happens without confirmation', async () => {
    const plan = await admin.plan([
      described(prepareBundle, 'one'),
      deleted(witnessStatement),
      deleted(settlementOffer),
    ]);
    for (const reply of [
      'declines',
      'cancels',
      'accepts an empty form',
      'accepts with a field of its own',
    ] as const) {
      admin.user.reply = reply;
      expect((await admin.apply(plan.id)).isError).toBe(true);
    }
    expect(await isThere(settlementOffer)).toBe(true);
    expect(await descriptionOf(prepareBundle)).not.toBe('one');
    admin.user.reply = 'agrees';
    admin.user.questions.length = 0;
    const applied = await admin.apply(plan.id);
    expect(applied.states).toEqual([done, done, done]);
    expect(admin.user.questions).toHaveLength(1);
    const [title, ...lines] = (admin.user.questions[0] ?? '').split('\n');
    expect(title).toBe('Carry out 3 changes?');
    expect(lines.map((line) => line.slice(0, 2))).toEqual(['2.', '3.', '1.']);
    expect(lines[0]).toMatch(/Delete this task: "Draft witness statement"/);
    expect(await isThere(settlementOffer)).toBe(false);
  });

  it('states the open tasks of a case that it would archive', async () => {
    const plan = await admin.plan([{ tool: 'archive_object', arguments: { id: sampleIds.lyutik } }]);
    admin.user.reply = 'declines';
    await admin.apply(plan.id);
    expect(admin.user.questions.at(-1)).toContain('; Open tasks in the case: 2');
  });

  it('states the open tasks of a case even if its events cannot be read', async () => {
    service.faults.set([{ on: 'GET /api/v2/events', fault: { kind: 'status', status: 403 } }]);
    const plan = await admin.plan([{ tool: 'archive_object', arguments: { id: sampleIds.lyutik } }]);
    admin.user.reply = 'declines';
    await admin.apply(plan.id);
    service.faults.clear();
    const question = admin.user.questions.at(-1);
    expect(question).toContain('; Open tasks in the case: 2');
    expect(question).toContain('; not all open tasks, events and similar records could be read');
  });

  it('shows the name of the next event in one line', async () => {
    const event = {
      Name: 'Forged\n2. Nothing else',
      CaseId: sampleIds.lyutik,
      StartDate: '2026-03-04T10:00:00Z',
    };
    await admin.client.callTool('create_event', { ...event, EndDate: '2026-03-04T23:00:00Z' });
    const plan = await admin.plan([{ tool: 'archive_object', arguments: { id: sampleIds.lyutik } }]);
    admin.user.reply = 'declines';
    await admin.apply(plan.id);
    service.reset();
    expect(admin.user.questions.at(-1)).toContain(
      '; Next event in the case: "Forged 2. Nothing else", Wed 4 Mar',
    );
  });

  it('can leave rows out', async () => {
    const plan = await admin.plan([
      deleted(witnessStatement),
      deleted(settlementOffer),
      described(prepareBundle, 'x'),
    ]);
    admin.user.answer = async () => ({ action: 'accept', content: { confirm: true, leave_out: '1, 3' } });
    const applied = await admin.apply(plan.id);
    expect(applied.states).toEqual(['left out', done, 'left out']);
    expect([await isThere(witnessStatement), await isThere(settlementOffer)]).toEqual([true, false]);
  });

  it('is confirmed by a form that is filled with its defaults and a tick', async () => {
    const plan = await admin.plan([deleted(settlementOffer)]);
    const forms: any[] = [];
    admin.user.answer = async (params: any) => {
      const { confirm, leave_out } = params.requestedSchema.properties;
      forms.push(confirm);
      return { action: 'accept', content: { confirm: true, leave_out: leave_out.default } };
    };
    expect((await admin.apply(plan.id)).states).toEqual([done]);
    expect(forms).toEqual([{ type: 'boolean', title: 'Yes, do this' }]);
  });

  it.each(['the first', '2', '0', '1-3', '01.1', '-1', true])(
    'agrees to nothing if the rows to leave out are not rows of the plan: %j',
    async (rows) => {
      const plan = await admin.plan([deleted(settlementOffer)]);
      admin.user.answer = async () => ({ action: 'accept', content: { confirm: true, leave_out: rows } });
      expect((await admin.apply(plan.id)).text).toMatch(/^NOT_AGREED/);
      expect(await isThere(settlementOffer)).toBe(true);
    },
  );

  it('does nothing if a row to skip or to undo does not exist', async () => {
    const plan = await admin.plan([described(prepareBundle, 'x'), described(witnessStatement, 'x')]);
    expect((await admin.apply(plan.id, { skip: [1, 3] })).text).toMatch(
      /skip: the plan has no row 3\b.*1 to 2/,
    );
    const applied = await admin.apply(plan.id, { skip: [1] });
    expect(applied.states).toEqual([expect.stringMatching(/left out/), done]);
    expect((await admin.undo(applied.id, { rows: [2, 20] })).text).toMatch(/rows: the plan has no row 20\b/);
    await admin.undo(applied.id, { apply: true });
  });

  it('is refused if it cannot be shown in full, and if no user can be asked', async () => {
    const long = Array.from({ length: 12 }, (_, at) => ({
      tool: 'notify_user',
      arguments: { id: sampleIds.anna, Text: `${at} ${'word '.repeat(100)}` },
    }));
    const plan = await admin.plan(long);
    expect((await admin.apply(plan.id)).text).toMatch(
      /^TOO_LONG_TO_ASK: A human must see and agree to 12 rows .*The first [1-9] of them fit/,
    );
    const mute = await connectPlanner(service, 'admin', { user: undefined as never });
    const other = await mute.plan([deleted(settlementOffer), described(prepareBundle, 'x')]);
    expect((await mute.apply(other.id)).text).toMatch(/^CONFIRMATION_NEEDED/);
    expect((await mute.apply(other.id, { skip: [1] })).states).toEqual(['left out', done]);
    await mute.client.close();
    expect(await isThere(settlementOffer)).toBe(true);
  });
});

describe('rows of a plan', () => {
  it('are refused alone, and the others are carried out', async () => {
    const plan = await admin.plan([described(prepareBundle, 'x'), described(witnessStatement, 'x')]);
    const at = `PUT /api/v3/tasks/${prepareBundle}`;
    service.faults.set([{ on: `/^${at.replaceAll('/', '\\/')}$/`, fault: { kind: 'status', status: 403 } }]);
    const applied = await admin.apply(plan.id);
    expect(applied.states).toEqual(['REFUSED, nothing was done', done]);
    expect(applied.isError).toBe(true);
  });

  it('are not carried out if their record was changed meanwhile', async () => {
    const plan = await admin.plan([described(prepareBundle, 'mine'), described(witnessStatement, 'mine')]);
    await person().make(`PUT /api/v3/tasks/${prepareBundle}`, { Description: 'theirs' });
    const applied = await admin.apply(plan.id);
    expect(applied.states).toEqual(['CHANGED MEANWHILE, nothing was done', done]);
    expect(await descriptionOf(prepareBundle)).toBe('theirs');
  });

  it('add several entries to one record, in their order', async () => {
    const parties = [northbridge, numbered('participant', 2), numbered('participant', 3)];
    const applied = await admin.plan(
      parties.map((ParticipantId) => ({
        tool: 'add_case_participant',
        arguments: { id: sampleIds.emptyCard, ParticipantId, RoleId: sampleIds.claimant },
      })),
      { apply: true },
    );
    expect(applied.states).toEqual([done, done, done]);
    const { Participants } = await person().get(`/api/v2/objects/${sampleIds.emptyCard}`);
    expect(Participants.map((one: any) => one.Participant.Id)).toEqual(expect.arrayContaining(parties));
  });

  it('change the record before it is archived, in any order', async () => {
    const plan = await admin.plan([
      { tool: 'archive_case', arguments: { id: smith } },
      { tool: 'edit_object', arguments: { id: smith, Description: 'closed' } },
    ]);
    expect((await admin.apply(plan.id)).states).toEqual([done, done]);
    const record = await person().get(`/api/v2/objects/${smith}`);
    expect([record.Description, record.Status]).toEqual(['closed', 'Archived']);
  });

  it('with a lost answer are looked up by reading, and never sent again', async () => {
    const create = { tool: 'create_task', arguments: { Name: 'Подготовить иск', CaseId: smith } };
    const plan = await admin.plan([described(prepareBundle, 'x'), create]);
    service.faults.set([
      { on: 'PUT /api/v3/tasks/{id}', fault: { kind: 'drop', at: 'headers' } },
      { on: 'POST /api/v3/tasks', fault: { kind: 'drop', at: 'headers' } },
    ]);
    const before = (await person().all(`GET /api/v2/tasks?CaseId=${smith}`)).length;
    const applied = await admin.apply(plan.id);
    service.faults.clear();
    expect(applied.states).toEqual([done, 'OUTCOME UNKNOWN']);
    expect(applied.text).toMatch(/2\. OUTCOME UNKNOWN: .*Check with list_tasks/);
    expect((await admin.apply(plan.id)).states).toEqual([done, 'OUTCOME UNKNOWN']);
    expect(await person().all(`GET /api/v2/tasks?CaseId=${smith}`)).toHaveLength(before + 1);
  });

  it('are reported as not saved if the service saves another value', async () => {
    const plan = await admin.plan([
      { tool: 'create_task', arguments: { Name: 'Подготовить иск', CaseId: smith } },
    ]);
    service.faults.set([
      {
        on: 'GET /api/v3/tasks/{id}',
        fault: {
          kind: 'status',
          status: 200,
          body: { Id: prepareBundle, Name: 'Other', Case: { Id: smith } },
        },
      },
    ]);
    expect((await admin.apply(plan.id)).states).toEqual(['NOT SAVED, although the service reported success']);
  });
});

describe('a plan that is applied', () => {
  it('twice is carried out once, also at the same time', async () => {
    const create = (Description: string) => ({
      tool: 'create_task',
      arguments: { Name: 'Подготовить иск', CaseId: smith, Description },
    });
    const plan = await admin.plan([create('a'), create('b'), create('c')]);
    const before = (await person().all(`GET /api/v2/tasks?CaseId=${smith}`)).length;
    const both = await Promise.all([admin.apply(plan.id), admin.apply(plan.id)]);
    expect(both.some(({ states }) => states.every((one) => one === done))).toBe(true);
    expect((await admin.apply(plan.id)).states).toEqual([done, done, done]);
    expect(await person().all(`GET /api/v2/tasks?CaseId=${smith}`)).toHaveLength(before + 3);
  });

  it('by another caller is unknown, as one that never was', async () => {
    const plan = await admin.plan([described(prepareBundle, 'x')]);
    const other = await connectPlanner(service, 'admin');
    expect((await other.apply(plan.id)).text).toMatch(/You have no such plan/);
    expect((await other.undo(plan.id)).text).toMatch(/You have no such act/);
    await other.client.close();
    expect((await admin.apply(crypto.randomUUID())).text).toMatch(/You have no such plan/);
    expect(await descriptionOf(prepareBundle)).not.toBe('x');
  });

  it('continues where it was stopped, and reports its progress', async () => {
    const rows = Array.from({ length: 12 }, (_, at) => described(numbered('task', at + 1), `row ${at}`));
    const plan = await admin.plan(rows);
    service.faults.set([{ on: 'PUT /api/v3/tasks/{id}', fault: { kind: 'latency', ms: 150 } }]);
    const stop = new AbortController();
    const seen: number[] = [];
    const call = admin.client.callTool(
      'apply_plan',
      { plan: plan.id },
      {
        signal: stop.signal,
        onprogress: ({ progress, total }) => {
          expect(total).toBe(12);
          seen.push(progress);
          stop.abort();
        },
      },
    );
    await expect(call).rejects.toThrow();
    expect(seen.length).toBeGreaterThan(0);
    service.faults.clear();
    let again = await admin.apply(plan.id);
    // The server finishes the call in progress first.
    for (let tries = 0; tries < 50 && again.text.includes('Another call is carrying out'); tries += 1) {
      await sleep(100);
      again = await admin.apply(plan.id);
    }
    expect(again.states).toEqual(rows.map(() => done));
    for (const { arguments: args } of rows) expect(await descriptionOf(args.id)).toBe(args.Description);
  });

  it('with rights that are gone is refused row by row', async () => {
    const plan = await admin.plan([described(prepareBundle, 'x')]);
    service.faults.set([{ on: 'GET /api/v3/tasks/{id}', fault: { kind: 'status', status: 403 } }]);
    expect((await admin.apply(plan.id)).states).toEqual(['REFUSED, nothing was done']);
    service.faults.clear();
    expect(await descriptionOf(prepareBundle)).not.toBe('x');
  });
});
