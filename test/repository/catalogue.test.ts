import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { tokenPaths } from '../../src/api/tokens/token-wire.ts';
import { dropArgument, moreArgument } from '../../src/contract/operations/field-marks.ts';
import type { Access, Operation } from '../../src/contract/operations/operation.ts';
import { responseOptionNames } from '../../src/mcp/input/response-options.ts';
import type { JsonSchema } from '../../src/mcp/tools/published-schema.ts';
import { catalogue as areas } from '../../tools/index.ts';
import { breaking, entries, namesOf, operations, toolOf, tools } from '../support/repository/catalogue.ts';

const verbs = new Set(
  'add archive attach check create delete download edit exclude extract get list notify open remove restore run search send set update upload'.split(
    ' ',
  ),
);

describe('the names of the tools', () => {
  it('are unique, also by title', () => {
    expect(new Set(namesOf(operations)).size).toBe(operations.length);
    expect(new Set(operations.map((operation) => operation.title)).size).toBe(operations.length);
    expect(tools.map((tool) => tool.name)).toEqual(namesOf(operations));
  });

  it('are a verb of the list and a noun, in snake case, of at most 40 characters', () => {
    const wrong = namesOf(operations).filter(
      (name) =>
        !/^[a-z][a-z0-9]*(_[a-z0-9]+)+$/.test(name) ||
        name.length > 40 ||
        !verbs.has(name.split('_')[0] ?? ''),
    );
    expect(wrong).toEqual([]);
  });

  it('carry the version of an older path, and only then', () => {
    const wrong = operations.filter(({ name, path }) => {
      const version = /_v(\d)$/.exec(name)?.[1];
      return version !== undefined && !path?.startsWith(`/api/v${version}/`);
    });
    expect(namesOf(wrong)).toEqual([]);
  });

  it('that descriptions and next steps speak of exist', () => {
    const known = new Set([
      ...namesOf(operations),
      ...entries.flatMap(({ schema }) => Object.keys(schema.shape)),
    ]);
    const spoken = entries.flatMap(({ operation, complete }) =>
      [operation.description, Object.values(operation.errors ?? {}), JSON.stringify(complete)]
        .join(' ')
        .match(/\b[a-z]+(_[a-z0-9]+)+\b/g),
    );
    expect(spoken.length).toBeGreaterThan(50);
    const values = ['refresh_token'];
    expect(spoken.filter((word) => word && !known.has(word) && !values.includes(word))).toEqual([]);
  });
});

describe('the filters of lists', () => {
  const lists = operations.filter(({ name }) => /^(list|search)_/.test(name));
  /** Arguments that control the form of the result and do not filter rows. */
  const ofShowing = ['Page', 'PageSize', 'SortField', 'IsFormattedTextEnabled'];
  const filtersOf = ({ query, body }: Operation) =>
    Object.keys({ ...query, ...body }).filter((name) => !ofShowing.includes(name));

  it('each state how rows verify them, or why they cannot', () => {
    expect(lists.length).toBeGreaterThan(20);
    const sorted = (names: readonly string[]) => [...names].sort();
    for (const list of lists)
      expect([list.name, sorted(Object.keys(list.rows ?? {}))]).toEqual([list.name, sorted(filtersOf(list))]);
  });

  it('are checked in nothing but lists', () => {
    const others = operations.filter(({ rows, name }) => rows !== undefined && !/^(list|search)_/.test(name));
    expect(namesOf(others)).toEqual([]);
  });

  it('that cannot be checked give a reason that goes into a sentence', () => {
    const reasons = lists.flatMap(({ rows = {} }) =>
      Object.values(rows).flatMap((check) => ('why' in check ? [check.why.en] : [])),
    );
    expect(reasons.length).toBeGreaterThan(5);
    for (const why of reasons) expect(why).toMatch(/^[a-z][^.]{10,99}$/);
  });
});

describe('the schemas', () => {
  it('have no argument name in two places', () => {
    const wrong = operations.filter(({ params, query, body }) => {
      const names = [params, query, body].flatMap((fields) => Object.keys(fields ?? {}));
      return new Set(names).size < names.length;
    });
    expect(namesOf(wrong)).toEqual([]);
  });

  it('have no union, no reference and no list of types', () => {
    const union = (schema: JsonSchema) =>
      ['anyOf', 'oneOf', 'allOf', '$ref', '$defs', 'not'].some((key) => key in schema) ||
      Array.isArray(schema.type);
    expect(breaking(union)).toEqual([]);
  });

  it('define the items of an array', () => {
    expect(breaking((schema) => schema.type === 'array' && typeof schema.items !== 'object')).toEqual([]);
  });

  it('are strict objects at the root', () => {
    const wrong = entries.filter(({ complete, published }) =>
      [complete, published].some((root) => root.type !== 'object' || root.additionalProperties !== false),
    );
    expect(wrong.map((entry) => entry.name)).toEqual([]);
  });

  it('bound every string, array, record and number', () => {
    const fixedLength = ['uuid', 'date', 'date-time'];
    const unbounded = (schema: JsonSchema) => {
      if (schema.type === 'string')
        return !('maxLength' in schema || 'enum' in schema || fixedLength.includes(String(schema.format)));
      if (schema.type === 'array') return !('maxItems' in schema);
      if (schema.type === 'integer' || schema.type === 'number')
        return typeof schema.minimum !== 'number' || !(Number(schema.maximum) < Number.MAX_SAFE_INTEGER);
      return (
        schema.type === 'object' && schema.additionalProperties !== false && !('maxProperties' in schema)
      );
    };
    expect(breaking(unbounded, 'complete')).toEqual([]);
  });

  it('compile as JSON Schema 2020-12, the published and the complete ones', () => {
    const ajv = new Ajv2020({ strict: true });
    addFormats.default(ajv);
    for (const { complete, published } of entries)
      for (const schema of [complete, published]) expect(typeof ajv.compile(schema)).toBe('function');
  });

  it('that are published have the same argument names and requirements, except for filters of lists and arguments that a rare refusal names', () => {
    const unlisted = [...responseOptionNames, dropArgument];
    const shape = (schema: JsonSchema) => [
      Object.keys(schema.properties ?? {}).filter((name) => !unlisted.includes(name)),
      schema.required ?? [],
    ];
    for (const { name, complete, published } of entries)
      expect([name, ...shape(published)]).toEqual([name, ...shape(complete)]);
  });
});

describe('the hints', () => {
  const expected: Record<Access, { readOnlyHint: boolean; destructiveHint: boolean }> = {
    read: { readOnlyHint: true, destructiveHint: false },
    create: { readOnlyHint: false, destructiveHint: false },
    update: { readOnlyHint: false, destructiveHint: true },
    delete: { readOnlyHint: false, destructiveHint: true },
    action: { readOnlyHint: false, destructiveHint: true },
  };

  it('are three booleans for every tool, as its access says [FLT-30]', () => {
    for (const operation of operations) {
      const hints = toolOf(operation).annotations ?? {};
      expect(Object.keys(hints)).toEqual(
        expect.arrayContaining(['destructiveHint', 'openWorldHint', 'readOnlyHint']),
      );
      expect([...new Set(Object.values(hints).map((hint) => typeof hint))]).toEqual(['boolean']);
      expect([operation.name, hints]).toEqual([
        operation.name,
        expect.objectContaining(expected[operation.access]),
      ]);
    }
  });

  it('mark repeatable changes, and omit the mark elsewhere, which means that they are not', () => {
    for (const operation of operations)
      expect([operation.name, toolOf(operation).annotations?.idempotentHint]).toEqual([
        operation.name,
        ['update', 'delete'].includes(operation.access) ? true : undefined,
      ]);
  });

  it('go with the method: DELETE deletes or takes out, GET reads', () => {
    const wrong = operations.filter(
      ({ method, access }) =>
        (method === 'GET' && access !== 'read') ||
        (method === 'DELETE' && !['delete', 'update'].includes(access)) ||
        (access === 'delete' && method !== 'DELETE'),
    );
    expect(namesOf(wrong)).toEqual([]);
  });

  it('go with the verb of the name', () => {
    const reading = /^(get|list|search|check|download)_/;
    const wrong = operations.filter(
      ({ name, access, handler }) => !handler && reading.test(name) !== (access === 'read'),
    );
    expect(namesOf(wrong)).toEqual([]);
  });
});

describe('the rare parts of a definition', () => {
  it('set a risk only for changes', () => {
    expect(namesOf(operations.filter(({ risk, access }) => risk && access === 'read'))).toEqual([]);
  });

  it('open no path to further fields, and mark queries and bodies that the description leaves open', () => {
    const wrong = operations.filter(({ params }) => moreArgument in { ...params });
    expect(namesOf(wrong)).toEqual([]);
    expect(operations.filter(({ body }) => body && moreArgument in body).length).toBeGreaterThan(20);
    expect(operations.filter(({ query }) => query && moreArgument in query).length).toBeGreaterThan(10);
  });

  it('name file parts that the body has', () => {
    const wrong = operations.filter(({ fileParts, body }) =>
      fileParts?.some((part) => !(part in (body ?? {}))),
    );
    expect(namesOf(wrong)).toEqual([]);
    expect(namesOf(operations.filter(({ fileParts }) => fileParts))).toEqual([
      'create_document',
      'upload_call_recording',
    ]);
  });

  it('state their paths, but for the one that a setting gives', () => {
    expect(namesOf(operations.filter(({ path }) => path === undefined))).toEqual(['get_mcp_settings']);
  });

  it('let no GET carry a body', () => {
    expect(namesOf(operations.filter(({ method, body }) => method === 'GET' && body))).toEqual([]);
  });

  it('hand out tokens at the paths by which the bridge signs in', () => {
    const auth = areas.find((area) => area.id === 'auth')?.operations ?? [];
    const granting = auth.filter(({ handler }) => handler === 'tokens').map(({ path }) => path);
    expect(granting.toSorted()).toEqual(Object.values(tokenPaths).toSorted());
  });
});

describe('the whole catalogue', () => {
  const stated = readFileSync(new URL('operations.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

  it('covers exactly the methods and paths of the API, aliases included', () => {
    expect(new Set(stated).size).toBe(stated.length);
    const covered = operations.flatMap(({ route, aliases }) => [route, ...(aliases ?? [])]);
    expect(covered.sort()).toEqual(stated.sort());
  });
});
