import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '../../../src/sandbox/faults/fault-rules.ts';
import { createUser } from '../../support/clients/asked.ts';
import { fieldHere } from '../../support/clients/profile.ts';
import { connectLookups, type Lookups } from '../../support/clients/workflows.ts';
import { sampleIds } from '../../support/sample-ids.ts';
import { timeless } from '../../support/time/timeless.ts';

let workflows: Lookups;
beforeAll(async () => {
  workflows = await connectLookups();
});
afterEach(() => {
  workflows.service.faults.clear();
  workflows.service.reset();
});
afterAll(() => workflows?.close());

const due = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
const whole = {
  ...{
    name: 'Новое дело',
    type: 'Арбитражное дело',
    number: 'А40-999/2026',
    description: 'Взыскание долга.',
  },
  ...{ party: 'ООО «Новая сторона»', inn: '0000009990', role: 'Истец', responsible: 'me' },
  ...{ task: 'Подготовить иск', due },
};
const open = (args: object = {}, login = 'anna') =>
  workflows.ask(login, 'open_case_intake', { ...whole, ...args });
const states = ({ data }: { data: any }) => data.steps.map(({ state }: any) => state);

describe('open_case_intake', () => {
  it('creates the participant, the case, the role and the first task, and says so with ids', async () => {
    const answer = await open();
    expect([answer.isError, answer.data.is_complete, states(answer)]).toEqual([
      false,
      true,
      ['done', 'done', 'done', 'done'],
    ]);
    const [party, made, role, task] = answer.data.steps;
    expect(role).toMatchObject({ step: 'participant in case', name: 'Истец' });
    const anna = await workflows.as('anna');
    expect(await anna.call('get_participant', { id: party.id })).toMatchObject({
      ...{ Type: 'Company', Name: whole.party, INN: whole.inn },
    });
    const kept = await anna.call('get_object', { id: made.id });
    expect(kept).toMatchObject({
      Name: whole.name,
      Number: whole.number,
      Responsible: { Id: sampleIds.anna },
    });
    expect(kept.Participants).toMatchObject([
      { Participant: { Id: party.id }, Role: { Id: sampleIds.claimant } },
    ]);
    expect(await anna.call('get_task', { id: task.id })).toMatchObject({
      ...{ Name: 'Подготовить иск', Case: { Id: made.id }, ExecutionDate: `${due}T15:00:00.000Z` },
      Responsibles: [{ Id: sampleIds.anna, Type: 'User' }],
    });
    for (const { id } of [party, made, task]) expect(answer.text).toContain(id);
    expect(answer.text).toMatch(new RegExp(`The task is due \\w{3} ${due} 18:00 Europe/Moscow\\.`));
  });

  it('names the responsible user if only the last name was given', async () => {
    const answer = await open({ responsible: 'Соловьев' });
    expect(answer.text).toContain('Responsible: Соловьёв Иван Дмитриевич.');
    expect((await open({ number: 'А40-998/2026', inn: '0000009991' })).text).not.toContain('Responsible:');
  });

  it('takes the participant that the INN means, and needs no task and no role', async () => {
    const answer = await workflows.ask('anna', 'open_case_intake', {
      ...{ name: 'Second matter', type: 'Bankruptcy', inn: '0000002022' },
    });
    expect(states(answer)).toEqual(['existing', 'done', 'done']);
  });

  timeless()('creates an individual for an INN of twelve digits', async () => {
    const answer = await open({ party: 'Новиков Пётр Ильич', inn: '000000909090' });
    const id = answer.data.steps[0].id;
    expect(await (await workflows.as('anna')).call('get_participant', { id })).toMatchObject({
      ...{
        Type: 'Individual',
        INN: '000000909090',
        [fieldHere('IndividualInfo') ?? '']: { LastName: 'Новиков' },
      },
    });
  });

  timeless()('stops at a duplicate and shows the existing record and the steps already done', async () => {
    const first = await open();
    const again = await open({ name: 'Другое имя' });
    expect([again.isError, states(again)]).toEqual([true, ['existing', 'failed', 'not tried', 'not tried']]);
    const { id } = first.data.steps[1];
    expect(again.data.steps[1].existing).toEqual([{ id, name: whole.name }]);
    expect(again.text).toContain(`there already | ${whole.name} | ${id}`);
    expect(again.notes[0]).toContain('do not retry with the check off');
  });

  timeless()('asks which of several participants is meant before it writes anything', async () => {
    const answer = await open({ party: 'Вектор', inn: undefined });
    expect(states(answer)).toEqual(['failed', 'not tried', 'not tried', 'not tried']);
    expect(answer.data.steps[0].existing.length).toBeGreaterThan(1);
    const [{ id }] = answer.data.steps[0].existing;
    expect(states(await open({ party: id, inn: undefined }))).toEqual(['existing', 'done', 'done', 'done']);
  });

  const refused: Fault = { kind: 'status', status: 403 };
  timeless().each<[string, string, string[]]>([
    ['the participant', '/^POST .api.v4.participants/', ['failed', 'not tried', 'not tried', 'not tried']],
    ['the case', 'POST /api/v2/objects', ['done', 'failed', 'not tried', 'not tried']],
    ['the role', 'POST /api/v2/objects/{id}/participants', ['done', 'done', 'failed', 'not tried']],
    ['the task', 'POST /api/v3/tasks', ['done', 'done', 'done', 'failed']],
  ])('states exactly what was done when %s fails', async (_, on, expected) => {
    workflows.service.faults.set([{ on, fault: refused }]);
    const answer = await open();
    expect([answer.isError, answer.data.is_complete]).toEqual([true, false]);
    expect(states(answer)).toEqual(expected);
    const failed = answer.data.steps[expected.indexOf('failed')];
    expect(failed.why).toMatch(/^API_ERROR 403/);
    expect(answer.text).toContain(`${failed.step}: failed`);
    expect(answer.notes[0]).toContain(`Stopped at: ${failed.step} (failed).`);
  });

  timeless()('reports an unknown outcome if the response of a step is lost, and stops', async () => {
    workflows.service.faults.set([{ on: 'POST /api/v2/objects', fault: { kind: 'drop', at: 'headers' } }]);
    const answer = await open();
    expect(states(answer)).toEqual(['done', 'unknown', 'not tried', 'not tried']);
    expect(answer.notes[0]).toContain(
      'It is unknown whether the case was saved: check before doing it again.',
    );
    workflows.service.faults.clear();
    const found = await workflows.ask('anna', 'find_case', { query: whole.number });
    expect(found.data.cases).toHaveLength(1);
  });

  timeless().each([
    ['without saying when to come back, may have carried it out', 503, undefined, 'unknown'],
    ['and says when to come back, has not begun', 503, 60, 'failed'],
    ['because of an error of its own, may have carried it out', 500, undefined, 'unknown'],
  ])('knows that a service that refuses a step %s', async (_, status, retryAfter, state) => {
    const when = retryAfter === undefined ? {} : { retryAfter };
    workflows.service.faults.set([
      { on: 'POST /api/v2/objects', fault: { kind: 'status', status, ...when } },
    ]);
    expect(states(await open())[1]).toBe(state);
  });

  timeless()('says which fields were not kept although the case was made', async () => {
    const fields = { Grounds: 'Долг', ClaimAmount: 5 };
    const answer = await open({ fields }, 'kate');
    // This user may view but not create participants.
    expect(states(answer)[0]).toBe('failed');
    const [, made] = (await open({ fields, inn: '0000002022', party: undefined }, 'kate')).data.steps;
    expect(made).toMatchObject({ state: 'done', why: expect.stringContaining('Not saved') });
    expect(made.why).toContain('Grounds');
    expect(made.why).not.toContain('ClaimAmount');
  });

  const refuses = async (_: string, args: object, reason: RegExp) => {
    const before = (await workflows.ask('admin', 'find_case', { query: whole.name })).data.cases;
    expect(await (await workflows.as('anna')).refusal('open_case_intake', { ...whole, ...args })).toMatch(
      reason,
    );
    const participants = await (await workflows.as('admin')).call('list_participants', { INN: whole.inn });
    expect([before, participants.Items]).toEqual([[], []]);
  };

  timeless().each([
    ['a type that nobody knows', { type: 'Нет такого' }, /^NAME_UNKNOWN: .*object type/],
    ['a type that was deleted', { type: 'Correspondence' }, /type: "Correspondence" was deleted/],
    ['a role that nobody knows', { role: 'Зритель' }, /^NAME_UNKNOWN: .*role in case/],
    ['a task that the dictionary does not have', { task: 'Go fishing' }, /^NAME_UNKNOWN: .*task name/],
    ['a user that nobody knows', { responsible: 'Nobody At All' }, /^NAME_UNKNOWN: .*user/],
    ['an INN of eleven digits', { inn: '12345678901' }, /10 or 12 digits/],
    ['neither party nor INN', { party: undefined, inn: undefined }, /pass at least one/],
    ['a new party without a name', { party: undefined }, /pass its name as `party`/],
    ['a new party of neither kind', { inn: undefined }, /pass `inn` or `kind`/],
  ])('refuses %s and writes nothing', refuses);

  it.each([
    ['a date in words', { due: 'Friday' }, /due: should be a date such as 2026-03-31, not "Friday"/],
    ['a date that has passed', { due: '2020-01-01' }, /is before today/],
  ])('refuses %s and writes nothing', refuses);

  timeless()('writes nothing if a record that it must look up fails', async () => {
    workflows.service.faults.set([
      { on: 'GET /api/v2/objectTypes/{id}', fault: { kind: 'status', status: 500 } },
    ]);
    expect(await (await workflows.as('anna')).refusal('open_case_intake', whole)).toMatch(/^API_ERROR 500/);
    workflows.service.faults.clear();
    expect((await workflows.ask('admin', 'find_case', { query: whole.number })).data.cases).toEqual([]);
  });

  it('asks for confirmation if the operator requires it for creating, and records each of its changes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'casebridge-intake-'));
    const auditFile = join(folder, 'audit.jsonl');
    const user = createUser('agrees');
    const client = await workflows.service.connectAs('anna', {
      user,
      args: ['--confirm', 'create', '--audit-file', auditFile],
      env: { CASEBRIDGE_CONFIRM: '' },
    });
    const answer: any = await client.callTool('open_case_intake', whole);
    expect(answer.structuredContent.is_complete).toBe(true);
    expect(user.questions).toHaveLength(1);
    expect(user.questions[0]).toMatch(/^Open a case with its party and first task\?\n/);
    const lines = readFileSync(auditFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.filter(({ event }) => event === 'intent').map(({ tool }) => tool)).toEqual([
      ...['create_participant', 'create_object', 'add_object_participant', 'create_task'],
    ]);
    await client.close();
    rmSync(folder, { recursive: true });
  });

  timeless()('is missing if the operator allows only reading', async () => {
    const client = await workflows.service.connectAs('anna', { args: ['--read-only'] });
    expect(await client.refusal('open_case_intake', whole)).toMatch(/^SWITCHED_OFF: .*create tools/);
    await client.close();
  });
});
