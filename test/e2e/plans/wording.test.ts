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
  service.reset();
  admin.reset();
});
afterAll(async () => {
  await admin?.client.close();
  await service?.close();
});

const { ivan, smith, hearing, settlementOffer, statementOfClaim, contract } = sampleIds;
const callClient = numbered('task', 5);
const anyId = /[\da-f]{8}-[\da-f]{4}-/;
const user = (Id: string) => ({ Id, Type: 'User' });
const rowsIn = (text: string) => text.split('\n').filter((line) => /^(?:\d+\. | {3})/.test(line));
const toIvan = (...tasks: readonly number[]) => ({
  tool: 'update_task',
  for: tasks.map((task) => numbered('task', task)),
  arguments: { ExecutionDate: '+1 week', Responsibles: [user(ivan)], drop: ['all'] },
});

describe('the text of a plan', () => {
  it('has a line for each row, with case, names, and local times with weekdays', async () => {
    const plan = await admin.plan([toIvan(1, 5)]);
    expect(rowsIn(plan.text)).toEqual([
      '1. Task "Prepare bundle" (Smith v. Northbridge Ltd): responsible Anna Petrova → Соловьёв Иван Дмитриевич; due Wed 4 Mar 18:00 → Wed 11 Mar 18:00',
      '2. Task "Call client" (Smith v. Northbridge Ltd): responsible Anna Petrova, Kate Winters → Соловьёв Иван Дмитриевич; due Fri 6 Mar 18:00 → Fri 13 Mar 18:00 [asks: update, delete]',
      '   loses responsible Anna Petrova, Kate Winters',
    ]);
  });

  it('shows the due date and the responsible users of a task, and the type and start of an event, unless they change', async () => {
    const plan = await admin.plan([
      { tool: 'update_task', for: [callClient], arguments: { StatusId: 'Done' } },
      { tool: 'update_task', for: [callClient], arguments: { ExecutionDate: '+1 week' } },
      { tool: 'update_event', for: [hearing], arguments: { Location: 'Room 1' } },
      { tool: 'delete_task', for: [numbered('task', 1)] },
      { tool: 'notify_user', arguments: { id: sampleIds.anna, Text: 'x' } },
    ]);
    const lines = rowsIn(plan.text);
    const below = (row: number) => lines[lines.findIndex((line) => line.startsWith(`${row}. `)) + 1];
    expect(below(1)).toBe('   due Fri 6 Mar 18:00; responsible Anna Petrova, Kate Winters');
    expect(below(2)).toBe('   responsible Anna Petrova, Kate Winters');
    expect(below(3)).toMatch(/^ {3}type .*Hearing; start date \w{3} \d+ Mar \d\d:\d\d$/);
    expect(below(4)).toBe('   due Wed 4 Mar 18:00; responsible Anna Petrova');
    expect(below(5)).toBeUndefined();
    expect((await admin.undo((await admin.apply(plan.id, { skip: [2, 3, 4, 5] })).id)).text).not.toContain(
      'due',
    );
  });

  it('names the records and their values again, without ids, when the plan was applied and undone', async () => {
    const plan = await admin.plan([toIvan(1, 5)]);
    const applied = await admin.apply(plan.id);
    expect(applied.text).toContain(
      '2 of 2 rows done and read back, so no further read is needed; a human agreed to it',
    );
    expect(rowsIn(applied.text)[0]).toMatch(
      /^1\. done and confirmed by reading: Task "Prepare bundle" \(.*; due Wed 4 Mar 18:00 → Wed 11 Mar 18:00$/,
    );
    const undo = await admin.undo(plan.id);
    expect(rowsIn(undo.text).join('\n')).toContain('Соловьёв Иван Дмитриевич → Anna Petrova, Kate Winters');
    for (const { text } of [plan, applied, undo]) expect(rowsIn(text).join('\n')).not.toMatch(anyId);
    const question = admin.user.questions[0] ?? '';
    expect(question).not.toContain('could not be read');
    expect(question).toContain('Anna Petrova');
  });

  it('shows an empty value, names a new record, and the document that a row comes from', async () => {
    const plan = await admin.plan([
      { tool: 'update_task', arguments: { id: numbered('task', 4), Description: 'Bring the bundle' } },
      {
        tool: 'create_task',
        arguments: { Name: 'Call client', CaseId: smith, ExecutionDate: '2026-03-05T15:00:00Z' },
        source: { document: statementOfClaim, page: 2 },
      },
    ]);
    const [first, facts, second, similar, third] = rowsIn(plan.text);
    expect(similar).toContain('exists already: "Call client"');
    expect(facts).toBe('   due Wed 11 Mar 18:00; responsible a group');
    expect(first).toContain('description empty → "Bring the bundle"');
    expect(second).toBe(
      '2. Task "Call client" (Smith v. Northbridge Ltd): new; due Thu 5 Mar 18:00; description "Source: Statement of claim, p. 2"',
    );
    expect(third).toBe('   source: Statement of claim, p. 2');
    const applied = await admin.apply(plan.id);
    expect(applied.text).toMatch(/2\. done .*Task "Call client" \(Smith.*; id [\da-f-]{36}/);
  });

  it('counts a row that cannot be carried out as left out, and not as a warning', async () => {
    const plan = await admin.plan([
      { tool: 'update_task', arguments: { id: callClient, Description: 'x' } },
      { tool: 'update_task', arguments: { id: callClient, Descriptions: 'x' } },
    ]);
    expect(plan.text).toContain('Rows that cannot be carried out: #2. apply_plan leaves them out.');
    expect(plan.text).not.toContain('Rows with warnings');
  });

  it('does not name records that the operator hides from assistants', async () => {
    const limited = await connectPlanner(service, 'admin', {
      env: { CASEBRIDGE_TOOLS: '-get_user,-list_users' },
    });
    const plan = await limited.plan([toIvan(1)]);
    await limited.client.close();
    expect(plan.text).toContain('(name not returned by this service)');
    expect(plan.text).not.toContain('Anna Petrova');
  });

  it('shows nothing of a record that the operator hides from assistants', async () => {
    const limited = await connectPlanner(service, 'admin', { env: { CASEBRIDGE_TOOLS: '-get_task' } });
    const change = { tool: 'update_task', arguments: { id: callClient, Description: 'x' } };
    const plan = await limited.plan([change]);
    await limited.client.close();
    expect(plan.text).not.toMatch(/due |Anna Petrova/);
    expect((await admin.plan([change])).text).toMatch(/due .*Anna Petrova/);
  });

  it('names the people whom a row reaches, and the outcome says whether they were notified', async () => {
    const changes = [
      { tool: 'update_event', arguments: { id: hearing, StartDate: '+1 day', EndDate: '+1 day' } },
      { tool: 'notify_user', arguments: { id: sampleIds.anna, Text: 'The hearing moves' } },
    ];
    const plan = await admin.plan(changes);
    expect(plan.text).toContain('   notifies Alan Whitcombe, clerk@example.org');
    const applied = await admin.apply(plan.id, { skip: [2] });
    expect(applied.text).toContain('; notified, as the service reports: Alan Whitcombe, clerk@example.org');
    expect(applied.text).toMatch(/2\. left out: .*; nobody was notified/);
  });

  it('gives a reason that several rows have once, with their numbers', async () => {
    const reason = 'Anna is ill';
    const plan = await admin.plan([{ ...toIvan(1, 5), reason }]);
    expect(plan.text.match(/Anna is ill/g)).toHaveLength(1);
    expect(plan.text).toMatch(/\nreason of all rows: Anna is ill\n1\./);
    const [row] = [toIvan(4)];
    const more = await admin.plan([
      { ...toIvan(1, 5), reason },
      { ...row, reason: 'Due too early' },
    ]);
    expect(more.text).toContain('\nreason of rows 1, 2: Anna is ill\n');
    expect(more.text).toContain('\n   reason: Due too early');
  });

  it('says nothing of a past date that the record has already', async () => {
    const { ExecutionDate } = await admin.client.call('get_task', { id: settlementOffer });
    const plan = await admin.plan([
      { tool: 'update_task', arguments: { id: settlementOffer, ExecutionDate, Description: 'Sent again' } },
    ]);
    expect(plan.text).toContain('"Sent again"');
    expect(plan.text).not.toMatch(/in the past|day off/);
  });

  it('says a day off and a past date once for each row, as a fact if the row was carried out at once', async () => {
    const moved = {
      tool: 'update_event',
      arguments: {
        id: numbered('event', 2),
        StartDate: '2026-03-07T09:00:00Z',
        EndDate: '2026-03-07T10:00:00Z',
      },
    };
    const late = {
      tool: 'update_task',
      arguments: { id: settlementOffer, ExecutionDate: '2026-02-26T15:00:00Z' },
    };
    const plan = await admin.plan([moved, late]);
    expect(plan.text.match(/Sat 7 Mar is a day off; the next working day is Mon 9 Mar/g)).toHaveLength(1);
    expect(plan.text).toContain('   Thu 26 Feb 18:00 is in the past');
    expect(plan.text).toContain('Rows with days off or past dates: #1, #2.');
    expect(plan.text).toContain(
      'Rows with warnings: #1, #2. apply_plan carries them out too, unless `skip` names them. An explicit request of the user counts as the answer to a warning.',
    );
    expect(plan.text).toContain('apply_plan itself asks a human once about the whole plan');
    const outcome = await admin.apply(plan.id, { skip: [1] });
    expect(outcome.states).toEqual(['left out', 'done and confirmed by reading']);
    service.reset();
    const applied = await admin.plan([late], { apply: true });
    expect(applied.text).toContain('   Thu 26 Feb 18:00 is in the past');
    expect(applied.text).not.toContain('Ask the user');
    expect(applied.text.match(/Send settlement offer/g)).toHaveLength(1);
    expect((await admin.undo(applied.id)).text).not.toContain('past');
  });
});

describe('an all-day event in a plan', () => {
  it('has the day off of no other day than its own, whether it is new or moved', async () => {
    const days = { AllDay: true, StartDate: '2026-03-06', EndDate: '2026-03-06' };
    const made = await admin.plan(
      [{ tool: 'create_event', arguments: { Name: 'Audit', CaseId: smith, ...days } }],
      {
        apply: true,
      },
    );
    expect(made.text).not.toContain('day off');
    const id = /id ([\da-f-]{36})/.exec(made.text)?.[1] ?? '';
    const by = (days: string) => ({
      tool: 'update_event',
      arguments: { id, StartDate: days, EndDate: days },
    });
    expect((await admin.plan([by('-1 day')])).text).toMatch(/end date Fri 6 Mar → Thu 5 Mar\n/);
    const later = await admin.plan([by('+1 day')]);
    expect(later.text).toContain('Sat 7 Mar is a day off');
    expect(later.text).not.toContain('8 Mar is a day off');
  });
});

describe('a row that the service would refuse', () => {
  it('is refused by the plan if the dictionary lacks its name, with all names of a short one', async () => {
    const plan = await admin.plan([
      { tool: 'create_task', arguments: { Name: 'Позвонить клиенту', CaseId: smith } },
    ]);
    expect(plan.text).toMatch(
      /CANNOT NAME_UNKNOWN: Nothing was sent\. Name "Позвонить клиенту".*Call client/,
    );
  });

  it('names the operation that accepts the class of the record', async () => {
    const plan = await admin.plan([
      { tool: 'archive_case', for: [contract, smith] },
      { tool: 'archive_object', for: [contract] },
    ]);
    expect(plan.text).toMatch(
      /1\. archive_case .*\n {3}CANNOT NOT_POSSIBLE: .*"Договор.*Use archive_object\./,
    );
    expect(plan.text).toContain('3 rows, 2 can be carried out');
    const refusal = await admin.client.refusal('archive_case', { id: contract });
    expect(refusal).toMatch(/not a case: for a contract or another object use archive_object/);
  });

  it('says which record it means, and which date is missing', async () => {
    const noDate = numbered('task', 5);
    await people(() => service.url)('admin').make(`PUT /api/v3/tasks/${noDate}`, { ExecutionDate: null });
    const plan = await admin.plan([
      { tool: 'update_task', for: [noDate], arguments: { ExecutionDate: '+7 days' } },
      { tool: 'edit_object', for: ['Никакое'], arguments: { Description: 'x' } },
    ]);
    expect(plan.text).toMatch(
      /1\. update_task Task "Call client" .*\n {3}CANNOT .*this field of the record is empty/,
    );
    expect(plan.text).toContain('2. edit_object Никакое');
  });
});

describe('an edit of a list', () => {
  const edit = (remove: string, add: string) => ({
    Responsibles: { remove: [user(remove)], add: [user(add)] },
  });

  it('replaces one entry and keeps the others', async () => {
    const plan = await admin.plan([
      { tool: 'update_task', for: [callClient], arguments: edit('Kate Winters', ivan) },
    ]);
    expect(plan.text).toContain(
      'responsible Anna Petrova, Kate Winters → Anna Petrova, Соловьёв Иван Дмитриевич',
    );
    const applied = await admin.apply(plan.id);
    expect(applied.states).toEqual(['done and confirmed by reading']);
    const { Responsibles } = await people(() => service.url)('admin').get(`/api/v3/tasks/${callClient}`);
    expect(Responsibles.map(({ Id }: { Id: string }) => Id)).toEqual([sampleIds.anna, ivan]);
  });

  it('is refused for an entry that the list lacks, and for a record that shows no list', async () => {
    const plan = await admin.plan([
      { tool: 'update_task', for: [callClient], arguments: edit('John Hale', ivan) },
      { tool: 'create_task', arguments: { Name: 'Call client', ...edit('John Hale', ivan) } },
    ]);
    expect(plan.text).toMatch(/CANNOT INVALID_ARGUMENTS: Responsibles: .*John Hale.* is not in the list/);
    expect(plan.text).toMatch(/CANNOT INVALID_ARGUMENTS: Responsibles: the record has no list/);
  });
});
