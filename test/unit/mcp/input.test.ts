import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { InvalidArgumentsError } from '../../../src/contract/errors.ts';
import { parseArguments } from '../../../src/mcp/input/parse-arguments.ts';
import { argumentsSchema } from '../../../src/mcp/tools/published-schema.ts';
import { catalogue } from '../../../tools/index.ts';

const schema = z.strictObject({
  Name: z.string().min(2).max(5).optional(),
  Page: z.int().min(1).max(100).optional().describe('From 1'),
  Sum: z.number().optional(),
  IsOpen: z.boolean().optional(),
  Ids: z.array(z.guid()).min(1).max(2).optional(),
  Kind: z.enum(['User', 'Group']).optional(),
  Rows: z.array(z.strictObject({ Tag: z.string(), Ordinal: z.int() })).optional(),
  Fields: z.record(z.string(), z.unknown()).optional(),
  Documents: z.array(z.string()).nullable().optional(),
  At: z.iso.datetime({ offset: true }).optional(),
  Day: z.iso.date().optional(),
  Address: z.url({ protocol: /^https?$/ }).optional(),
});
const quoted = 'send it in quotation marks, since such a number may lose digits on the way';
const id = '6f9619ff-8b86-d011-b42d-00cf4fc964ff';

describe('an object that comes as something else', () => {
  it.each([
    [{ Rows: ['x'] }, /Rows\.0: should be an object with Tag and Ordinal, not "x"/],
    [{ Rows: 'x' }, /Rows: should be an array, not "x"/],
    [{ Fields: 7 }, /Fields: should be an object, not 7/],
  ])('is refused with the names that it needs: %j', (input, sentence) => {
    expect(() => parseArguments(schema, input)).toThrow(sentence);
  });
});

describe('arguments that arrive as JSON strings', () => {
  it.each<[string, object, object]>([
    ['a whole number', { Page: '3' }, { Page: 3 }],
    ['a number', { Sum: '-1.5' }, { Sum: -1.5 }],
    ['a boolean', { IsOpen: 'false' }, { IsOpen: false }],
    ['an array', { Ids: `["${id}"]` }, { Ids: [id] }],
    ['a record', { Fields: '{"a.b":[1]}' }, { Fields: { 'a.b': [1] } }],
    ['an array of objects', { Rows: '[{"Tag":"x","Ordinal":1}]' }, { Rows: [{ Tag: 'x', Ordinal: 1 }] }],
    [
      'an object within an array',
      { Rows: ['{"Tag":"x","Ordinal":1}'] },
      { Rows: [{ Tag: 'x', Ordinal: 1 }] },
    ],
    ['strings within strings', { Rows: '[{"Tag":"x","Ordinal":"1"}]' }, { Rows: [{ Tag: 'x', Ordinal: 1 }] }],
    ['several at once', { Page: '3', IsOpen: 'true', Name: 'abc' }, { Page: 3, IsOpen: true, Name: 'abc' }],
    ['an array that may be null', { Documents: '["a"]' }, { Documents: ['a'] }],
  ])('are accepted as their value: %s', (_what, input, expected) => {
    const before = structuredClone(input);
    expect(parseArguments(schema, input)).toEqual(expected);
    expect(input).toEqual(before);
  });

  it('are unchanged if a string is expected', () => {
    expect(parseArguments(schema, { Name: '123' })).toEqual({ Name: '123' });
    expect(parseArguments(schema, { Fields: { x: '1' } })).toEqual({ Fields: { x: '1' } });
  });

  it.each<[object, RegExp]>([
    [{ Page: 'three' }, /Page: should be a number, not "three"/],
    [{ Page: '1.5' }, /Page: should be a whole number, not/],
    [{ Page: '' }, /Page: should be a/],
    [{ Page: 'true' }, /Page: should be a/],
    [{ Page: '500' }, /Page: should be at most 100/],
    [{ IsOpen: '1' }, /IsOpen: should be a boolean, not "1"/],
    [{ Rows: '{"Tag":"x"}' }, /Rows: should be an array/],
    [{ Fields: '[1]' }, /Fields: should be an object/],
    [{ Ids: '["x"]' }, /Ids\.0: should be an id \(UUID\), not "x"/],
    [{ Name: true }, /Name: should be a string, not true/],
  ])('are refused if they have another type: %j', (input, message) => {
    expect(() => parseArguments(schema, input)).toThrow(message);
  });

  it('are refused when they are nested too deep, not followed for ever [FLT-19]', () => {
    const nested = z.strictObject({
      a: z.strictObject({ a: z.strictObject({ a: z.strictObject({ a: z.strictObject({ a: z.int() }) }) }) }),
    });
    const wrap = (value: unknown, depth: number): unknown =>
      depth === 0 ? value : wrap(JSON.stringify({ a: value }), depth - 1);
    expect(() => parseArguments(nested, { a: wrap('1', 4) })).toThrow(/nested JSON strings/);
  });
});

describe('null', () => {
  const nested = z.strictObject({ Rows: z.array(z.strictObject({ Note: z.string().optional() })) });

  it('means omitted for optional arguments, at any depth', () => {
    expect(parseArguments(schema, { Name: 'abc', Page: null, Kind: null, Ids: null, At: null })).toEqual({
      Name: 'abc',
    });
    const rows = parseArguments(nested, { Rows: [{ Note: null }, '{"Note":null}'] }).Rows;
    expect(rows).toEqual([{}, {}]);
    expect(Object.keys((rows as object[])[0] ?? {})).toEqual([]);
  });

  it('is kept if it has a meaning', () => {
    expect(parseArguments(schema, { Documents: null, Fields: { x: null } })).toEqual({
      Documents: null,
      Fields: { x: null },
    });
  });

  it('is refused for required arguments, and as an item of a list', () => {
    expect(() => parseArguments(z.strictObject({ id: z.string() }), { id: null })).toThrow(
      'Nothing was sent. id: should be a string, not null.',
    );
    expect(() => parseArguments(schema, { Ids: [null] })).toThrow('Ids.0: should be a string, not null.');
  });

  it('is refused if it might mean that a field is to be cleared', () => {
    expect(() => parseArguments(schema, { Page: null }, { isNullDoubtful: true })).toThrow(
      'Nothing was sent. Page: should be a number, not null (From 1); leave it out to keep the field: null does not say whether to empty it.',
    );
    expect(parseArguments(schema, { Documents: null }, { isNullDoubtful: true })).toEqual({
      Documents: null,
    });
  });
});

describe('a number instead of a text', () => {
  const wanted = z.strictObject({ Query: z.string(), Tags: z.array(z.string()) });

  it('becomes its decimal digits, for every whole number that JSON represents exactly', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (number) => {
        expect(parseArguments(wanted, { Query: number, Tags: [number, 'x'] })).toEqual({
          Query: BigInt(number).toString(),
          Tags: [BigInt(number).toString(), 'x'],
        });
      }),
    );
  });

  it('is refused if digits may have been lost', () => {
    const unsafe = fc.oneof(
      fc.double({ noInteger: true, noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(2 ** 53, -(2 ** 53), 1e21, 7_700_000_000_000_000_000),
    );
    fc.assert(
      fc.property(unsafe, (number) => {
        expect(() => parseArguments(wanted, { Query: number, Tags: [] })).toThrow(quoted);
      }),
    );
  });
});

describe('the refusal of arguments', () => {
  const message = (input: unknown) => {
    try {
      parseArguments(schema, input);
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidArgumentsError);
      return (error as Error).message;
    }
    throw new Error('was not refused');
  };

  it.each<[unknown, string]>([
    [{ Name: 'a' }, 'Nothing was sent. Name: should be at least 2 characters long, not "a".'],
    [{ Name: 'abcdef' }, 'Nothing was sent. Name: should be at most 5 characters long, not "abcdef".'],
    [{ Page: 0 }, 'Nothing was sent. Page: should be at least 1, not 0 (From 1).'],
    [{ Ids: [] }, 'Nothing was sent. Ids: should be at least 1 items long, not [].'],
    [{ Kind: 'Team' }, 'Nothing was sent. Kind: should be one of User, Group, not "Team".'],
    [{ Rows: [{ Tag: 'x' }] }, 'Nothing was sent. Rows.0.Ordinal is missing.'],
    [
      { Rows: [{ Tag: 'x', Ordinal: 1, Z: 2 }] },
      'Nothing was sent. Rows.0 has no "Z". It has: Tag, Ordinal.',
    ],
    [
      { At: '2026-03-31' },
      'Nothing was sent. At: should be a date and time with zone, such as 2026-03-31T09:00:00Z, not "2026-03-31".',
    ],
    [{ Day: '31.03.2026' }, 'Nothing was sent. Day: should be a date such as 2026-03-31, not "31.03.2026".'],
    [
      { Address: 'file:///etc/passwd' },
      'Nothing was sent. Address: should be an http or https address, not "file:///etc/passwd".',
    ],
    [{ Name: 2 ** 53 }, `Nothing was sent. Name: should be a string, not ${2 ** 53}; ${quoted}.`],
    [{ Name: 1.5 }, `Nothing was sent. Name: should be a string, not 1.5; ${quoted}.`],
  ])('of %j states the reason', (input, text) => {
    expect(message(input)).toBe(text);
  });

  it.each([[[]], ['text'], [7]])('which are %j and no object says so', (input) => {
    expect(message(input)).toMatch(/arguments: should be an object/);
  });

  it('names the arguments that the tool takes when one is unknown', () => {
    expect(message({ nmae: 'abc' })).toMatch(
      /^Nothing was sent\. Unknown argument "nmae" \(did you mean Name\?\): the tool takes Name, Page,/,
    );
    const none = z.strictObject({});
    expect(() => parseArguments(none, { x: 1 })).toThrow('Unknown argument "x": the tool takes none.');
  });

  it('names the fields that an object has when one is unknown, the nearest first of many', () => {
    const field = z.string().optional();
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`Field${index}`, field]));
    const nested = z.strictObject({
      INN: field,
      ContactInfo: z.strictObject({ Email: field, Phone: field }).optional(),
      Many: z.strictObject({ ...many, Emails: field }).optional(),
    });
    const refused = (args: object) => {
      try {
        return parseArguments(nested, args);
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(refused({ ContactInfo: { Emailz: 'x' } })).toBe(
      'Nothing was sent. ContactInfo has no "Emailz". It has: Email, Phone.',
    );
    expect(refused({ ContactInfo: { INN: 'x' } })).toContain('Arguments of the tool itself: INN.');
    expect(refused({ Many: { Email: 'x' } })).toMatch(/has no "Email"\. It has: Emails, .* and 9 more\.$/);
    expect(refused({ Phone: 'x' })).toContain('Unknown argument "Phone" (it belongs in ContactInfo)');
  });

  it('repeats the description of missing ones', () => {
    const needed = z.strictObject({ id: z.guid().describe('Case id') });
    expect(() => parseArguments(needed, {})).toThrow(
      'Nothing was sent. id is missing (Case id): it should be an id (UUID).',
    );
    expect(() => parseArguments(needed, undefined)).toThrow('id is missing');
  });

  it('stays short, however much is wrong and however long it is [FLT-19]', () => {
    const rows = Array.from({ length: 50 }, () => ({ Tag: true, Ordinal: 'x'.repeat(10_000) }));
    const text = message({ Rows: rows });
    expect(text).toMatch(/And 92 more\.$/);
    expect(text.length).toBeLessThan(2_000);
  });

  it('says nothing that JavaScript would say [FLT-19]', () => {
    for (const input of [{ Page: Number.NaN }, { Rows: 1 }, { Fields: 5 }, { Kind: {} }])
      expect(message(input)).not.toMatch(/NaN|undefined|Invalid input|\[object/);
  });
});

describe('names that every object inherits', () => {
  it.each(['__proto__', 'constructor', 'toString'])('%s is no argument of any tool', (name) => {
    const input = JSON.parse(`{"${name}": {"x": 1}}`);
    for (const operation of catalogue.flatMap((area) => area.operations))
      expect(() => parseArguments(argumentsSchema(operation), input)).toThrow(InvalidArgumentsError);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});
