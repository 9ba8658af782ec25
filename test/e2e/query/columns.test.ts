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
