import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectLookups, type Lookups } from '../../support/clients/workflows.ts';

let lookups: Lookups;
beforeAll(async () => {
  lookups = await connectLookups();
});
afterAll(() => lookups?.close());

const query = (sql: string, more: object = {}, login = 'anna') =>
  lookups.ask(login, 'query_records', { sql, ...more });
const rows = async (sql: string, more: object = {}, login = 'anna') =>
  (await query(sql, more, login)).data.rows;

describe('query_records', () => {
  it('counts and groups columns of lists without reading object cards', async () => {
    const { data, notes } = await query(
      "SELECT responsible, count(*) AS n FROM cases WHERE status = 'in work' GROUP BY 1 HAVING n > 3 ORDER BY 1",
    );
    expect(data.columns).toEqual(['responsible', 'n']);
    expect(data.rows).toEqual([
      ['Anna Petrova', 4],
      ['Климова Мария Олеговна', 4],
      ['Соловьёв Иван Дмитриевич', 4],
    ]);
    expect(notes).toEqual([]);
  });

  it('has the fields of cards as columns, by tag and by title in either language', async () => {
    const byTag = await rows(
      'SELECT name, ClaimAmount, Court FROM cases WHERE ClaimAmount > 1000000 ORDER BY 2 DESC',
    );
    expect(byTag.map(([name, amount]: unknown[]) => [name, amount])).toEqual([
      ['ООО «Вектор» к АО «Северный мост»', 4_300_000.5],
      ['Банкротство ООО «Ромашка»', 2_000_000],
      ['Smith v. Northbridge Ltd', 1_250_000],
    ]);
    const byTitle = await rows('SELECT sum("Цена иска"), max("Claim amount") FROM cases');
    expect(byTitle).toEqual(await rows('SELECT sum(ClaimAmount), max(ClaimAmount) FROM cases'));
  });

  it('finds records without a match: cases without an open task, parties that are not clients', async () => {
    const idle = await rows(
      "SELECT c.name FROM cases c WHERE c.status = 'in work' AND NOT EXISTS (SELECT 1 FROM tasks t WHERE t.case_id = c.id AND t.is_open) ORDER BY 1",
    );
    expect(idle.flat()).toContain('Tax audit of Quill & Partners LLP');
    expect(idle.flat()).not.toContain('Smith v. Northbridge Ltd');
    const [[others]] = await rows(
      'SELECT count(DISTINCT p.participant_id) FROM parties p LEFT JOIN cases c ON c.client_id = p.participant_id WHERE c.id IS NULL',
    );
    expect(others).toBeGreaterThan(5);
  });

  it('finds a party in all of its cases and in objects that are not cases', async () => {
    const found = await rows(
      "SELECT o.name, p.role FROM objects o JOIN parties p ON p.case_id = o.id WHERE p.participant LIKE '%Romashka%' ORDER BY 1",
    );
    expect(found).toContainEqual(['Letter before claim: Delta Corp.', 'Ответчик / Defendant']);
    expect(await rows("SELECT count(*) FROM parties WHERE participant LIKE '%Romashka%'")).toEqual([
      [found.length],
    ]);
  });

  it('has rows of multi-blocks and multi-row fields as separate tables', async () => {
    expect(
      await rows(
        "SELECT c.name, x.row, x.ClaimItem, x.ClaimItemAmount FROM cases_Claims x JOIN cases c ON c.id = x.case_id WHERE c.name LIKE 'smith%' ORDER BY x.row",
      ),
    ).toEqual([
      ['Smith v. Northbridge Ltd', 1, 'Unpaid invoices', 900_000],
      ['Smith v. Northbridge Ltd', 2, 'Bonus', 300_000],
      ['Smith v. Northbridge Ltd', 3, 'Interest', 50_000],
    ]);
    expect(await rows("SELECT count(*) FROM cases_Keywords WHERE Keywords LIKE 'неуст%'")).toEqual([[1]]);
    expect(await rows("SELECT count(*) FROM cases_Keywords WHERE Keywords = 'неустойка'")).toEqual([[1]]);
  });

  it('compares Russian texts as people do: case, ё, and letters that look alike', async () => {
    const find = async (pattern: string) => (await rows(`SELECT name FROM cases WHERE ${pattern}`)).flat();
    expect(await find("name LIKE '%ЕЛКИНА%'")).toEqual(['Ёлкина к ООО «Лютик»']);
    expect(await find("number LIKE 'A40-123456%'")).toEqual(['ООО «Вектор» к АО «Северный мост»']);
    expect(await find("lower(name) LIKE '%ромашк_ (номер латиницей)'")).toHaveLength(1);
    expect(await find("name NOT LIKE '%ООО%' AND upper(name) LIKE '%ВЕКТОР%'")).toHaveLength(1);
    expect(
      await rows(
        "SELECT upper('ёж'), lower('ЁЖ'), 'a_b' LIKE 'a!_b' ESCAPE '!', 'axb' LIKE 'a!_b' ESCAPE '!'",
      ),
    ).toEqual([['ЁЖ', 'ёж', 1, 0]]);
  });

  it('notes that = compares letter by letter if nothing was found', async () => {
    const { data, notes } = await query("SELECT name FROM cases WHERE number = 'A40-123456/2026'");
    expect(data.rows).toEqual([]);
    expect(notes).toEqual([expect.stringContaining('LIKE ignores case')]);
  });

  it('reckons with dates in the zone of the caller, and with working days', async () => {
    const [[today, now]] = await rows("SELECT date('now'), datetime('now', 'localtime')");
    const text = (await query('SELECT 1')).text;
    expect(text).toContain(`now ${text.match(/now (\w{3})/)?.[1]} ${today} ${now.slice(11, 16)}`);
    const days = await rows(
      "SELECT day, weekday, is_working, next_working FROM days WHERE day BETWEEN '2026-12-30' AND '2027-01-12'",
      { scope: { from: '2026-12-30', to: '2027-01-12' } },
    );
    expect(days[2]).toEqual(['2027-01-01', 'Fri', 0, '2027-01-11']);
    expect(
      await rows(
        "SELECT b.working_no - a.working_no FROM days a, days b WHERE a.day = '2026-12-30' AND b.day = '2027-01-12'",
        { scope: { from: '2026-12-01', to: '2027-02-01' } },
      ),
    ).toEqual([[3]]);
    const overdue = await rows(
      "SELECT name, due FROM tasks WHERE is_open AND due < date('now') ORDER BY due",
    );
    expect(overdue.length).toBeGreaterThan(3);
    for (const [, due] of overdue) expect(due).toMatch(/^\d{4}-\d\d-\d\d( \d\d:\d\d)?$/);
  });

  it('joins tasks, people and documents with the cases that they belong to', async () => {
    const open = await rows(
      'SELECT r.name, count(*) FROM task_responsibles r JOIN tasks t ON t.id = r.task_id WHERE t.is_open GROUP BY 1 ORDER BY 2 DESC',
    );
    expect(open.map(([name]: string[]) => name)).toContain('Anna Petrova');
    const signed = await rows(
      "SELECT d.name, s.name, s.status FROM signatures s JOIN documents d ON d.id = s.document_id WHERE s.status = 'Revoked' ORDER BY 1",
    );
    expect(signed).toEqual([
      ['Settlement agreement (draft)', 'John Hale', 'Revoked'],
      ['Доверенность № 5', 'Громова Елена Викторовна', 'Revoked'],
    ]);
    const groups = await rows(
      "SELECT u.name FROM users u JOIN user_groups g ON g.user_id = u.id WHERE g.name = 'Договорная работа' ORDER BY 1",
    );
    expect(groups.length).toBeGreaterThan(1);
  });

  it('answers whole numbers to the last digit: those that JSON readers round, as text', async () => {
    expect(
      await rows(
        'SELECT count(*) > 0, 9007199254740991, 9007199254740993, -9223372036854775807, 0.5 FROM cases',
      ),
    ).toEqual([[1, 9_007_199_254_740_991, '9007199254740993', '-9223372036854775807', 0.5]]);
  });

  it('shows ids only if they are selected', async () => {
    const all = await query('SELECT * FROM cases LIMIT 1');
    expect(all.data.columns).not.toContain('id');
    expect(all.notes.join()).toContain(
      '* leaves out ids: select them by name, such as id, type_id, stage_id',
    );
    expect(all.text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
    expect(
      (await query('SELECT id, * FROM cases LIMIT 1')).data.columns.filter((name: string) =>
        /id$/.test(name),
      ),
    ).toEqual(['id', 'id']);
  });

  it('counts the rows that it does not show', async () => {
    const { data, notes } = await query('SELECT a.name FROM participants a, participants b');
    expect(data.total).toBe(900);
    expect(data.rows).toHaveLength(200);
    expect(notes).toContain('200 of 900 rows are shown: use LIMIT and OFFSET, or aggregate.');
  });

  it.each([
    ['words', { words: 'smith' }, ['Smith v. Northbridge Ltd']],
    ['a stage', { stage: 'trial' }, ['Delta v. Romashka']],
    ['a type', { type: 'Налоговая проверка', status: 'Archived' }, []],
    [
      'a person',
      { responsible: 'me', status: 'InWork' },
      expect.arrayContaining(['Smith v. Northbridge Ltd']),
    ],
    ['a field of the card', { fields: { Judge: 'Marlow' } }, ['Smith v. Northbridge Ltd']],
    ['a field by its title', { fields: { Судья: 'Marlow' } }, ['Smith v. Northbridge Ltd']],
  ])('takes %s as the cases that are meant', async (_, scope, names) => {
    expect((await rows('SELECT name FROM cases', { scope })).flat()).toEqual(names);
  });

  it('reads tasks, events and documents of the cases in scope alone, and of the period', async () => {
    const scope = { words: 'smith' };
    for (const table of ['tasks', 'events', 'documents'])
      expect(await rows(`SELECT DISTINCT case_name FROM ${table}`, { scope })).toEqual([
        ['Smith v. Northbridge Ltd'],
      ]);
    const [[all]] = await rows('SELECT count(*) FROM events');
    const [[some, least]] = await rows('SELECT count(*), min(starts) FROM events', {
      scope: { from: '2026-03-01' },
    });
    expect(some).toBeLessThan(all);
    expect(least >= '2026-03-01').toBe(true);
  });
});

describe('describe_records', () => {
  it('tells tables, columns with their titles, counts and examples in one short answer', async () => {
    const { data, text } = await lookups.ask('anna', 'describe_records', {});
    expect(data.tables.map(({ name }: any) => name)).toEqual(
      expect.arrayContaining(['cases', 'parties', 'days']),
    );
    const cases = data.tables.find(({ name }: any) => name === 'cases');
    expect(cases.rows).toBe('26');
    expect(cases.columns).toContain('ClaimAmount (Цена иска / Claim amount; Number)');
    expect(text.length).toBeLessThan(9_000);
    for (const example of data.examples) expect((await query(example)).isError).toBe(false);
  });

  it('says so if no table, column or field has the words', async () => {
    const { data, notes } = await lookups.ask('anna', 'describe_records', { words: 'xyzzy quux' });
    expect(data.tables).toEqual([]);
    expect(notes.join()).toContain(
      'No table, column or card field that the signed-in user may see has these words',
    );
  });

  it('names those who attend events, whether they are users, participants or addresses', async () => {
    const { data } = await query('SELECT kind, name FROM attendees');
    expect(new Set(data.rows.map(([kind]: string[]) => kind)).size).toBeGreaterThan(1);
    expect(data.rows.filter(([, name]: (string | null)[]) => name === null)).toEqual([]);
    expect(data.rows.flat()).toContain('Anna Petrova');
  });

  it('finds columns by words of their titles, and lists existing tables instead of a wrong one', async () => {
    const { data } = await lookups.ask('anna', 'describe_records', { words: 'срок' });
    expect(
      data.tables.map(({ name, columns }: any) => [name, columns.at(name === 'tasks' ? -2 : 0)]),
    ).toEqual([
      ['cases', 'AppealUntil (Срок обжалования / Appeal until; Date)'],
      ['tasks', 'due (Due / Срок)'],
      ['events', 'type (Type / Тип) has "Процессуальный срок / Procedural deadline"'],
    ]);
    expect(await (await lookups.as('anna')).refusal('describe_records', { table: 'caes' })).toContain(
      'did you mean cases?',
    );
  });
});
