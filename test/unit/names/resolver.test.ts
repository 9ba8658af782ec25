import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { OperationClient } from '../../../src/contract/operations/operation-client.ts';
import { innermost } from '../../../src/contract/operations/registered.ts';
import { refOf } from '../../../src/contract/records/record-ref.ts';
import { createRecordCaches } from '../../../src/domain/cache.ts';
import { createNameResolver } from '../../../src/names/resolver.ts';
import { createPagingHabits } from '../../../src/util/pages.ts';
import { catalogue } from '../../../tools/index.ts';
import { recordKinds } from '../../../tools/record-kinds.ts';

const { sources } = recordKinds;
const operations = catalogue.flatMap((area) => area.operations);
const idNumber = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Creates a service with these rows that records its calls. */
function deskOf(principalId: string, rows: Record<string, unknown>[], login?: string) {
  const asked: string[] = [];
  const operations: OperationClient = {
    principalId,
    cache: createRecordCaches().of(principalId),
    paging: createPagingHabits(),
    identity: async () => ({ login }),
    signal: undefined,
    lookThrough: 2000,
    answer: async (operation) => {
      asked.push(operation);
      return { text: '', body: { Items: rows, NextPageUrl: null } };
    },
    call: async () => {
      throw new Error('names are read from lists');
    },
  };
  return { operations, asked };
}

describe('a lookup', () => {
  const user = { Id: idNumber(1), Name: 'Anna Petrova', ExternalId: 'anna' };
  const find = { guess: false };

  it('is asked for once by many at a time, and not again for a while', async () => {
    const names = createNameResolver(recordKinds);
    const { operations, asked } = deskOf('anna', [user]);
    const found = await Promise.all(
      Array.from({ length: 20 }, () => names.find(operations, 'user', 'anna petrova', find)),
    );
    await names.find(operations, 'user', 'me', find).catch(() => undefined);
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set([user.Id]));
    expect(asked).toEqual(['list_users']);
  });

  it('is not shown to another caller', async () => {
    const names = createNameResolver(recordKinds);
    await names.find(deskOf('anna', [user]).operations, 'user', 'Anna Petrova', find);
    const other = deskOf('ivan', []);
    await expect(names.find(other.operations, 'user', 'Anna Petrova', find)).rejects.toThrow(
      /no user has that name/,
    );
    expect(other.asked).toEqual(['list_users']);
  });

  it('is repeated if the name was unknown or ambiguous', async () => {
    const names = createNameResolver(recordKinds);
    const rows = [user];
    const { operations } = deskOf('anna', rows);
    await names.find(operations, 'user', 'Anna Petrova', find);
    rows.push({ Id: idNumber(2), Name: 'Ivan Orlov', ExternalId: 'ivan' });
    expect((await names.find(operations, 'user', 'Ivan Orlov', find)).id).toBe(idNumber(2));
  });

  it('is forgotten when its caller changes such a record, and kept when another does', async () => {
    const names = createNameResolver(recordKinds);
    const { operations, asked } = deskOf('anna', [user]);
    const participant = () => names.find(operations, 'participant', 'Anna Petrova', find);
    await participant();
    names.changed('ivan', '/api/v3/participants/{id}');
    names.changed('anna', '/api/v3/tasks/{id}');
    await participant();
    expect(asked).toHaveLength(1);
    names.changed('anna', '/api/v4/participants{id}');
    await participant();
    expect(asked).toHaveLength(2);
  });

  it('is skipped if the text is an id or a link', async () => {
    const { operations, asked } = deskOf('anna', []);
    const names = createNameResolver(recordKinds);
    for (const kind of recordKinds.kinds) {
      expect((await names.find(operations, kind, ` ${idNumber(3)} `, find)).id).toBe(idNumber(3));
      expect((await names.find(operations, kind, `https://x.test/?id=${idNumber(3)}`, find)).id).toBe(
        idNumber(3),
      );
    }
    expect(asked).toEqual([]);
  });

  it.each(['{%s}', '(%s)'])('is skipped if the text is an id as %s', async (form) => {
    const { operations, asked } = deskOf('anna', []);
    const given = form.replace('%s', idNumber(3).toUpperCase());
    const { id } = await createNameResolver(recordKinds).find(operations, 'document', given, find);
    expect([id, asked]).toEqual([idNumber(3), []]);
  });

  it('resolves "me" by the login, and refuses if the login is unknown', async () => {
    const names = createNameResolver(recordKinds);
    expect((await names.find(deskOf('a', [user], 'ANNA').operations, 'user', 'я', find)).id).toBe(user.Id);
    const { operations, asked } = deskOf('b', [user]);
    await expect(names.find(operations, 'user', 'me', find)).rejects.toThrow(
      /token does not identify the signed-in user/,
    );
    expect(asked).toEqual([]);
  });

  it('ends at a list that never ends', async () => {
    let pages = 0;
    const operations: OperationClient = {
      ...deskOf('anna', []).operations,
      answer: async () => {
        pages += 1;
        const body = { Items: [{ ...user, Id: idNumber(pages) }], NextPageUrl: 'https://x.test/?page=2' };
        return { text: '', body };
      },
    };
    await expect(
      createNameResolver(recordKinds).find(operations, 'user', 'Anna Petrova', find),
    ).rejects.toThrow(/match/);
    expect(pages).toBe(20);
  });
});

/** Returns each schema of an id within a schema, with its path. */
function* idsIn(schema: z.ZodType, place: string): Generator<{ place: string; schema: z.ZodType }> {
  const inner = innermost(schema);
  if (inner instanceof z.ZodArray) yield* idsIn(inner.element as z.ZodType, `${place}[]`);
  if (inner instanceof z.ZodObject)
    for (const [name, field] of Object.entries(inner.shape))
      yield* idsIn(field as z.ZodType, `${place}.${name}`);
  const to = refOf(inner);
  const isOther = to?.kind === 'field' || (to === undefined && inner.safeParse('x').success);
  if (!isOther && inner.safeParse(idNumber(1)).success) yield { place, schema: inner };
}

describe('every id argument of every operation', () => {
  /** Ids of records that no operation lists or that have no names. */
  const nameless = [
    'attach_call_recording.FileId: files have ids only',
    'attach_call_recording.id: no operation lists calls',
    'create_event.CalendarId: no operation lists calendars',
    'create_participant.id: the id of what does not exist yet',
    'delete_role_permission.id: no operation lists system roles',
    'download_document_signature.id: files have ids only',
    'download_script_log.ScriptId: no operation lists scripts',
    'extract_archive.id: files have ids only',
    'list_cases.Filters[].FieldId: a field is named by FieldTag',
    'list_objects.Filters[].FieldId: a field is named by FieldTag',
    'list_table_objects.Filters[].FieldId: a field is named by FieldTag',
    'list_table_objects.TableBlockId: no operation shows table blocks',
    'run_script.ScriptId: no operation lists scripts',
    'search_cases.Filters[].FieldId: a field is named by FieldTag',
    'search_objects.Filters[].FieldId: a field is named by FieldTag',
    'update_event.CalendarId: no operation lists calendars',
    'upload_call_recording.CallId: no operation lists calls',
  ];
  const all = operations.flatMap(({ name, params, query, body }) =>
    Object.entries({ ...params, ...query, ...body }).flatMap(([argument, schema]) => [
      ...idsIn(schema, `${name}.${argument}`),
    ]),
  );

  it('accepts names or links, except for records without names', () => {
    const unmarked = all.filter(({ schema }) => refOf(schema) === undefined).map(({ place }) => place);
    expect(unmarked.sort()).toEqual(nameless.map((line) => line.split(':')[0]));
    expect(all.length).toBeGreaterThan(150);
  });

  it('says so to the assistant', () => {
    const silent = all.filter(
      ({ place, schema }) =>
        refOf(schema) &&
        !place.endsWith('[]') &&
        !/\bid\b.*\b(?:name|link)\b/i.test(schema.description ?? ''),
    );
    expect(silent.map(({ place }) => place)).toEqual([]);
  });

  it('that depends on another argument has that argument', () => {
    const dependent = all.flatMap(({ place, schema }) => {
      const mark = refOf(schema);
      const needed = mark?.within ?? (typeof mark?.kind === 'object' ? mark.kind.by : undefined);
      return needed === undefined ? [] : [`${place} by ${needed}`];
    });
    expect([...new Set(dependent.map((line) => line.replace(/^\w+\./, '')))].sort()).toEqual([
      'Attendees[].EntityId by Type',
      'Responsibles[].Id by Type',
      'valueId by id',
    ]);
  });
});

describe('the sources of names', () => {
  it('are operations that read, and take the arguments they are asked with', () => {
    for (const source of Object.values(sources)) {
      const operation = operations.find(({ name }) => name === source.list);
      expect([source.list, operation?.access]).toEqual([source.list, 'read']);
      const known = Object.keys({ ...operation?.params, ...operation?.query, ...operation?.body });
      const used = [
        source.search,
        source.within,
        ...Object.keys(source.args ?? {}),
        source.isPaged && 'Page',
      ];
      const codes = source.codes?.map(([, argument]) => argument) ?? [];
      expect(known).toEqual(
        expect.arrayContaining([...used, ...codes].filter((one) => typeof one === 'string')),
      );
    }
  });
});
