import { catalogue } from '../../tools/index.ts';
import type { PassingRequest, Perturbation } from '../support/servers/perturbing.ts';
import { oddAnswers } from './odd-answers.ts';
import { otherAnswers } from './other-answers.ts';

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

/** A list, and arguments that may be called otherwise together. */
type Filters = readonly [kind: keyof typeof isList, ...filters: readonly string[]];

/** Every filter that a list takes is one that a deployment may ignore. */
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

/** Filters that the service does not know by their names, or at all. */
export const ignoredFilters: readonly Perturbation[] = filters.map(([kind, ...names]) => ({
  name: `ignores ${names.join(' and ')} of ${kind}`,
  request: (request) => {
    if (isList[kind].test(request.path)) for (const name of names) drop(request, name);
  },
}));

/** Filters by which the service finds nothing: it knows what is asked for under another word, or stores it otherwise. */
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

/** Services that are of no use for a search by words. */
export const uselessSearches: readonly Perturbation[] = [
  { name: 'refuses Filters of objects', refuse: (request) => (asksByField(request) ? 400 : undefined) },
  ...emptyFilters.filter(({ name }) => name === 'finds nothing by Filters of objects'),
];

/** The deployments that are tried, each another row of the table. Add what else may differ. */
export const perturbations: readonly Perturbation[] = [
  ...ignoredFilters,
  ...emptyFilters,
  ...uselessSearches.slice(0, 1),
  ...otherAnswers,
  ...oddAnswers,
];

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
