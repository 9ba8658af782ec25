/** Routes of the reference tables. */
import type { Catalogue, DictionaryValue, Folder, Memory, Named, ObjectType, Project } from './memory.ts';
import { byId, dictionary, entity, entityFields, FIELD_TYPES, iso, refer, reference } from './memory.ts';
import { bool, instant, lazy, list, oneOf, opt, record, type Shape, text, uuid } from './schema.ts';
import { missing, ok, page, pageAsk, type Route, route, versions } from './server.ts';

const namedFields = { ...entityFields, name: text() };
const classDto = record('ObjectClassDto', namedFields);
const roleDto = record('RoleInCaseDto', namedFields);
const valueDto = record('DictionaryValueDto', {
  id: uuid,
  name: text(),
  code: opt(text()),
  closed: opt(bool),
});
const typeFields = {
  ...namedFields,
  code: text(),
  objectClass: reference,
  status: oneOf('ACTIVE', 'DELETED'),
};
const typeDto = record('ObjectTypeDto', typeFields);
const fieldDto = record('FieldDto', {
  id: uuid,
  tag: opt(text()),
  externalId: text(),
  name: text(),
  type: oneOf(...FIELD_TYPES),
  required: bool,
  dictionary: opt(reference),
  defaultValue: opt(instant),
});
const blockDto = record('BlockDto', {
  id: uuid,
  name: text(),
  kind: oneOf('SINGLE', 'MULTI_ROW'),
  access: oneOf('EDIT', 'VIEW'),
  fields: list(fieldDto),
});
const typeDetailsDto = record('ObjectTypeDetailsDto', { ...typeFields, blocks: list(blockDto) });
const folderFields = { ...namedFields, parent: opt(reference), objectClass: reference };
const folderDto = record('FolderDto', folderFields);
const folderTreeDto: Shape<unknown> = lazy('FolderTreeDto', () =>
  record('FolderTreeDto', { ...folderFields, children: list(folderTreeDto) }),
);
const projectDto = record('ProjectDto', { ...namedFields, folder: opt(reference), objectClass: reference });
const dictionaryDto = record('DictionaryDto', { id: uuid, name: text(), code: text(), system: bool });
const HUNDRED = { size: 100, sort: ['name'] };
const FILTERS = { objectClassId: opt(uuid), folderId: opt(uuid), parentId: opt(uuid), name: opt(text()) };
type Filters = { readonly [K in keyof typeof FILTERS]?: string | null | undefined };

interface Table<T extends Named> {
  readonly path: string | readonly string[];
  readonly what: string;
  readonly tag?: string;
  readonly versions?: readonly number[];
  readonly dto: Shape<unknown>;
  readonly detailsDto?: Shape<unknown>;
  readonly paged?: boolean;
  readonly filters?: readonly (keyof typeof FILTERS)[];
  rows(catalogue: Catalogue): readonly T[];
  keep?(row: T, by: Filters): boolean;
  view(row: T, memory: Memory): unknown;
  details?(row: T, memory: Memory): unknown;
}

/** Creates two routes: one record by id, and the list, complete or in pages. */
function table<T extends Named>(of: Table<T>): Route[] {
  const { what, rows, view, keep = () => true, details = view, dto } = of;
  const numbers = of.versions ?? [1, 2];
  const paths = typeof of.path === 'string' ? [of.path] : of.path;
  const tag = of.tag ?? `${what.replace(/(?<!^)([A-Z])/g, '-$1').toLowerCase()}-controller`;
  const one = route({
    method: 'GET',
    paths: versions(numbers, ...paths.map((path) => `${path}/{id}`)),
    tag,
    name: `get${what}`,
    summary: `${what} by id`,
    answers: { 200: of.detailsDto ?? dto },
    handle(call) {
      const row = byId(rows(call.memory.catalogue), call.variable());
      if (!row) throw missing(what, call.variable());
      return ok(details(row, call.memory));
    },
  });
  const all = route({
    method: 'GET',
    paths: versions(numbers, ...paths),
    tag,
    name: `find${what}s`,
    summary: of.paged ? `${what}, in pages` : `${what}, the whole list at once`,
    query: Object.fromEntries((of.filters ?? []).map((name) => [name, FILTERS[name]])),
    ...(of.paged ? { paging: HUNDRED } : {}),
    answers: { 200: of.paged ? dto : list(dto) },
    handle({ memory, query, search }) {
      const found = rows(memory.catalogue).filter((row) => keep(row, query as Filters));
      const show = (row: T) => view(row, memory);
      if (of.paged) return page(pageAsk(search), HUNDRED, found, { name: (row) => row.name }, show);
      return ok(found.map(show));
    },
  });
  return [one, all];
}

const viewNamed = (path: string) => (row: Named, memory: Memory) => ({
  ...entity(memory, `v2/${path}`, row.id),
  name: row.name,
});
const viewValue = ({ id, name, code, closed }: DictionaryValue) => ({
  id,
  name,
  code: code ?? null,
  closed: closed ?? null,
});
const classOf = (memory: Memory, id: string) => refer(byId(memory.catalogue.objectClasses, id));

function viewType(type: ObjectType, memory: Memory) {
  const { code, status } = type;
  return {
    ...viewNamed('objectTypes')(type, memory),
    code,
    objectClass: classOf(memory, type.classId),
    status,
  };
}

function viewTypeDetails(type: ObjectType, memory: Memory, today: string | null) {
  const viewField = ({
    tag,
    dictionaryId,
    defaultsToToday,
    ...field
  }: ObjectType['blocks'][0]['fields'][0]) => ({
    ...field,
    tag: tag ?? null,
    dictionary: refer(byId(memory.catalogue.dictionaries, dictionaryId)),
    defaultValue: defaultsToToday ? today : null,
  });
  const blocks = type.blocks.filter((block) => block.kind !== 'TABLE');
  return {
    ...viewType(type, memory),
    blocks: blocks.map((block) => ({ ...block, fields: block.fields.map(viewField) })),
  };
}

function viewFolder(folder: Folder, memory: Memory, nested: boolean): unknown {
  const all = memory.catalogue.folders;
  const children = all.filter((one) => one.parentId === folder.id);
  return {
    ...viewNamed('folders')(folder, memory),
    parent: refer(byId(all, folder.parentId)),
    objectClass: classOf(memory, folder.classId),
    ...(nested ? { children: children.map((one) => viewFolder(one, memory, true)) } : {}),
  };
}

const viewProject = (project: Project, memory: Memory) => ({
  ...viewNamed('projects')(project, memory),
  folder: refer(byId(memory.catalogue.folders, project.folderId)),
  objectClass: classOf(memory, project.classId),
});

const ofClass = (row: { classId: string }, by: Filters) =>
  !by.objectClassId || row.classId === by.objectClassId;

const folderTable = (version: 1 | 2): Table<Folder> => ({
  path: '/folders',
  what: 'Folder',
  versions: [version],
  dto: version === 1 ? folderDto : folderTreeDto,
  paged: true,
  filters: ['objectClassId', 'parentId', 'name'],
  rows: (catalogue) => catalogue.folders,
  keep(row, by) {
    if (!ofClass(row, by)) return false;
    if (by.name && !row.name.toLowerCase().includes(by.name.toLowerCase())) return false;
    if (by.parentId) return row.parentId === by.parentId;
    return Boolean(by.name) || version === 1 || row.parentId === undefined;
  },
  view: (row, memory) => viewFolder(row, memory, version === 2),
});

const typeTable = (version: 1 | 2): Table<ObjectType> => ({
  path: ['/objectTypes', '/caseTypes'],
  what: 'ObjectType',
  versions: [version],
  dto: typeDto,
  detailsDto: typeDetailsDto,
  filters: ['objectClassId'],
  rows: (catalogue) => catalogue.objectTypes,
  keep: (row, by) => (!by.objectClassId ? true : row.classId === by.objectClassId),
  view: viewType,
  details: (row, memory) => viewTypeDetails(row, memory, version === 1 ? iso(memory.now()) : null),
});

const valueTable = (path: string, what: string, rows: Table<DictionaryValue>['rows']) =>
  table({ path, what, dto: valueDto, rows, view: viewValue });

function valuesOf(memory: Memory, id: string) {
  const found = byId(memory.catalogue.dictionaries, id);
  if (!found) throw missing('Dictionary', id);
  return found.values;
}

const dictionaryValues = [
  route({
    method: 'GET',
    paths: versions([1, 2], '/dictionaries/{id}/values'),
    tag: 'dictionary-controller',
    name: 'findDictionaryValues',
    summary: 'All values of a dictionary',
    answers: { 200: list(valueDto) },
    handle: (call) => ok(valuesOf(call.memory, call.variable()).map(viewValue)),
  }),
  route({
    method: 'GET',
    paths: versions([1, 2], '/dictionaries/{id}/values/{valueId}'),
    tag: 'dictionary-controller',
    name: 'getDictionaryValue',
    summary: 'One value of a dictionary',
    answers: { 200: valueDto },
    handle(call) {
      const value = byId(valuesOf(call.memory, call.variable()), call.variable('valueId'));
      if (!value) throw missing('DictionaryValue', call.variable('valueId'));
      return ok(viewValue(value));
    },
  }),
];

export const lookupRoutes: Route[] = [
  ...table({
    path: '/objectClasses',
    what: 'ObjectClass',
    dto: classDto,
    filters: ['objectClassId'],
    rows: (catalogue) => catalogue.objectClasses,
    keep: (row, by) => !by.objectClassId || row.id === by.objectClassId,
    view: viewNamed('objectClasses'),
  }),
  ...table(typeTable(1)),
  ...table(typeTable(2)),
  ...table({
    path: '/rolesInCase',
    what: 'RoleInCase',
    dto: roleDto,
    rows: (catalogue) => catalogue.roles,
    view: viewNamed('rolesInCase'),
  }),
  ...table(folderTable(1)),
  ...table(folderTable(2)),
  ...table<Project>({
    path: '/projects',
    what: 'Project',
    dto: projectDto,
    paged: true,
    filters: ['objectClassId', 'folderId'],
    rows: (catalogue) => catalogue.projects,
    keep: (row, by) => ofClass(row, by) && (!by.folderId || row.folderId === by.folderId),
    view: viewProject,
  }),
  ...valueTable('/eventTypes', 'EventType', (catalogue) => catalogue.eventTypes),
  ...valueTable('/taskTypes', 'TaskType', (catalogue) => dictionary(catalogue, 'TASK_TYPE').values),
  ...valueTable('/taskStatuses', 'TaskStatus', (catalogue) => dictionary(catalogue, 'TASK_STATUS').values),
  ...valueTable(
    '/taskPriorities',
    'TaskPriority',
    (catalogue) => dictionary(catalogue, 'TASK_PRIORITY').values,
  ),
  ...valueTable('/legalForms', 'LegalForm', (catalogue) => catalogue.legalForms),
  ...table({
    path: '/dictionaries',
    what: 'Dictionary',
    dto: dictionaryDto,
    rows: (catalogue) => catalogue.dictionaries,
    view: ({ id, name, code, system }) => ({ id, name, code, system }),
  }),
  ...dictionaryValues,
];
