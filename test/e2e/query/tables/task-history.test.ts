import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Altered, connectAltered, eachField } from '../../../support/clients/altered.ts';
import { connectLookups, type Lookups } from '../../../support/clients/workflows.ts';
import { sampleIds } from '../../../support/sample-ids.ts';
import type { Alter } from '../../../support/servers/front.ts';

const { smith } = sampleIds;

describe('the history of tasks', () => {
  let lookups: Lookups;
  const ids: string[] = [];
  beforeAll(async () => {
    lookups = await connectLookups();
    const [anna, head] = await Promise.all([lookups.as('anna'), lookups.as('head')]);
    for (const Description of ['Ring on Monday', 'Ring on Tuesday'])
      ids.push((await anna.call('create_task', { Name: 'Call client', CaseId: smith, Description })).Id);
    await head.call('update_task', { id: ids[1], StatusId: 'Done' });
  });
  afterAll(() => lookups?.close());

  const rows = async (sql: string, login = 'anna') => {
    const { data, isError, text } = await lookups.ask(login, 'query_records', { sql });
    expect(isError, text).toBe(false);
    return data.rows as unknown[][];
  };

  it('tells who created tasks since a day, in the column author as well', async () => {
    const created = await rows(
      "SELECT h.task_id FROM task_history h WHERE h.user LIKE 'Anna%' AND h.action = 'Created' AND date(h.at) = date('now')",
    );
    expect(created.flat()).toEqual(expect.arrayContaining(ids));
    const own = "SELECT id FROM tasks WHERE author LIKE 'Anna%' AND date(created) = date('now') ORDER BY 1";
    expect(await rows(own)).toEqual(created.toSorted());
    expect(await rows(own.replace('author', 'created_by'))).toEqual(created.toSorted());
  });

  it('tells who marked a task as done', async () => {
    const found = await rows(
      "SELECT t.id, h.user FROM tasks t JOIN task_history h ON h.task_id = t.id WHERE NOT t.is_open AND h.action = 'Changed' AND date(h.at) = date('now')",
    );
    expect(found).toEqual([[ids[1], expect.stringContaining('Громова')]]);
    const last = "SELECT id, changed_by FROM tasks WHERE NOT is_open AND date(changed) = date('now')";
    expect(await rows(last)).toEqual(found);
    expect(await rows(last.replace('changed_by', 'last_change_by'))).toEqual(found);
  });

  it('tells which tasks nobody changed', async () => {
    const found = await rows(
      "SELECT id FROM tasks t WHERE NOT EXISTS (SELECT 1 FROM task_history h WHERE h.task_id = t.id AND h.action = 'Changed')",
    );
    const all = await (await lookups.as('anna')).call('list_tasks', { PageSize: 100, detail: 'full' });
    const unchanged = all.Items.filter(({ History }: { History: unknown[] }) => History.length === 1);
    expect(found.flat().toSorted()).toEqual(unchanged.map(({ Id }: { Id: string }) => Id).toSorted());
    expect(await rows('SELECT id FROM tasks WHERE changes = 0')).toEqual(found);
    expect(await rows('SELECT id FROM tasks WHERE changed_by IS NULL')).toEqual(found);
    expect(found.flat()).toContain(ids[0]);
    expect(found.flat()).not.toContain(ids[1]);
  });

  it('has rows only about tasks that the user may see, and none without access to tasks', async () => {
    const [seen] = await rows('SELECT count(DISTINCT task_id), count(*) FROM task_history', 'it');
    const [all] = await rows('SELECT count(DISTINCT task_id), count(*) FROM task_history', 'admin');
    expect(seen?.[0]).toEqual((await rows('SELECT count(*) FROM tasks', 'it'))[0]?.[0]);
    expect(seen?.[1]).toBeLessThan(all?.[1] as number);
    const refused = await lookups.ask('client1', 'query_records', { sql: 'SELECT * FROM task_history' });
    expect(refused.text).toMatch(/^API_ERROR 403: Permission View on the section Tasks is needed/);
  });

  it('is described, and named if a column of it is sought in tasks', async () => {
    const { text } = await lookups.ask('anna', 'describe_records', { table: 'task_history' });
    expect(text).toContain('action (Created or Changed');
    const tasks = await lookups.ask('anna', 'describe_records', { table: 'tasks' });
    expect(tasks.text).toContain('author (Author / Автор) only if selected');
    const refusal = await (await lookups.as('anna')).refusal('query_records', {
      sql: 'SELECT history FROM tasks',
    });
    expect(refusal).toContain('task_history');
  });
});

describe('the history of tasks that lists do not contain', () => {
  let altered: Altered;
  beforeAll(async () => {
    altered = await connectAltered();
  });
  afterAll(() => altered?.close());

  const fields = ['History', 'Author'];
  const inSingleTasks: Alter = (body, request) =>
    /\/tasks$/.test(request)
      ? eachField(body, (name, value) => (fields.includes(name) ? undefined : value))
      : body;
  const nowhere: Alter = (body, request) =>
    request.includes('/tasks')
      ? eachField(body, (name, value) => (fields.includes(name) ? undefined : value))
      : body;
  const asItIs: Alter = (body) => body;
  const few = { env: { CASEBRIDGE_QUERY_REQUESTS: '20' } };
  const ofSmith = `SELECT h.task, h.user, h.at, h.action FROM task_history h JOIN tasks t ON t.id = h.task_id WHERE t.case_id = '${smith}' ORDER BY 1, 3`;

  it.each([
    ofSmith,
    `SELECT name, author FROM tasks WHERE case_id = '${smith}' ORDER BY 1`,
    `SELECT name, changes, changed_by FROM tasks WHERE case_id = '${smith}' AND changes > 0 ORDER BY 1`,
  ])('comes from the single tasks that other conditions leave: %s', async (sql) => {
    const listed = await altered.ask(asItIs, 'query_records', { sql });
    const single = await altered.ask(inSingleTasks, 'query_records', { sql }, few);
    expect(single.text).not.toContain('match, and reading');
    expect(single.data.rows).toEqual(listed.data.rows);
    expect(single.notes).toEqual(listed.notes);
  });

  it.each(['SELECT count(*) FROM task_history', "SELECT name FROM tasks WHERE author LIKE 'Anna%'"])(
    'is refused with narrower conditions if that needs too many requests: %s',
    async (sql) => {
      const { text, notes, isError } = await altered.ask(inSingleTasks, 'query_records', { sql }, few);
      expect(text).toMatch(/^\d+ tasks match, and reading their cards takes \d+ requests/);
      expect([isError, notes.join()]).toEqual([true, expect.stringContaining('at most 20 requests')]);
    },
  );

  it('is NULL or empty with a note if single tasks do not contain it either', async () => {
    const table = await altered.ask(nowhere, 'query_records', { sql: ofSmith });
    expect(table.data.rows).toEqual([]);
    expect(table.notes.join()).toContain(
      'This service does not return: History of tasks. The table task_history is empty here, which does not mean that there are none',
    );
    const sql = `SELECT name, changed_by FROM tasks WHERE case_id = '${smith}' AND author IS NULL AND changes IS NULL`;
    const column = await altered.ask(nowhere, 'query_records', { sql });
    for (const name of ['author', 'changes', 'changed_by'])
      expect(column.notes.join()).toMatch(
        new RegExp(`does not return: .*tasks\\.${name}\\b.* \\(NULL here\\)`),
      );
  });

  it('is reported as incomplete if some tasks lack it', async () => {
    const isLost = (name: string, { Name }: { Name?: string }) =>
      name === 'History' && Name === 'Conflict check';
    const some: Alter = (body, request) =>
      request.includes('/tasks')
        ? eachField(body, (name, value, task) => (isLost(name, task) ? null : value))
        : body;
    const table = await altered.ask(some, 'query_records', { sql: 'SELECT count(*) FROM task_history' });
    expect(table.notes.join()).toMatch(
      /does not return History of \d+ of \d+ tasks: task_history has no rows for them/,
    );
    const sql = 'SELECT count(*) FROM tasks WHERE changes = 0 OR changed_by IS NULL';
    const columns = await altered.ask(some, 'query_records', { sql });
    expect(columns.notes.join()).toMatch(
      /does not return History of \d+ of \d+ tasks: there, changes, changed_by is NULL/,
    );
  });
});
