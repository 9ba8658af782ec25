import { describe, expect, it } from 'vitest';
import { textOf } from '../../support/clients/harness.ts';
import { idOf, smith, useNamed } from './named.ts';

const { at, changes } = useNamed();

const zueva = idOf('05e4', 9);
const winters = idOf('05e4', 8);
const solovyov = idOf('05e4', 4);

const assign = (name: string) => ['edit_object', { id: smith, ResponsibleId: name }] as const;

describe('a user in a change', () => {
  it.each([
    ['Зуева', zueva],
    ['зуева', zueva],
    ['Зуева Т. Л.', zueva],
    ['Т.Л. Зуева', zueva],
    ['Зуева Тамара', zueva],
    ['Соловьев', solovyov],
    ['И. Соловьев', solovyov],
    ['Kate', winters],
    ['Winters', winters],
    ['Winters, Kate', winters],
    ['K. Winters', winters],
  ])('is taken by the last name, with or without first name or initials: %s', async (name, id) => {
    const [tool, args] = assign(name);
    const { content } = await at.anna.callTool(tool, args);
    expect(changes()).toHaveLength(1);
    expect((await at.anna.call('get_object', { id: smith })).Responsible.Id).toBe(id);
    expect(textOf({ content: content.slice(-1) })).toContain(id);
  });

  it.each([
    ['Зуевой', 'Зуева Тамара Львовна'],
    ['Соловьёву', 'Соловьёв Иван Дмитриевич'],
    ['Тамара Л.', 'Зуева Тамара Львовна'],
    ['Зуева Т. П.', 'Зуева Тамара Львовна'],
    ['Львовна', 'Зуева Тамара Львовна'],
    ['Zueva', 'Зуева Тамара Львовна'],
    ['Wint', 'Kate Winters'],
  ])('is only suggested if the name has another form: %s', async (name, shown) => {
    const text = await at.anna.refusal(...assign(name));
    expect(text).toMatch(/^NAME_(?:UNKNOWN|AMBIGUOUS): Nothing was sent/);
    expect(text).toContain(shown);
    expect(changes()).toEqual([]);
  });

  it('is accepted in a list of parties if only one has the last name, in any letter case', async () => {
    const names = ['Елкина', 'Елкина Алена Федоровна', 'А. Ф. Елкина', 'Marlow'];
    for (const [index, ParticipantId] of names.entries()) {
      const id = idOf('ca5e', [1, 2, 5, 8][index] ?? 0);
      const { content } = await at.anna.callTool('add_case_participant', { id, ParticipantId });
      const taken = textOf({ content: content.slice(-1) });
      if (ParticipantId !== 'Елкина Алена Федоровна')
        expect(taken).toContain(ParticipantId === 'Marlow' ? 'Edith Marlow' : 'Ёлкина Алёна Фёдоровна');
    }
    expect(changes()).toHaveLength(names.length);
  });

  it.each([
    ['the same last name', ['Брагина', 'Ольга'], ['Брагина', 'Анна'], 'Брагина'],
    ['the same name with ё', ['Терехова', 'Инна'], ['Терёхова', 'Нина'], 'Терехова'],
    ['a last name of which this may be an inflection', ['Лаптева', 'Яна'], ['Лаптев', 'Ян'], 'Лаптева'],
    ['the same last name in capitals', ['Гусева', 'Ада'], ['ГУСЕВА', 'ИЯ'], 'Гусева'],
    ['only initials', ['Шубина', 'Римма'], ['Шубина', 'Р.'], 'Римма Шубина'],
  ])('is not taken if another one has %s', async (_, one, other, name) => {
    for (const [LastName, FirstName] of [one, other])
      await at.anna.call('create_participant', {
        Type: 'Individual',
        Name: `${LastName} ${FirstName}`,
        IndividualInfo: { LastName, FirstName },
      });
    const before = changes().length;
    const text = await at.anna.refusal('add_case_participant', { id: smith, ParticipantId: name });
    if (name !== one.join(' ')) {
      expect(text).toMatch(/^NAME_AMBIGUOUS: Nothing was sent\. ParticipantId "[^"]+": 2 participants match/);
      expect(text).toContain(one.join(' '));
      expect(text).toContain(other.join(' '));
    }
    expect(changes()).toHaveLength(before);
  });

  it('is not taken by the last name if a company has the same words', async () => {
    await at.anna.call('create_participant', {
      Type: 'Company',
      Name: 'Marlow and Sons Ltd',
      CompanyInfo: { Name: 'Marlow and Sons Ltd', LegalFormId: 'Ltd' },
    });
    expect(await at.anna.refusal('add_case_participant', { id: smith, ParticipantId: 'Marlow' })).toMatch(
      /^NAME_AMBIGUOUS: [\s\S]*Edith Marlow[\s\S]*Marlow and Sons/,
    );
  });

  it('is not taken by a first name among the parties', async () => {
    expect(await at.anna.refusal('add_case_participant', { id: smith, ParticipantId: 'Edith' })).toMatch(
      /^NAME_UNKNOWN: [\s\S]*Edith Marlow/,
    );
  });
});
