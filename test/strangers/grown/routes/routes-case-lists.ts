/** Lists of cases: two old ones, one of the third generation, and tables inside cards. */
import type { LegalCase } from '../../world.ts';
import {
  any,
  first,
  guid,
  int,
  list,
  moment,
  must,
  type Route,
  record,
  refuse,
  route,
  second,
  tags,
  text,
  third,
  type Voice,
} from '../contract.ts';
import type { Memory } from '../memory.ts';
import { blockValues, caseRow, caseState, typeOf } from './case-records.ts';
import {
  checkFilters,
  common,
  filter,
  oldPage,
  paged,
  passes,
  select,
  short,
  stateOrAll,
  systemFields,
} from './case-selection.ts';

const oldList = (
  memory: Memory,
  path: string,
  voice: Voice,
  fallback: string | undefined,
  unlisted: boolean,
): Route =>
  route({
    method: 'GET',
    path,
    voice,
    tag: path.endsWith('cases') ? 'Cases' : 'Objects',
    unlisted,
    says: fallback ? 'Список; без Status только дела в работе' : 'Список всех объектов',
    query: { ...common, Status: fallback ? stateOrAll : caseState },
    reply: [200, oldPage],
    run: ({ query }) => {
      const rows = select(memory, query, query.Status ?? fallback);
      return {
        Items: paged(rows, query.Page, query.PageSize, 100).map((item) => caseRow(memory, item)),
        TotalCount: rows.length,
      };
    },
  });

const newRow = record('ObjectListItem', {
  Id: guid,
  Number: text,
  Name: text,
  ObjectTypeId: guid,
  ObjectTypeName: text,
  ResponsibleId: guid,
  ResponsibleName: text,
  Status: caseState,
  CreationDate: moment,
  LastChangeDate: moment,
  ProjectId: guid,
  ProjectName: text,
  FolderId: guid,
  FolderName: text,
  DocumentFolderId: guid,
  Fields: tags,
});

const tableBody = record('TableObjectsRequest', {
  TableBlockId: must(guid),
  ObjectId: guid,
  SortField: text,
  Filters: list(filter),
  Search: text,
  Page: int,
  PageSize: int,
});

export const caseListRoutes = (memory: Memory): Route[] => [
  oldList(memory, '/api/v2/objects', second, undefined, false),
  oldList(memory, '/api/v2/cases', second, 'InWork', false),
  oldList(memory, '/api/v1/cases', first, 'InWork', true),
  route({
    method: 'POST',
    path: '/api/v3/objects/GetObjects',
    voice: { ...third, nulls: 'keep' },
    tag: 'Objects',
    says: 'Список объектов любого типа по параметрам',
    body: record('GetObjectsRequest', { ...common, Status: caseState }),
    reply: [200, record('ObjectPage', { Data: list(newRow), Total: int })],
    run: ({ body }) => {
      const rows = select(memory, body, body.Status ?? undefined);
      if ((body.Page ?? 1) < 1 || (body.PageSize ?? 1) < 1) refuse('Page и PageSize начинаются с 1.', 'page');
      const data = paged(rows, body.Page, body.PageSize, 100).map((item) => {
        const row = caseRow(memory, item);
        const blocks = typeOf(memory, item).blocks.filter((block) => block.kind !== 'Table');
        const fields = Object.assign(
          {},
          ...blocks.map((block) => blockValues(memory, item, block)),
        ) as Record<string, unknown>;
        return {
          ...row,
          ObjectTypeId: row.ObjectType?.Id,
          ObjectTypeName: row.ObjectType?.Name,
          ResponsibleId: row.Responsible?.Id,
          ResponsibleName: row.Responsible?.Name,
          Fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)),
        };
      });
      return { Data: data, Total: rows.length };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v3/objects/GetTableObjects',
    voice: { ...second, dates: 'zulu', errors: 'message' },
    tag: 'Objects',
    says: 'Объекты таблицы',
    unlisted: true,
    body: must(tableBody),
    reply: [
      200,
      record('TableObjectsResult', { Result: record('TableObjects', { List: list(any), Count: int }) }),
    ],
    run: ({ body }) => {
      const { world } = memory;
      const owner = memory.types.find((type) =>
        type.blocks.some((block) => block.id === body.TableBlockId && block.kind === 'Table'),
      );
      if (!owner) return refuse('Табличный блок не найден.', 'TableBlockId');
      const holders = world.cases.filter(
        (item) => item.type === owner.name && (!body.ObjectId || item.id === body.ObjectId),
      );
      if (body.ObjectId && holders.length === 0) return refuse('Объект с таблицей не найден.', 'ObjectId');
      checkFilters(memory, body.Filters ?? []);
      const ids = new Set(holders.flatMap((item) => item.extra.table as string[]));
      const said = body.Search?.toLowerCase();
      const rows = world.cases
        .filter((item) => ids.has(item.id) && passes(memory, item, body.Filters ?? []))
        .map((item): Record<string, unknown> => {
          const blocks = typeOf(memory, item).blocks.filter((block) => block.kind !== 'Table');
          return {
            Id: item.id,
            ...systemFields(memory, item),
            ...Object.assign({}, ...blocks.map((block) => blockValues(memory, item, block))),
          };
        })
        .filter((row) => !said || JSON.stringify(row).toLowerCase().includes(said));
      const key = body.SortField ? (short[body.SortField.toLowerCase()] ?? body.SortField) : 'Project_Name';
      rows.sort((a, b) => String(a[key] ?? '').localeCompare(String(b[key] ?? ''), 'ru'));
      return { Result: { List: paged(rows, body.Page, body.PageSize, 100), Count: rows.length } };
    },
  }),
];

/** Returns the text for a tag in a template. Empty if the case has no such tag. */
export const caseCardText = (memory: Memory, item: LegalCase, tag: string): string => {
  const value = systemFields(memory, item)[tag] ?? item.card[tag] ?? '';
  if (value instanceof Date) return value.toISOString().slice(0, 10).split('-').reverse().join('.');
  return String(value);
};
