import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../support/clients/harness.ts';
import { connectLookups, type Lookups, lookupResult } from '../../support/clients/workflows.ts';

let lookups: Lookups;
const clients: TestClient[] = [];
beforeAll(async () => {
  lookups = await connectLookups();
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await lookups?.close();
});

/** Connects a client with empty caches whose queries send at most `requests` requests. */
const limited = async (requests: number) => {
  const client = await lookups.service.connectAs('anna', {
    env: { CASEBRIDGE_QUERY_REQUESTS: String(requests) },
  });
  clients.push(client);
  return async (sql: string, more: object = {}) =>
    lookupResult(await client.callTool('query_records', { sql, ...more }));
};

/** Returns a statement with the same result that reads all single records, because it mentions their tables twice. */
const unnarrowed = (sql: string) =>
  `SELECT * FROM (${sql}) WHERE (SELECT count(*) >= 0 FROM cases, objects, users)`;

describe('the cards that a query reads', () => {
  it.each([
    "SELECT name, ClaimAmount FROM cases WHERE stage = 'Trial' AND ClaimAmount > 0 ORDER BY 1",
    "SELECT count(ClaimAmount) FROM cases WHERE (stage IN ('Trial', 'Appeal') OR number LIKE 'A40%') AND created BETWEEN '2020-01-01' AND '2027-01-01' AND status = 'in work'",
    "SELECT c.name, p.participant FROM parties p JOIN cases c ON c.id = p.case_id WHERE c.stage = 'Trial' ORDER BY 1, 2",
    "SELECT o.name, p.participant FROM parties p JOIN objects o ON o.id = p.case_id WHERE o.stage = 'Pre-action' ORDER BY 1, 2",
    "SELECT x.ClaimItem FROM cases c, cases_Claims x WHERE x.case_id = c.id AND c.name LIKE 'smith%' ORDER BY 1",
    "SELECT t.name FROM tasks t WHERE EXISTS (SELECT 1 FROM cases c WHERE c.id = t.case_id AND c.ClaimAmount > 0 AND c.stage = 'Trial') ORDER BY 1",
    'WITH big AS (SELECT id, name, Court FROM cases WHERE mine AND ClaimAmount IS NOT NULL) SELECT b.name, t.name FROM big b LEFT JOIN tasks t ON t.case_id = b.id ORDER BY 1, 2',
    "SELECT u.name, u.position FROM users u WHERE u.name LIKE 'Anna%' AND NOT u.is_client",
  ])('are only those that its conditions on lists leave: %s', async (sql) => {
    const few = await (await limited(24))(sql);
    expect(few.text).not.toContain('match, and reading');
    expect(few.isError).toBe(false);
    const all = await (await limited(500))(unnarrowed(sql));
    expect(few.data.rows).toEqual(all.data.rows);
    expect(few.data.rows.length).toBeGreaterThan(0);
  });

  it.each([
    'SELECT t.name, c.ClaimAmount FROM tasks t LEFT JOIN cases c ON c.id = t.case_id AND c.ClaimAmount > 1000000 WHERE c.stage IS NULL ORDER BY 1',
    "SELECT count(*) FROM cases WHERE stage = 'Trial' OR ClaimAmount > 0",
    "SELECT count(*) FROM cases WHERE NOT (stage = 'Trial' AND ClaimAmount > 0)",
    "SELECT count(a.ClaimAmount) FROM cases a, cases b WHERE a.id = b.id AND b.stage = 'Trial'",
    "SELECT sum(CASE WHEN stage = 'Trial' THEN ClaimAmount END), count(ClaimAmount) FROM cases",
    'SELECT count(*) FROM cases WHERE stage = (SELECT max(stage) FROM cases) AND ClaimAmount > 0',
  ])('are all of them if other cases may change the result: %s', async (sql) => {
    expect((await (await limited(24))(sql)).text).toMatch(/26 cases match, and reading/);
  });

  it('are read once for two tables that need them', async () => {
    const sql =
      'SELECT c.name, c.ClaimAmount, p.participant FROM cases c LEFT JOIN parties p ON p.case_id = c.id ORDER BY 1, 3';
    const few = await (await limited(50))(sql);
    expect([few.isError, few.data.rows.length > 50]).toEqual([false, true]);
  });

  it('are those of cases alone for participants of cases', async () => {
    const sql = 'SELECT count(*) FROM parties p JOIN cases c ON c.id = p.case_id';
    expect((await (await limited(500))(sql, { plan: true })).text).toMatch(/^26 objects match/);
  });

  it('are none if no case meets the conditions, and there is no note about their fields', async () => {
    const ask = await limited(500);
    const { data, notes, text } = await ask("SELECT ClaimAmount FROM cases WHERE stage = 'Trail'");
    expect(data.rows).toEqual([]);
    expect(text).toContain("No value of stage equals 'Trail'. Similar values: 'Trial'");
    expect(notes.join()).not.toMatch(/does not return|Withheld/);
  });

  it('need no request while they are cached, even if the next query selects other columns', async () => {
    const ask = await limited(40);
    await ask('SELECT sum(ClaimAmount) FROM cases');
    const { text } = await ask('SELECT ClaimAmount FROM cases', { plan: true, scope: { status: 'InWork' } });
    expect(text).toMatch(/^The query takes \d requests?, which were just sent/);
  });
});
