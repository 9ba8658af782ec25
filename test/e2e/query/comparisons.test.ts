import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectLookups, type Lookups } from '../../support/clients/workflows.ts';

/** Values in comparisons as users and models write them, with their meaning. All clients are in Moscow (+03:00). */

let lookups: Lookups;
/** Start times of all events, in the format of the table. */
let starts: readonly string[];
beforeAll(async () => {
  lookups = await connectLookups();
  starts = (await rows('SELECT starts FROM events WHERE starts IS NOT NULL ORDER BY starts')).flat();
});
afterAll(() => lookups?.close());

const query = (sql: string) => lookups.ask('anna', 'query_records', { sql });
const rows = async (sql: string) => (await query(sql)).data.rows;
const one = async (sql: string) => (await rows(sql))[0][0];
const count = (condition: string) => one(`SELECT count(*) FROM events WHERE ${condition}`);

const utc = (local: string, shift = 0) =>
  new Date(Date.parse(`${local.replace(' ', 'T')}:00+03:00`) + shift).toISOString();
/**
 * Returns the same time in every usual format.
 * @param local local time, such as `2026-11-23 10:00`
 */
const forms = (local: string) => [
  local,
  `${local}:00`,
  `${local}:00.000`,
  local.replace(' ', 'T'),
  `${local.replace(' ', 'T')}:00`,
  `${local.replace(' ', 'T')}:00+03:00`,
  `${local.replace(' ', 'T')}+0300`,
  utc(local),
  utc(local).replace('.000', ''),
  utc(local).replace('T', ' '),
  ...(local.endsWith(' 00:00') ? [local.slice(0, 10)] : []),
];

describe('a timestamp in a comparison', () => {
  const boundary = () => starts[Math.floor(starts.length / 2)] as string;

  it('means the same in every form that people write, on either side, and with every operator', async () => {
    const at = boundary();
    const midnight = `${at.slice(0, 10)} 00:00`;
    for (const edge of [at, midnight]) {
      const expected = (compare: (start: string) => boolean) => starts.filter(compare).length;
      const counts = [
        expected((start) => start >= edge),
        expected((start) => start > edge),
        expected((start) => start < edge),
        expected((start) => start <= edge),
        expected((start) => start === edge),
        expected((start) => start >= edge),
        expected((start) => start >= edge),
        expected((start) => start !== edge),
      ];
      const answered = await rows(
        forms(edge)
          .map(
            (form) =>
              `SELECT sum(starts >= '${form}'), sum(starts > '${form}'), sum(starts < '${form}'), sum(starts <= '${form}'), sum(starts = '${form}'),
                 sum('${form}' <= starts), sum(datetime(starts) >= '${form}'), sum(starts NOT IN ('1999-01-01', '${form}')) FROM events`,
          )
          .join(' UNION ALL '),
      );
      expect(answered).toEqual(forms(edge).map(() => counts));
    }
  });

  it('bounds a period with BETWEEN, in a table of bounds, and as a result of functions', async () => {
    const at = boundary();
    const until = starts.at(-3) as string;
    const within = starts.filter((start) => start >= at && start <= until).length;
    const [from = '', to = ''] = [utc(at), until.replace(' ', 'T')];
    expect(await count(`starts BETWEEN '${from}' AND '${to}'`)).toBe(within);
    expect(await count(`coalesce(ends, starts) IS NOT NULL AND (starts) BETWEEN '${from}' AND '${to}'`)).toBe(
      within,
    );
    expect(
      await one(
        `WITH p AS (SELECT '${from}' AS a, '${to}' AS b) SELECT count(*) FROM events e, p WHERE e.starts >= p.a AND e.starts <= p.b`,
      ),
    ).toBe(within);
    expect(
      await one(
        `SELECT count(*) FROM (SELECT starts AS s FROM events) x WHERE x.s BETWEEN '${from}' AND '${to}'`,
      ),
    ).toBe(within);
    expect(await count(`julianday(starts) BETWEEN julianday('${from}') AND julianday('${to}')`)).toBe(within);
    expect(await count(`starts >= datetime('${at}') AND starts <= datetime('${to}')`)).toBe(within);
    expect(
      await count(`strftime('%Y-%m-%dT%H:%M', starts) >= '${at.replace(' ', 'T')}' AND starts <= '${to}'`),
    ).toBe(within);
    expect(await count(`starts LIKE '${at.replace(' ', 'T')}%'`)).toBe(
      starts.filter((start) => start === at).length,
    );
  });

  it('counts days with any time of day, in any format', async () => {
    const dues: readonly string[] = (
      await rows('SELECT due FROM tasks WHERE due IS NOT NULL ORDER BY due')
    ).flat();
    const day = (dues[Math.floor(dues.length / 2)] as string).slice(0, 10);
    const before = dues.filter((due) => due.slice(0, 10) < day).length;
    for (const form of forms(`${day} 00:00`))
      expect([form, await one(`SELECT count(*) FROM tasks WHERE due < '${form}'`)]).toEqual([form, before]);
  });

  it('has a note about midnight if a date alone ends a period', async () => {
    const { notes } = await query(
      "SELECT count(*) FROM events WHERE starts BETWEEN '2026-01-01' AND '2026-11-29'",
    );
    expect(notes.join()).toMatch(/A date without a time means midnight.*date\(…\) of starts/);
    const whole = await query(
      "SELECT count(*) FROM events WHERE date(starts) <= '2026-11-29' AND starts >= '2026-01-01'",
    );
    expect(whole.notes).toEqual([]);
  });

  it.each([
    [
      'a date in another order',
      "starts > '23.11.2026'",
      /"23\.11\.2026", which is not a date.*'2026-11-23 10:00'/,
    ],
    ['a word', "starts > 'tomorrow'", /"tomorrow", which is not a date/],
    ['a number', 'starts > 1763856000', /compared with a number/],
    ['seconds', "starts > unixepoch('now')", /compared with a number/],
    ['a text beside seconds', "unixepoch(starts) > '2026-11-23'", /Write unixepoch\('2026-11-23'\)/],
    ['a zone that functions do not have', "datetime(starts, 'utc') > '2026-11-23'", /'utc' changes nothing/],
  ])('is refused if it is %s, and the answer says how to write it', async (_name, condition, why) => {
    const client = await lookups.as('anna');
    expect(await client.refusal('query_records', { sql: `SELECT 1 FROM events WHERE ${condition}` })).toMatch(
      why,
    );
  });

  it('uses the user’s own time if a statement asks for now', async () => {
    const [[now, day, local, stamp]] = await rows(
      "SELECT datetime('now'), date('now'), datetime('now', 'localtime'), CURRENT_TIMESTAMP",
    );
    const { text } = await query('SELECT 1');
    const shown = /now \S+ (\S+ \S+)/.exec(text)?.[1];
    expect([now, day, local, stamp]).toEqual([
      `${shown}:00`,
      shown?.slice(0, 10),
      `${shown}:00`,
      `${shown}:00`,
    ]);
    expect(await count("unixepoch(starts) > unixepoch('now')")).toBe(
      starts.filter((start) => start > (shown ?? '')).length,
    );
  });
});

describe('a value in a comparison', () => {
  it('matches flags by words', async () => {
    const open = await one('SELECT count(*) FROM tasks WHERE is_open');
    for (const condition of [
      "is_open = 'true'",
      "is_open IS 'TRUE'",
      "is_open IN ('yes')",
      "is_open = 'Истина'",
      "is_open <> 'false'",
      "'да' = is_open",
    ])
      expect([condition, await one(`SELECT count(*) FROM tasks WHERE ${condition}`)]).toEqual([
        condition,
        open,
      ]);
  });

  it.each([
    "is_open = 'maybe'",
    "is_open IN ('true', 'perhaps')",
    "is_open <> 'closed'",
    "'' = is_open",
    "coalesce(is_open, 0) = 'open'",
    'is_open = 2',
  ])('is refused if a flag never has it: %s', async (condition) => {
    const { text } = await query(`SELECT count(*) FROM tasks WHERE ${condition}`);
    expect(text).toMatch(/is 1 \(true\) or 0 \(false\), and never .*\. Write \S+ = 1 or \S+ = 0\./);
  });

  it('matches ids in capitals and in braces', async () => {
    const id: string = await one("SELECT id FROM cases WHERE name LIKE 'smith%'");
    const tasks = await one(`SELECT count(*) FROM tasks WHERE case_id = '${id}'`);
    expect(tasks).toBeGreaterThan(0);
    for (const form of [id.toUpperCase(), `{${id}}`, `{${id.toUpperCase()}}`])
      expect(await one(`SELECT count(*) FROM tasks WHERE case_id IN ('${form}')`)).toBe(tasks);
  });

  it('is answered with near values if nothing matches, in a count too', async () => {
    for (const sql of [
      "SELECT count(*) FROM cases WHERE responsible = 'anna petrova'",
      "SELECT name FROM cases WHERE responsible IN ('Petrova')",
    ]) {
      const { text, notes } = await query(sql);
      expect(text).toMatch(/No value of responsible equals '[^']+'\. Similar values: 'Anna Petrova'/);
      expect(notes.join()).toMatch(/= compares texts letter by letter/);
    }
    expect((await query("SELECT count(*) FROM cases WHERE responsible = 'Anna Petrova'")).notes).toEqual([]);
  });

  it.each(['?', '?1', ':who', '@who', '$who'])('is refused if it is the parameter %s', async (parameter) => {
    const client = await lookups.as('anna');
    const sql = `SELECT count(*) FROM cases WHERE responsible = ${parameter}`;
    expect(await client.refusal('query_records', { sql })).toMatch(
      /begins a parameter.*Write the value itself/,
    );
  });

  it('is a text if it is infinite', async () => {
    expect(await rows('SELECT 1e308 * 10, -1e308 * 10, 1e308 * 10 - 1e308 * 10')).toEqual([
      ['Infinity', '-Infinity', null],
    ]);
  });
});

describe('texts', () => {
  it('are sorted alphabetically, capitals next to small letters and ё next to е', async () => {
    const names: string[] = (await rows('SELECT name FROM participants ORDER BY name')).flat();
    const key = (name: string) => name.normalize('NFC').toLowerCase().replaceAll('ё', 'е');
    expect(names.length).toBeGreaterThan(10);
    expect(names.map(key)).toEqual([...names.map(key)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
    const turned = (await rows('SELECT p.name AS who FROM participants p ORDER BY p.name DESC')).flat();
    expect(turned).toEqual([...names].reverse());
  });

  const words = ['яблоко', 'Ёлка', 'ель', 'Арбуз', 'абажур'];
  const listed = words.map((word) => `SELECT '${word}' AS word, 1 AS n`).join(' UNION ALL ');
  const sorted = ['абажур', 'Арбуз', 'Ёлка', 'ель', 'яблоко'];

  it.each([
    'SELECT word FROM t ORDER BY 1',
    'SELECT n, word FROM t ORDER BY 1, 2',
    'SELECT word AS name FROM t ORDER BY name',
    'SELECT trim(word) name FROM t ORDER BY name',
    "SELECT word || '' FROM t ORDER BY 1",
    'SELECT word, count(*) FROM t GROUP BY 1 ORDER BY 1',
    'SELECT DISTINCT word FROM t ORDER BY 1',
    'SELECT t.word FROM t ORDER BY t.word COLLATE NOCASE',
    'SELECT word FROM t UNION SELECT word FROM t ORDER BY 1',
    "SELECT word FROM t WHERE word < 'б' UNION ALL SELECT word FROM t WHERE word >= 'б' ORDER BY word LIMIT 9",
    'WITH u AS (SELECT word AS w FROM t) SELECT w FROM u EXCEPT SELECT 1 ORDER BY w ASC',
    'SELECT word FROM (SELECT word FROM t UNION SELECT word FROM t ORDER BY 1 LIMIT 9)',
    'SELECT word FROM (SELECT word, row_number() OVER (ORDER BY word) AS place FROM t) ORDER BY place',
  ])('are sorted by the alphabet in %s', async (sql) => {
    const { data, notes } = await query(
      sql.replace(/\bt\b(?!\.)(?= |$|\))/g, (name) => `(${listed}) ${name}`),
    );
    const shown = data.rows.map((row: string[]) => row.find((cell) => words.includes(cell)));
    expect([shown, notes]).toEqual([sorted, []]);
  });

  it.each([
    ['min(word)', 'абажур'],
    ['max(word)', 'яблоко'],
    ["max('Ёж', 'еда', 'ад')", 'Ёж'],
    ["min(coalesce(word, ''), 'я')", 'я'],
    ['max(DISTINCT upper(word))', 'ЯБЛОКО'],
    ["min(word) FILTER (WHERE word LIKE 'е%')", 'Ёлка'],
    ["max(max(word, 'ёж'))", 'яблоко'],
    ["(SELECT max(name) FROM (SELECT 'Ян' name UNION SELECT 'ёж'))", 'Ян'],
    ['max(n) / 2', 0],
    ['max(length(word)) / 4', 1],
  ])('are compared by the alphabet in %s', async (call, found) => {
    const { data, notes } = await query(`SELECT ${call} FROM (${listed})`);
    expect([data.rows[0], notes]).toEqual([[found], []]);
  });

  it('keep the row of the one that min and max find', async () => {
    expect(await rows(`SELECT n, word, max(word) FROM (${listed})`)).toEqual([[1, 'яблоко', 'яблоко']]);
  });

  it('keep the names of columns in a compound SELECT', async () => {
    const { data } = await query(
      'SELECT name AS "Who is it" FROM participants UNION SELECT name FROM users ORDER BY 1',
    );
    expect(data.columns).toEqual(['Who is it']);
  });

  it("have a note that they are sorted by character codes if only the column's number is known", async () => {
    const { notes } = await query('SELECT * FROM users ORDER BY 2');
    expect(notes.join()).toMatch(/ORDER BY 2.*character codes/);
    expect((await query('SELECT max(starts) FROM events ORDER BY 1')).notes).toEqual([]);
  });
});
