import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectLookups, type Lookups } from '../../support/clients/workflows.ts';

let lookups: Lookups;
beforeAll(async () => {
  lookups = await connectLookups();
});
afterAll(() => lookups?.close());

const query = (sql: string, scope?: object) =>
  lookups.ask('anna', 'query_records', { sql, ...(scope && { scope }) });

describe('a column', () => {
  it.each([
    ['SELECT case_number FROM cases ORDER BY 1', 'SELECT number FROM cases ORDER BY 1'],
    [
      'SELECT c.case_name, t.name FROM cases c JOIN tasks t ON t.case_id = c.case_id ORDER BY 1, 2',
      'SELECT c.name, t.name FROM cases c JOIN tasks t ON t.case_id = c.id ORDER BY 1, 2',
    ],
    [
      'SELECT case_number, c.stage FROM tasks t JOIN cases c ON c.id = t.case_id ORDER BY 1, 2',
      'SELECT t.case_number, c.stage FROM tasks t JOIN cases c ON c.id = t.case_id ORDER BY 1, 2',
    ],
    [
      "SELECT name FROM participants WHERE type = 'Company' ORDER BY 1",
      "SELECT name FROM participants WHERE kind = 'Company' ORDER BY 1",
    ],
    [
      'SELECT user, count(*) FROM task_responsibles GROUP BY 1 ORDER BY 1',
      'SELECT name, count(*) FROM task_responsibles GROUP BY 1 ORDER BY 1',
    ],
  ])('has the same name in all tables: %s', async (guessed, exact) => {
    const found = await query(guessed);
    expect(found.isError, found.text).toBe(false);
    expect(found.data.rows).toEqual((await query(exact)).data.rows);
    expect(found.data.rows.length).toBeGreaterThan(0);
  });

  it('of another table is not read if a subquery mentions none', async () => {
    const { text } = await query(
      'SELECT name FROM cases WHERE id NOT IN (SELECT case_id FROM users WHERE is_client)',
    );
    expect(text).toContain('there is no column "case_id"');
  });

  it('with ids that repeats another is not shown by *', async () => {
    const { data } = await query('SELECT t.*, r.* FROM tasks t JOIN task_responsibles r ON r.task_id = t.id');
    const ids = data.columns.filter((name: string) => ['id', 'task_id'].includes(name));
    expect(ids).toEqual(['id']);
  });
});

it('is_overdue and works_on of tasks count days off as agenda does', async () => {
  const { data } = await lookups.ask('anna', 'agenda', { person: 'Anna Petrova' });
  const overdue = await query(
    "SELECT t.id FROM tasks t JOIN task_responsibles r ON r.task_id = t.id WHERE t.is_overdue AND r.name = 'Anna Petrova'",
  );
  const late = data.overdue.filter(({ responsible }: { responsible: string[] }) =>
    responsible.includes('Anna Petrova'),
  );
  expect(overdue.data.rows.flat().sort()).toEqual(late.map(({ id }: { id: string }) => id).sort());
  expect(late.length).toBeGreaterThan(0);
  const { data: all } = await query('SELECT due, works_on FROM tasks WHERE due IS NOT NULL');
  const weekday = (day: string) => new Date(`${day.slice(0, 10)}T00:00:00Z`).getUTCDay();
  expect(all.rows.length).toBeGreaterThan(0);
  for (const [due, worksOn] of all.rows) {
    expect([0, 6]).not.toContain(weekday(worksOn));
    expect(worksOn >= due).toBe(true);
  }
});

describe('a scope', () => {
  it('with a period that no table of the query uses is refused, and names the right arguments', async () => {
    const { text } = await query('SELECT count(*) FROM cases', { to: '2026-01-31' });
    expect(text).toMatch(/scope\.to: limits only tasks.*scope\.created_from and scope\.created_to/);
    expect((await query('SELECT count(*) FROM attendees', { to: '2026-01-31' })).isError).toBe(false);
  });

  it('with a similar name shows the name that was read', async () => {
    const shown = async (scope: object) => (await query('SELECT count(*) FROM cases', scope)).text;
    const similar = await shown({ responsible: 'Petrova', type: 'Insurance clam' });
    expect(similar).toContain("scope.responsible: 'Petrova' was read as 'Anna Petrova'.");
    expect(similar).toMatch(/scope\.type: 'Insurance clam' was read as '.*Insurance claim.*'\./);
    expect(await shown({ responsible: 'Anna Petrova', type: 'Insurance claim' })).not.toContain(
      'was read as',
    );
  });

  it('selects cases that were created on its days', async () => {
    const [[first, last]] = (await query('SELECT min(date(created)), max(date(created)) FROM cases')).data
      .rows;
    const counts = async (scope: object) =>
      (await query('SELECT count(*), max(date(created)) FROM cases', scope)).data.rows[0];
    const [all] = await counts({});
    const [some, latest] = await counts({ created_to: first });
    expect(some).toBeLessThan(all);
    expect(latest).toBe(first);
    expect((await counts({ created_to: last }))[0]).toBe(all);
  });

  it.each(['>2345000', '<= 5', '!= Trial', '%Smith%', '≥ 5'])(
    'with an operator in a value is refused: %s',
    async (value) => {
      const { text } = await query('SELECT count(*) FROM cases', { fields: { ClaimAmount: value } });
      expect(text).toMatch(/scope\.fields: "ClaimAmount" should be a value.*WHERE of sql/);
    },
  );
});

describe('an empty result', () => {
  it('does not explain = if every compared text occurs', async () => {
    const { data, notes } = await query(
      "SELECT name FROM cases WHERE status = 'in work' AND created < '1990-01-01'",
    );
    expect(data.rows).toEqual([]);
    expect(notes).toEqual([]);
  });
});

it('describe_records describes several tables at once, each with an example', async () => {
  for (const table of ['cases, tasks', ['cases', 'tasks']]) {
    const { data } = await lookups.ask('anna', 'describe_records', { table });
    expect(data.tables.map(({ name }: { name: string }) => name)).toEqual(['cases', 'tasks']);
    expect(data.examples).toHaveLength(2);
  }
});
