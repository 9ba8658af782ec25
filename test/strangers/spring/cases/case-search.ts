/** Lists of cases: by filters, by card fields, and in table blocks. */
import type { LegalCase } from '../../world.ts';
import { byId, byName, type Memory, more } from '../memory.ts';
import { bool, type Infer, int, list, note, oneOf, opt, record, text, uuid } from '../schema.ts';
import { missing, page, pageAsk, type Route, route, type Sorts } from '../server.ts';
import { between, fieldFilter, fieldTest, moment, systemFields } from './cards.ts';
import * as cases from './cases.ts';

const tag = 'case-controller';

const PAGES = { size: 100, sort: ['name', 'creationDate'] };
const SORTS: Sorts<LegalCase> = {
  name: (at) => at.name,
  number: (at) => at.number,
  creationDate: (at) => at.createdAt,
  lastChangeDate: (at) => at.changedAt,
  status: (at) => Number(at.isArchived),
};
const paging = { ...PAGES, sort: Object.keys(SORTS) };

const conditions = {
  objectClassId: opt(uuid),
  objectTypeId: opt(uuid),
  responsibleId: note(opt(uuid), 'A user, or a group for cases of any of its members'),
  folderId: opt(uuid),
  projectId: opt(uuid),
  status: opt(oneOf(...cases.STATUS)),
  creationDateFrom: moment,
  creationDateTo: moment,
  lastChangeDateFrom: moment,
  lastChangeDateTo: moment,
};
const searchRequest = record('CaseSearchRequest', {
  ...conditions,
  filters: opt(list(fieldFilter)),
  isFormattedTextEnabled: opt(bool),
  page: note(opt(int()), 'Zero-based page index (0..N)', { default: 0 }),
  size: note(opt(int()), 'The size of the page to be returned', { default: 100 }),
  sort: note(opt(list(text())), `property,asc or property,desc of: ${Object.keys(SORTS).join(', ')}`),
});
const tableRequest = record('TableObjectsRequest', {
  tableBlockId: uuid,
  objectId: note(opt(uuid), 'The case that contains the table'),
  sortField: note(opt(text()), 'A system field such as Project_Name'),
  sortDirection: opt(oneOf('ASC', 'DESC')),
  filters: opt(list(fieldFilter)),
  search: note(opt(text()), 'Full-text search'),
  page: note(opt(int()), 'Zero-based page index (0..N)', { default: 0 }),
  size: note(opt(int()), 'The size of the page to be returned', { default: 100 }),
});
type Conditions = { [K in keyof typeof conditions]: Infer<(typeof conditions)[K]> };

function find(memory: Memory, by: Conditions): LegalCase[] {
  const { catalogue, world } = memory;
  const people = byId(world.groups, by.responsibleId ?? undefined)?.members ?? [by.responsibleId];
  return world.cases.filter((at) => {
    const type = byName(catalogue.objectTypes, at.type);
    const own = more.case(at);
    if (by.objectClassId && type?.classId !== by.objectClassId) return false;
    if (by.objectTypeId && type?.id !== by.objectTypeId) return false;
    if (by.responsibleId && !people.includes(at.responsible)) return false;
    if (by.folderId && own.folderId !== by.folderId) return false;
    if (by.projectId && own.projectId !== by.projectId) return false;
    if (by.status && at.isArchived !== (by.status === 'ARCHIVED')) return false;
    return (
      between(at.createdAt, by.creationDateFrom, by.creationDateTo) &&
      between(at.changedAt, by.lastChangeDateFrom, by.lastChangeDateTo)
    );
  });
}

function searchRoute(path: string, name: string): Route {
  return route({
    method: 'POST',
    paths: [`/api/v3/objects/${path}`],
    tag,
    name,
    summary: 'Cases by conditions on fields',
    body: searchRequest,
    paging: { ...paging, from: 'body' },
    answers: { 200: cases.listedDto },
    handle({ memory, body }) {
      const test = fieldTest(memory, body.filters ?? []);
      const view = (at: LegalCase) => {
        const { participants: _, ...shown } = cases.viewDetails(memory, at);
        return shown;
      };
      const { page: number, size } = body;
      const ask = { page: number, size, sort: body.sort ?? [] };
      return page(ask, PAGES, find(memory, body).filter(test), SORTS, view);
    },
  });
}

const tableRows = route({
  method: 'POST',
  paths: ['/api/v3/objects/GetTableObjects'],
  tag,
  name: 'getTableObjects',
  summary: 'Cases that stand in one table block',
  body: tableRequest,
  paging: { ...paging, from: 'body' },
  answers: { 200: cases.rowDto },
  handle({ memory, body }) {
    const holders = memory.world.cases.filter((at) =>
      more.case(at).tableBlockIds.includes(body.tableBlockId),
    );
    const exists = memory.catalogue.objectTypes.some((type) =>
      type.blocks.some((block) => block.kind === 'TABLE' && block.id === body.tableBlockId),
    );
    if (!exists) throw missing('Table block', body.tableBlockId);
    const holder = body.objectId ? holders.filter((at) => at.id === body.objectId) : holders;
    if (body.objectId && holder.length === 0) throw missing('Object with this table', body.objectId);
    const ids = new Set(holder.flatMap((at) => at.related));
    const test = fieldTest(memory, body.filters ?? []);
    const wanted = (body.search ?? '').toLowerCase();
    const view = (at: LegalCase) => ({
      id: at.id,
      customFields: { ...systemFields(memory, at), ...cases.viewDetails(memory, at).customFields },
    });
    const rows = memory.world.cases.filter(
      (at) => ids.has(at.id) && test(at) && JSON.stringify(view(at)).toLowerCase().includes(wanted),
    );
    const field = body.sortField ?? 'Project_Name';
    const key = (at: LegalCase) => (systemFields(memory, at)[field] ?? undefined) as string | undefined;
    const sort = [`field,${body.sortDirection ?? 'ASC'}`];
    return page({ page: body.page, size: body.size, sort }, PAGES, rows, { field: key }, view);
  },
});

/** Routes of case lists. The unfiltered list has these paths. */
export const caseSearchRoutes = (paths: readonly string[]): Route[] => [
  route({
    method: 'GET',
    paths,
    tag,
    name: 'findCases',
    summary: 'Cases in alphabetical order',
    query: conditions,
    paging,
    answers: { 200: cases.summaryDto },
    handle({ memory, query, search }) {
      const view = (at: LegalCase) => cases.viewSummary(memory, at);
      return page(pageAsk(search), PAGES, find(memory, query), SORTS, view);
    },
  }),
  searchRoute('GetObjects', 'getObjects'),
  searchRoute('GetCases', 'getCases'),
  tableRows,
];
