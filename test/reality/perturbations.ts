import { catalogue } from '../../tools/index.ts';
import type { PassingRequest, Perturbation } from '../support/servers/perturbing.ts';
import { oddAnswers } from './odd-answers.ts';
import { otherAnswers } from './other-answers.ts';

/** Patterns of paths of lists. */
const isList = {
  objects: /\/(?:GetCases|GetObjects|objects|cases)$/,
  tasks: /\/tasks$/,
  events: /\/events$/,
  participants: /\/participants$/,
  documents: /\/documents$/,
  users: /\/users$/,
  folders: /\/folders$/,
  projects: /\/projects$/,
  types: /\/(?:objectTypes|caseTypes|objectClasses)$/,
};

/** List and arguments that are modified together. */
type Filters = readonly [kind: keyof typeof isList, ...filters: readonly string[]];

/** All filters of lists, because a deployment may ignore any of them. */
const filters: readonly Filters[] = [
  ...['Name', 'Filters', 'Status', 'FolderId', 'ProjectId', 'ObjectTypeId', 'ObjectClassId'].map(
    (filter): Filters => ['objects', filter],
  ),
  ['objects', 'Name', 'Filters'],
  ['objects', 'ResponsibleIds', 'ResponsibleId'],
  ['objects', 'LastChangeDateTo', 'LastChangeDateFrom'],
  ['objects', 'MinDate', 'CreationDateFrom'],
  ['objects', 'MaxDate', 'CreationDateTo'],
  ...['CaseId', 'ResponsibleIds', 'ExecutionDateFrom', 'ExecutionDateTo'].map(
    (filter): Filters => ['tasks', filter],
  ),
  ...['CaseId', 'StartDateFrom', 'StartDateTo'].map((filter): Filters => ['events', filter]),
  ...['Type', 'INN', 'Name', 'Phone', 'Email', 'KPP', 'LastName', 'FirstName'].map(
    (filter): Filters => ['participants', filter],
  ),
  ...['FolderId', 'EntityKind', 'TypeId', 'AuthorId', 'CreationDateFrom', 'CreationDateTo', 'Search'].map(
    (filter): Filters => ['documents', filter],
  ),
  ...['IsClient', 'IsLocked'].map((filter): Filters => ['users', filter]),
  ...['ParentId', 'Name', 'ObjectClassId'].map((filter): Filters => ['folders', filter]),
  ...['FolderId', 'ObjectClassId'].map((filter): Filters => ['projects', filter]),
  ['types', 'ObjectClassId'],
];

/** Modifications that make the service ignore a filter. */
export const ignoredFilters: readonly Perturbation[] = filters.map(([kind, ...names]) => ({
  name: `ignores ${names.join(' and ')} of ${kind}`,
  request: (request) => {
    if (isList[kind].test(request.path)) for (const name of names) drop(request, name);
  },
}));

/** Modifications that make the service return no rows for a filter, as if it stored the value in another form. */
export const emptyFilters: readonly Perturbation[] = filters.map(([kind, ...names]) => ({
  name: `finds nothing by ${names.join(' or ')} of ${kind}`,
  answer: (body, request) => {
    const isAsked = isList[kind].test(request.path) && names.some((name) => asks(request, name));
    if (!isAsked) return body;
    return Array.isArray(body) ? [] : { ...body, Items: [], NextPageUrl: null };
  },
  concerns: (request) => isList[kind].test(request.path) && names.some((name) => asks(request, name)),
}));

const isReading = ({ method, path }: PassingRequest) =>
  method === 'GET' || /\/(?:Get\w+|documents)$/.test(path);
const keysOf = ({ query }: PassingRequest, filter: string) =>
  [...query.keys()].filter((key) => key === filter || key.startsWith(`${filter}[`));
const asks = (request: PassingRequest, filter: string) =>
  isReading(request) && (keysOf(request, filter).length > 0 || request.body?.[filter] !== undefined);

function drop(request: PassingRequest, filter: string): void {
  if (!isReading(request)) return;
  for (const key of keysOf(request, filter)) request.query.delete(key);
  const { body } = request;
  if (typeof body === 'object' && body !== null) delete body[filter];
}

const asksByField = (request: PassingRequest) =>
  isList.objects.test(request.path) && asks(request, 'Filters');

/** Modifications that make search by words unusable. */
export const uselessSearches: readonly Perturbation[] = [
  { name: 'refuses Filters of objects', refuse: (request) => (asksByField(request) ? 400 : undefined) },
  ...emptyFilters.filter(({ name }) => name === 'finds nothing by Filters of objects'),
];

/** All modifications, each of which is a row of the table. Add further ones here. */
export const perturbations: readonly Perturbation[] = [
  ...ignoredFilters,
  ...emptyFilters,
  ...uselessSearches.slice(0, 1),
  ...otherAnswers,
  ...oddAnswers,
];

/** Left out: a table without sample data, and a list that requires its argument. */
const untriable = ['list_table_objects', 'list_role_permissions'];

/** Returns the filters of the catalogue that no modification tests. */
export function untriedFilters(): string[] {
  const tried = ignoredFilters.map(({ name }) => name).join(' ');
  const checked = catalogue
    .flatMap((area) => area.operations)
    .flatMap(({ name, rows = {} }) => Object.keys(rows).map((argument) => [name, argument] as const));
  return checked.flatMap(([name, argument]) =>
    new RegExp(`\\b${argument}\\b`).test(tried) || untriable.includes(name) || argument === 'more'
      ? []
      : [`${name}.${argument}`],
  );
}
