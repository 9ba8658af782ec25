import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rank } from '../../../src/names/rank.ts';
import { guessesInOtherScript, isWrittenAs } from '../../../src/names/spelling/transcription.ts';

/** English names and their usual Russian transcriptions. */
const names = `
Hale Хейл|Whitmore Уитмор|Smith Смит|Johnson Джонсон|James Джеймс|Price Прайс|Stone Стоун|Winters Уинтерс|Kate Кейт|John Джон
Matthew Мэттью|Walker Уокер|Clark Кларк|Brown Браун|Baker Бейкер|Wright Райт|Hughes Хьюз|Blake Блейк|Miller Миллер|Taylor Тейлор
Moore Мур|Green Грин|King Кинг|Lewis Льюис|Young Янг|Harris Харрис|White Уайт|Turner Тёрнер|Cooper Купер|Campbell Кэмпбелл
Evans Эванс|Quill Квилл|Marlow Марлоу|Delaney Делейни|Northbridge Нортбридж|Schmidt Шмидт|Thompson Томпсон|Phillips Филлипс
Page Пейдж|George Джордж|Charles Чарльз|Peter Питер|Steven Стивен|Anderson Андерсон|Parker Паркер|Carter Картер|Kane Кейн`
  .trim()
  .split(/[|\n]/)
  .map((pair) => pair.split(' ') as [string, string]);

const people = names.flat();
const found = async (text: string, among: readonly string[]) =>
  (await rank(text, among, (name) => ({ names: [name] }))).items;

describe('a complete number', () => {
  it('finds its record alone, and part of a number all that have it', async () => {
    const numbers = ['Р-2026/42', 'Р-2026/421', 'А41-42531/2026 решение'];
    expect(await found('р-2026/42', numbers)).toEqual(['Р-2026/42']);
    expect(await found('2026', numbers)).toHaveLength(3);
  });

  it('is not found in other data of a record, of which its parts may be parts', async () => {
    const items = [{ number: 'Д-01/2026', responsible: 'Kate Winters' }];
    const describe = ({ number, responsible }: (typeof items)[0]) => ({
      names: [number],
      about: [responsible],
    });
    expect((await rank('INT-2026-01', items, describe)).fit).toBe('similar');
    expect((await rank('2026 winters', items, describe)).fit).toBe('description');
  });
});

describe('a name by its sound', () => {
  it('is the same in either script', () => {
    expect(names.filter(([latin, russian]) => !isWrittenAs(latin, russian))).toEqual([]);
  });

  it('is no other name', () => {
    const taken = names.flatMap(([latin]) =>
      names.filter(([other, russian]) => other !== latin && isWrittenAs(latin, russian)),
    );
    expect(taken).toEqual([]);
  });

  it.each([
    ['Хейл', 'Hale'],
    ['Хейла', 'Hale'],
    ['Hale', 'Хейл'],
    ['уитмора', 'Whitmore'],
    ['Winters', 'Уинтерс'],
  ])('finds, of all, the one that is meant: %s is %s', async (text, name) => {
    const others = people.filter((one) => !names.some((pair) => pair.includes(one) && pair.includes(name)));
    expect(await found(text, [...others, name])).toEqual([name]);
  });

  it('is searched by its possible beginnings', () => {
    expect(guessesInOtherScript('Хейл')).toContain('hal');
    expect(guessesInOtherScript('Hale')).toContain('хейл');
    expect(guessesInOtherScript('Kane')).toContain('кейн');
  });

  const latin = fc.stringMatching(/^[a-z]{4,10}$/);
  const russian = fc.stringMatching(/^[а-я]{4,10}$/);
  it('is hardly ever one that was made up', () => {
    const pairs = fc.sample(fc.tuple(latin, russian), { numRuns: 5000, seed: 14 });
    expect(pairs.filter(([one, other]) => isWrittenAs(one, other)).length).toBeLessThan(5);
  });

  it('takes no other consonants than it has', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.nat(),
        fc.constantFrom(...'бдпм'),
        ([one, other], at, letter) => {
          const place = at % other.length;
          const changed = other.slice(0, place) + letter + other.slice(place + 1);
          fc.pre(!/[аеёиоуыэюяйь]/i.test(other[place] ?? '') && other[place]?.toLowerCase() !== letter);
          // Skip consonants that may be written for the same sound.
          fc.pre(!/[сзтджч]/i.test(other[place] ?? ''));
          expect(isWrittenAs(one, changed)).toBe(false);
        },
      ),
    );
  });

  it('is compared and guessed quickly, with any text', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 60, unit: 'grapheme' }),
        fc.string({ maxLength: 60 }),
        (one, other) => {
          isWrittenAs(one, other);
          expect(guessesInOtherScript(one).length).toBeLessThanOrEqual(3);
        },
      ),
    );
    expect(guessesInOtherScript('aeiouyaeiouyaeiouyaeiouyaeiouy').length).toBeLessThanOrEqual(3);
    expect(isWrittenAs('a'.repeat(500), 'а'.repeat(500))).toBe(true);
  });
});
