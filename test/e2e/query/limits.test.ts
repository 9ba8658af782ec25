import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestClient } from '../../support/clients/harness.ts';
import { connectLookups, type Lookups, lookupResult } from '../../support/clients/workflows.ts';

let lookups: Lookups;
const clients: TestClient[] = [];
beforeAll(async () => {
  lookups = await connectLookups();
});
afterEach(() => lookups.service.faults.clear());
afterAll(async () => {
  for (const client of clients) await client.close();
  await lookups?.close();
});

const query = (sql: string, more: object = {}, login = 'anna') =>
  lookups.ask(login, 'query_records', { sql, ...more });
const limited = async (requests: string) => {
  const client = await lookups.service.connectAs('anna', { env: { CASEBRIDGE_QUERY_REQUESTS: requests } });
  clients.push(client);
  return async (sql: string, more: object = {}) =>
    lookupResult(await client.callTool('query_records', { sql, ...more }));
};
const refused = { kind: 'status', status: 500 } as const;

describe('a query', () => {
  it('over more cards than the operator allows says which scope would make it cheap', async () => {
    const ask = await limited('20');
    const all = await ask('SELECT sum(ClaimAmount) FROM cases');
    expect(all.isError).toBe(true);
    expect(all.text).toMatch(/26 cases match, and reading their cards takes 26 requests/);
    expect(all.text).toMatch(/scope\.responsible: .*Anna Petrova \(\d+\)/);
    expect(all.notes[0]).toMatch(/^The query was not run: it may send at most 20 requests.*WHERE/);
    const [, stages = ''] = /scope\.stage: (.*)/.exec(all.text) ?? [];
    const counts = [...stages.matchAll(/\((\d+)(?:, too many)?\)|none \((\d+)\)/g)];
    expect(counts.reduce((sum, [, one = '0', none = '0']) => sum + Number(one) + Number(none), 0)).toBe(26);
    const some = await ask('SELECT sum(ClaimAmount) FROM cases', { scope: { responsible: 'Anna Petrova' } });
    expect(some.isError).toBe(false);
    expect(some.data.rows[0][0]).toBeGreaterThan(0);
  });

  it('tells its number of requests only if they are many, or nearly as many as allowed', async () => {
    const sql = 'SELECT sum(ClaimAmount) FROM cases';
    expect((await (await limited('500'))(sql)).notes).toEqual([]);
    expect((await (await limited('30'))(sql)).notes).toEqual([
      'The query sent 27 requests; their data is cached for a minute.',
    ]);
  });

  it('tells its plan without reading cards', async () => {
    const ask = await limited('500');
    const { text, notes, isError } = await ask('SELECT ClaimAmount FROM cases', { plan: true });
    expect(isError).toBe(false);
    expect(text).toContain('26 requests');
    expect(notes).toEqual(['Only the plan was requested: to run the query, call again without `plan`.']);
  });

  it('returns the rest if a table cannot be read, and states the reason', async () => {
    lookups.service.faults.set([{ on: 'GET /api/v2/events', fault: refused, times: 20 }]);
    const { data, notes } = await query(
      'SELECT (SELECT count(*) FROM cases), (SELECT count(*) FROM events)',
      {},
      'head',
    );
    expect(data.rows[0][0]).toBeGreaterThan(20);
    expect(data.rows[0][1]).toBe(0);
    expect(notes.join()).toMatch(/Not read: events .* The table events is empty here/);
    expect(
      await (await lookups.as('head')).refusal('query_records', { sql: 'SELECT count(*) FROM events' }),
    ).toMatch(/^API_ERROR/);
  });

  it('names each kind of failure of cards with its number, first of all', async () => {
    const cards = (status: number, times: number) => ({
      on: 'GET /api/v2/objects/{id}',
      fault: { kind: 'status', status } as const,
      times,
    });
    lookups.service.faults.set([cards(403, 2), cards(404, 1), cards(409, 3)]);
    const { notes } = await query('SELECT sum(ClaimAmount) FROM cases', {}, 'head');
    expect(notes.slice(0, 3).sort()).toEqual([
      expect.stringMatching(
        /^Not read: 1 of \d+ cards of cases \(API_ERROR 404: not found\)\. So their values/,
      ),
      expect.stringMatching(/^Not read: 3 of \d+ cards of cases \(API_ERROR 409\)\. So their values/),
      expect.stringMatching(/^Withheld: 2 of \d+ cards of cases \(.*permission.*\)\. So their values/),
    ]);
  });

  it('shows each user the permitted records, and states what is withheld', async () => {
    const [[all]] = (await query('SELECT count(*) FROM cases')).data.rows;
    const [[some]] = (await query('SELECT count(*) FROM cases', {}, 'kate')).data.rows;
    expect(some).toBeLessThan(all);
    expect((await query('SELECT count(*) FROM cases')).data.rows).toEqual([[all]]);
    const { notes } = await query('SELECT name, SettlementLimit FROM cases', {}, 'kate');
    expect(notes[0]).toMatch(/^Withheld: cases\.SettlementLimit of \d+ of \d+ records/);
  });

  it('caches its records for its caller until that caller changes a record', async () => {
    const sql = "SELECT stage FROM cases WHERE name LIKE 'smith%'";
    const [[before]] = (await query(sql)).data.rows;
    const client = await lookups.as('anna');
    await client.call('edit_object', { id: 'Smith v. Northbridge Ltd', Stage: 'Appeal' });
    expect((await query(sql)).data.rows).toEqual([['Appeal']]);
    await client.call('edit_object', { id: 'Smith v. Northbridge Ltd', Stage: before });
  });
});

it('a list of thousands that is longer than the operator allows is not answered in part', async () => {
  const service = await startService({ data: 'large' });
  const client = await service.connectAs('anna', { env: { CASEBRIDGE_QUERY_REQUESTS: '20' } });
  try {
    const all = lookupResult(await client.callTool('query_records', { sql: 'SELECT count(*) FROM cases' }));
    expect(all.isError).toBe(true);
    expect(all.text).toMatch(/^The table cases has more than 2,?000 rows/);
    expect(all.notes[0]).toMatch(/^The query was not run: it may send at most 20 requests/);
    const some = { sql: 'SELECT count(*) FROM cases', scope: { type: 'Банкротство' } };
    expect(lookupResult(await client.callTool('query_records', some)).data.rows).toEqual([[3]]);
  } finally {
    await client.close();
    await service.close();
  }
});

describe('the page on querying', () => {
  const page = readFileSync(new URL('../../../docs/querying.md', import.meta.url), 'utf8');
  const examples = [...page.matchAll(/```sql\n([^`]*)```/g)].map(([, sql]) => sql as string);

  it.each(examples)('has an example that runs: %s', async (sql) => {
    const { data, isError } = await query(sql);
    expect(isError).toBe(false);
    expect(data.rows.length).toBeGreaterThan(0);
  });
});
