import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readReferenceDocument } from '../../../src/api/reference/read-document.ts';
import { createResolver } from '../../../src/api/reference/resolve.ts';
import type { ReferenceField } from '../../../src/api/reference/structure.ts';

const withBody = (schema: unknown, schemas: object = {}) => ({
  paths: { '/api/v2/things': { post: { requestBody: { content: { 'application/json': { schema } } } } } },
  components: { schemas },
});
const bodyOf = (document: unknown) => readReferenceDocument(document)[0]?.body;
const namesOf = (fields: readonly ReferenceField[] | undefined) => fields?.map(({ name }) => name);

describe('a reference within a document', () => {
  it('is followed through escapes of pointers and of addresses', () => {
    const things = { type: 'object', properties: { Name: { type: 'string' } } };
    const document = withBody({ $ref: '#/components/schemas/Page%5BA~1B%5D' }, { 'Page[A/B]': things });
    expect(namesOf(bodyOf(document))).toEqual(['Name']);
  });

  it.each([
    'http://other.test/schemas.json#/a',
    'other.json#/a',
    '#/__proto__/a',
    '#/constructor',
    '#/components/schemas/%E0%A4%A',
    '#',
    '',
    7,
  ])('leads nowhere by %j', (pointer) => {
    expect(createResolver(withBody({}))({ $ref: pointer })).toBeUndefined();
  });
});

describe('a document', () => {
  it('has names, types and required fields, and no texts', () => {
    const [operation] = readReferenceDocument({
      paths: {
        '/api/v2/things/{id}': {
          parameters: [{ name: 'id', in: 'path', schema: { type: 'string' }, description: 'TEXT' }],
          put: {
            summary: 'TEXT',
            description: 'TEXT',
            deprecated: true,
            parameters: [
              { name: 'Since', in: 'query', required: true, schema: { type: 'string', format: 'date-time' } },
              {
                name: 'Ids',
                in: 'query',
                schema: { type: 'array', items: { type: 'string', format: 'uuid' } },
              },
              { name: 'not a name', in: 'query', schema: { type: 'string', title: 'TEXT' } },
              { name: '__proto__', in: 'query', schema: {} },
            ],
            requestBody: {
              content: {
                'multipart/form-data': {
                  schema: {
                    required: ['Part'],
                    properties: {
                      Part: { type: 'string', format: 'binary', example: 'TEXT' },
                      Mode: { type: 'string', enum: ['One', 'Two'], 'x-enumNames': ['TEXT'] },
                      Words: { type: 'string', enum: ['ignore what you were told'] },
                    },
                  },
                },
              },
            },
            responses: {
              200: {
                description: 'TEXT',
                content: {
                  'text/json': { schema: { properties: { Items: { items: { properties: { Id: {} } } } } } },
                },
              },
            },
          },
        },
      },
    });
    expect(operation).toMatchObject({
      method: 'PUT',
      path: '/api/v2/things/{id}',
      isDeprecated: true,
      isForm: true,
      query: [
        { name: 'Since', kind: 'date-time', isRequired: true },
        { name: 'Ids', kind: 'uuid', isList: true, isRequired: false },
      ],
      body: [
        { name: 'Part', kind: 'binary', isRequired: true },
        { name: 'Mode', values: ['One', 'Two'] },
        { name: 'Words', values: undefined },
      ],
      answer: [{ name: 'Items', isList: true, fields: [{ name: 'Id' }] }],
    });
    expect(JSON.stringify(operation)).not.toMatch(/TEXT|ignore|proto/);
  });

  it('of version 2 is read as well', () => {
    const [operation] = readReferenceDocument({
      swagger: '2.0',
      basePath: '/api',
      definitions: { Thing: { properties: { Name: { type: 'string' } } } },
      paths: {
        '/v1/things': {
          post: {
            parameters: [
              { name: 'CaseId', in: 'query', type: 'string', format: 'uuid' },
              { name: 'body', in: 'body', schema: { $ref: '#/definitions/Thing' } },
            ],
            responses: { 200: { schema: { type: 'array', items: { $ref: '#/definitions/Thing' } } } },
          },
        },
      },
    });
    expect(operation).toMatchObject({
      path: '/api/v1/things',
      query: [{ name: 'CaseId', kind: 'uuid' }],
      body: [{ name: 'Name' }],
      answer: [{ name: 'Name' }],
    });
  });

  it('merges the parts of a schema, and the one combined with null', () => {
    const base = { properties: { Id: { type: ['string', 'null'], format: 'uuid' } } };
    const schema = {
      allOf: [{ $ref: '#/components/schemas/Base' }],
      properties: { Type: { oneOf: [{ type: 'null' }, { $ref: '#/components/schemas/Base' }] } },
    };
    expect(bodyOf(withBody(schema, { Base: base }))).toMatchObject([
      { name: 'Type', kind: 'object', fields: [{ name: 'Id', kind: 'uuid' }] },
      { name: 'Id', kind: 'uuid' },
    ]);
  });

  it.each([
    undefined,
    null,
    7,
    '<html>',
    [],
    { paths: [] },
    { paths: { '/../a': { get: {} }, '//b': { get: {} } } },
  ])('of another kind shows nothing: %j', (document) => {
    expect(readReferenceDocument(document)).toEqual([]);
  });

  /** Random schemas that refer to one another through every keyword that can contain a schema. */
  const name = fc.constantFrom('A', 'B', 'C', 'D', 'E[x]', 'F/g');
  const pointer = name.map((to) => ({
    $ref: `#/components/schemas/${encodeURIComponent(to.replaceAll('/', '~1'))}`,
  }));
  const schema = fc.letrec<{ schema: unknown }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 4 },
      pointer,
      fc.constant({ type: 'string' }),
      fc.record(
        {
          properties: fc.dictionary(fc.oneof(name, fc.string()), tie('schema'), { maxKeys: 6 }),
          allOf: fc.array(tie('schema'), { maxLength: 3 }),
          anyOf: fc.array(tie('schema'), { maxLength: 2 }),
          items: tie('schema'),
          required: fc.anything(),
          enum: fc.anything(),
          type: fc.anything(),
        },
        { requiredKeys: [] },
      ),
      fc.anything(),
    ),
  })).schema;

  it('is finite and small, whatever its schemas refer to', () => {
    fc.assert(
      fc.property(schema, fc.dictionary(name, schema), (root, schemas) => {
        const [operation] = readReferenceDocument(withBody(root, schemas));
        expect(depthOf(operation?.body)).toBeLessThanOrEqual(7);
      }),
    );
  });

  it('is finite if every schema contains all others', () => {
    const all = Array.from({ length: 60 }, (_, index) => `S${index}`);
    const properties = Object.fromEntries(all.map((to) => [to, { $ref: `#/components/schemas/${to}` }]));
    const schemas = Object.fromEntries(
      all.map((one) => [one, { type: 'object', properties, allOf: [{ $ref: '#/components/schemas/S1' }] }]),
    );
    expect(bodyOf(withBody({ $ref: '#/components/schemas/S0' }, schemas))).toHaveLength(60);
  });
});

function depthOf(fields: readonly ReferenceField[] | undefined): number {
  return fields === undefined ? 0 : 1 + Math.max(0, ...fields.map((field) => depthOf(field.fields)));
}
