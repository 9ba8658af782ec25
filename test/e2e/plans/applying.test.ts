import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { numbered, sampleIds } from '../../support/sample-ids.ts';
import { connectPlanner } from './planner.ts';
import { deleted, described, done, usePlanner } from './set-up.ts';

const set = usePlanner();
const { descriptionOf, isThere, person } = set;
const { prepareBundle, witnessStatement, settlementOffer, smith, northbridge } = sampleIds;

describe('a plan without risk', () => {
  it('is planned and carried out in one call, without a question', async () => {
    const answer = await set.admin.plan(
      [described(prepareBundle, 'one'), described(witnessStatement, 'two')],
      {
        apply: true,
      },
    );
    expect(answer.states).toEqual([done, done]);
    expect(set.admin.user.questions).toEqual([]);
    expect(await descriptionOf(prepareBundle)).toBe('one');
    expect(answer.text).toContain(`call undo with act ${answer.id} within 24 hours`);
  });

  it.each([
    [
      'it has more than 20 rows',
      () => Array.from({ length: 21 }, (_, at) => described(numbered('task', at + 1), 'x')),
    ],
    ['a human must agree to it', () => [deleted(settlementOffer)]],
    [
      'some rows cannot be undone',
      () => [
        described(prepareBundle, 'x'),
        {
          tool: 'exclude_participant',
          arguments: { ProjectId: smith, ParticipantId: northbridge, RoleId: 'Defendant' },
        },
      ],
    ],
    ['some rows cannot be carried out', () => [described(prepareBundle, 'x'), described('nobody', 'x')]],
  ])('is not carried out at once if %s', async (why, changes) => {
    const answer = await set.admin.plan(changes(), { apply: true });
    expect(answer.text).toContain(`The plan was not carried out yet, because ${why}`);
    expect(await descriptionOf(prepareBundle)).not.toBe('x');
    expect(await isThere(settlementOffer)).toBe(true);
  });
});

describe('rows of a plan', () => {
  it('are refused alone, and the others are carried out', async () => {
    const plan = await set.admin.plan([described(prepareBundle, 'x'), described(witnessStatement, 'x')]);
    const at = `PUT /api/v3/tasks/${prepareBundle}`;
    set.service.faults.set([
      { on: `/^${at.replaceAll('/', '\\/')}$/`, fault: { kind: 'status', status: 403 } },
    ]);
    const applied = await set.admin.apply(plan.id);
    expect(applied.states).toEqual(['REFUSED, nothing was done', done]);
    expect(applied.isError).toBe(true);
  });

  it('are not carried out if their record was changed meanwhile', async () => {
    const plan = await set.admin.plan([
      described(prepareBundle, 'mine'),
      described(witnessStatement, 'mine'),
    ]);
    await person().make(`PUT /api/v3/tasks/${prepareBundle}`, { Description: 'theirs' });
    const applied = await set.admin.apply(plan.id);
    expect(applied.states).toEqual(['CHANGED MEANWHILE, nothing was done', done]);
    expect(await descriptionOf(prepareBundle)).toBe('theirs');
  });

  it('add several entries to one record, in their order', async () => {
    const parties = [northbridge, numbered('participant', 2), numbered('participant', 3)];
    const applied = await set.admin.plan(
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
    const plan = await set.admin.plan([
      { tool: 'archive_case', arguments: { id: smith } },
      { tool: 'edit_object', arguments: { id: smith, Description: 'closed' } },
    ]);
    expect((await set.admin.apply(plan.id)).states).toEqual([done, done]);
    const record = await person().get(`/api/v2/objects/${smith}`);
    expect([record.Description, record.Status]).toEqual(['closed', 'Archived']);
  });

  it('with a lost answer are looked up by reading, and never sent again', async () => {
    const create = { tool: 'create_task', arguments: { Name: 'Подготовить иск', CaseId: smith } };
    const plan = await set.admin.plan([described(prepareBundle, 'x'), create]);
    set.service.faults.set([
      { on: 'PUT /api/v3/tasks/{id}', fault: { kind: 'drop', at: 'headers' } },
      { on: 'POST /api/v3/tasks', fault: { kind: 'drop', at: 'headers' } },
    ]);
    const before = (await person().all(`GET /api/v2/tasks?CaseId=${smith}`)).length;
    const applied = await set.admin.apply(plan.id);
    set.service.faults.clear();
    expect(applied.states).toEqual([done, 'OUTCOME UNKNOWN']);
    expect(applied.text).toMatch(/2\. OUTCOME UNKNOWN: .*Check with list_tasks/);
    expect((await set.admin.apply(plan.id)).states).toEqual([done, 'OUTCOME UNKNOWN']);
    expect(await person().all(`GET /api/v2/tasks?CaseId=${smith}`)).toHaveLength(before + 1);
  });

  it('are reported as not saved if the service saves another value', async () => {
    const plan = await set.admin.plan([
      { tool: 'create_task', arguments: { Name: 'Подготовить иск', CaseId: smith } },
    ]);
    set.service.faults.set([
      {
        on: 'GET /api/v3/tasks/{id}',
        fault: {
          kind: 'status',
          status: 200,
          body: { Id: prepareBundle, Name: 'Other', Case: { Id: smith } },
        },
      },
    ]);
    expect((await set.admin.apply(plan.id)).states).toEqual([
      'NOT SAVED, although the service reported success',
    ]);
  });
});

describe('a plan that is applied', () => {
  it('twice is carried out once, also at the same time', async () => {
    const create = (Description: string) => ({
      tool: 'create_task',
      arguments: { Name: 'Подготовить иск', CaseId: smith, Description },
    });
    const plan = await set.admin.plan([create('a'), create('b'), create('c')]);
    const before = (await person().all(`GET /api/v2/tasks?CaseId=${smith}`)).length;
    const both = await Promise.all([set.admin.apply(plan.id), set.admin.apply(plan.id)]);
    expect(both.some(({ states }) => states.every((one) => one === done))).toBe(true);
    expect((await set.admin.apply(plan.id)).states).toEqual([done, done, done]);
    expect(await person().all(`GET /api/v2/tasks?CaseId=${smith}`)).toHaveLength(before + 3);
  });

  it('by another caller is unknown, as one that never was', async () => {
    const plan = await set.admin.plan([described(prepareBundle, 'x')]);
    const other = await connectPlanner(set.service, 'admin');
    expect((await other.apply(plan.id)).text).toMatch(/You have no such plan/);
    expect((await other.undo(plan.id)).text).toMatch(/You have no applied plan with this id/);
    await other.client.close();
    expect((await set.admin.apply(crypto.randomUUID())).text).toMatch(/You have no such plan/);
    expect(await descriptionOf(prepareBundle)).not.toBe('x');
  });

  it('continues where it was stopped, and reports its progress', async () => {
    const rows = Array.from({ length: 12 }, (_, at) => described(numbered('task', at + 1), `row ${at}`));
    const plan = await set.admin.plan(rows);
    set.service.faults.set([{ on: 'PUT /api/v3/tasks/{id}', fault: { kind: 'latency', ms: 150 } }]);
    const stop = new AbortController();
    const seen: number[] = [];
    const call = set.admin.client.callTool(
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
    set.service.faults.clear();
    let again = await set.admin.apply(plan.id);
    // The server finishes the call in progress first.
    for (let tries = 0; tries < 50 && again.text.includes('Another call is carrying out'); tries += 1) {
      await sleep(100);
      again = await set.admin.apply(plan.id);
    }
    expect(again.states).toEqual(rows.map(() => done));
    for (const { arguments: args } of rows) expect(await descriptionOf(args.id)).toBe(args.Description);
  });

  it('with rights that are gone is refused row by row', async () => {
    const plan = await set.admin.plan([described(prepareBundle, 'x')]);
    set.service.faults.set([{ on: 'GET /api/v3/tasks/{id}', fault: { kind: 'status', status: 403 } }]);
    expect((await set.admin.apply(plan.id)).states).toEqual(['REFUSED, nothing was done']);
    set.service.faults.clear();
    expect(await descriptionOf(prepareBundle)).not.toBe('x');
  });
});
