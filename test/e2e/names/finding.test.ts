import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { whereNamed } from '../../support/clients/profile.ts';
import { connectLookups, type Lookups } from '../../support/clients/workflows.ts';

let workflows: Lookups;
let participants: ResolvedRecord[];
let cases: ResolvedRecord[];
beforeAll(async () => {
  workflows = await connectLookups();
  participants = await listAll('list_participants');
  cases = await listAll('search_cases');
});
afterEach(() => {
  workflows.service.faults.clear();
});
afterAll(() => workflows?.close());

interface ResolvedRecord {
  readonly Id: string;
  readonly Name: string;
}

async function listAll(tool: string): Promise<ResolvedRecord[]> {
  const admin = await workflows.as('admin');
  const found: ResolvedRecord[] = [];
  for (let page = 1, more = true; more; page += 1) {
    const { Items, NextPageUrl } = await admin.call(tool, { Page: page });
    found.push(...Items);
    more = NextPageUrl !== null;
  }
  return found;
}

const names = (answer: { data: any }): string[] =>
  (answer.data.people ?? answer.data.cases).map(({ name }: any) => name);
const ask = (name: string, args: Record<string, unknown>, login = 'anna') => workflows.ask(login, name, args);

const lookAlikes = [...'авекморстухАВЕКМНОРСТУХ'].map((letter, index): [string, string] => [
  letter,
  'abekmopctyxABEKMHOPCTYX'[index] ?? letter,
]);
const otherLetter = new Map([
  ...lookAlikes,
  ...lookAlikes.map(([left, right]): [string, string] => [right, left]),
]);

/** Random spelling of a word: another letter case, no `ё`, or letters of the other script that look the same. */
const spelling = (word: string) =>
  fc
    .record({
      case: fc.constantFrom('lower', 'upper', 'as it is'),
      isPlain: fc.boolean(),
      swapped: fc.array(fc.boolean(), { minLength: word.length, maxLength: word.length }),
    })
    .map(({ case: letterCase, isPlain, swapped }) => {
      const plain = isPlain ? word.replaceAll('ё', 'е').replaceAll('Ё', 'Е') : word;
      const swap = Array.from(plain, (letter, index) =>
        swapped[index] ? (otherLetter.get(letter) ?? letter) : letter,
      ).join('');
      return letterCase === 'lower' ? swap.toLowerCase() : letterCase === 'upper' ? swap.toUpperCase() : swap;
    });

/** Query of up to two distinctive words of a name, in any order and spelling. */
const querying = (records: readonly ResolvedRecord[]) =>
  fc.constantFrom(...records).chain((record) => {
    const words = [
      ...new Set(record.Name.split(/[\s«»",()/]+/).filter((word) => /[\p{L}\p{N}'’-]{3,}/u.test(word))),
    ];
    return fc
      .shuffledSubarray(words, { minLength: 1, maxLength: Math.min(2, words.length) })
      .chain((chosen) => fc.tuple(...chosen.map(spelling)))
      .map((spelt) => ({ record, query: spelt.join(' ') }));
  });

describe('users and records with a name', () => {
  it('is found by any two words of it, however they are written', async () => {
    const find = async (
      tool: string,
      key: string,
      { record, query }: { record: ResolvedRecord; query: string },
    ) => {
      const { data, text } = await ask(tool, { query }, 'admin');
      const ids = data[key].map(({ id }: any) => id);
      if (!data.has_more) expect(ids, `${query}: ${text}`).toContain(record.Id);
      expect(ids, query).not.toEqual([]);
    };
    await fc.assert(
      fc.asyncProperty(querying(participants), (wanted) => find('find_person', 'people', wanted)),
      { numRuns: 150 },
    );
    await fc.assert(
      fc.asyncProperty(querying(cases), (wanted) => find('find_case', 'cases', wanted)),
      { numRuns: 150 },
    );
  });
});

describe('a user', () => {
  it.each([
    ['the words in another order', 'Иван Иванов', 'Иванов Иван'],
    ['е for ё', 'Елкина', 'Ёлкина Алёна Фёдоровна'],
    ['Latin letters that look the same', 'Kузнeцoв', 'ИП Кузнецов А. В.'],
    ['another apostrophe', 'O’Brien', "Siobhán O'Brien"],
    ['no accent', 'Siobhan', "Siobhán O'Brien"],
    ['another case of the noun', 'Вектора', 'ООО «Вектор»'],
    ['another legal form', 'АО Лютик', 'ООО «Лютик»'],
    ['Latin letters', 'Ivanov Ivan', 'Иванов Иван'],
    ['Latin letters, as some write them', 'Yolkina Alena', 'Ёлкина Алёна Фёдоровна'],
    ['Cyrillic letters', 'Смит', 'Jane Smith'],
    ['a slip', 'Дозорва', 'Дозорова Нина Петровна'],
    ['another phone prefix', '8 (495) 000-11-11', 'ООО «Вектор»'],
    ['an INN among words', 'Ромашка ИНН 0000003033', 'ООО «Ромашка» / Romashka LLC'],
  ])('is found by %s', async (_, query, name) => {
    expect(names(await ask('find_person', { query }))).toContain(name);
  });

  it('whose name is only similar is shown as such, unless another one matches', async () => {
    const similar = await ask('find_person', { query: 'Дозорва' });
    expect(similar.notes).toEqual([
      'No participants match all the words: the participants shown are only similar and may be the wrong ones.',
    ]);
    expect((await ask('find_person', { query: 'Anna Petrova' })).data.people).toHaveLength(1);
  });

  it('is distinguished from namesakes by further facts', async () => {
    const { data } = await ask('find_person', { query: 'Jane Smith' });
    for (const one of data.people) expect(one.email ?? one.inn).toBeTruthy();
    const twins = (await ask('find_person', { query: 'Иванов Иван' })).data.people.slice(0, 2);
    expect(new Set(twins.map(({ inn }: any) => inn)).size).toBe(2);
  });

  it('that a name may mean is offered with number, address and a case', async () => {
    const refusal = await (await workflows.as('anna')).refusal('get_participant', { id: 'Иванов Иван' });
    expect(refusal).toMatch(/^NAME_AMBIGUOUS/);
    expect(refusal).toMatch(
      whereNamed(/INN 000000404444.*in Иванов И\. против Иванова И\./, /INN 000000404444, Individual/),
    );
  });

  it('is not reported missing if a list could not be read to its end', async () => {
    const { text, notes } = await ask('find_person', { query: 'Никто Такой' });
    expect(text).toMatch(/^Nobody matches\. Searched: \d+ users; participants by "Никто",/);
    expect(notes).toEqual([]);
    workflows.service.faults.set([
      { on: 'GET /api/v2/participants', nth: 2, fault: { kind: 'status', status: 403 } },
    ]);
    const partial = await ask('find_person', { query: 'Никто Такой' });
    expect(partial.text).toMatch(/^Nobody was found, but not all records were searched: see the notes\./);
    expect(partial.notes).toEqual([expect.stringContaining('some of the participants')]);
  });
});

describe('a case', () => {
  const insolvency = 'Банкротство ООО «Ромашка»';
  const claim = 'Smith v. Northbridge Ltd';
  it.each([
    ['words in another order', { query: 'Ромашка банкротство' }, insolvency],
    ['words as they are spoken', { query: 'дело о банкротстве Ромашки' }, insolvency],
    ['words apart', { query: 'Harbour O’Brien' }, "Harbour Light Lines LLC v. O'Brien"],
    ['a number with a Latin letter', { query: 'A40-123456' }, 'ООО «Вектор» к АО «Северный мост»'],
    ['the start of a number in either script', { query: 'A40' }, 'ООО «Вектор» к АО «Северный мост»'],
    ['a party and the kind', { query: 'Лютик bankruptcy' }, insolvency],
    ['a party and a word of the name', { query: 'Harbour Whitcombe' }, "Harbour Light Lines LLC v. O'Brien"],
    ['whoever answers for it, and the kind', { query: 'Petrova litigation Smith' }, claim],
    ['the other script', { query: 'Смит Нортбридж' }, claim],
    ['a party and another case of a noun', { party: 'ромашки', query: 'банкротства' }, insolvency],
  ])('is found by %s', async (_, args, name) => {
    expect(names(await ask('find_case', args))).toContain(name);
  });

  it('is reported missing only with the lists that were searched', async () => {
    const { text, notes } = await ask('find_case', { query: 'Абракадабра' });
    expect(text).toMatch(/^No case matches\. Searched: cases by "Абракадабра"/);
    expect(notes).toEqual([]);
    workflows.service.faults.set([
      { on: 'GET /api/v2/participants', fault: { kind: 'status', status: 500 } },
    ]);
    const partial = await ask('find_case', { query: 'Абракадабра' });
    expect(partial.text).toMatch(/^No case was found, but not all records were searched/);
    expect(partial.notes).toEqual([expect.stringContaining('Not read: participants')]);
  });
});
