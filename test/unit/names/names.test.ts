import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NameError } from '../../../src/contract/errors.ts';
import type { RecordSource } from '../../../src/contract/records/record-source.ts';
import { idInLink } from '../../../src/names/link.ts';
import { matchSimilar, matchWords, type NamedRecord, nearest } from '../../../src/names/match.ts';
import { searchParts } from '../../../src/names/search-parts.ts';
import { entryOf } from '../../../src/names/sources.ts';
import { normalise, splitLegalForm } from '../../../src/names/spelling/normalise.ts';
import { recordKinds } from '../../../tools/record-kinds.ts';

const { sources } = recordKinds;
const idNumber = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Returns the records of people and companies that a list would return. */
const entriesOf = (...names: string[]) =>
  names.flatMap(
    (Name, index) => entryOf(sources.participant as RecordSource, { Id: idNumber(index), Name }) ?? [],
  );
const match = async (text: string, entries: readonly NamedRecord[]) => {
  const found = await matchWords(text, entries);
  return found.length > 0 ? found : matchSimilar(text, entries);
};
const fits = async (text: string, ...names: string[]) =>
  (await match(text, entriesOf(...names))).map(({ entry, fit }) => `${fit}: ${entry.name}`);

describe("variants in users' spelling", () => {
  it.each([
    ['А40-123456/2026', 'A40–123456 / 2026'],
    ['ООО «Вектор»', '  ooo "ВЕКТОР" '],
    ['Ёлкина Алёна', 'елкина  алена'],
    ["O'Brien", 'O’BRIEN'],
    ['Siobhán', 'siobhan'],
    ['ﬁle ①', 'FILE 1'],
    ['Вектор\u200b\u00ad', 'вектор'],
  ])('%s is %s', (left, right) => expect(normalise(left)).toBe(normalise(right)));

  it.each([
    ['А40-123456/2026', 'А40-123457/2026'],
    ['Иванов', 'Иванова'],
    ['Краи', 'Край'],
  ])('%s is not %s', (left, right) => expect(normalise(left)).not.toBe(normalise(right)));

  it('are unchanged by a second normalization, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const once = normalise(text);
        expect(normalise(once)).toBe(once);
      }),
    );
  });

  it('are searched by parts of the text that are the same in all variants', () => {
    expect(searchParts('дело № A40-123456/2026')[0]).toBe('123456');
    expect(searchParts('ООО «Вектор»')[0]).toBe('ктор');
    expect(searchParts('Петренко')[0]).toBe('Петренко');
    expect(searchParts('Петренко Василий')[0]).toBe('Василий');
    expect(searchParts('Ёлкина')[0]).toBe('лкина');
    expect(searchParts('2-1234/2026')[0]).toBe('1234');
  });

  it('are searched by few parts of the text, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
        const parts = searchParts(text);
        expect(parts.length).toBeLessThanOrEqual(10);
        for (const part of parts) expect(part).toMatch(/^[\p{L}\p{N}]+$/u);
      }),
    );
  });
});

describe('a legal form', () => {
  it.each([
    ['ООО «Вектор»', 'Общество с ограниченной ответственностью Вектор'],
    ['Acme, LLC', 'LLC Acme'],
  ])('%s is %s', (left, right) =>
    expect(splitLegalForm(normalise(left))).toEqual(splitLegalForm(normalise(right))),
  );

  it('may be left out, and may not be another', async () => {
    expect(await fits('Вектор', 'ООО «Вектор»')).toEqual(['exact: ООО «Вектор»']);
    expect(await fits('ООО Вектор', 'Вектор')).toEqual(['exact: Вектор']);
    expect((await fits('АО Вектор', 'ООО «Вектор»')).filter((fit) => fit.startsWith('exact'))).toEqual([]);
  });

  it('decides between companies of one name', async () => {
    expect(await fits('АО Вектор', 'ООО «Вектор»', 'АО «Вектор»')).toEqual(['exact: АО «Вектор»']);
    expect(await fits('Вектор', 'ООО «Вектор»', 'АО «Вектор»')).toHaveLength(2);
  });
});

describe('a name', () => {
  it('is taken whole before it is taken as a part, and as whole words before their beginnings', async () => {
    expect(await fits('Иванов', 'Иванов', 'Иванов Пётр', 'Иванова')).toEqual(['exact: Иванов']);
    expect(await fits('Иванов', 'Иванов Пётр', 'Иванова')).toEqual(['words: Иванов Пётр']);
    expect(await fits('Иван', 'Иванов Пётр', 'Сидоров')).toEqual(['start: Иванов Пётр']);
  });

  it('that is misspelled is matched to a clear winner, and to none if two are equally near', async () => {
    expect(await fits('Громва', 'Громова', 'Сидоров')).toEqual(['similar: Громова']);
    expect(await fits('Громва', 'Громова', 'Громава')).toEqual([]);
  });

  it('with other digits is never taken for a slip', async () => {
    expect(await fits('А40-123457/2026', 'А40-123456/2026')).toEqual([]);
  });

  it('in two languages is found by either', async () => {
    expect(await fits('claimant', 'Истец / Claimant')).toEqual(['exact: Истец / Claimant']);
  });

  it('is found by itself among any others', async () => {
    const words = fc.stringMatching(/^[a-zа-яё]{2,8}( [a-zа-яё]{2,8}){0,2}$/);
    await fc.assert(
      fc.asyncProperty(fc.array(words, { minLength: 1, maxLength: 20 }), async (names) => {
        for (const name of names)
          expect(await fits(name.toUpperCase(), ...names)).toContain(`exact: ${name}`);
      }),
    );
  });

  it('of any likeness is matched without failing, among names like those of objects', async () => {
    const odd = ['constructor', '__proto__', 'toString', '(a+)+$', '[', '\\', '%', 'null'];
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string({ unit: 'binary', maxLength: 500 }), fc.constantFrom(...odd)),
        async (text) => {
          for (const { entry } of await match(text, entriesOf(...odd))) expect(odd).toContain(entry.name);
        },
      ),
    );
  });

  it('has a similarity that does not depend on the other names [FLT-56]', async () => {
    const words = fc.stringMatching(/^[a-dа-г1-3]{1,9}( [a-dа-г]{1,7}){0,4}$/);
    await fc.assert(
      fc.asyncProperty(words, fc.array(words, { maxLength: 20 }), fc.nat(6), async (text, names, count) => {
        const entries = entriesOf(...names);
        const alone = await Promise.all(entries.map((entry) => nearest(text, [entry], 1)));
        const ranked = alone.flat().toSorted((left, right) => right.score - left.score);
        expect(await nearest(text, entries, count)).toEqual(ranked.slice(0, count));
      }),
    );
  });
});

describe('a link', () => {
  const id = idNumber(7);
  const other = idNumber(8);
  it.each([
    ['case', `https://cases.example.com/api/v2/objects/${id}`],
    ['case', `https://cases.example.com/#/cases/${id}?tab=tasks`],
    ['case', `https://cases.example.com/open?id=${id}`],
    ['task', `https://cases.example.com/cases/${other}/tasks/${id}`],
    ['document', `https://cases.example.com/api/v3/documents/Download?docID=${id}`],
    ['participant', `https://cases.example.com/api/v4/participants/${id}`],
  ] as const)('of a %s gives its id: %s', (kind, link) => expect(idInLink(kind, link)).toBe(id));

  it.each([
    ['case', `https://cases.example.com/tasks/${id}`],
    ['case', 'https://cases.example.com/cases/17'],
    ['case', `https://cases.example.com/?a=${id}&b=${other}`],
  ] as const)('is refused for a %s: %s', (kind, link) =>
    expect(() => idInLink(kind, link)).toThrow(NameError),
  );

  it('is nothing else that has an id in it', () => {
    for (const text of [`javascript:${id}`, `see ${id}`, `ftp://example.com/cases/${id}`])
      expect(idInLink('case', text)).toBeUndefined();
  });
});
