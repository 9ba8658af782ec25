import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/contract/errors.ts';
import type { OperationClient } from '../../../src/contract/operations/operation-client.ts';
import { createRecordCaches } from '../../../src/domain/cache.ts';
import { createNameResolver } from '../../../src/names/resolver.ts';
import { createPagingHabits } from '../../../src/util/pages.ts';
import { recordKinds } from '../../../tools/record-kinds.ts';

const idNumber = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const find = { guess: true };
type Args = Readonly<Record<string, unknown>>;

/** Creates a service with these lists that records its calls. */
function deskOf(lists: Readonly<Record<string, (args: Args) => readonly object[]>>) {
  const asked: (readonly [string, Args])[] = [];
  const operations: OperationClient = {
    principalId: 'anna',
    cache: createRecordCaches().of('anna'),
    paging: createPagingHabits(),
    identity: async () => ({}),
    signal: undefined,
    lookThrough: 2000,
    answer: async (operation, args) => {
      asked.push([operation, args]);
      return { text: '', body: { Items: lists[operation]?.(args) ?? [], NextPageUrl: null } };
    },
    call: async () => {
      throw new Error('names are read from lists');
    },
  };
  return { operations, asked };
}

/** Creates a tree of folders with a file on the third level. Each level has `width` further folders. */
function tree({
  search,
  all,
  width = 2,
}: {
  search: 'deep' | 'top' | 'ignored';
  all: boolean;
  width?: number;
}) {
  const folders = [
    ...Array.from({ length: width }, (_, index) => ({
      Id: idNumber(index + 1),
      Name: `Archive ${index}`,
      in: '',
    })),
    { Id: idNumber(101), Name: 'Orders', in: idNumber(width) },
    { Id: idNumber(102), Name: 'Former years', in: idNumber(101) },
  ].map((one) => ({ ...one, EntityKind: 'Folder' }));
  const files = [{ Id: idNumber(201), Name: 'Contract 62', in: idNumber(102), EntityKind: 'File' }];
  return (args: Args) => {
    const isDeep =
      (args.Search !== undefined && search === 'deep') || (args.CreationDateFrom !== undefined && all);
    const words = search === 'ignored' ? '' : String(args.Search ?? '').toLowerCase();
    return [...folders, ...files]
      .filter((one) => args.EntityKind === one.EntityKind)
      .filter((one) => isDeep || one.in === (args.FolderId ?? ''))
      .filter((one) => one.Name.toLowerCase().includes(words))
      .map(({ in: parent, ...one }) => ({ ...one, ...(parent === '' ? {} : { Folder: { Id: parent } }) }));
  };
}

describe('a document in folders', () => {
  it.each([
    ['searches in them', { search: 'deep', all: true }, 1],
    ['lists all of them by date', { search: 'top', all: true }, undefined],
    ['shows one folder at a time', { search: 'top', all: false }, undefined],
    ['ignores the words', { search: 'ignored', all: false }, undefined],
  ] as const)('is found by name if the service %s', async (_, how, requests) => {
    const { operations, asked } = deskOf({ list_documents: tree(how) });
    const names = createNameResolver(recordKinds);
    expect((await names.find(operations, 'document', 'Contract 62', find)).id).toBe(idNumber(201));
    if (requests !== undefined) expect(asked.length).toBe(requests);
    const folder = await names.find(operations, 'document folder', 'Former years', find);
    expect(folder.id).toBe(idNumber(102));
  });

  it('is not searched in each folder again if the service searches there', async () => {
    const { operations, asked } = deskOf({ list_documents: tree({ search: 'deep', all: true }) });
    const names = createNameResolver(recordKinds);
    await names.find(operations, 'document', 'Contract 62', find);
    const refused = names.find(operations, 'document', 'Zebra', find);
    await expect(refused).rejects.toThrow(/^no document has that name\./);
    expect(asked.filter(([, args]) => args.Search === undefined)).toEqual([]);
  });

  it('is not reported missing if there are more folders than the server searches', async () => {
    const { operations, asked } = deskOf({ list_documents: tree({ search: 'top', all: false, width: 60 }) });
    const refused = createNameResolver(recordKinds).find(operations, 'document', 'Contract 62', find);
    await expect(refused).rejects.toThrow(/but one may exist\. Not all documents could be searched/);
    expect(asked.length).toBeLessThan(160);
  });
});

describe('a list of names', () => {
  it('without a readable row is not treated as empty', async () => {
    const { operations } = deskOf({ list_task_types: () => [{ Code: 'call', Title: 'Call' }] });
    const refused = createNameResolver(recordKinds).find(operations, 'task type', 'Call', find);
    await expect(refused).rejects.toThrow(/Not all task types could be searched/);
  });
});

describe('a case', () => {
  it('is found among objects if the service has no list of cases', async () => {
    const { operations, asked } = deskOf({
      search_cases: () => {
        throw new ApiError(404, undefined);
      },
      search_objects: () => [{ Id: idNumber(500), Name: 'Smith v. Hale' }],
    });
    const found = await createNameResolver(recordKinds).find(operations, 'case', 'Smith v. Hale', find);
    expect(found.id).toBe(idNumber(500));
    expect(asked.length).toBeLessThan(5);
  });

  it('is not searched among objects if the list of cases failed', async () => {
    const { operations } = deskOf({
      search_cases: () => {
        throw new ApiError(403, undefined);
      },
    });
    const refused = createNameResolver(recordKinds).find(operations, 'case', 'Smith v. Hale', find);
    await expect(refused).rejects.toThrow(/did not answer search_cases \(403\)/);
  });
});

describe('a dictionary', () => {
  const types = [{ Id: idNumber(1), Name: 'Договор' }];
  const courts = [{ Id: idNumber(2), Name: 'Court' }];
  const deskWith = (names: readonly string[], document: object = { Type: { Id: idNumber(1) } }) =>
    deskOf({
      list_dictionaries: () => names.map((Name, index) => ({ Id: idNumber(300 + index), Name })),
      list_dictionary_values: ({ id }) => (id === idNumber(300 + names.length - 1) ? types : courts),
      list_documents: () => [{ Id: idNumber(400), Name: 'x', ...document }],
    });
  const typeId = async (names: readonly string[], document?: object) => {
    const { operations, asked } = deskWith(names, document);
    const { id } = await createNameResolver(recordKinds).find(operations, 'document type', 'Договор', find);
    return { id, asked: asked.map(([operation]) => operation) };
  };

  it.each(['Document type', 'Document kinds', 'Тип документа', 'Виды документов', 'Категория документа'])(
    'of document types is known by the name %s, without other requests',
    async (name) => {
      const { id, asked } = await typeId(['Courts', name]);
      expect(id).toBe(idNumber(1));
      expect(asked).toEqual(['list_dictionaries', 'list_dictionary_values']);
    },
  );

  it.each([
    ['none is called so', ['Courts', 'Papers'], undefined],
    ['several are called so', ['Вид документа', 'Тип документа'], undefined],
    ['records show names alone', ['Courts', 'Papers'], { Type: { Name: 'договор' } }],
  ])('is identified by the values that records show if %s', async (_, names, document) => {
    expect((await typeId(names, document)).id).toBe(idNumber(1));
  });

  it('is not reported missing if it cannot be identified', async () => {
    await expect(typeId(['Courts', 'Papers'], {})).rejects.toThrow(
      /the service does not say which of its dictionaries contains document types/,
    );
  });
});
