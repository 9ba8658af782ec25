import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../../support/clients/harness.ts';
import { sampleIds, unknownId } from '../../support/sample-ids.ts';
import { type Front, startFront } from '../../support/servers/front.ts';
import { connectPlanner, type Planner } from './planner.ts';

let service: TestService;
let front: Front;
let admin: Planner;
beforeAll(async () => {
  service = await startService();
  front = await startFront(service.url);
  admin = await connectPlanner(service, 'admin', { env: { CASEBRIDGE_URL: front.url } });
});
afterEach(() => {
  front.requests.length = 0;
});
afterAll(async () => {
  await admin?.client.close();
  await front?.close();
  await service?.close();
});

const { prepareBundle, witnessStatement, settlementOffer, smith, hearing } = sampleIds;
const task = (id: string, args: object) => ({ tool: 'update_task', arguments: { id, ...args } });
const changesSent = () => front.requests.filter((one) => !one.startsWith('GET ') && !/Get\w+$/.test(one));

describe('a plan', () => {
  it('shows a table before and after, and sends nothing but reads', async () => {
    const plan = await admin.plan([
      { ...task(prepareBundle, { Description: 'Two copies' }), reason: 'the court asks for two' },
      { tool: 'archive_case', arguments: { id: sampleIds.lyutik } },
      { tool: 'notify_user', arguments: { id: sampleIds.anna, Text: 'The hearing moves' } },
    ]);
    expect(plan.text).toMatch(/Plan [\da-f-]{36}: 3 rows, 3 can be carried out, 2 need confirmation/);
    expect(plan.text).toMatch(
      /1\. Task "Prepare bundle" \(Smith v\. Northbridge Ltd\): description "[^"]+" → "Two copies"\n {3}due Wed 4 Mar 18:00; responsible Anna Petrova\n {3}reason: the court/,
    );
    expect(plan.text).toMatch(
      /2\. Move this case to the archive: .*; status in work → in the archive \[asks: update, delete\]\n {3}type .*; responsible Климова Мария Олеговна\n {3}open tasks in the case, 2: "Подготовить отзыв", "Подать апелляцию"\n {3}next event in the case: "Лютик: заседание в упрощённом порядке", Mon 9 Mar 15:00\n3/,
    );
    expect(plan.text).toContain('Rows that notify people: #3.');
    expect(plan.text).toContain('Rows that cannot be undone: #3.');
    expect(plan.text).toContain('Rows that archive cases with open tasks: #2.');
    expect(plan.text).toContain('Nothing was sent. Call apply_plan');
    expect(plan.isError).toBe(false);
    expect(changesSent()).toEqual([]);
    expect(admin.user.questions).toEqual([]);
  });

  it('moves dates in card fields and in other members of arguments, and refuses to edit lists there', async () => {
    const fields = (Fields: object) => ({ tool: 'edit_object', for: [smith], arguments: { Fields } });
    const moved = await admin.plan([fields({ FiledOn: '+1 week', Judge: 'Ash' })]);
    expect(moved.text).toMatch(/1\. .*FiledOn Fri 14 Nov 2025 → Fri 21 Nov 2025; Judge "E\. Marlow" → Ash/);
    const hearing = await admin.plan([fields({ NextHearing: '-2 hours' })]);
    expect(hearing.text).toMatch(/NextHearing (.*) \d\d:(\d\d) → \1 \d\d:\2/);
    const refused = await admin.plan([
      fields({ ClaimAmount: '+1 day' }),
      fields({ Keywords: { add: ['fees'] } }),
    ]);
    expect(refused.text).toMatch(
      /, 0 can be carried out,.*Fields\.ClaimAmount "\+1 day": .*Fields\.Keywords: add and remove/s,
    );
    const applied = await admin.apply(moved.id);
    expect(applied.states).toEqual(['done and confirmed by reading']);
    const { Fields } = await admin.client.call('get_object', { id: smith });
    expect(Fields.FiledOn).toMatch(/^2025-11-21/);
    expect((await admin.undo(applied.id, { apply: true })).states).toEqual(['done and confirmed by reading']);
  });

  it('adds an entry to a list once', async () => {
    const kate = { Id: 'Kate Winters', Type: 'User' };
    const added = await admin.plan([task(prepareBundle, { Responsibles: { add: [kate, kate] } })]);
    expect(added.text).toContain('responsible Anna Petrova → Anna Petrova, Kate Winters\n');
  });

  it('makes a row of each record of a list, and moves dates by the record’s own', async () => {
    const plan = await admin.plan([
      {
        tool: 'update_task',
        for: [prepareBundle, witnessStatement],
        arguments: { ExecutionDate: '+2 days' },
      },
    ]);
    expect(plan.text).toContain('due Wed 4 Mar 18:00 → Fri 6 Mar 18:00');
    expect(plan.text).toMatch(
      /2\. Task "Draft witness statement" .*: due Thu 5 Mar 18:00 → Sat 7 Mar 18:00\n/,
    );
    expect(plan.text).toContain('   Sat 7 Mar is a day off; the next working day is Mon 9 Mar');
    expect(plan.text).toContain('Rows with days off or past dates: #2.');
  });

  it('makes a row of each record that a query finds, with columns as arguments', async () => {
    const plan = await admin.plan([
      {
        tool: 'update_task',
        sql: "SELECT id, 'Was: ' || name AS Description FROM tasks WHERE name LIKE 'Prepare bundle'",
      },
    ]);
    expect(plan.text).toMatch(/1\. Task "Prepare bundle" .*: description .* → "Was: Prepare bundle"/);
  });

  it('says the place in a document that a row comes from, in its description too', async () => {
    const plan = await admin.plan([
      {
        tool: 'create_task',
        arguments: { Name: 'Review contract', CaseId: smith },
        source: { document: 'Order.pdf', page: 3, passage: 'within ten days' },
      },
    ]);
    expect(plan.text).toContain('description "Source: Order.pdf, p. 3, “within ten days”"');
    expect(plan.text).toContain('   source: Order.pdf, p. 3, “within ten days”');
  });

  it.each([
    ['the texts of the change are in Russian', [], { document: 'Определение.pdf', passage: 'в десять дней' }],
    ['the server speaks Russian', ['--language', 'ru'], { document: 'Order.pdf', passage: 'ten days' }],
  ])('writes that place into the record in Russian if %s', async (_why, args, { document, passage }) => {
    const planner = await connectPlanner(service, 'admin', { args });
    const plan = await planner.plan([
      {
        tool: 'update_task',
        arguments: { id: settlementOffer, Description: 'Fax' },
        source: { document, page: 3, passage },
      },
    ]);
    await planner.apply(plan.id);
    const { Description } = await planner.client.call('get_task', {
      id: settlementOffer,
      fields: ['Description'],
    });
    expect(Description).toBe(`Fax\n\nИсточник: ${document}, с. 3, «${passage}»`);
    await planner.apply((await planner.undo(plan.id)).id);
    const after = await planner.client.call('get_task', { id: settlementOffer, fields: ['Description'] });
    expect(after).not.toHaveProperty('Description');
    await planner.client.close();
  });

  it('gives the candidates for a name that fits several records', async () => {
    const plan = await admin.plan([
      { tool: 'edit_object', for: ['Иванов'], arguments: { Description: 'x' } },
    ]);
    expect(plan.text).toMatch(/CANNOT NAME_(?:AMBIGUOUS|UNKNOWN): .*\(0{8}-/);
    expect(plan.text).toContain('no row can be carried out');
    expect(plan.isError).toBe(true);
  });
});

describe('a query for the records of a plan', () => {
  const described = (sql: string) => ({ tool: 'update_task', sql, arguments: { Description: 'x' } });

  it('that finds none gives the values that its column has, in the row that cannot be carried out', async () => {
    const plan = await admin.plan([
      described("SELECT id FROM tasks WHERE name = 'Prepare the bundle'"),
      task(settlementOffer, { Description: 'fine' }),
    ]);
    expect(plan.text).toContain('2 rows, 1 can be carried out');
    expect(plan.text).toMatch(
      /CANNOT NO_RECORDS: The query found no record\. No value of name equals .* Similar values: 'Prepare bundle'/,
    );
  });

  it('that uses `mine` makes the plan name the signed-in user, also if it is carried out at once', async () => {
    const anna = await connectPlanner(service, 'anna');
    const mine = described('SELECT id FROM tasks WHERE is_open AND mine LIMIT 2');
    expect((await anna.plan([mine])).text).toContain('`mine` in sql: Anna Petrova');
    expect((await anna.plan([mine], { apply: true })).text).toContain('`mine` in sql: Anna Petrova');
    const all = await anna.plan([described('SELECT id FROM tasks WHERE is_open LIMIT 2')]);
    expect(all.text).not.toContain('in sql');
    await anna.client.close();
    service.reset();
  });

  it('that reads cases only says so if the operation takes any object', async () => {
    const sql = "SELECT id FROM cases WHERE name LIKE 'Smith%'";
    const edited = await admin.plan([{ tool: 'edit_object', sql, arguments: { Description: 'x' } }]);
    expect(edited.text).toContain('the table objects has all of them');
    const archived = await admin.plan([{ tool: 'archive_case', sql }]);
    expect(archived.text).not.toContain('the table objects');
  });

  it('that excludes a value which no record has makes the plan say so', async () => {
    const plan = await admin.plan([described("SELECT id FROM tasks WHERE status <> 'Finished' LIMIT 2")]);
    expect(plan.text).toMatch(
      /This condition excludes no row\. No value of status equals 'Finished'\. Similar values: .*'/,
    );
    const { text } = await admin.client
      .callTool('query_records', {
        sql: "SELECT count(*) FROM tasks WHERE name NOT IN ('Call client') AND status NOT LIKE '%Done%'",
      })
      .then(({ content }) => ({ text: content.map((one) => one.text ?? '').join() }));
    expect(text).not.toContain('excludes no row');
  });
});

describe('rows that cannot be carried out', () => {
  it('name the nearest operations, and an argument that an operation lacks instead of its date', async () => {
    const plan = await admin.plan([
      { tool: 'close_case', for: [smith] },
      { tool: 'update_event', for: [hearing], arguments: { Starts: '+1 day' } },
    ]);
    expect(plan.text).toMatch(/There is no operation "close_case".* Similar tools: .*archive_/);
    expect(plan.text).toMatch(/2\. .*\n {3}CANNOT INVALID_ARGUMENTS: .*Starts.*StartDate/);
  });

  it('give a long reason once, and name the row that has it', async () => {
    const refused = (id: string) => task(id, { Responsibles: [{ Id: 'Зуевой', Type: 'User' }] });
    const plan = await admin.plan([refused(prepareBundle), refused(settlementOffer)]);
    expect(plan.text.match(/A change needs the exact name/g)).toHaveLength(1);
    expect(plan.text).toMatch(/\n2\. .*\n {3}CANNOT NAME_UNKNOWN: as row 1/);
  });

  it.each([
    ['an operation that nobody knows', { tool: 'move_hearings', arguments: {} }, 'INVALID_ARGUMENTS'],
    ['a workflow', { tool: 'open_case_intake', arguments: {} }, 'INVALID_ARGUMENTS'],
    ['a tool that reads', { tool: 'get_task', arguments: { id: prepareBundle } }, 'INVALID_ARGUMENTS'],
    ['an argument that nobody knows', task(prepareBundle, { Due: '2026-03-09' }), 'INVALID_ARGUMENTS'],
    ['a record that is not there', task(unknownId, { Description: 'x' }), 'API_ERROR'],
    ['what the service would refuse', { tool: 'delete_case', arguments: { id: smith } }, 'NOT_POSSIBLE'],
    ['a move of what is no date', task(prepareBundle, { Description: '+1 day' }), 'INVALID_ARGUMENTS'],
    [
      'a move of a date that is not there',
      { tool: 'edit_object', arguments: { id: smith, Name: '+1 day' } },
      'INVALID',
    ],
  ])('%s', async (_what, change, code) => {
    const plan = await admin.plan([change, task(settlementOffer, { Description: 'fine' })]);
    expect(plan.text).toMatch(new RegExp(`1\\. .*\\n {3}CANNOT ${code}`));
    expect(plan.text).toContain('2 rows, 1 can be carried out');
  });

  it('are those that contradict each other, and all but one of those that repeat', async () => {
    const plan = await admin.plan([
      task(prepareBundle, { Description: 'one' }),
      task(prepareBundle, { Description: 'two' }),
      task(witnessStatement, { Description: 'same' }),
      task(witnessStatement, { Description: 'same' }),
      { tool: 'update_event', arguments: { id: hearing, Location: 'Room 1' } },
      { tool: 'delete_event', arguments: { id: hearing } },
    ]);
    const codes = [...plan.text.matchAll(/^(\d)\. .*\n {3}CANNOT (\w+)/gm)].map(
      ([, row, code]) => `${row} ${code}`,
    );
    expect(codes).toEqual(['1 CONTRADICTS', '2 CONTRADICTS', '4 REPEATS', '5 CONTRADICTS', '6 CONTRADICTS']);
  });
});

describe('an oversized plan', () => {
  it('is refused before anything is read', async () => {
    const many = Array.from({ length: 10_000 }, () => task(prepareBundle, { Description: 'x' }));
    expect(await admin.client.refusal('plan_changes', { changes: many })).toMatch(/INVALID_ARGUMENTS.*200/s);
    const records = Array.from({ length: 150 }, () => prepareBundle);
    const twice = [
      { tool: 'update_task', for: records, arguments: { Description: 'x' } },
      { tool: 'delete_task', for: records },
    ];
    expect(await admin.client.refusal('plan_changes', { changes: twice })).toMatch(/at most 200 rows/);
    expect(front.requests).toEqual([]);
  });

  it.each([
    [{ tool: 'update_task', for: [prepareBundle], sql: 'SELECT id FROM tasks' }, /`for` or `sql`, not both/],
    [{ tool: 'create_task', for: [smith], arguments: { Name: 'x' } }, /as: pass the name of the argument/],
    [{ tool: 'update_task', for: [prepareBundle], arguments: { id: prepareBundle } }, /id is in `arguments`/],
    [{ tool: 'update_task', sql: 'SELECT name FROM tasks LIMIT 1' }, /select the id/],
    [
      { tool: 'archive_case', sql: 'SELECT c.id, o.id FROM cases c JOIN objects o ON o.id <> c.id LIMIT 3' },
      /"id" gets two values for each record/,
    ],
    [
      { tool: 'update_task', sql: "SELECT id, 'a' AS Description, 'b' AS Description FROM tasks LIMIT 1" },
      /"Description" gets two values for each record/,
    ],
    [
      {
        tool: 'update_task',
        sql: "SELECT id, 'a' AS Description FROM tasks LIMIT 1",
        arguments: { Description: 'b' },
      },
      /"Description" gets two values for each record/,
    ],
  ])('or one with unknown records: %o', async (change, expected) => {
    expect(await admin.client.refusal('plan_changes', { changes: [change] })).toMatch(expected);
  });
});
