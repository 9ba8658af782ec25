import { describe, expect, it } from 'vitest';
import { lookupResult } from '../../support/clients/workflows.ts';
import { type Handler, json, useUpstream } from '../../support/servers/upstream.ts';

/** A service with very long lists, cards with many fields, and pages that change while they are read. */

const { start, connectTo } = useUpstream();

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const typeId = idOf(999_999);
const caseOf = (number: number) => ({
  Id: idOf(number),
  Name: `Case ${String(number).padStart(5, '0')}`,
  Number: `N-${number}`,
  Status: number % 4 === 0 ? 'Archived' : 'InWork',
  Type: { Id: typeId, Name: 'Litigation' },
  Responsible: { Id: idOf(900_000 + (number % 3)), Name: `Lawyer ${number % 3}` },
});
const fieldNumbers = Array.from({ length: 300 }, (_, index) => index + 1);
const cardOf = (id: string) => {
  const number = Number(id.slice(-12));
  const Fields = Object.fromEntries(fieldNumbers.map((one) => [`Field${one}`, number * 1000 + one]));
  return { ...caseOf(number), Fields };
};

/**
 * Creates a service.
 * @param rows returns the list of cases, by the number of pages requested before
 */
function serviceOf(rows: (asked: number) => readonly object[]): Handler {
  let asked = 0;
  return (response, { target, body }) => {
    const [path = ''] = target.split('?');
    if (path.endsWith('/GetCases')) {
      const { Page = 1, PageSize = 100 } = JSON.parse(body || '{}');
      const all = rows(asked);
      asked += 1;
      const isLast = Page * PageSize >= all.length;
      const NextPageUrl = isLast ? null : `/api/v3/objects/GetCases?Page=${Page + 1}`;
      return json(response, 200, { Items: all.slice((Page - 1) * PageSize, Page * PageSize), NextPageUrl });
    }
    if (path.endsWith('/caseTypes'))
      return json(response, 200, { Items: [{ Id: typeId, Name: 'Litigation' }] });
    if (path.includes(typeId)) {
      const Fields = fieldNumbers.map((one) => ({
        Id: idOf(800_000 + one),
        Tag: `Field${one}`,
        Name: `Поле ${one} / Field no ${one}`,
        Format: 'Number',
      }));
      const Blocks = [{ Id: idOf(1), Name: 'Card', Kind: 'Single', Fields }];
      return json(response, 200, { Id: typeId, Name: 'Litigation', Blocks });
    }
    const [, id] = /objects\/([\da-f-]{36})$/.exec(path) ?? [];
    return id ? json(response, 200, cardOf(id)) : json(response, 200, { Items: [] });
  };
}

const cases = (count: number) => Array.from({ length: count }, (_, index) => caseOf(index + 1));
const clientOf = async (rows: (asked: number) => readonly object[]) => {
  const upstream = await start({ call: serviceOf(rows) });
  const client = await connectTo(upstream.url, {
    over: 'memory',
    args: ['--time-zone', 'Europe/Moscow', '--log-level', 'fatal'],
  });
  const ask = async (tool: string, args: object) => lookupResult(await client.callTool(tool, { ...args }));
  return { ask, upstream };
};

describe('ten thousand cases', () => {
  const all = cases(10_000);

  it('are counted and grouped in one call each; a card field of all of them is refused with cheaper ways', async () => {
    const { ask } = await clientOf(() => all);
    const grouped = await ask('query_records', {
      sql: 'SELECT responsible, count(*), count(DISTINCT id) FROM cases GROUP BY 1 ORDER BY 1',
    });
    expect(grouped.data.rows).toEqual([
      ['Lawyer 0', 3333, 3333],
      ['Lawyer 1', 3334, 3334],
      ['Lawyer 2', 3333, 3333],
    ]);
    expect(JSON.parse((await ask('search_cases', { count: true })).text)).toEqual({
      count: 10_000,
    });
    const dear = await ask('query_records', { sql: 'SELECT sum(Field1) FROM cases' });
    expect(dear.isError).toBe(true);
    expect(dear.text).toContain('10000 cases match, and reading their cards takes 10000 requests');
    const sorted = await ask('search_cases', { sort: 'Field1 desc', PageSize: 1 });
    expect(sorted.text).toContain('This reads 10000 cards, but one call may read only 500: narrow the list');
  });
});

describe('a card of three hundred fields', () => {
  it('has each of them as a column, and is described in short', async () => {
    const { ask } = await clientOf(() => cases(3));
    const { data } = await ask('query_records', {
      sql: 'SELECT Field1, "Поле 300", field150 FROM cases ORDER BY 1',
    });
    expect(data.rows[2]).toEqual([3001, 3300, 3150]);
    const described = await ask('describe_records', {});
    expect(described.text.length).toBeLessThan(20_000);
    expect(described.text).toContain('and 240 more card fields');
    expect((await ask('describe_records', { words: 'поле 299' })).text).toContain('Field299');
    const shown = await ask('search_cases', { show: ['Field299', 'Field no 7'], sort: 'Field2 desc' });
    expect(JSON.parse(shown.text).Items[0]).toMatchObject({ Field299: 3299, 'Field no 7': 3007 });
    expect((await ask('search_cases', { show: ['Field3000'] })).text).toMatch(/Similar fields: Field300 \(/);
  });
});

describe('pages that change while they are read', () => {
  const asks = [
    ['query_records', { sql: 'SELECT count(*) AS n, count(DISTINCT id) AS d FROM cases' }],
    ['search_cases', { count: true }],
    ['search_cases', { all: true, fields: ['Id'] }],
  ] as const;

  it.each(asks)('a record that is added meanwhile is reported: %s %j', async (tool, args) => {
    const all = cases(350);
    const { ask } = await clientOf((asked) => (asked < 2 ? all : all.filter((_, index) => index !== 20)));
    const { notes, text } = await ask(tool, args);
    expect(notes.join()).toMatch(
      /changed while (it was|its pages were) read: (entries|items) may be missing/,
    );
    if (!('all' in args)) expect(text).not.toContain('350');
  });

  it.each(asks)('one that comes in between is no double: %s %j', async (tool, args) => {
    const all = cases(350);
    const { ask } = await clientOf((asked) => (asked < 2 ? all : [caseOf(400), ...all]));
    const { notes, text } = await ask(tool, args);
    expect(notes.join()).toMatch(/changed while (it was|its pages were) read/);
    const ids = text.match(/[\da-f]{8}-0000-4000-8000-\d{12}/g) ?? [];
    expect(new Set(ids).size).toBe(ids.length);
    if (tool === 'query_records') expect(text).toContain('350 | 350');
  });

  it.each(asks)('there is no note if none was: %s %j', async (tool, args) => {
    const { ask, upstream } = await clientOf(() => cases(350));
    const { notes } = await ask(tool, args);
    expect(notes.join()).not.toContain('changed');
    expect(upstream.requests(/GetCases/)).toHaveLength(4 + 3);
  });
});
