import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareKept } from '../../../src/json/agree.ts';

/** Compares written values with the record: equal, different, or unknown. */

const kept = (sent: unknown, shown: unknown) => compareKept({ Field: sent }, { Field: shown });
const same = { unkept: [], unseen: [] };
const other = { unkept: ['Field'], unseen: [] };
const untold = { unkept: [], unseen: ['Field'] };

type Writing = (value: string) => unknown;
const pad = (number: number, length = 2) => String(number).padStart(length, '0');

const ids: readonly Writing[] = [
  (id) => id,
  (id) => id.toUpperCase(),
  (id) => `{${id}}`,
  (id) => `(${id.toUpperCase()})`,
  (id) => ` ${id} `,
  (id) => id.replaceAll('-', ''),
  (id) => `urn:uuid:${id}`,
  (id) => ({ Id: `{${id.toUpperCase()}}`, Name: 'Somebody' }),
  (id) => [{ guid: id }],
];

const moments: readonly Writing[] = [
  (iso) => iso,
  (iso) => iso.replace('.000Z', 'Z'),
  (iso) => iso.replace('.000Z', '.0000000Z'),
  (iso) => iso.replace('.000Z', '+00:00'),
  (iso) => iso.replace('.000Z', '+0000'),
  (iso) => iso.replace('.000Z', '').toLowerCase(),
  (iso) => iso.replace('.000Z', '').replace('T', ' '),
  (iso) => new Date(Date.parse(iso) + 10_800_000).toISOString().replace('.000Z', '+03:00'),
  (iso) => Date.parse(iso),
  (iso) => String(Date.parse(iso)),
  (iso) => Date.parse(iso) / 1000,
  (iso) => `/Date(${Date.parse(iso)})/`,
  (iso) => `/Date(${Date.parse(iso)}+0300)/`,
  (iso) => new Date(iso).toUTCString(),
  (iso) => russian(new Date(iso)),
  (iso) => `${russian(new Date(iso)).slice(0, 16)}`,
  (iso) => {
    const at = new Date(iso);
    return [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes()];
  },
];
const russian = (at: Date) =>
  `${pad(at.getUTCDate())}.${pad(at.getUTCMonth() + 1)}.${at.getUTCFullYear()} ${at.toISOString().slice(11, 19)}`;

const days: readonly Writing[] = [
  (day) => day,
  (day) => `${day}T00:00:00`,
  (day) => `${day} 00:00`,
  (day) => `${day}T00:00:00.000Z`,
  (day) => day.split('-').reverse().join('.'),
  (day) => day.replaceAll('-', '/'),
  (day) => day.replaceAll('-', ''),
  (day) => day.split('-').map(Number),
  (day) => Date.parse(day),
];

const numbers: readonly Writing[] = [
  (number) => Number(number),
  (number) => number,
  (number) => `${number}.00`,
  (number) => `${number},00`,
  (number) => grouped(number, ' '),
  (number) => grouped(number, '\u00A0'),
  (number) => `${grouped(number, ',')}.00`,
  (number) => ({ Amount: Number(number), Currency: 'RUB' }),
];
const grouped = (number: string, mark: string) => number.replace(/\B(?=(?:\d{3})+$)/g, mark);

const flags: readonly Writing[] = [
  (flag) => flag === 'true',
  (flag) => flag,
  (flag) => (flag === 'true' ? 'True' : 'False'),
  (flag) => (flag === 'true' ? 1 : 0),
  (flag) => (flag === 'true' ? '1' : '0'),
  (flag) => (flag === 'true' ? 'yes' : 'no'),
  (flag) => (flag === 'true' ? 'Да' : 'Нет'),
];

const words: readonly Writing[] = [
  (word) => word,
  (word) => word.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase(),
  (word) => word.toLowerCase(),
  (word) => word.replace(/(?<=[a-z])(?=[A-Z])/g, ' '),
  (word) => word.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase(),
];

const texts: readonly Writing[] = [
  (text) => text,
  (text) => ` ${text}\t`,
  (text) => text.replaceAll(' ', '  '),
  (text) => text.replaceAll(' ', '\u00A0'),
  (text) => text.replaceAll(' ', '\r\n'),
  (text) => text.normalize('NFD'),
  (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
];

const phones: readonly Writing[] = [
  (phone) => phone,
  (phone) => phone.replace(/[^\d+]/g, ''),
  (phone) => phone.replace(/\D/g, ''),
  (phone) => phone.replaceAll('-', ' '),
];

const uuid = fc.uuid();
const moment = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((at) => new Date(Math.floor(at.getTime() / 60_000) * 60_000).toISOString());
const day = moment.map((iso) => iso.slice(0, 10));
const number = fc.integer({ min: 0, max: 2_000_000_000 }).map(String);
const flag = fc.constantFrom('true', 'false');
const word = fc.constantFrom('InWork', 'Done', 'NotStarted', 'WaitingForReview', 'User');
const text = fc
  .array(fc.constantFrom('Иск', 'Ёлкин', 'Smith', '&', 'Co', 'R&D', '<b>', '"Луч"', 'йод', 'café'), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join(' '));
const phone = fc
  .integer({ min: 1_000_000, max: 9_999_999 })
  .map((last) => `+7 (495) ${String(last).replace(/^(\d{3})(\d\d)/, '$1-$2-')}`);

const kinds = [
  ['an id', uuid, ids],
  ['a moment', moment, moments],
  ['a day', day, days],
  ['a number', number, numbers],
  ['a flag', flag, flags],
  ['a word of a set', word, words],
  ['a text', text, texts],
  ['a phone number', phone, phones],
] as const satisfies readonly (readonly [string, fc.Arbitrary<string>, readonly Writing[]])[];

describe('a value that a record writes differently', () => {
  for (const [name, values, writings] of kinds) {
    it(`is kept if it is ${name}, in ${writings.length} writings`, () => {
      const plain = writings.slice(0, 2);
      fc.assert(
        fc.property(values, fc.constantFrom(...plain), fc.constantFrom(...writings), (value, sent, shown) => {
          expect(kept(sent(value), shown(value))).toEqual(same);
        }),
        { numRuns: 400 },
      );
    });

    it(`is not kept if ${name} became another one, in the same writings`, () => {
      fc.assert(
        fc.property(values, values, fc.constantFrom(...writings), (value, changed, shown) => {
          fc.pre(isApart(name, value, changed));
          expect(kept(writings[0]?.(value), shown(changed))).toEqual(other);
        }),
        { numRuns: 400 },
      );
    });
  }

  /**
   * Checks whether two values differ. Timestamps and dates without a time zone count as equal within a day
   * and a half.
   */
  const isApart = (name: string, one: string, two: string) =>
    name === 'a moment' || name === 'a day'
      ? Math.abs(Date.parse(one) - Date.parse(two)) > 2.5 * 86_400_000
      : one !== two;
});

describe('a value in a list', () => {
  it('is kept in another order, among others and in a text of names', () => {
    expect(kept(['a', 'b'], ['b', 'c', 'a'])).toEqual(same);
    expect(kept(['Первый', 'Второй'], 'Второй; Первый')).toEqual(same);
    expect(kept(['a', 'b'], 'a, c')).toEqual(other);
    expect(kept(['a', 'b'], { Items: [{ Name: 'b' }, { Name: 'a' }] })).toEqual(same);
  });
});

describe('a value that was emptied', () => {
  it.each([
    '',
    null,
    [],
    {},
    '00000000-0000-0000-0000-000000000000',
    '0001-01-01T00:00:00',
    '0001-01-01T00:00:00Z',
  ])('is kept if the record shows %j', (nothing) => {
    expect(kept(null, nothing)).toEqual(same);
    expect(kept('Something', nothing)).toEqual(other);
  });
});

describe('a value that a record shows in another type', () => {
  it.each<[unknown, unknown]>([
    ['User', 0],
    ['User', '2'],
    ['High', { Id: 3 }],
    [2, 'High'],
    ['7c9e6679-7425-40de-944b-e07fc1f90ae7', 'Smith'],
    ['7c9e6679-7425-40de-944b-e07fc1f90ae7', { Name: 'Smith' }],
    [['7c9e6679-7425-40de-944b-e07fc1f90ae7'], ['Smith']],
    ['Smith', '7c9e6679-7425-40de-944b-e07fc1f90ae7'],
    ['2026-11-23T10:00:00Z', 'завтра'],
    [true, 'Active'],
  ])('is neither called kept nor not kept: %j as %j', (sent, shown) => {
    expect(kept(sent, shown)).toEqual(untold);
  });

  it.each<[unknown, unknown]>([
    ['Smith', { Id: 3, Name: 'Jones' }],
    ['7c9e6679-7425-40de-944b-e07fc1f90ae7', { Id: '7c9e6679-7425-40de-944b-e07fc1f90ae8', Name: 'Smith' }],
    [['7c9e6679-7425-40de-944b-e07fc1f90ae7'], []],
    [3, { Id: 4, Name: 'Low' }],
    ['A-1', 'A1'],
    ['2-1234/2026', '2-1235/2026'],
    ['Smith', ''],
    ['12.05.2026 is the day', '2026-05-12'],
    ['Email', 'Emails'],
    [false, true],
    [1, 'false'],
  ])('is not saved if another value of its own type is there: %j as %j', (sent, shown) => {
    expect(kept(sent, shown)).toEqual(other);
  });
});

describe('entries without visible ids in a record', () => {
  const id = '5ab79878-b9fe-4c1d-9e2f-000000e19aa4';
  const sent = [{ Type: 'User', EntityId: id }];

  it('are not taken for kept', () => {
    expect(kept(sent, [{ Type: 'User', Person: null }])).toEqual(untold);
  });

  it('are saved if the id has another name', () => {
    expect(kept(sent, [{ type: 'User', entity_id: id }])).toEqual(same);
    expect(kept(sent, [{ Key: id.toUpperCase(), Type: 'User' }])).toEqual(same);
  });

  it('are not saved if other ids are shown', () => {
    expect(kept(sent, [{ Type: 'User', EntityId: '5ab79878-b9fe-4c1d-9e2f-000000e19aa5' }])).toEqual(other);
  });
});

describe('a cleared field', () => {
  it('counts as empty if the record lacks it, since services omit empty fields', () => {
    expect(compareKept({ Field: null }, { Id: '1' })).toEqual(same);
    expect(compareKept({ Fields: { Tag: null } }, { Fields: {} })).toEqual(same);
  });

  it('counts as not shown if the record lacks its group, which the service may rename', () => {
    expect(compareKept({ Fields: { Tag: null } }, { Id: '1', Cards: { Tag: 'x' } })).toEqual({
      unkept: [],
      unseen: ['Fields.Tag'],
    });
  });
});
