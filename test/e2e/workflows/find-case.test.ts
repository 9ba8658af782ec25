import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TestService } from '../../support/clients/harness.ts';
import { connectLookups, type Lookups, withheld } from '../../support/clients/workflows.ts';
import { sampleIds } from '../../support/sample-ids.ts';

let workflows: Lookups;
let service: TestService;
beforeAll(async () => {
  workflows = await connectLookups();
  service = workflows.service;
});
afterEach(() => {
  service.faults.clear();
});
afterAll(() => workflows?.close());

const as = (login: string) => workflows.as(login);
const ask: Lookups['ask'] = (login, name, args) => workflows.ask(login, name, args);

const smith = sampleIds.smith;

describe('find_case', () => {
  it.each<[string, Record<string, string>, string[]]>([
    ['a word of the name', { query: 'Smith' }, ['Smith v. Northbridge Ltd']],
    ['a number', { query: 'А40-123456' }, ['ООО «Вектор» к АО «Северный мост»']],
    ['an id', { query: smith }, ['Smith v. Northbridge Ltd']],
    [
      'a pasted link',
      { query: `https://firm.example.com/ui/cases/${smith}?tab=1` },
      ['Smith v. Northbridge Ltd'],
    ],
    ['a party and words', { party: 'Вектор', query: 'поставки' }, ['Договор поставки № 17']],
    [
      'the caller and a status',
      { responsible: 'me', status: 'Archived' },
      ['Quill & Partners LLP v. Northbridge Ltd', 'Water damage at Mill Lane (first report)'],
    ],
    [
      'a stage and a date',
      { stage: 'закрыто', status: 'InWork', changed_before: new Date().toISOString().slice(0, 10) },
      ['ДТП на Полевом шоссе'],
    ],
    ['words that fit nothing', { query: 'Не бывает' }, []],
  ])('finds cases by %s', async (_, args, names) => {
    const { data, text } = await ask('anna', 'find_case', args);
    expect(data.cases.map((one: any) => one.name)).toEqual(names);
    for (const one of data.cases) {
      expect(text).toContain(one.name);
      expect(text).toContain(one.id);
    }
  });

  it('shows ten of many and says how many there are', async () => {
    const { data, notes } = await ask('anna', 'find_case', {});
    expect(data.cases).toHaveLength(10);
    expect(data.has_more).toBe(true);
    expect(notes).toEqual([expect.stringMatching(/^\d\d cases match, 10 are shown/)]);
  });

  it('says in which role a party is in each of its cases', async () => {
    const { data, text } = await ask('anna', 'find_case', { party: 'ИП Петров' });
    expect(data.cases.map(({ role }: any) => role)).toEqual(['Должник / Debtor', 'Ответчик / Defendant']);
    expect(text).toContain('party: Должник / Debtor');
  });

  it('says that the party is the client of a case', async () => {
    const { text, data } = await ask('anna', 'find_case', { party: 'Вектор' });
    expect(text).toMatch(/party: client[^|\n]* \(ООО «Вектор»\)/);
    expect(data.cases[0].party).toContain('ООО «Вектор»');
  });

  it('names the client of a case if it is not the party', async () => {
    const { text, data } = await ask('anna', 'find_case', { party: 'Romashka' });
    expect(data.cases.find(({ name }: any) => name === 'Delta v. Romashka').client).toBe('Delta Corp.');
    expect(text).toMatch(/Delta v\. Romashka .*\| party: [^|]*Romashka LLC\) \| client: Delta Corp\. \|/);
    const { data: own } = await ask('anna', 'find_case', { party: 'Вектор' });
    expect(own.cases[0].client).toBeUndefined();
  });

  it('shows the cases of a party that can be read, and says that one could not', async () => {
    service.faults.set([{ on: 'GET /api/v2/objects/{id}', nth: 1, fault: { kind: 'status', status: 403 } }]);
    const { data, notes } = await ask('anna', 'find_case', { party: '0000001011' });
    expect(data.cases.length).toBeGreaterThan(0);
    expect(notes).toEqual([withheld('one of the cases')]);
  });

  it.each([
    [{ responsible: 'Nobody At All' }, /^NAME_UNKNOWN/],
    [{ query: 'https://firm.example.com/cases' }, /link contains no id/],
    [{ query: `https://firm.example.com/tasks/${smith}` }, /another kind of record \(task\)/],
    [{ status: 'Lost' }, /InWork, Archived/],
  ])('refuses %o', async (args, reason) => {
    expect(await (await as('anna')).refusal('find_case', args)).toMatch(reason);
  });
});
