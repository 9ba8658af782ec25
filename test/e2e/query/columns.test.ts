import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectLookups, type Lookups } from '../../support/clients/workflows.ts';

let lookups: Lookups;
beforeAll(async () => {
  lookups = await connectLookups();
});
afterAll(() => lookups?.close());

const query = (sql: string, more: object = {}, login = 'anna') =>
  lookups.ask(login, 'query_records', { sql, ...more });
const rows = async (sql: string) => (await query(sql)).data.rows;

describe('columns of people and cases', () => {
  it('a task has the names of all who are responsible in one text', async () => {
    const told = await rows('SELECT id, responsible FROM tasks ORDER BY id');
    const each = await rows('SELECT task_id, name FROM task_responsibles');
    for (const [id, responsible] of told) {
      const names = each.filter(([task]: string[]) => task === id).map(([, name]: string[]) => name);
      expect(responsible).toBe(names.length === 0 ? null : names.join(', '));
    }
    expect(told.some(([, responsible]: string[]) => responsible?.includes(', '))).toBe(true);
    expect((await query('SELECT * FROM tasks LIMIT 1')).data.columns).toContain('responsible');
  });

  it('a participant has no e-mail or phone only if neither the main nor the other one is recorded', async () => {
    const client = await lookups.as('anna');
    const told = await rows('SELECT id, email, phone FROM participants');
    expect(told.length).toBeGreaterThan(5);
    let others = 0;
    for (const [id, email, phone] of told) {
      const { ContactInfo: of } = await client.call('get_participant', { id });
      expect([email, phone]).toEqual([of.EmailMain || of.Email || null, of.PhoneMain || of.Phone || null]);
      others += Number(!of.EmailMain && Boolean(of.Email));
    }
    expect(others).toBeGreaterThan(0);
  });

  it('tasks, events and documents have the number of their case, which * does not read', async () => {
    for (const table of ['tasks', 'events', 'documents']) {
      const told = await rows(
        `SELECT DISTINCT t.case_name, t.case_number FROM ${table} t WHERE t.case_id IS NOT NULL`,
      );
      const known = new Map(await rows('SELECT name, number FROM objects'));
      expect(told.length).toBeGreaterThan(1);
      for (const [name, number] of told) expect(number).toBe(known.get(name));
    }
    expect((await query('SELECT * FROM tasks LIMIT 1')).data.columns).not.toContain('case_number');
  });

  it('a further column of one table does not make that of another one ambiguous', async () => {
    const [row] = await rows(
      'SELECT t.case_number, e.case_number FROM tasks AS t JOIN events e ON e.case_id = t.case_id LIMIT 1',
    );
    expect(row[0]).toBe(row[1]);
  });

  it.each([
    ['parties', 'name', 'participant'],
    ['task_responsibles', 'responsible', 'name'],
    ['days', 'date', 'day'],
  ])('%s.%s is another name for %s, which * does not repeat', async (table, alias, name) => {
    expect(await rows(`SELECT x.${alias} FROM ${table} x`)).toEqual(
      await rows(`SELECT ${name} FROM ${table}`),
    );
    const { data } = await query(`SELECT * FROM ${table} LIMIT 1`);
    expect(data.columns).toContain(name);
    expect(data.columns).not.toContain(alias);
  });
});

describe('rows of other records', () => {
  it.each([
    ['user_groups', 'user'],
    ['user_roles', 'user'],
    ['task_responsibles', 'task'],
    ['attendees', 'event'],
    ['signatures', 'document'],
  ])('of %s say their %s, so that * shows no identical rows', async (table, column) => {
    const { data } = await query(`SELECT * FROM ${table}`);
    expect(data.columns[0]).toBe(column);
    expect(data.rows.every(([name]: unknown[]) => typeof name === 'string')).toBe(true);
  });

  it('tell the documents of tasks', async () => {
    const told = await rows(
      'SELECT t.name, d.task, d.name, d.document, c.name FROM task_documents d JOIN tasks t ON t.id = d.task_id JOIN documents c ON c.id = d.document_id',
    );
    expect(told.length).toBeGreaterThan(0);
    for (const [name, task, document, alias, own] of told) {
      expect(task).toBe(name);
      expect([document, alias]).toEqual([own, own]);
    }
  });
});

describe('mine', () => {
  it('is 1 in tasks of the signed-in user and of their groups, and * does not read it', async () => {
    const told = await rows('SELECT id, mine FROM tasks');
    const own = await rows(
      "SELECT DISTINCT r.task_id FROM task_responsibles r WHERE r.name IN ('Anna Petrova', 'Судебная практика')",
    );
    expect(own.length).toBeGreaterThan(2);
    expect(new Set(told.flatMap(([id, mine]: unknown[]) => (mine === 1 ? [id] : [])))).toEqual(
      new Set(own.flat()),
    );
    expect(told.length).toBeGreaterThan(own.length);
    expect((await query('SELECT * FROM tasks LIMIT 1')).data.columns).not.toContain('mine');
  });

  it('is 1 in events that the user attends and in cases that the user is responsible for', async () => {
    expect(await rows('SELECT count(*) FROM events e WHERE e.mine')).toEqual(
      await rows("SELECT count(DISTINCT event_id) FROM attendees WHERE name = 'Anna Petrova'"),
    );
    const ofCases = await rows('SELECT DISTINCT responsible FROM cases WHERE mine = 1');
    expect(ofCases).toEqual([['Anna Petrova']]);
  });
});

describe('all-day events', () => {
  it('have days without a time, the last one included', async () => {
    const sql = 'SELECT starts, ends, all_day FROM events WHERE is_all_day ORDER BY starts';
    const told = await rows(sql);
    expect(told.length).toBeGreaterThan(0);
    for (const [starts, ends] of told) {
      expect(starts).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(ends).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(ends >= starts).toBe(true);
    }
    const [[timed]] = await rows('SELECT starts FROM events WHERE NOT is_all_day LIMIT 1');
    expect(timed).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
  });
});

describe('a text comparison', () => {
  it('is answered with all values of a column with few of them if no pattern matches', async () => {
    const sql = "SELECT count(*) FROM tasks WHERE status LIKE '%нет такого%'";
    const [statuses] = [await query('SELECT DISTINCT status FROM tasks')];
    const { text } = await query(sql);
    expect(text).toContain("No value of status is like '%нет такого%'. Its values: ");
    for (const [status] of statuses.data.rows) expect(text).toContain(`'${status}'`);
    expect((await query("SELECT name FROM tasks WHERE status = 'no such'")).text).toContain(
      `'${statuses.data.rows[0][0]}'`,
    );
    const near = await query("SELECT count(*) FROM cases WHERE name LIKE '%no such case at all%'");
    expect(near.text).not.toMatch(/name (?:is never|has)/);
    const other = "SELECT count(*) FROM cases WHERE responsible LIKE '%Petrova%' AND status = 'no such'";
    expect((await query(other)).text).not.toContain('responsible');
  });
});
