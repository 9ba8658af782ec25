import { describe, expect, it } from 'vitest';
import { numbered, sampleIds } from '../../support/sample-ids.ts';
import { connectPlanner } from './planner.ts';
import { described, done, usePlanner } from './set-up.ts';

const set = usePlanner();
const { person } = set;
const { prepareBundle, witnessStatement, settlementOffer, smith, emptyCard, hearing, lyutik } = sampleIds;
const task = (id: string) => person().get(`/api/v3/tasks/${id}`);
const object = (id: string) => person().get(`/api/v2/objects/${id}`);
/** Returns a record without the fields that every change sets. */
const plain = (record: unknown) =>
  JSON.parse(
    JSON.stringify(record, (name, value) =>
      ['LastChangeDate', 'Version', 'History'].includes(name) ? undefined : value,
    ),
  );

/** Applies changes and undoes them. Returns the results of all steps. */
async function applyAndUndo(changes: readonly object[]) {
  const plan = await set.admin.plan(changes);
  const applied = await set.admin.apply(plan.id);
  const planned = await set.admin.undo(applied.id);
  return { applied, planned, undone: await set.admin.apply(planned.id) };
}

describe('undo', () => {
  it('brings every field back as it was, empty ones too', async () => {
    const reads = [
      () => task(prepareBundle),
      () => task(witnessStatement),
      () => object(smith),
      () => object(emptyCard),
    ];
    const before = await Promise.all(reads.map(async (read) => plain(await read())));
    const { applied, undone } = await applyAndUndo([
      { tool: 'update_task', arguments: { id: prepareBundle, ExecutionDate: '+1 week', Description: 'New' } },
      {
        tool: 'update_task',
        arguments: {
          id: witnessStatement,
          Responsibles: [{ Id: sampleIds.ivan, Type: 'User' }],
          ExecutionDate: null,
        },
      },
      { tool: 'edit_object', arguments: { id: smith, Name: 'Renamed', ResponsibleId: sampleIds.ivan } },
      { tool: 'edit_object', arguments: { id: emptyCard, Description: 'No longer empty' } },
    ]);
    expect(applied.states).toEqual([done, done, done, done]);
    expect(undone.states).toEqual([done, done, done, done]);
    expect(await Promise.all(reads.map(async (read) => plain(await read())))).toEqual(before);
  });

  it('restores archived records, archives restored ones, and removes new ones', async () => {
    const before = (await person().all(`GET /api/v2/tasks?CaseId=${smith}`)).length;
    const parties = plain(await object(lyutik));
    const { applied, undone } = await applyAndUndo([
      { tool: 'archive_case', arguments: { id: smith } },
      { tool: 'create_task', arguments: { Name: 'Подготовить иск', CaseId: smith } },
      {
        tool: 'add_case_participant',
        arguments: { id: lyutik, ParticipantId: numbered('participant', 1), RoleId: sampleIds.claimant },
      },
    ]);
    expect(applied.states).toEqual([done, done, done]);
    expect(undone.states).toEqual([done, done, done]);
    expect(await object(smith)).toMatchObject({ Status: 'InWork' });
    expect(plain(await object(lyutik))).toEqual(parties);
    expect(await person().all(`GET /api/v2/tasks?CaseId=${smith}`)).toHaveLength(before);
    expect(set.admin.user.questions).toHaveLength(2);
  });

  it('takes back exactly the rows that were carried out, or those that are named', async () => {
    const plan = await set.admin.plan([described(prepareBundle, 'a'), described(witnessStatement, 'b')]);
    await set.admin.apply(plan.id, { skip: [1] });
    const all = await set.admin.undo(plan.id);
    expect(all.text).toMatch(/1 rows, 1 can be carried out/);
    expect(all.text).toContain('reason: undoes row 2');
    expect((await set.admin.undo(plan.id, { rows: [1] })).text).toMatch(/None of these rows was carried out/);
  });

  it('keeps changes that another user has made since, and states when', async () => {
    const plan = await set.admin.plan([
      described(prepareBundle, 'mine'),
      described(witnessStatement, 'mine'),
    ]);
    await set.admin.apply(plan.id);
    await person().make(`PUT /api/v3/tasks/${prepareBundle}`, { Description: 'theirs' });
    const undo = await set.admin.undo(plan.id);
    expect(undo.text).toMatch(
      /CANNOT CHANGED_SINCE: Somebody has changed it since: Description is "theirs" now by 20/,
    );
    const undone = await set.admin.apply(undo.id);
    expect(undone.states.filter((one) => one === done)).toHaveLength(1);
    expect((await task(prepareBundle)).Description).toBe('theirs');
  });

  it('does not remove a new record that another user has changed since, or that is gone', async () => {
    const create = { tool: 'create_task', arguments: { Name: 'Подготовить иск', CaseId: smith } };
    const applied = await set.admin.plan(
      [create, { ...create, arguments: { ...create.arguments, Description: 'b' } }],
      {
        apply: true,
      },
    );
    const [first = '', second = ''] = [...applied.text.matchAll(/id ([\da-f-]{36})/g)].map(([, id]) => id);
    await person().make(`PUT /api/v3/tasks/${first}`, { Description: 'theirs' });
    await person().make(`DELETE /api/v2/tasks/${second}`);
    const undo = await set.admin.undo(applied.id);
    expect(undo.text).toMatch(/CANNOT GONE: The record no longer exists/);
    expect(undo.text).toMatch(/CANNOT CHANGED_SINCE: .*the record was changed by 20/);
  });

  it('states before the plan is applied what cannot be undone, and again afterwards', async () => {
    const plan = await set.admin.plan([
      { tool: 'delete_task', arguments: { id: settlementOffer } },
      { tool: 'notify_user', arguments: { id: sampleIds.anna, Text: 'Moved' } },
    ]);
    expect(plan.text).toContain('Rows that cannot be undone: #1, #2.');
    await set.admin.apply(plan.id);
    const undo = await set.admin.undo(plan.id);
    expect(undo.text.match(/CANNOT NO_UNDO: This cannot be undone/g)).toHaveLength(2);
    expect(undo.isError).toBe(true);
  });

  it('is offered only for the rows that can be undone', async () => {
    const plan = await set.admin.plan([
      { tool: 'delete_task', arguments: { id: settlementOffer } },
      described(prepareBundle, 'changed'),
    ]);
    const applied = await set.admin.apply(plan.id);
    expect(applied.text).toContain('Some rows cannot be undone. To undo the others: call undo with act');
    const whole = await set.admin.plan([described(prepareBundle, 'once more')], { apply: true });
    expect(whole.text).toContain('To undo it: call undo with act');
  });

  it('can be undone itself, and once more cannot overwrite anything', async () => {
    const { planned, undone } = await applyAndUndo([described(prepareBundle, 'changed')]);
    expect(undone.states).toEqual([done]);
    const again = await set.admin.undo(planned.id, { apply: true });
    expect(again.states).toEqual([done]);
    expect((await task(prepareBundle)).Description).toBe('changed');
    expect((await set.admin.undo(planned.id)).text).toContain('CANNOT CHANGED_SINCE');
  });

  it('moves an event back with one question, since people are told of it', async () => {
    const before = plain(await person().get(`/api/v3/events/${hearing}`));
    const { undone } = await applyAndUndo([
      { tool: 'update_event', arguments: { id: hearing, StartDate: '+1 day', EndDate: '+1 day' } },
    ]);
    expect(undone.states).toEqual([done]);
    expect(set.admin.user.questions).toHaveLength(2);
    expect(plain(await person().get(`/api/v3/events/${hearing}`))).toEqual(before);
  });

  it('is not there if the operator keeps nothing for it', async () => {
    const planner = await connectPlanner(set.service, 'admin', { env: { CASEBRIDGE_UNDO_HOURS: '0' } });
    const applied = await planner.plan([described(prepareBundle, 'x')], { apply: true });
    expect(applied.text).not.toContain('call undo with act');
    expect((await planner.undo(applied.id)).text).toMatch(/its operator turned undo off/);
    await planner.client.close();
  });
});
