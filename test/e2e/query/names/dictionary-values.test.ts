import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectLookups, type Lookups } from '../../../support/clients/workflows.ts';

let lookups: Lookups;
beforeAll(async () => {
  lookups = await connectLookups();
});
afterAll(() => lookups?.close());

const query = (sql: string) => lookups.ask('anna', 'query_records', { sql });
const one = async (sql: string) => (await query(sql)).data.rows[0][0];

describe('a text that is compared with a dictionary column', () => {
  it.each([
    ['cases', 'status', 'InWork', 'in work'],
    ['cases', 'status', 'В работе', 'in work'],
    ['objects', 'status', 'Archived', 'archived'],
    ['objects', 'status', 'в архиве', 'archived'],
    ['cases', 'type', 'Insurance claim', 'Страховой случай / Insurance claim'],
    ['participants', 'kind', 'company', 'Company'],
  ])('of %s means its value: %s = %s', async (table, column, written, value) => {
    const { data, text } = await query(`SELECT count(*) FROM ${table} WHERE ${column} = '${written}'`);
    expect(data.rows[0][0]).toBeGreaterThan(0);
    expect(data.rows[0][0]).toBe(await one(`SELECT count(*) FROM ${table} WHERE ${column} = '${value}'`));
    expect(text).toContain(`${column}: '${written}' was read as '${value}'.`);
  });

  it('means the value of its system name, in either language', async () => {
    const statuses: any[] = (await (await lookups.as('anna')).call('list_task_statuses')).Items;
    for (const { SysName, Name } of statuses) {
      const count = await one(`SELECT count(*) FROM tasks WHERE status = '${Name}'`);
      for (const word of [SysName, ...Name.split(' / ')])
        expect([word, await one(`SELECT count(*) FROM tasks WHERE status = '${word}'`)]).toEqual([
          word,
          count,
        ]);
    }
  });

  it.each([
    "status IN ('Archived', 'InWork')",
    "status <> 'Closed'",
    "NOT status = 'Archived'",
    "CASE status WHEN 'InWork' THEN 1 ELSE 0 END",
    "CASE WHEN status = 'InWork' THEN 1 ELSE 0 END",
    "coalesce((CASE status WHEN 'Closed' THEN CASE WHEN name = '' THEN 1 END WHEN 'InWork' THEN 1 END), 0)",
  ])('means its value in %s', async (condition) => {
    const [[found, all]] = (
      await query(`SELECT sum(${condition}), sum(status = 'in work') FROM cases WHERE status <> 'archived'`)
    ).data.rows;
    expect(all).toBeGreaterThan(0);
    expect(found).toBe(all);
  });

  it('also decides which single records are read', async () => {
    const amounts = async (status: string) =>
      one(`SELECT sum(ClaimAmount) FROM cases WHERE status = '${status}'`);
    expect(await amounts('InWork')).toBe(await amounts('in work'));
  });

  it.each(['count(*)', 'sum(ClaimAmount)'])(
    'means its value also if only the cost is requested: %s',
    async (column) => {
      const sql = `SELECT ${column} FROM cases WHERE status = 'InWork'`;
      const { text } = await lookups.ask('anna', 'query_records', { sql, plan: true });
      expect(text).toContain('requests');
      expect(text).toContain("status: 'InWork' was read as 'in work'.");
    },
  );

  describe('of a table that is empty until another text has its value', () => {
    const roles = (role: string, status = 'InWork') =>
      `SELECT count(*), sum(CASE p.role WHEN '${role}' THEN 1 ELSE 0 END) FROM cases c JOIN parties p ON p.case_id = c.id WHERE c.status = '${status}'`;

    it('means its value, too', async () => {
      const { data, text } = await query(roles('claimant'));
      expect(data.rows[0][1]).toBeGreaterThan(0);
      expect(data.rows).toEqual((await query(roles('Истец / Claimant', 'in work'))).data.rows);
      expect(text).toContain("status: 'InWork' was read as 'in work'.");
      expect(text).toContain("role: 'claimant' was read as 'Истец / Claimant'.");
    });

    it('is reported with values if it means none', async () => {
      const { data, text } = await query(roles('No such role'));
      expect(data.rows[0][0]).toBeGreaterThan(0);
      expect(text).toMatch(/No value of role equals 'No such role'\. .*alues: '/);
    });

    it('is not reported if it is a value', async () => {
      expect((await query(roles('Истец / Claimant'))).text).not.toMatch(/role: '|of role/);
    });

    it('decides in a condition which rows are found', async () => {
      const found = async (status: string, role: string) =>
        one(
          `SELECT count(*) FROM cases c JOIN parties p ON p.case_id = c.id WHERE c.status = '${status}' AND p.role IN ('${role}')`,
        );
      expect(await found('InWork', 'claimant')).toBeGreaterThan(0);
      expect(await found('InWork', 'claimant')).toBe(await found('in work', 'Истец / Claimant'));
    });
  });

  it('belongs to the table of its qualifier', async () => {
    const count = (status: string) =>
      one(
        `SELECT count(*) FROM cases c JOIN tasks AS t ON t.case_id = c.id WHERE c.status = 'in work' AND t.status = '${status}'`,
      );
    const statuses: any[] = (await (await lookups.as('anna')).call('list_task_statuses')).Items;
    const names = new Map(statuses.map(({ SysName, Name }) => [SysName, Name]));
    expect(await count('InProgress')).toBe(await count(names.get('InProgress')));
    const { text } = await query(
      "SELECT count(*) FROM cases c JOIN tasks t ON t.case_id = c.id WHERE t.status = 'archived' OR 1",
    );
    expect(text).toContain("No value of status equals 'archived'");
  });

  it.each([
    ["SELECT count(*), sum(status = 'Parked') FROM tasks", "No value of status equals 'Parked'"],
    ["SELECT name FROM cases WHERE stage = 'Nowhere at all' OR status = 'in work'", "'Nowhere at all'"],
    ["SELECT count(*), sum(type LIKE '%nonsense%') FROM events", "No value of type is like '%nonsense%'"],
    ["SELECT name FROM tasks WHERE status <> 'Parked'", "No value of status equals 'Parked'"],
  ])('is reported with values if it means none, although rows were found: %s', async (sql, said) => {
    const { text, data } = await query(sql);
    expect(data.rows.length).toBeGreaterThan(0);
    expect(text).toContain(said);
    expect(text).toMatch(/alues: '/);
  });

  it('is not reported if it is a value or the column has any text', async () => {
    const { text } = await query(
      "SELECT count(*), sum(name = 'No such case'), sum(status = 'archived') FROM objects WHERE responsible <> 'x' OR status = 'in work'",
    );
    expect(text).not.toMatch(/was read as|status equals|name equals/);
  });
});
