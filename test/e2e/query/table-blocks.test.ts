import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectLookups, type Lookups } from '../../support/clients/workflows.ts';
import { blockId } from '../../support/sample-ids.ts';

let lookups: Lookups;
beforeAll(async () => {
  lookups = await connectLookups();
});
afterEach(() => lookups.service.faults.clear());
afterAll(() => lookups?.close());

const block = `block_${blockId('Payments')}`;
const table = `"${block}"`;
const list = 'POST /api/v3/objects/GetTableObjects';
const query = (sql: string, more: object = {}, login = 'anna') =>
  lookups.ask(login, 'query_records', { sql, ...more });

describe('a table block, by its id', () => {
  it('has a row for each object in it, with its fields typed, by tag or title', async () => {
    const { data, notes } = await query(`SELECT * FROM ${table} ORDER BY ContractAmount`);
    const [first] = data.rows.map((row: unknown[]) =>
      Object.fromEntries(row.map((value, at) => [data.columns[at], value])),
    );
    expect(first).toMatchObject({
      name: 'Engagement letter: Quill & Partners LLP',
      number: 'EL-2026-02',
      status: 'in work',
      responsible: 'Anna Petrova',
      ContractNumber: 'EL-02',
      ContractAmount: 42_000,
      Paid: 1,
    });
    expect(first.PaymentDate).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(notes).toEqual(['* leaves out ids: select them by name, such as id.']);
    const plain = `block_${blockId('Payments').replaceAll('-', '_')}`;
    const unpaid = await query(`SELECT sum("Contract amount") FROM ${plain} WHERE NOT Paid`);
    expect(unpaid.data.rows).toEqual([[4_016_000]]);
  });

  it('reads the rows of each case if a statement needs the case, and only once', async () => {
    const sql = `SELECT c.name, count(*) FROM ${table} x JOIN cases c ON c.id = x.case_id GROUP BY 1 ORDER BY 1`;
    const { data, notes } = await query(sql);
    expect(data.rows).toEqual([
      ['Delta v. Romashka', 1],
      ['Smith v. Northbridge Ltd', 2],
      ['ООО «Вектор» к АО «Северный мост»', 2],
    ]);
    expect(notes.join('\n')).not.toMatch(/may be wrong|is NULL/);
    lookups.service.faults.set([{ on: list, fault: { kind: 'status', status: 500 }, times: 100 }]);
    expect((await query(sql)).data.rows).toEqual(data.rows);
  });

  it('has the rows of the cases of a scope alone', async () => {
    const { data } = await query(`SELECT ContractNumber FROM ${table} ORDER BY 1`, {
      scope: { words: 'Smith' },
    });
    expect(data.rows).toEqual([['EL-02'], ['L-11']]);
  });

  it('tells its plan before each case is asked', async () => {
    const { text, notes } = await query(
      `SELECT case_id FROM ${table}`,
      { plan: true, scope: { created_from: '2020-01-02' } },
      'ivan',
    );
    expect(text).toMatch(/\d+ cases match, and reading their table blocks takes \d+ requests/);
    expect(notes).toEqual(['Only the plan was requested: to run the query, call again without `plan`.']);
  });

  it('lists the cases whose rows could not be read, and the effect on the result', async () => {
    lookups.service.faults.set([{ on: list, fault: { kind: 'status', status: 403 }, nth: 5 }]);
    const { data, notes, isError } = await query(
      `SELECT count(*) FROM ${table} WHERE case_id IS NOT NULL`,
      {},
      'admin',
    );
    expect(isError).toBe(false);
    expect(data.rows[0][0]).toBeLessThanOrEqual(5);
    expect(notes.join('\n')).toMatch(
      /Withheld: 1 of 26 table blocks of cases .* So their rows are missing here/,
    );
  });

  it('that there is not is refused in the words of the service, and a wrong field with the nearest', async () => {
    const wrong = await query(`SELECT * FROM "block_${blockId('Summary')}"`);
    expect(wrong.text).toMatch(/^API_ERROR 400: There is no table block/);
    const field = await query(`SELECT ContractAmont FROM ${table}`);
    expect(field.text).toContain('no column "ContractAmont" (did you mean ContractAmount?)');
  });

  it('is described with its columns, as the rows of cards are', async () => {
    const columns = async (name: string) =>
      (await lookups.ask('anna', 'describe_records', { table: name })).data.tables[0].columns;
    expect(await columns(block)).toEqual(
      expect.arrayContaining(['case_id→cases', 'ContractAmount (Сумма договора / Contract amount)']),
    );
    expect(await columns('cases_claims')).toEqual(
      expect.arrayContaining(['case_id→cases', 'row', 'ClaimItemAmount (Сумма требования / Amount claimed)']),
    );
    const { text } = await lookups.ask('anna', 'describe_records', { table: 'cases_claim' });
    expect(text).toContain('there is no "cases_claim" (did you mean cases_Claims?)');
  });
});
