import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textOf } from '../../support/clients/harness.ts';
import { connectLookups, type Lookups } from '../../support/clients/workflows.ts';
import { unfence } from '../../support/texts/fence.ts';

let workflows: Lookups;
beforeAll(async () => {
  workflows = await connectLookups();
});
afterAll(() => workflows?.close());

const ask = (tool: string, args: object) => workflows.ask('anna', tool, { ...args });
const smith = 'Smith v. Northbridge Ltd';
const vector = 'ООО «Вектор» к АО «Северный мост»';

describe('words for a case', () => {
  it.each([
    ['in the other script', 'смит нортбридж', smith],
    ['with words around the name', 'дело по иску Смит', smith],
    ['in a case of the name', 'банкротство ромашки', 'Банкротство ООО «Ромашка»'],
    ['of a party and the responsible together', 'дело Вектора у Климовой', 'Налоговая проверка ООО «Вектор»'],
  ])('%s mean it wherever a case is asked for', async (_, words, name) => {
    expect((await ask('find_case', { case: words })).text).toContain(name);
    for (const tool of ['case_brief', 'case_timeline', 'agenda']) {
      const answer = await ask(tool, { case: words });
      expect([tool, answer.isError]).toEqual([tool, false]);
      expect(answer.text).toContain(name);
    }
  });

  it.each(['А40-123457/2026', 'A40-132456/2026'])(
    'with a slip in the number, %s, offer the nearest and say that it is another',
    async (number) => {
      const found = await ask('find_case', { case: number });
      expect(found.text).toContain(vector);
      expect(found.notes.join()).toContain('may be the wrong ones');
      const brief = await ask('case_brief', { case: number });
      expect(brief.isError).toBe(true);
      expect(brief.text).toMatch(/Candidates:\n.*А40-123456\/2026/);
    },
  );

  it('that several cases fit bring them, not a request to look for them', async () => {
    const { text, isError } = await ask('agenda', { case: 'Вектор' });
    expect(isError).toBe(true);
    expect(text).toMatch(/^NAME_AMBIGUOUS: 3 cases match/);
    expect(text).toContain('А40-123456/2026');
  });

  it('with one or two letters match none', async () => {
    expect((await ask('case_brief', { case: 'x' })).text).toMatch(/^NAME_UNKNOWN/);
  });
});

describe('words for a user or group', () => {
  it.each(['Петрова', 'Петровой', 'Анна', 'Анны', 'петрову анну', 'Petrova'])(
    '%s mean one who is called so in another case or script',
    async (person) => {
      for (const tool of ['agenda', 'find_person'])
        expect((await ask(tool, { person })).text).toContain('Anna Petrova');
      expect((await ask('find_case', { responsible: person })).text).toContain('| Anna Petrova |');
    },
  );

  it.each([
    ['Хейл', 'John Hale'],
    ['Джон Хейл', 'John Hale'],
    ['Хейла', 'John Hale'],
    ['Кейт Уинтерс', 'Kate Winters'],
    ['Нортбридж', 'Northbridge Ltd'],
    ['Уиткомб', 'Alan Whitcombe'],
  ])('%s are found by the sound of their names: %s', async (person, name) => {
    expect((await ask('find_person', { person })).data.people.map((one: any) => one.name)).toEqual([name]);
  });

  it.each(['тел 84950001111', 'телефон: +7 (495) 000-11-11', 'INN 0000001011', 'e-mail vector@example.org'])(
    '%s are explained',
    async (person) => {
      expect((await ask('find_person', { person })).text).toContain('ООО «Вектор»');
    },
  );

  it('mean a group in a case of its name, and of no group bring those there are', async () => {
    const named = await connectLookups({ profile: 'convenient' });
    const agendaOf = (group: string) => named.ask('anna', 'agenda', { group });
    expect((await agendaOf('судебной практики')).text).toContain('Agenda of Судебная практика');
    const { text } = await agendaOf('litigation');
    expect(text).toMatch(/^NAME_UNKNOWN/);
    expect(text).toContain('Судебная практика');
    await named.close();
  });

  it('of a person without cases name the person they matched', async () => {
    expect((await ask('find_case', { responsible: 'Смит' })).text).toContain('cases of "Jane Smith"');
  });
});

describe('a stage', () => {
  it('that is misspelt finds the one most like it, and says so', async () => {
    const { text, notes } = await ask('find_case', { stage: 'апеляция' });
    expect(text).toContain('Апелляция');
    expect(notes.join()).toContain('No stage has exactly this name');
  });

  it('that no case is at brings the stages there are', async () => {
    expect((await ask('find_case', { stage: 'appeal' })).text).toMatch(/No case.*cases at .*"Апелляция"/);
  });
});

describe('an argument', () => {
  it.each<[string, object, object]>([
    ['find_case', { query: smith }, { case: smith }],
    ['find_case', { Name: smith }, { case: smith }],
    ['find_case', { client: 'Вектор', user: 'Соловьёв' }, { party: 'Вектор', responsible: 'Соловьёв' }],
    ['find_person', { query: 'Smith' }, { person: 'Smith' }],
    ['find_person', { inn: '0000001011' }, { person: '0000001011' }],
    ['agenda', { user: 'me', dateFrom: '2026-03-01' }, { person: 'me', from: '2026-03-01' }],
    ['case_brief', { case_number: 'А40-123456/2026' }, { case: 'А40-123456/2026' }],
    ['case_timeline', { matter: smith, until: '2026-03-01' }, { case: smith, to: '2026-03-01' }],
  ])('of %s is taken by another name: %j', async (tool, other, own) => {
    expect(await ask(tool, other)).toEqual(await ask(tool, own));
  });

  it.each(['open', 'inwork', 'в работе', 'Active'])('has its choices in other words: %s', async (status) => {
    expect(await ask('find_case', { status })).toEqual(await ask('find_case', { status: 'InWork' }));
  });

  it.each<[string, object]>([
    ['find_case', { query: 'a', case: 'b' }],
    ['find_case', { query: 'a', name: 'b' }],
    ['agenda', { query: 'Smith' }],
    ['find_case', { status: 'lost' }],
  ])('of %s with several meanings, or none, is refused: %j', async (tool, args) => {
    expect((await ask(tool, args)).text).toMatch(/^INVALID_ARGUMENTS: Nothing was sent/);
  });

  it('of an operation is taken in another letter case, as are its choices', async () => {
    const anna = await workflows.as('anna');
    const own = await anna.callTool('search_cases', { Status: 'Archived', PageSize: 2 });
    const other = await anna.callTool('search_cases', { status: 'ARCHIVED', page_size: 2 });
    expect(unfence(textOf(other))).toBe(unfence(textOf(own)));
    expect(unfence(textOf(own))).toContain('"Items":[{');
  });
});
