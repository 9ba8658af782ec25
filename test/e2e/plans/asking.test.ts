import { describe, expect, it } from 'vitest';
import { sampleIds } from '../../support/sample-ids.ts';
import { connectPlanner } from './planner.ts';
import { deleted, described, done, usePlanner } from './set-up.ts';

const set = usePlanner();
const { descriptionOf, isThere } = set;
const { prepareBundle, witnessStatement, settlementOffer } = sampleIds;

describe('the question about a plan', () => {
  it('is asked once, shows risky rows first and in full, and nothing happens without confirmation', async () => {
    const plan = await set.admin.plan([
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
      set.admin.user.reply = reply;
      expect((await set.admin.apply(plan.id)).isError).toBe(true);
    }
    expect(await isThere(settlementOffer)).toBe(true);
    expect(await descriptionOf(prepareBundle)).not.toBe('one');
    set.admin.user.reply = 'agrees';
    set.admin.user.questions.length = 0;
    const applied = await set.admin.apply(plan.id);
    expect(applied.states).toEqual([done, done, done]);
    expect(set.admin.user.questions).toHaveLength(1);
    const [title, ...lines] = (set.admin.user.questions[0] ?? '').split('\n');
    expect(title).toBe('Carry out 3 changes?');
    expect(lines.map((line) => line.slice(0, 2))).toEqual(['2.', '3.', '1.']);
    expect(lines[0]).toMatch(/Delete this task: "Draft witness statement"/);
    expect(await isThere(settlementOffer)).toBe(false);
  });

  it('states the open tasks of a case that it would archive', async () => {
    const plan = await set.admin.plan([{ tool: 'archive_object', arguments: { id: sampleIds.lyutik } }]);
    set.admin.user.reply = 'declines';
    await set.admin.apply(plan.id);
    expect(set.admin.user.questions.at(-1)).toContain('; Open tasks in the case: 2');
  });

  it('states the open tasks of a case even if its events cannot be read', async () => {
    set.service.faults.set([{ on: 'GET /api/v2/events', fault: { kind: 'status', status: 403 } }]);
    const plan = await set.admin.plan([{ tool: 'archive_object', arguments: { id: sampleIds.lyutik } }]);
    set.admin.user.reply = 'declines';
    await set.admin.apply(plan.id);
    set.service.faults.clear();
    const question = set.admin.user.questions.at(-1);
    expect(question).toContain('; Open tasks in the case: 2');
    expect(question).toContain('; not all open tasks, events and similar records could be read');
  });

  it('shows the name of the next event in one line', async () => {
    const event = {
      Name: 'Forged\n2. Nothing else',
      CaseId: sampleIds.lyutik,
      StartDate: '2026-03-04T10:00:00Z',
    };
    await set.admin.client.callTool('create_event', { ...event, EndDate: '2026-03-04T23:00:00Z' });
    const plan = await set.admin.plan([{ tool: 'archive_object', arguments: { id: sampleIds.lyutik } }]);
    set.admin.user.reply = 'declines';
    await set.admin.apply(plan.id);
    set.service.reset();
    expect(set.admin.user.questions.at(-1)).toContain(
      '; Next event in the case: "Forged 2. Nothing else", Wed 4 Mar',
    );
  });

  it('can leave rows out', async () => {
    const plan = await set.admin.plan([
      deleted(witnessStatement),
      deleted(settlementOffer),
      described(prepareBundle, 'x'),
    ]);
    set.admin.user.answer = async () => ({ action: 'accept', content: { confirm: true, leave_out: '1, 3' } });
    const applied = await set.admin.apply(plan.id);
    expect(applied.states).toEqual(['left out', done, 'left out']);
    expect([await isThere(witnessStatement), await isThere(settlementOffer)]).toEqual([true, false]);
  });

  it('is confirmed by a form that is filled with its defaults and a tick', async () => {
    const plan = await set.admin.plan([deleted(settlementOffer)]);
    const forms: any[] = [];
    set.admin.user.answer = async (params: any) => {
      const { confirm, leave_out } = params.requestedSchema.properties;
      forms.push(confirm);
      return { action: 'accept', content: { confirm: true, leave_out: leave_out.default } };
    };
    expect((await set.admin.apply(plan.id)).states).toEqual([done]);
    expect(forms).toEqual([{ type: 'boolean', title: 'Yes, do this' }]);
  });

  it.each(['the first', '2', '0', '1-3', '01.1', '-1', true])(
    'agrees to nothing if the rows to leave out are not rows of the plan: %j',
    async (rows) => {
      const plan = await set.admin.plan([deleted(settlementOffer)]);
      set.admin.user.answer = async () => ({ action: 'accept', content: { confirm: true, leave_out: rows } });
      expect((await set.admin.apply(plan.id)).text).toMatch(/^NOT_AGREED/);
      expect(await isThere(settlementOffer)).toBe(true);
    },
  );

  it('does nothing if a row to skip or to undo does not exist', async () => {
    const plan = await set.admin.plan([described(prepareBundle, 'x'), described(witnessStatement, 'x')]);
    expect((await set.admin.apply(plan.id, { skip: [1, 3] })).text).toMatch(
      /skip: the plan has no row 3\b.*1 to 2/,
    );
    const applied = await set.admin.apply(plan.id, { skip: [1] });
    expect(applied.states).toEqual([expect.stringMatching(/left out/), done]);
    expect((await set.admin.undo(applied.id, { rows: [2, 20] })).text).toMatch(
      /rows: the plan has no row 20\b/,
    );
    await set.admin.undo(applied.id, { apply: true });
  });

  it('is refused if it cannot be shown in full, and if no user can be asked', async () => {
    const long = Array.from({ length: 12 }, (_, at) => ({
      tool: 'notify_user',
      arguments: { id: sampleIds.anna, Text: `${at} ${'word '.repeat(100)}` },
    }));
    const plan = await set.admin.plan(long);
    expect((await set.admin.apply(plan.id)).text).toMatch(
      /^TOO_LONG_TO_ASK: A human must see and agree to 12 rows .*The first [1-9] of them fit/,
    );
    const mute = await connectPlanner(set.service, 'admin', { user: undefined as never });
    const other = await mute.plan([deleted(settlementOffer), described(prepareBundle, 'x')]);
    expect((await mute.apply(other.id)).text).toMatch(/^CONFIRMATION_NEEDED/);
    expect((await mute.apply(other.id, { skip: [1] })).states).toEqual(['left out', done]);
    await mute.client.close();
    expect(await isThere(settlementOffer)).toBe(true);
  });
});
