import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { NameError } from '../../../src/contract/errors.ts';
import type { OperationClient } from '../../../src/contract/operation-client.ts';
import { refOf } from '../../../src/contract/record-ref.ts';
import type { RecordSource } from '../../../src/contract/record-source.ts';
import { innermost } from '../../../src/contract/registered.ts';
import { createRecordCaches } from '../../../src/domain/cache.ts';
import { idInLink } from '../../../src/names/link.ts';
import { matchSimilar, matchWords, type NamedRecord, nearest } from '../../../src/names/match.ts';
import { normalise, splitLegalForm } from '../../../src/names/normalise.ts';
import { createNameResolver } from '../../../src/names/resolver.ts';
import { searchParts } from '../../../src/names/search-parts.ts';
import { entryOf } from '../../../src/names/sources.ts';
import { createPagingHabits } from '../../../src/util/pages.ts';
import { catalogue } from '../../../tools/index.ts';
import { recordKinds } from '../../../tools/record-kinds.ts';

// Many cases each, on machines that may be busy.
const { sources } = recordKinds;
const operations = catalogue.flatMap((area) => area.operations);
const idNumber = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Records of people and companies, as a list would answer them. */
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

describe('what people write differently', () => {
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

  it('changes nothing the second time, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const once = normalise(text);
        expect(normalise(once)).toBe(once);
      }),
    );
  });

  it('is asked for by parts of the text that are nobody’s taste', () => {
    expect(searchParts('дело № A40-123456/2026')[0]).toBe('123456');
    expect(searchParts('ООО «Вектор»')[0]).toBe('ктор');
    expect(searchParts('Петренко')[0]).toBe('Петренко');
    expect(searchParts('Петренко Василий')[0]).toBe('Василий');
    expect(searchParts('Ёлкина')[0]).toBe('лкина');
    expect(searchParts('2-1234/2026')[0]).toBe('1234');
  });

  it('is asked for in a few parts of the text, whatever it is', () => {
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

  it('that is misspelt is taken for a clear winner, and for nothing where two are as near', async () => {
    expect(await fits('Громва', 'Громова', 'Сидоров')).toEqual(['similar: Громова']);
    expect(await fits('Громва', 'Громова', 'Громава')).toEqual([]);
  });

  it('with other digits is never taken for a slip', async () => {
    expect(await fits('А40-123457/2026', 'А40-123456/2026')).toEqual([]);
  });

  it('in two languages is found by either', async () => {
    expect(await fits('claimant', 'Истец / Claimant')).toEqual(['exact: Истец / Claimant']);
  });

  it('is found by itself whatever the others are called', async () => {
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

  it('is as near to another whatever the others are called [FLT-56]', async () => {
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

/** A desk whose lists are these; it keeps what it was asked. */
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

describe('what was looked up', () => {
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
      /no user is called/,
    );
    expect(other.asked).toEqual(['list_users']);
  });

  it('is asked for anew where nothing, or more than one, was known by the name', async () => {
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

  it('is not asked for where the text is an id or a link', async () => {
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

  it('says who "me" is by the login, and refuses where no login is known', async () => {
    const names = createNameResolver(recordKinds);
    expect((await names.find(deskOf('a', [user], 'ANNA').operations, 'user', 'я', find)).id).toBe(user.Id);
    const { operations, asked } = deskOf('b', [user]);
    await expect(names.find(operations, 'user', 'me', find)).rejects.toThrow(/cannot be told from the token/);
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
    ).rejects.toThrow(/fit/);
    expect(pages).toBe(20);
  });
});

/** Every schema of an id within a schema, with its place. */
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
  /** Nothing lists them, or nobody names them. */
  const nameless = [
    'attach_call_recording.FileId: files have ids only',
    'attach_call_recording.id: no operation lists calls',
    'create_document_from_template.TemplateId: no operation lists templates',
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

  it('takes names or links, but for those that have none', () => {
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
