import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isPresumed, presumed } from '../../../src/contract/operations/field-marks.ts';
import { operation } from '../../../src/contract/operations/operation.ts';
import type { OperationClient, OperationName } from '../../../src/contract/operations/operation-client.ts';
import type { RecordSource } from '../../../src/contract/records/record-source.ts';
import { createRecordCaches } from '../../../src/domain/cache.ts';
import { listAll } from '../../../src/domain/list-records.ts';
import { taskRecord } from '../../../src/domain/records.ts';
import { createPagingHabits } from '../../../src/util/pages.ts';
import { catalogue } from '../../../tools/index.ts';

/** The type rules are checked by `tsc -p test`: a rule that stops refusing leaves an unused `@ts-expect-error`. */

const about = {
  name: 'get_note',
  title: 'Get note',
  titleRu: 'Заметка',
  access: 'read',
  description: 'One note.',
} as const;
const id = z.guid();

describe('the path of a definition', () => {
  it('is split from its method, and the definition cannot be changed afterwards', () => {
    const made = operation({ ...about, route: 'GET /api/notes/{id}', params: { id } });
    expect(made).toMatchObject({ method: 'GET', path: '/api/notes/{id}', route: 'GET /api/notes/{id}' });
    expect(Object.isFrozen(made)).toBe(true);
  });

  it('may be missing altogether', () => {
    const made = operation({ ...about, route: 'GET' });
    expect(made.method).toBe('GET');
    expect(made.path).toBeUndefined();
  });

  it('demands a parameter for each of its placeholders', () => {
    const both = operation({ ...about, route: 'GET /notes/{id}/of/{userId}', params: { id, userId: id } });
    expect(Object.keys(both.params ?? {})).toEqual(['id', 'userId']);
    // @ts-expect-error the placeholder has no parameter
    operation({ ...about, route: 'GET /notes/{id}' });
    // @ts-expect-error no parameter at all
    operation({ ...about, route: 'GET /notes/{id}', params: {} });
    // @ts-expect-error the second placeholder has no parameter
    operation({ ...about, route: 'GET /notes/{id}/of/{userId}', params: { id } });
    // @ts-expect-error a placeholder within a segment counts as well
    operation({ ...about, route: 'POST /notes{id}' });
  });

  it('refuses a misspelt parameter', () => {
    const right = operation({ ...about, route: 'GET /notes/{noteId}', params: { noteId: id } });
    expect(right.params).toHaveProperty('noteId');
    // @ts-expect-error another spelling
    operation({ ...about, route: 'GET /notes/{noteId}', params: { noteID: id } });
  });

  it('refuses a parameter that it does not name', () => {
    const right = operation({ ...about, route: 'GET /notes/{id}', params: { id } });
    expect(Object.keys(right.params ?? {})).toEqual(['id']);
    // @ts-expect-error one too many
    operation({ ...about, route: 'GET /notes/{id}', params: { id, other: id } });
    // @ts-expect-error the path has no placeholder
    operation({ ...about, route: 'GET /notes', params: { id } });
    // @ts-expect-error there is no path
    operation({ ...about, route: 'GET', params: { id } });
  });

  it('refuses a parameter that is no schema', () => {
    expect(operation({ ...about, route: 'GET /notes/{id}', params: { id } }).params?.id).toBe(id);
    // @ts-expect-error a bare string
    operation({ ...about, route: 'GET /notes/{id}', params: { id: 'string' } });
  });
});

describe('the words of a definition', () => {
  it('are of a closed list for the access', () => {
    expect(operation({ ...about, route: 'GET /notes', access: 'action' }).access).toBe('action');
    // @ts-expect-error no such access
    operation({ ...about, route: 'GET /notes', access: 'write' });
    const { access, ...rest } = about;
    // @ts-expect-error the access is never guessed
    operation({ ...rest, route: 'GET /notes' });
    expect(access).toBe('read');
  });

  it('are of a closed list for the method, in the route and in its aliases', () => {
    const made = operation({ ...about, route: 'PATCH /notes', aliases: ['PUT /notes'] });
    expect([made.method, made.aliases]).toEqual(['PATCH', ['PUT /notes']]);
    // @ts-expect-error no such method
    operation({ ...about, route: 'FETCH /notes' });
    // @ts-expect-error no method
    operation({ ...about, route: '/notes' });
    // @ts-expect-error methods are written in capitals
    operation({ ...about, route: 'get /notes' });
    // @ts-expect-error the path has to begin at the root
    operation({ ...about, route: 'GET notes' });
    // @ts-expect-error an alias is a method and a path too
    operation({ ...about, route: 'GET /notes', aliases: ['/other'] });
  });

  it('are limited to closed lists for the risk and the kind of result', () => {
    const made = operation({ ...about, route: 'GET /notes', risk: 'outbound', answers: 'file' });
    expect([made.risk, made.answers]).toEqual(['outbound', 'file']);
    // @ts-expect-error no such risk
    operation({ ...about, route: 'GET /notes', risk: 'high' });
    // @ts-expect-error JSON is what is answered anyway
    operation({ ...about, route: 'GET /notes', answers: 'json' });
  });

  it('include name, title and description', () => {
    const { name, title, description, ...rest } = about;
    expect(operation({ ...about, route: 'GET /notes' })).toMatchObject({ name, title, description });
    // @ts-expect-error no name
    operation({ ...rest, title, description, route: 'GET /notes' });
    // @ts-expect-error no title
    operation({ ...rest, name, description, route: 'GET /notes' });
    // @ts-expect-error no description
    operation({ ...rest, name, title, route: 'GET /notes' });
  });

  it('hold no function and nothing that the contract does not know', () => {
    expect(
      Object.values(operation({ ...about, route: 'GET /notes' })).map((part) => typeof part),
    ).not.toContain('function');
    // @ts-expect-error an operation is data
    operation({ ...about, route: 'GET /notes', handler: () => undefined });
  });
});

describe('a presumed field', () => {
  it('stays one when it is described, refined, or may be left out', () => {
    const field = presumed(z.string());
    for (const one of [field, field.describe('A text'), field.min(1), field.nullable().optional()])
      expect(isPresumed(one)).toBe(true);
    expect(isPresumed(z.string())).toBe(false);
  });

  it('keeps the schema that it wraps', () => {
    const name = z.string();
    expect([isPresumed(presumed(name.optional())), isPresumed(name)]).toEqual([true, false]);
  });

  it('keeps the type of its schema', () => {
    const field: z.ZodOptional<z.ZodString> = presumed(z.string().optional());
    expect(field.parse(undefined)).toBeUndefined();
    // @ts-expect-error only schemas can be marked
    expect(() => presumed('Name')).toThrow(TypeError);
  });
});

describe('a client of the operations', () => {
  const asked: unknown[] = [];
  const client: OperationClient = {
    principalId: 'anna',
    cache: createRecordCaches().of('anna'),
    paging: createPagingHabits(),
    identity: async () => ({}),
    signal: undefined,
    lookThrough: 2000,
    call: async (...call) => void asked.push(call),
    answer: async () => ({ text: '', body: undefined }),
  };
  const records = () => client.call('get_task', { id: 'x' });

  it('takes the name of every operation, and no other', async () => {
    const name: OperationName = 'list_tasks';
    expect(catalogue.flatMap((area) => area.operations).map((one) => one.name)).toContain(name);
    // @ts-expect-error another spelling
    await client.call('list_task', {});
    // @ts-expect-error a name that is known only when it runs
    await client.call(name as string, {});
  });

  it('takes the arguments of the very operation', async () => {
    await records();
    await client.call('create_task', {
      Name: 'Call the court',
      Responsibles: [{ Id: 'x', Type: 'User' }],
      more: { Own: 1 },
    });
    expect(asked).toContainEqual(['get_task', { id: 'x' }]);
    // @ts-expect-error it needs an id
    await client.call('get_task', {});
    // @ts-expect-error of the path
    await client.call('get_task', { ID: 'x' });
    // @ts-expect-error of the query
    await client.call('list_tasks', { CaseID: 'x' });
    // @ts-expect-error of another kind
    await client.call('list_tasks', { Page: '1' });
    // @ts-expect-error one of those that there are
    await client.call('create_task', { Responsibles: [{ Id: 'x', Type: 'Person' }] });
    // @ts-expect-error of the body
    await client.answer('create_task', { Subject: 'Call the court' });
  });

  it('reads pages as pages', async () => {
    await expect(listAll(client, ['list_tasks', { CaseId: 'x' }], taskRecord)).rejects.toThrow();
    // @ts-expect-error it shows one record
    await expect(listAll(client, ['get_task', { id: 'x' }], taskRecord)).rejects.toThrow();
    // @ts-expect-error another spelling of a condition
    await expect(listAll(client, ['list_tasks', { Case: 'x' }], taskRecord)).rejects.toThrow();
  });

  it('lists the records of a kind by arguments that the list has', () => {
    const source: RecordSource = {
      list: 'list_participants',
      search: 'Name',
      isPaged: true,
      many: 'participants',
    };
    expect(source.search).toBe('Name');
    // @ts-expect-error no operation
    const unknown: RecordSource = { list: 'list_people', many: 'people' };
    // @ts-expect-error no argument of the operation
    const without: RecordSource = { list: 'list_projects', search: 'Nickname', many: 'projects' };
    // @ts-expect-error the operation has no pages
    const unpaged: RecordSource = { list: 'get_non_working_days', isPaged: true, many: 'days' };
    expect([unknown, without, unpaged]).toHaveLength(3);
  });
});
