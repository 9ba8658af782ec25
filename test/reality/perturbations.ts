import { catalogue } from '../../tools/index.ts';
import type { PassingRequest, Perturbation } from '../support/servers/perturbing.ts';

/** Where lists are, by the last part of their paths. */
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

/** A filter that the service does not know by this name, or at all. */
const ignores = (kind: keyof typeof isList, ...filters: readonly string[]): Perturbation => ({
  name: `ignores ${filters.join(' and ')} of ${kind}`,
  request: (request) => {
    if (isList[kind].test(request.path)) for (const filter of filters) drop(request, filter);
  },
});

function drop({ method, path, query, body }: PassingRequest, filter: string): void {
  const isReading = method === 'GET' || /\/(?:Get\w+|documents)$/.test(path);
  if (!isReading) return;
  for (const key of [...query.keys()]) if (key === filter || key.startsWith(`${filter}[`)) query.delete(key);
  if (typeof body === 'object' && body !== null) delete body[filter];
}

/** Every filter that a list takes is one that a deployment may ignore. */
export const ignoredFilters: readonly Perturbation[] = [
  ...['Name', 'Filters', 'Status', 'FolderId', 'ProjectId', 'ObjectTypeId', 'ObjectClassId'].map((filter) =>
    ignores('objects', filter),
  ),
  ignores('objects', 'Name', 'Filters'),
  ignores('objects', 'ResponsibleIds', 'ResponsibleId'),
  ignores('objects', 'LastChangeDateTo', 'LastChangeDateFrom'),
  ignores('objects', 'MinDate', 'CreationDateFrom'),
  ignores('objects', 'MaxDate', 'CreationDateTo'),
  ...['CaseId', 'ResponsibleIds', 'ExecutionDateFrom', 'ExecutionDateTo'].map((filter) =>
    ignores('tasks', filter),
  ),
  ...['CaseId', 'StartDateFrom', 'StartDateTo'].map((filter) => ignores('events', filter)),
  ...['Type', 'INN', 'Name', 'Phone', 'Email', 'KPP', 'LastName', 'FirstName'].map((filter) =>
    ignores('participants', filter),
  ),
  ...['FolderId', 'EntityKind', 'TypeId', 'AuthorId', 'CreationDateFrom', 'CreationDateTo', 'Search'].map(
    (filter) => ignores('documents', filter),
  ),
  ...['IsClient', 'IsLocked'].map((filter) => ignores('users', filter)),
  ...['ParentId', 'Name', 'ObjectClassId'].map((filter) => ignores('folders', filter)),
  ...['FolderId', 'ObjectClassId'].map((filter) => ignores('projects', filter)),
  ignores('types', 'ObjectClassId'),
];

const asksByField = ({ path, body }: PassingRequest) =>
  isList.objects.test(path) && body?.Filters !== undefined;

/** Services that are of no use for a search by words. */
export const uselessSearches: readonly Perturbation[] = [
  { name: 'refuses Filters of objects', refuse: (request) => (asksByField(request) ? 400 : undefined) },
  {
    name: 'finds nothing by Filters of objects',
    answer: (body, request) => (asksByField(request) ? { ...body, Items: [], NextPageUrl: null } : body),
  },
];

/** The deployments that are tried, each another row of the table. Add what else may differ. */
export const perturbations: readonly Perturbation[] = [...ignoredFilters, ...uselessSearches];

/** A table that no sample shows, and a list that is refused without its argument. */
const untriable = ['list_table_objects', 'list_role_permissions'];

/** Filters of the catalogue that no perturbation takes away. */
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
