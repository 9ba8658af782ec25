import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Arguments } from '../../../src/api/client/build-request.ts';
import { ConfigurationError, InvalidArgumentsError } from '../../../src/contract/errors.ts';
import type { OperationNames } from '../../../src/contract/operations/deployment.ts';
import { presumed } from '../../../src/contract/operations/field-marks.ts';
import { operation } from '../../../src/contract/operations/operation.ts';
import { deploymentBySettings } from '../../../src/deployment/deployment.ts';
import { about, any, buildFor, partsOf, plain } from './note-operations.ts';

const listing = operation({
  ...about,
  name: 'list_notes',
  route: 'GET /api/notes',
  query: { Ids: any, Name: any, Filters: any, Page: any, IsOpen: any },
});
const editing = operation({
  ...about,
  name: 'edit_note',
  route: 'PATCH /api/notes/{id}',
  params: { id: any },
  body: { Name: presumed(z.string().optional()), Size: any, Fields: presumed(z.unknown()), more: any },
});

const queryOf = (args: Arguments) => {
  const { target } = buildFor(listing, args, plain);
  return [...new URLSearchParams(target.split('?')[1] ?? '')];
};
const bodyOf = (args: Arguments, deployment = plain) =>
  JSON.parse(String(buildFor(editing, { id: '1', ...args }, deployment).body));

describe('the number of a page', () => {
  const paging = operation({
    ...about,
    name: 'list_pages',
    route: 'GET /api/notes',
    query: { Page: any, PageSize: any },
  });
  const deployment = () => ({
    names: { Page: 'offset', PageSize: 'limit' },
    shapes: { Page: 'offset' as const },
  });

  it.each<[Arguments, string]>([
    [{ Page: 1, PageSize: 20 }, 'offset=0&limit=20'],
    [{ Page: 3, PageSize: 20 }, 'offset=40&limit=20'],
    [{ Page: 2 }, 'offset=100&limit=100'],
    [{}, 'limit=100'],
  ])('of %j is sent as %s if a service counts records', (args, expected) => {
    expect(buildFor(paging, args, deployment).target.split('?')[1]).toBe(expected);
  });
});

describe('a query', () => {
  it.each<[string, Arguments, [string, string][]]>([
    ['is left out when nothing is given', {}, []],
    ['holds text as it is', { Name: 'Смит & Co = 1+1 #?' }, [['Name', 'Смит & Co = 1+1 #?']]],
    [
      'holds numbers and booleans as text',
      { Page: 2, IsOpen: false },
      [
        ['Page', '2'],
        ['IsOpen', 'false'],
      ],
    ],
    [
      'keeps zero and the empty string',
      { Page: 0, Name: '' },
      [
        ['Name', ''],
        ['Page', '0'],
      ],
    ],
    [
      'repeats the name for each value of an array',
      { Ids: ['a', 'b'] },
      [
        ['Ids', 'a'],
        ['Ids', 'b'],
      ],
    ],
    ['leaves out null and an empty array', { Name: null, Ids: [] }, []],
    [
      'numbers the objects of an array',
      {
        Filters: [
          { FieldTag: 'Sum', BeginValue: '5' },
          { FieldTag: 'Court', IsEmpty: true },
        ],
      },
      [
        ['Filters[0].FieldTag', 'Sum'],
        ['Filters[0].BeginValue', '5'],
        ['Filters[1].FieldTag', 'Court'],
        ['Filters[1].IsEmpty', 'true'],
      ],
    ],
    [
      'repeats the name for an array within such an object, and leaves its nulls out',
      { Filters: [{ FieldTag: 'City', IsEmpty: null, SearchValues: ['Rome', 'Oslo'] }] },
      [
        ['Filters[0].FieldTag', 'City'],
        ['Filters[0].SearchValues', 'Rome'],
        ['Filters[0].SearchValues', 'Oslo'],
      ],
    ],
  ])('%s', (_rule, args, pairs) => {
    expect(queryOf(args)).toEqual(pairs);
  });

  it('has no question mark when it is empty, and a GET has no body', () => {
    expect(buildFor(listing, {}, plain)).toEqual({
      method: 'GET',
      target: '/api/notes',
      template: '/api/notes',
      headers: {},
      body: undefined,
    });
  });

  it('ignores arguments that the operation does not have', () => {
    expect(queryOf({ Other: 'x', Page: 1 })).toEqual([['Page', '1']]);
  });
});

describe('a JSON body', () => {
  it('holds the given fields and nothing of the path', () => {
    const request = buildFor(editing, { id: 'n 1', Name: 'A', Size: null }, plain);
    expect(request).toMatchObject({
      method: 'PATCH',
      target: '/api/notes/n%201',
      headers: { 'content-type': 'application/json' },
    });
    expect(JSON.parse(String(request.body))).toEqual({ Name: 'A', Size: null });
  });

  it('is an empty object when the operation has one and nothing is given', () => {
    expect(bodyOf({})).toEqual({});
  });

  it('takes further fields from more, side by side with the others', () => {
    expect(bodyOf({ Name: 'A', more: { Colour: 'red', Deep: { a: [1] } } })).toEqual({
      Name: 'A',
      Colour: 'red',
      Deep: { a: [1] },
    });
  });

  it.each([
    [
      'a field that is given already',
      { Name: 'A', more: { Name: 'B' } },
      /more: "Name" is a separate argument/,
    ],
    ['a field that could have been given', { more: { Size: 1 } }, /more: "Size" is a separate argument/],
    [
      'a field in another letter case',
      { Name: 'A', more: { nAME: 'B' } },
      /more: "nAME" is a separate argument/,
    ],
    ['a path parameter', { more: { ID: '2' } }, /more: "ID" is a separate argument/],
    ['a part of a field', { more: { 'fields[a]': 1 } }, /more: "fields\[a\]" is a separate argument/],
    ['a member of a field', { more: { 'Fields.a': 1 } }, /more: "Fields.a" is a separate argument/],
    ['a field by letters of another width', { more: { '\uff2eame': 1 } }, /is a separate argument/],
    ['a field with blanks around', { more: { ' Name ': 1 } }, /is a separate argument/],
    [
      'the same field twice',
      { more: { Colour: 'red', colour: 'blue' } },
      /more: "colour" is a separate argument/,
    ],
    ['the prototype', { more: JSON.parse('{"__proto__": {"admin": true}}') }, /more: "__proto__"/],
  ])('refuses %s in more [FLT-62]', (_what, args, message) => {
    expect(() => bodyOf(args)).toThrow(InvalidArgumentsError);
    expect(() => bodyOf(args)).toThrow(message);
  });

  it('takes names in more that every object inherits', () => {
    expect(bodyOf({ more: { constructor: 'ACME', toString: 'x' } })).toEqual({
      constructor: 'ACME',
      toString: 'x',
    });
  });
});

describe('the name of a presumed field', () => {
  const mapped = (...names: [string, string][]) => deploymentBySettings(new Map(names));

  it('is the one that the deployment uses, for one operation or for all', () => {
    expect(bodyOf({ Name: 'A' }, mapped(['Name', 'Title']))).toEqual({ Title: 'A' });
    expect(bodyOf({ Name: 'A' }, mapped(['edit_note.Name', 'Caption'], ['Name', 'Title']))).toEqual({
      Caption: 'A',
    });
    expect(bodyOf({ Name: 'A' }, mapped(['list_notes.Name', 'Caption']))).toEqual({ Name: 'A' });
  });

  it('stays for a field that is documented', () => {
    expect(bodyOf({ Size: 1 }, mapped(['Size', 'Bytes']))).toEqual({ Size: 1 });
  });

  it('is no name that more may use, neither is the one of the argument', () => {
    const deployment = mapped(['Name', 'Title']);
    expect(() => bodyOf({ Name: 'A', more: { title: 'B' } }, deployment)).toThrow(/more: "title"/);
    expect(() => bodyOf({ more: { Name: 'B' } }, deployment)).toThrow(/more: "Name"/);
  });

  it('holds for file parts as well', () => {
    const [part] = partsOf({ File: { name: 'a.txt', text: 'x' } }, mapped(['File', 'Upload']));
    expect(part).toMatchObject({ name: 'Upload', value: { fileName: 'a.txt' } });
  });
});

describe('names that a deployment changes', () => {
  const note = operation({
    name: 'move_note',
    title: 'Move note',
    titleRu: 'Заметка',
    route: 'POST /api/v2/notes/{id}/move',
    access: 'update',
    params: { id: z.string().optional() },
    query: { Check: z.boolean().optional() },
    body: {
      People: presumed(z.array(z.object({ Id: z.string(), Kind: z.string() })).optional()),
      Mode: presumed(z.enum(['Fast', 'constructor']).optional()),
      More: z.string().optional(),
    },
    description: 'Moves a note.',
  });
  const args = { id: '7', Check: true, People: [{ Id: '1', Kind: 'User' }], Mode: 'Fast', More: 'x' };
  const request = (names: OperationNames, given: Record<string, unknown> = args) => {
    const { method, target, body } = buildFor(note, given, () => names);
    return { method, target, body: JSON.parse(String(body)) };
  };

  it('holds for fields within others, and for values', () => {
    expect(
      request({
        names: { People: 'Persons', 'People.Kind': 'Sort' },
        values: { 'People.Kind': { User: 'U' }, Mode: { Fast: 'quick' } },
      }).body,
    ).toEqual({ Persons: [{ Id: '1', Sort: 'U' }], Mode: 'quick', More: 'x' });
  });

  it('holds for the place of a field', () => {
    const { target, body } = request({ places: { Check: 'body', More: 'query' } });
    expect(target).toBe('/api/v2/notes/7/move?More=x');
    expect(body).toEqual({ People: args.People, Mode: 'Fast', Check: true });
  });

  it('holds for method and path', () => {
    expect(request({ route: 'PUT /api/v5/notes/{id}/moved' })).toMatchObject({
      method: 'PUT',
      target: '/api/v5/notes/7/moved?Check=true',
    });
  });

  it('refuses a value that its path has no place for', () => {
    const route = 'POST /api/v2/notes/move';
    expect(() => request({ route })).toThrow(
      /^id: the path configured for this deployment does not contain it/,
    );
    expect(request({ route }, { Mode: 'Fast' }).target).toBe('/api/v2/notes/move');
  });

  it('ignores properties that every JavaScript object has', () => {
    const values = { Mode: { Fast: 'quick' } };
    expect(request({ names: {}, values }, { id: '7', Mode: 'constructor' }).body).toEqual({
      Mode: 'constructor',
    });
  });
});

describe('an operation without a stated path', () => {
  const unstated = operation({ ...about, name: 'get_link', route: 'GET' });

  it('takes the path that the deployment has for it', () => {
    expect(buildFor(unstated, {}, deploymentBySettings(new Map(), { get_link: '/api/v1/link' })).target).toBe(
      '/api/v1/link',
    );
  });

  it('is not the only one for which a deployment may have a path', () => {
    const stated = operation({ ...about, name: 'get_link', route: 'GET /api/v1/link' });
    expect(buildFor(stated, {}, deploymentBySettings(new Map(), { get_link: '/api/v2/link' })).target).toBe(
      '/api/v2/link',
    );
    expect(buildFor(stated, {}, plain).target).toBe('/api/v1/link');
  });

  it('reports that none is set', () => {
    expect(() => buildFor(unstated, {}, plain)).toThrow(ConfigurationError);
    expect(() => buildFor(unstated, {}, plain)).toThrow(/path of get_link/);
  });
});

it('another route of the operation brings its own method and path', () => {
  const request = buildFor(editing, { id: '7', Name: 'A' }, plain, 'PUT /api/old/notes/{id}');
  expect(request).toMatchObject({ method: 'PUT', target: '/api/old/notes/7' });
});
