/** Routes for types and object classes, and for catalogs whose entries have only an id and a name. */
import {
  choice,
  first,
  flag,
  guid,
  list,
  missing,
  moment,
  type Route,
  record,
  reference,
  route,
  type Shape,
  second,
  text,
  type Voice,
} from '../contract.ts';
import { byId, byName, type Memory, pair } from '../memory.ts';
import type { CaseType, Named } from '../set-up.ts';

export const generations: readonly (readonly [version: string, voice: Voice])[] = [
  ['v2', second],
  ['v1', first],
];

export const sorted = <T extends Named>(items: readonly T[]): T[] =>
  [...items].sort((a, b) => a.name.localeCompare(b.name, 'ru'));

const named = record('CatalogItem', { Id: guid, Name: text });

interface Simple {
  readonly name: string;
  readonly tag: string;
  readonly items: readonly Named[];
  readonly shape?: Shape;
  readonly row?: (item: Named) => unknown;
  readonly voice?: Voice;
  readonly noList?: boolean;
  readonly unlisted?: boolean;
}

export const simple = ({
  name,
  tag,
  items,
  shape = named,
  row = pair,
  noList = false,
  unlisted = false,
  ...rest
}: Simple): Route[] =>
  generations.flatMap(([version, own]) => {
    const voice = version === 'v1' ? own : (rest.voice ?? own);
    const about = { method: 'GET', voice, tag, unlisted } as const;
    const one = route({
      ...about,
      path: `/api/${version}/${name}/{id}`,
      says: 'Одна запись',
      reply: [200, shape],
      run: ({ id }) => row(byId(items, id) ?? missing('Запись')),
    });
    const all = route({
      ...about,
      path: `/api/${version}/${name}`,
      says: 'Все записи',
      query: name === 'objectClasses' ? { ObjectClassId: guid } : {},
      reply: [200, list(shape)],
      run: ({ query }) =>
        items.filter((item) => !query.ObjectClassId || item.id === query.ObjectClassId).map(row),
    });
    return noList ? [one] : [one, all];
  });

const typeFields = { Id: guid, Name: text, Status: choice(['Active', 'Deleted']), ObjectClass: reference };
const fieldShape = record('FieldModel', {
  Id: guid,
  Name: text,
  Tag: text,
  Kind: text,
  IsRequired: flag,
  DictionaryId: guid,
  DefaultValue: { ...moment, sparse: true },
});
const typeShape = record('ObjectTypeModel', {
  ...typeFields,
  Blocks: list(
    record('BlockType', {
      Id: guid,
      Name: text,
      Kind: choice(['Single', 'Multi', 'Table']),
      Fields: list(fieldShape),
    }),
  ),
});
const typeRow = record('ObjectTypeListItem', typeFields);

export const typeRoutes = (memory: Memory): Route[] => {
  const row = (type: CaseType) => ({
    Id: type.id,
    Name: type.name,
    Status: type.isDeleted ? 'Deleted' : 'Active',
    ObjectClass: pair(byId(memory.classes, type.classId)),
  });
  return generations.flatMap(([version, voice]) =>
    ['objectTypes', 'caseTypes'].flatMap((name) => {
      const about = { method: 'GET', voice, tag: 'ObjectTypes' } as const;
      return [
        route({
          ...about,
          path: `/api/${version}/${name}/{id}`,
          says: 'Тип с блоками и полями, кроме таблиц',
          reply: [200, typeShape],
          run: ({ id }) => {
            const type = byId(memory.types, id) ?? missing('Тип');
            const blocks = type.blocks
              .filter((block) => block.kind !== 'Table')
              .map((block) => ({
                Id: block.id,
                Name: block.name,
                Kind: block.kind,
                Fields: block.fields.map((field) => ({
                  Id: field.id,
                  Name: field.name,
                  Tag: field.hasTag ? field.tag : undefined,
                  Kind: field.kind,
                  IsRequired: field.required,
                  DictionaryId: byName(memory.dictionaries, field.dictionary)?.id,
                  DefaultValue: version === 'v1' && field.kind === 'Date' ? memory.clock() : undefined,
                })),
              }));
            return { ...row(type), Blocks: blocks };
          },
        }),
        route({
          ...about,
          path: `/api/${version}/${name}`,
          says: 'Все типы, действующие и удалённые',
          query: { ObjectClassId: guid },
          reply: [200, list(typeRow)],
          run: ({ query }) =>
            memory.types
              .filter((type) => !query.ObjectClassId || type.classId === query.ObjectClassId)
              .map(row),
        }),
      ];
    }),
  );
};

export const treeShape: Shape<unknown, false> = record('FolderModel', {
  Id: guid,
  Name: text,
  ParentId: guid,
  ParentName: text,
  ObjectClassId: guid,
  Children: list((): Shape => treeShape),
});
export const flatShape = record('FolderFlatModel', {
  Id: guid,
  Name: text,
  ParentId: guid,
  ObjectClassId: guid,
});
