import { z } from 'zod';
import {
  hasText,
  presentRow,
  requireTable,
  sortRows,
  tableObjects,
  tableRow,
} from '../domain/fields/tables.ts';
import { fieldFilter, objectFilter } from '../domain/filters.ts';
import { byNameCondition, findObjects, listConditions } from '../domain/objects/object-list.ts';
import { shownNames } from '../domain/shown-names.ts';
import { guid, lastMoment, moment, paging, queryFlag } from '../http/model-binding.ts';
import { page } from '../http/pagination.ts';
import { inVersions, type Route, route } from '../http/route.ts';
import type { Quirks } from '../quirks/quirks.ts';
import { listedObjectPresenter } from './object-record.ts';

const number = z
  .int()
  .nullish()
  .transform((value) => value ?? undefined);
const bodyPaging = { Page: number, PageSize: number };

const listQuery = z.object({
  ...listConditions,
  ResponsibleId: guid.optional(),
  CreationDateFrom: moment.optional(),
  CreationDateTo: lastMoment.optional(),
  IsFormattedTextEnabled: queryFlag.optional(),
  ...paging,
});

const listBody = z.object({
  ...listConditions,
  ResponsibleIds: z.array(guid).nullish(),
  MinDate: moment.nullish(),
  MaxDate: lastMoment.nullish(),
  IsFormattedTextEnabled: z.boolean().nullish(),
  ...bodyPaging,
});

const tableBody = z.object({
  TableBlockId: guid,
  ObjectId: guid.nullish(),
  SortField: z.string().nullish(),
  Filters: z.array(fieldFilter).nullish(),
  Search: z.string().nullish(),
  ...bodyPaging,
});

/** Lists of objects and cases, and of the objects in a table (LST, TAB). */
export const objectListRoutes = ({ objectNameFilter }: Pick<Quirks, 'objectNameFilter'>): Route[] => [
  listByQuery(['GET /api/v2/objects'], false, objectNameFilter),
  listByQuery(inVersions([2, 1], 'GET', 'cases'), true, objectNameFilter),
  listByBody('POST /api/v3/objects/GetObjects', false, objectNameFilter),
  listByBody('POST /api/v3/objects/GetCases', true, objectNameFilter),
  route('POST /api/v3/objects/GetTableObjects', {
    answers: 'rows',
    status: 200,
    summary: 'The objects in a table block of a card',
    body: tableBody,
    handle: (request) => {
      const { world, user, body } = request;
      const names = shownNames(world, user);
      const block = requireTable(request, body.TableBlockId);
      const passes = objectFilter(request, body.Filters ?? [], world.objectTypes.all());
      const rows = tableObjects(request, block, body.ObjectId ?? undefined)
        .filter(passes)
        .map((object) => tableRow(request, block, object))
        .filter((row) => !body.Search || hasText(names, row, body.Search));
      const sorted = body.SortField ? sortRows(names, rows, block, body.SortField) : rows;
      return page(request, body, sorted, (row) => presentRow(request, row));
    },
  }),
];

function listByQuery(paths: readonly string[], casesOnly: boolean, hasName: boolean): Route {
  return route(paths, {
    summary: `${casesOnly ? 'Cases' : 'Objects'} with their folders and projects`,
    isKept: true,
    query: hasName ? listQuery.extend(byNameCondition) : listQuery,
    handle: (request) => {
      const { query } = request;
      const objects = findObjects(request, {
        ...query,
        casesOnly,
        responsibleIds: query.ResponsibleId ? [query.ResponsibleId] : [],
        createdFrom: query.CreationDateFrom,
        createdTo: query.CreationDateTo,
      });
      return page(request, query, objects, listedObjectPresenter(request, query.IsFormattedTextEnabled));
    },
  });
}

function listByBody(path: string, casesOnly: boolean, hasName: boolean): Route {
  return route(path, {
    answers: 'page',
    status: 200,
    summary: `${casesOnly ? 'Cases' : 'Objects of any type'} that match filters in the body`,
    body: hasName ? listBody.extend(byNameCondition) : listBody,
    handle: (request) => {
      const { body } = request;
      const objects = findObjects(request, {
        ...body,
        casesOnly,
        responsibleIds: body.ResponsibleIds ?? [],
        createdFrom: body.MinDate,
        createdTo: body.MaxDate,
      });
      return page(request, body, objects, listedObjectPresenter(request, body.IsFormattedTextEnabled));
    },
  });
}
