import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../support/clients/harness.ts';
import { connectLookups, type Lookups, lookupResult } from '../../support/clients/workflows.ts';

let lookups: Lookups;
let anna: TestClient;
beforeAll(async () => {
  lookups = await connectLookups();
  anna = await lookups.as('anna');
});
afterEach(() => lookups.service.faults.clear());
afterAll(() => lookups?.close());

const search = (args: object) => anna.call('search_cases', { ...args });
const notesOf = async (args: object) =>
  lookupResult(await anna.callTool('search_cases', { ...args })).notes.join('\n');
/** Reads the object cards of all cases, one by one. */
const cards = async () => {
  const { Items } = await search({ all: true, fields: ['Id'] });
  return Promise.all(Items.map(({ Id }: any) => anna.call('get_object', { id: Id, detail: 'full' })));
};
const amountsOf = async () =>
  ((await cards()) as any[])
    .map(({ Name, Fields }) => [Name, Fields?.ClaimAmount] as const)
    .filter(([, amount]) => amount !== undefined);

describe('a list that is counted', () => {
  it('answers the number alone, of all pages', async () => {
    const { Items } = await search({ all: true, fields: ['Id'] });
    expect(await search({ count: true })).toEqual({ count: Items.length });
    expect(await search({ count: true, PageSize: 3, Page: 2 })).toEqual({ count: Items.length });
    const open = await search({ Status: 'InWork', all: true, fields: ['Id'] });
    expect(await search({ Status: 'InWork', count: 'true' })).toEqual({ count: open.Items.length });
    expect(await search({ Name: 'нет такого дела', count: true })).toEqual({ count: 0 });
    for (const tool of ['list_tasks', 'list_users', 'list_dictionaries', 'list_projects'])
      expect(await anna.call(tool, { count: true }), tool).toEqual({
        count: (await anna.call(tool, { all: true })).Items.length,
      });
  });

  it('states a minimum if a page cannot be read', async () => {
    const short = await connectLookups({ settings: { pageSize: 5 } });
    const client = await short.as('anna');
    expect(await client.call('search_cases', { count: true })).toEqual({ count: 26 });
    const fault = { kind: 'status', status: 400 } as const;
    short.service.faults.set([{ on: 'POST /api/v3/objects/GetCases', nth: 3, fault }]);
    const { text, notes } = lookupResult(await client.callTool('search_cases', { count: true }));
    expect(JSON.parse(text)).toEqual({ count: 10, isAtLeast: true });
    expect(notes.join()).toContain('Page 3 and later pages could not be read');
    await short.close();
  });

  it('is refused if the result is not a list', async () => {
    expect(await anna.refusal('who_am_i', { count: true })).toContain('INVALID_ARGUMENTS');
    expect(await anna.refusal('get_object', { id: 'CL-2026-000123', count: true })).toContain(
      'a list in an unknown format',
    );
  });
});

describe('columns of a list', () => {
  it('are card fields by tag and by title in either language, in any letter case, and names of references', async () => {
    const { Items } = await search({
      Name: 'Smith v. Northbridge',
      show: [
        'claimamount',
        'Суд',
        'COURT',
        'Responsible',
        'стадия',
        'Type',
        'is_open'.replace('is_open', 'status'),
      ],
    });
    expect(Items).toEqual([
      {
        Id: expect.any(String),
        Name: 'Smith v. Northbridge Ltd',
        Number: 'CL-2026-000123',
        claimamount: 1_250_000,
        Суд: 'Eastmoor Commercial Court',
        COURT: 'Eastmoor Commercial Court',
        Responsible: 'Anna Petrova',
        стадия: expect.any(String),
        Type: expect.stringContaining('/'),
        status: 'in work',
      },
    ]);
  });

  it('may be named in one text, and are of other lists as well', async () => {
    const { Items } = await anna.call('list_tasks', { PageSize: 3, show: 'due, is_open, Case' });
    expect(Items).toHaveLength(3);
    for (const task of Items)
      expect(Object.keys(task)).toEqual(expect.arrayContaining(['Id', 'Name', 'is_open']));
  });

  it('that there are not are refused with the nearest, before anything is read', async () => {
    const tag = await anna.refusal('search_cases', { show: ['ClaimAmuont'] });
    expect(tag).toMatch(
      /^INVALID_ARGUMENTS: show: "ClaimAmuont" is not a field of cases\. Similar fields: ClaimAmount \(/,
    );
    expect(await anna.refusal('search_cases', { show: ['Цена искка'] })).toContain('ClaimAmount (Цена иска');
    expect(await anna.refusal('search_cases', { sort: 'Respnsible desc' })).toContain(
      'Similar fields: responsible',
    );
    expect(await anna.refusal('search_cases', { show: ['zzz'] })).toContain('There are id, name, number');
  });

  it('of more cards than one call may read are refused, with ways to narrow the list', async () => {
    const few = await lookups.service.connectAs('anna', { env: { CASEBRIDGE_QUERY_REQUESTS: '20' } });
    const said = await few.refusal('search_cases', { show: ['Court'] });
    expect(said).toMatch(/This reads 26 cards, but one call may read only 20: narrow the list/);
    const { Items } = await few.call('search_cases', { show: ['Court'], PageSize: 5 });
    expect(Items).toHaveLength(5);
    await few.close();
  });

  it('tell the page that follows, as without them', async () => {
    expect(await notesOf({ show: ['stage'], PageSize: 5 })).toContain('the same call with Page 2');
  });
});

describe('a list that is sorted', () => {
  it('is ordered by a card field over all pages, with empty values last', async () => {
    const amounts = await amountsOf();
    const sorted = [...amounts].sort(([, one], [, other]) => other - one);
    const { Items } = await search({ sort: 'ClaimAmount desc', show: ['ClaimAmount'], PageSize: 3 });
    expect(Items.map((one: any) => [one.Name, one.ClaimAmount])).toEqual(sorted.slice(0, 3));
    const up = await search({ sort: ['цена иска'], show: ['ClaimAmount'], PageSize: amounts.length });
    expect(up.Items.map((one: any) => one.ClaimAmount)).toEqual(sorted.map(([, amount]) => amount).reverse());
    const second = await search({ sort: '-ClaimAmount', show: 'ClaimAmount', PageSize: 2, Page: 2 });
    expect(second.Items.map((one: any) => one.ClaimAmount)).toEqual(
      sorted.slice(2, 4).map(([, amount]) => amount),
    );
    expect(await notesOf({ sort: '-ClaimAmount', PageSize: 2 })).toContain(
      '2 of 26 are shown. The whole list was sorted first.',
    );
  });

  it("keeps the service's records unchanged if no columns are requested", async () => {
    const plain = (await search({ all: true, detail: 'full' })).Items;
    const { Items } = await search({ sort: 'created desc, name', detail: 'full' });
    const wanted = [...plain].sort((one: any, other: any) =>
      other.CreationDate.localeCompare(one.CreationDate),
    );
    expect(Items.map(({ CreationDate }: any) => CreationDate)).toEqual(
      wanted.map(({ CreationDate }: any) => CreationDate),
    );
    expect(new Set(Items.map(({ Id }: any) => Id)).size).toBe(plain.length);
  });

  it('by words uses the Russian alphabet, in any letter case', async () => {
    const { Items } = await anna.call('list_users', { sort: 'name', show: 'name' });
    const names = Items.map(({ name }: any) => name);
    expect(names).toEqual([...names].sort(new Intl.Collator('ru', { numeric: true }).compare));
  });
});

it('shows and sorts by nothing that the caller may not see, and says that it is withheld', async () => {
  const kate = await lookups.as('kate');
  const answer = lookupResult(
    await kate.callTool('search_cases', { show: ['SettlementLimit'], sort: 'SettlementLimit desc' }),
  );
  expect(answer.notes.join()).toMatch(/Withheld: cases\.SettlementLimit of \d+ of \d+ records/);
  const shown = JSON.parse(answer.text).Items;
  for (const { Id, SettlementLimit } of shown)
    expect([Id, SettlementLimit ?? null]).toEqual([
      Id,
      (await kate.call('get_object', { id: Id, detail: 'full' })).Fields?.SettlementLimit ?? null,
    ]);
  expect(await kate.call('search_cases', { count: true })).toEqual({ count: shown.length });
  expect(shown.length).toBeLessThan(26);
});
