import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectLookups, type Lookups } from '../../support/clients/workflows.ts';

/** Date-times in expressions, not as bare columns. All clients are in Moscow (+03:00). */

let lookups: Lookups;
/** Start time of an event after which other events start on the same day, in the format of the tables. */
let edge: string;
let since: number;
let same: number;
let later: number;

const rows = async (sql: string) => (await lookups.ask('anna', 'query_records', { sql })).data.rows;
const count = async (condition: string) =>
  (await rows(`SELECT count(*) FROM events WHERE ${condition}`))[0][0];

beforeAll(async () => {
  lookups = await connectLookups();
  const starts: string[] = (
    await rows('SELECT starts FROM events WHERE starts IS NOT NULL ORDER BY starts')
  ).flat();
  edge = starts.find(
    (start, at) => at > 0 && starts[at - 1] !== start && starts[at + 1]?.slice(0, 10) === start.slice(0, 10),
  ) as string;
  since = starts.filter((start) => start >= edge).length;
  same = starts.filter((start) => start === edge).length;
  later = starts.filter((start) => start.slice(11) >= edge.slice(11)).length;
});
afterAll(() => lookups?.close());

/** Returns `edge` in the ISO format that models write. */
const iso = () => `${edge.replace(' ', 'T')}:00`;
const utc = () => new Date(Date.parse(`${iso()}+03:00`)).toISOString();

describe('a date-time in an expression', () => {
  it.each([
    'starts || $sep >= $iso',
    '+starts >= $iso',
    'substr(starts, 1, 16) >= $iso',
    'trim(starts) >= $utc',
    'CAST(starts AS TEXT) >= $iso',
    '(SELECT starts) >= $utc',
    'starts COLLATE NOCASE >= $iso',
    'starts >= $iso COLLATE BINARY',
    '$utc COLLATE NOCASE <= starts || $sep',
    "strftime('%Y-%m-%d %H:%M', starts) >= $iso",
    "replace(starts, ' ', 'T') >= $iso",
    "starts >= $day || 'T' || $time",
    'max(starts, $iso) = starts',
    'CASE WHEN 1 THEN starts ELSE ends END >= $iso',
    'NOT starts || $sep < $utc',
    'id IN (WITH e(i, s) AS (SELECT id, starts FROM events) SELECT i FROM e WHERE s >= $iso)',
    'starts BETWEEN $iso AND (SELECT max(ends) || $sep FROM events)',
  ])('is compared by time: %s', async (condition) => {
    expect(await count(filled(condition))).toBe(since);
  });

  it.each([
    'starts IN (SELECT $iso)',
    'starts IN (VALUES ($utc))',
    'starts IN (SELECT datetime($iso))',
    'starts IS NOT DISTINCT FROM $utc',
    'CASE starts WHEN $iso THEN 1 ELSE 0 END',
    'nullif(starts, $utc) IS NULL',
    'id IN (SELECT e.id FROM events e JOIN (SELECT $utc AS starts) x USING (starts))',
    "starts = $day || ' ' || $time",
    'starts LIKE $pattern',
  ])('equals the same one in another form: %s', async (condition) => {
    expect(await count(filled(condition))).toBe(same);
  });

  it.each(['time(starts) >= $time', "strftime('%H:%M', starts) >= $time", 'substr(starts, 12) >= $time'])(
    'is compared by the time of day: %s',
    async (condition) => {
      expect(await count(filled(condition))).toBe(later);
    },
  );

  it('is found by a time of day without a leading zero', async () => {
    expect(await count("time(starts) < '9:00'")).toBe(await count("time(starts) < '09:00:00'"));
    expect(await count("time(starts) < '9:00'")).toBeGreaterThan(0);
  });

  it('counts once in UNION and is removed by EXCEPT, in any format', async () => {
    const distinct = await rows('SELECT count(DISTINCT starts) FROM events');
    const union = await rows(filled('SELECT count(*) FROM (SELECT starts FROM events UNION SELECT $utc)'));
    const rest = await rows(filled('SELECT count(*) FROM (SELECT starts FROM events EXCEPT SELECT $iso)'));
    expect([union[0][0], rest[0][0] + 1]).toEqual([distinct[0][0], distinct[0][0]]);
  });

  it.each([
    ["strftime('%m', starts) = 11", /strftime\(\) is a text.*CAST/],
    ['substr(starts, 1, 4) IN (2025, 2026)', /substr\(\) is a text/],
    ['date(starts) = 20261125', /date\(…\) is compared with a number/],
    ["date(starts) = '25.11.2026'", /"25\.11\.2026", which is not a date/],
    ["strftime('%d', starts) = '9'", /leading zeros.*'09'/],
    ["starts >= '2026-02-30'", /"2026-02-30", which is not a date/],
    ["starts < '2026-13-01'", /"2026-13-01", which is not a date/],
    ["starts > '2026-11-25T25:00'", /which is not a date/],
    ["starts LIKE '25.11.2026%'", /which is not a date/],
    ["starts - '2026-11-25' > 0", /computes with its year alone.*julianday/],
    ["date('now') - date(ends) < 7", /computes with its year alone/],
  ])('is refused if it can never match: %s', async (condition, why) => {
    const client = await lookups.as('anna');
    const sql = `SELECT count(*) FROM events WHERE ${condition}`;
    expect(await client.refusal('query_records', { sql })).toMatch(why);
  });

  it.each([
    "CAST(strftime('%m', starts) AS INTEGER) + 1 > 0",
    "julianday(starts) - julianday('2020-01-01') > 0",
    "strftime('%H', starts) * 60 + strftime('%M', starts) >= 0",
    "(SELECT count(*) FROM tasks WHERE due < '2030-01-01T00:00:00') > 0",
  ])('may be computed with as a number: %s', async (condition) => {
    expect(await count(condition)).toBe(await count('starts IS NOT NULL'));
  });

  it('has a note about midnight if date() bounds a column', async () => {
    const sql = "SELECT count(*) FROM events WHERE starts <= date('now', '+7 days')";
    const { notes } = await lookups.ask('anna', 'query_records', { sql });
    expect(notes.join()).toMatch(/A date without a time means midnight.*date\(…\) of starts/);
  });
});

const filled = (condition: string) =>
  condition
    .replaceAll('$iso', `'${iso()}'`)
    .replaceAll('$utc', `'${utc()}'`)
    .replaceAll('$day', `'${edge.slice(0, 10)}'`)
    .replaceAll('$time', `'${edge.slice(11)}'`)
    .replaceAll('$pattern', `'${edge.replace(' ', 'T')}%'`)
    .replaceAll('$sep', "''");
