import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Altered, connectAltered, eachField } from '../../support/clients/altered.ts';
import type { Alter } from '../../support/servers/front.ts';

let altered: Altered;
beforeAll(async () => {
  altered = await connectAltered();
});
afterAll(() => altered?.close());

const asIs: Alter = (body) => body;
/** Gives the fields with these tags the title of another field. */
const titled =
  (title: string, ...tags: readonly string[]): Alter =>
  (body, request) =>
    request.includes('Types/')
      ? eachField(body, (name, value, { Tag }) => (name === 'Name' && tags.includes(Tag) ? title : value))
      : body;
const query = (sql: string, alter = asIs) => altered.ask(alter, 'query_records', { sql });

describe('the title of a card field in a statement', () => {
  it.each([
    ['', '"Цена иска"'],
    ['for one of its tables', 'cases."Claim amount"'],
    ['for the id of a reference', '"Цена иска_id"'],
  ])('is refused if several fields have it %s', async (_, column) => {
    const same = titled('Цена иска / Claim amount', 'ClaimAmount', 'LossAmount');
    const { text, isError } = await query(`SELECT max(${column}) FROM cases`, same);
    expect(isError).toBe(true);
    expect(text).toMatch(/is the title of several fields: ClaimAmount, LossAmount\. Select one by its tag/);
  });

  it('gives way to a field with this tag', async () => {
    const { data } = await query(
      'SELECT max(LossAmount), max(cases.lossamount) FROM cases',
      titled('LossAmount', 'ClaimAmount'),
    );
    const [[amount]] = (await query('SELECT max(LossAmount) FROM cases')).data.rows;
    expect(data.rows).toEqual([[amount, amount]]);
  });

  it('means the table that its qualifier names if only another table has several fields with it', async () => {
    const { data } = await query(
      'SELECT count(c."Цена иска") FROM cases c LEFT JOIN objects o ON o.id = c.id',
      titled('Цена иска / Claim amount', 'ContractAmount', 'ContractNumber'),
    );
    expect(data.rows[0][0]).toBeGreaterThan(3);
  });

  it.each(['x."Сумма требования"', '"Amount claimed"'])(
    'means the rows of the field if the statement reads their table: %s',
    async (column) => {
      const sumOf = async (one: string) =>
        (await query(`SELECT sum(${one}) FROM cases_Claims x JOIN cases c ON c.id = x.case_id`)).data.rows;
      expect(await sumOf(column)).toEqual(await sumOf('x.ClaimItemAmount'));
    },
  );
});

describe('a card field with several values in a cell', () => {
  it.each([
    ['sum(ClaimItemAmount)', 'cases.ClaimItemAmount (cases_Claims)'],
    ["count(*) FILTER (WHERE Keywords = 'bonus')", 'cases.Keywords (cases_Keywords)'],
  ])('is reported with the table that has a row for each value: %s', async (column, told) => {
    const { notes } = await query(`SELECT ${column} FROM cases`);
    expect(notes.join()).toContain(told);
  });

  it('is not reported if no cell that was read has several values', async () => {
    const { notes } = await query(
      'SELECT sum(ClaimAmount), (SELECT sum(ClaimItemAmount) FROM cases_Claims) FROM cases',
    );
    expect(notes).toEqual([]);
  });
});

describe('a reference to a record', () => {
  it.each([
    ['in capitals', (id: string) => id.toUpperCase()],
    ['in braces', (id: string) => `{${id}}`],
    ['without hyphens', (id: string) => id.replaceAll('-', '')],
  ])('joins the record if the service writes its id %s there', async (_, written) => {
    const otherwise: Alter = (body) =>
      eachField(body, (name, value) =>
        ['UserId', 'EntityId'].includes(name) && typeof value === 'string' ? written(value) : value,
      );
    const joined = async (alter: Alter) =>
      (
        await query(
          'SELECT s.document, u.name FROM signatures s JOIN users u ON u.id = s.user_id UNION ALL SELECT a.event, u.name FROM attendees a JOIN users u ON u.id = a.attendee_id ORDER BY 1, 2',
          alter,
        )
      ).data.rows;
    expect(await joined(otherwise)).toEqual(await joined(asIs));
  });
});
