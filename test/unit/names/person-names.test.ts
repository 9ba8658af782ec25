import { describe, expect, it } from 'vitest';
import { isNameOf, mayBeNamed, namesakeParts, personIn } from '../../../src/names/person-names.ts';

const source = { last: '{LastName}', first: '{FirstName}', middle: '{MiddleName}', type: 'Individual' };
const person = (row: object) => {
  const found = personIn(source, { Type: 'Individual', ...row });
  if (found === undefined) throw new Error('no person');
  return found;
};

describe('the name of a person', () => {
  const whole = { Name: 'Зуева Тамара Львовна', LastName: 'Зуева', FirstName: 'Тамара' };
  it.each([
    ['Зуева', true],
    ['Зуева Т.', true],
    ['Т. Л. Зуева', true],
    ['Тамара Львовна Зуева', true],
    ['Зуева Л.', false],
    ['Зуева Л. Т.', false],
    ['Зуева Анна', false],
    ['Тамара Львовна', false],
    ['З. Т. Л.', false],
  ])('is the last name with other names in order: %s', (text, isName) => {
    expect(isNameOf(text, person(whole), false)).toBe(isName);
  });

  it.each([
    ['Kate Winters', 'Winters Kate', true],
    ['Kate Winters', 'Winters, K.', true],
    ['Tamara L. Zueva', 'T. Zueva', true],
    ['Kate Winters', 'Winters', false],
    ['Anna Maria Petrova', 'Maria Petrova', false],
    ['Зуева Тамара Львовна', 'Тамара Львовна', false],
  ])('needs two words if the list has no last name: %s, %s', (Name, text, isName) => {
    expect(isNameOf(text, person({ Name }), false)).toBe(isName);
  });

  it('needs all words of the last name', () => {
    const name = person({ Name: 'van der Berg Jan', LastName: 'van der Berg', FirstName: 'Jan' });
    expect(['Berg', 'van der Berg', 'Jan van der Berg'].map((text) => isNameOf(text, name, true))).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('is no name of a company', () => {
    expect(personIn(source, { Type: 'Company', Name: 'Marlow Ltd' })).toBeUndefined();
  });

  it.each([
    ['Зуева', 'Зуев Пётр', true],
    ['Зуев', 'Зуева Анна', false],
    ['Зуева Тамара', 'Зуева Т.', true],
    ['Зуева', 'Зуева-Петрова Анна', true],
    ['Александра Зуева', 'Зуев Александр', true],
    ['Зуева Т. Л.', 'Зуева Анна', false],
  ])('may also be that of another person: %s, %s', (text, name, isPossible) => {
    const entry = { id: '1', name, names: [], aliases: [] };
    expect(mayBeNamed(text)(entry)).toBe(isPossible);
  });

  it('is searched by part of the last name in each spelling', () => {
    expect(namesakeParts('Т. Соловьев', person({ Name: 'Соловьёв Т', LastName: 'Соловьёв' }))).toEqual([
      'оловь',
      'ОЛОВЬ',
    ]);
    expect(namesakeParts('Ли', person({ Name: 'Ли Чжан', LastName: 'Ли' }))).toEqual([]);
  });
});
