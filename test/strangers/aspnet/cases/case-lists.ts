import type { LegalCase } from '../../world.ts';
import { type Block, cardFields, type FieldFilter, passes, showValues } from '../cards.ts';
import type { Call, Route } from '../contract.ts';
import { invalid, invalidField, noContent, ok, page, pageOf, type Reply, route } from '../contract.ts';
import type { Errors, Of } from '../schema.ts';
import { listOf, report } from '../schema.ts';
import { assertValid, byId, collate, holds, type Store, within } from '../store.ts';
import { touch } from './case-changes.ts';
import {
  CaseListQuery,
  GetObjectsRequest,
  GetTableObjectsRequest,
  ObjectWithFields,
  RelatedObjectsRequest,
  type Shared,
  TableRow,
} from './case-list-models.ts';
import { CaseListItem, showListed, typeOf } from './case-models.ts';
import { CONTROLLERS } from './cases.ts';

function sorted(records: readonly LegalCase[]): LegalCase[] {
  return records.toSorted(
    (one, two) => collate(one.name, two.name) || one.createdAt.getTime() - two.createdAt.getTime(),
  );
}

function selected(store: Store, query: Shared): LegalCase[] {
  return store.world.cases.filter((record) => {
    const { extra } = record;
    const type = typeOf(store, record);
    return (
      (query.ObjectClassId === null || type.objectClass === query.ObjectClassId) &&
      (query.ObjectTypeId === null || type.id === query.ObjectTypeId) &&
      (query.Status === null || record.isArchived === (query.Status === 'Archived')) &&
      (query.FolderId === null || extra.folderId === query.FolderId) &&
      (query.ProjectId === null || extra.projectId === query.ProjectId) &&
      within(record.createdAt, query.CreationDateFrom, query.CreationDateTo) &&
      within(record.changedAt, query.LastChangeDateFrom, query.LastChangeDateTo)
    );
  });
}

function systemFields(store: Store, record: LegalCase): Record<string, unknown> {
  const { participants, users } = store.world;
  const client = record.parties.find(({ role }) => role === 'Клиент')?.participant;
  const created = record.createdAt.toISOString();
  return {
    Project_Name: record.name,
    Project_FullNumber: record.number ?? null,
    Project_CreationDate_Time: created.slice(11, 19),
    Project_CreationDate: record.createdAt,
    Project_Client_Name: participants.find(({ id }) => id === client)?.name ?? null,
    Project_Description: record.card.Description ?? null,
    Project_Responsible: users.find(({ id }) => id === record.responsible)?.name ?? null,
    Project_Stage_Name: record.card.Stage ?? null,
    Project_IsArchive: record.isArchived,
    Project_ProjectType_Name: record.type,
  };
}

function checkFilters(filters: readonly Of<typeof FieldFilter>[]): void {
  const errors: Errors = {};
  for (const [index, one] of filters.entries()) {
    const path = `Filters[${index}]`;
    const hasValues = (one.SearchValues?.length ?? 0) > 0 || one.BeginValue !== null || one.EndValue !== null;
    if (one.IsEmpty !== null && hasValues) {
      report(errors, path, 'IsEmpty cannot be combined with SearchValues, BeginValue or EndValue.');
    }
    if (one.FieldId === null && !one.FieldTag) report(errors, path, 'FieldId or FieldTag is required.');
  }
  assertValid(errors);
}

function withFilters(
  store: Store,
  records: readonly LegalCase[],
  filters: readonly Of<typeof FieldFilter>[],
) {
  checkFilters(filters);
  return records.filter((record) => {
    const system = systemFields(store, record);
    const fields = cardFields(typeOf(store, record));
    return filters.every((filter) => {
      const field = fields.find(
        (one) => one.id === filter.FieldId || (!filter.FieldId && one.tag === filter.FieldTag),
      );
      if (field === undefined)
        return (filter.FieldTag ?? '') in system && passes(system[filter.FieldTag ?? ''], filter);
      const value = record.card[field.tag];
      if (field.type !== 'Dictionary') return passes(value, filter);
      // Dictionary values match by id as well as by name.
      const names = filter.SearchValues?.map(
        (one) => field.dictionary?.values.find(({ id }) => id === one.toLowerCase())?.name ?? one,
      );
      return passes(value, { ...filter, SearchValues: names ?? null });
    });
  });
}

function list({ store, query }: Call<Of<typeof CaseListQuery>, unknown>): Reply {
  const found = selected(store, query).filter(
    (one) => query.ResponsibleId === null || one.responsible === query.ResponsibleId,
  );
  return page(sorted(found), query, (record) => showListed(store, record));
}

function getObjects({ store, body }: Call<unknown, Of<typeof GetObjectsRequest>>): Reply {
  const ids = body.ResponsibleIds ?? [];
  const members = store.world.groups.filter(({ id }) => ids.includes(id)).flatMap((group) => group.members);
  const people = new Set([...ids, ...members]);
  const mine = selected(store, body).filter((one) => ids.length === 0 || people.has(one.responsible ?? ''));
  return page(sorted(withFilters(store, mine, body.Filters ?? [])), body, (record) => ({
    ...showListed(store, record),
    CustomFields: fieldsOf(store, record, body.IsFormattedTextEnabled),
  }));
}

function fieldsOf(store: Store, record: LegalCase, isFormatted: boolean): Record<string, unknown> {
  return showValues(store, cardFields(typeOf(store, record)), record.card, isFormatted);
}

function tableBlock(store: Store, id: string): { block: Block; owners: LegalCase[] } {
  for (const type of store.settings.objectTypes) {
    const block = type.blocks.find((one) => one.id === id && one.kind === 'Table');
    if (block !== undefined)
      return { block, owners: store.world.cases.filter((one) => one.type === type.name) };
  }
  throw invalidField('TableBlockId', `Table block with id '${id}' was not found.`);
}

function getTableObjects({ store, body }: Call<unknown, Of<typeof GetTableObjectsRequest>>): Reply {
  const { owners } = tableBlock(store, body.TableBlockId);
  if (body.ObjectId !== null && !owners.some(({ id }) => id === body.ObjectId)) {
    throw invalidField('ObjectId', 'The object does not contain this table block.');
  }
  const inside = owners.filter(({ id }) => body.ObjectId === null || id === body.ObjectId);
  const ids = new Set(inside.flatMap(({ related }) => related));
  const records = store.world.cases.filter(({ id }) => ids.has(id));
  const rows = withFilters(store, sorted(records), body.Filters ?? []).map((record) => ({
    Id: record.id,
    Values: {
      ...fieldsOf(store, record, body.IsFormattedTextEnabled),
      ...systemFields(store, record),
    } as Record<string, unknown>,
  }));
  const { SearchString, SortField } = body;
  const found = rows.filter(({ Values }) => !SearchString || holds(JSON.stringify(Values), SearchString));
  if (SortField) {
    const sign = body.SortDirection === 'Descending' ? -1 : 1;
    found.sort((one, two) => sign * compare(one.Values[SortField], two.Values[SortField]));
  }
  return page(found, body, (row) => row);
}

function compare(one: unknown, two: unknown): number {
  const [first, second] = [one, two].map((value) =>
    value instanceof Date ? value.getTime() : (value ?? ''),
  );
  if (typeof first === 'number' && typeof second === 'number') return first - second;
  return collate(String(first), String(second));
}

function related(store: Store, id: string): Reply {
  const record = byId(store.world.cases, id, 'Object');
  const found = store.world.cases.filter((one) => record.related.includes(one.id));
  return ok(sorted(found).map((one) => showListed(store, one)));
}

function relate({ store, path, body }: Call<unknown, Of<typeof RelatedObjectsRequest>>): Reply {
  const record = byId(store.world.cases, path.objectId ?? '', 'Object');
  const others = body.ObjectIds.map((id, index) => {
    const other = store.world.cases.find((one) => one.id === id && one !== record);
    if (other === undefined)
      throw invalidField(`ObjectIds[${index}]`, `Object with id '${id}' cannot be related.`);
    return other;
  });
  for (const other of others) {
    if (record.related.includes(other.id)) continue;
    record.related.push(other.id);
    other.related.push(record.id);
  }
  touch(store, record);
  return related(store, record.id);
}

function unrelate({ store, path, query }: Call<Of<typeof RelatedObjectsRequest>, unknown>): Reply {
  const record = byId(store.world.cases, path.objectId ?? '', 'Object');
  const missing = query.ObjectIds.filter((id) => !record.related.includes(id));
  if (missing.length > 0) throw invalid({ ObjectIds: [`Objects are not related: ${missing.join(', ')}.`] });
  record.related = record.related.filter((id) => !query.ObjectIds.includes(id));
  for (const other of store.world.cases.filter(({ id }) => query.ObjectIds.includes(id))) {
    other.related = other.related.filter((id) => id !== record.id);
  }
  touch(store, record);
  return noContent;
}

/** Lists of objects, table rows and related objects. */
export function caseListRoutes(): Route[] {
  const v3 = { method: 'POST', versions: [3], tag: 'Objects' } as const;
  const path = '/api/v{version}/objects/{objectId}/relatedObjects';
  const relation = { path, versions: [2], tag: 'RelatedObjects' };
  const Objects = { body: GetObjectsRequest, replies: { 200: pageOf(ObjectWithFields) }, handle: getObjects };
  return [
    ...CONTROLLERS.map((one) =>
      route({
        ...{ ...one, method: 'GET', summary: 'Lists objects by name, then by creation date', handle: list },
        ...{ query: CaseListQuery, replies: { 200: pageOf(CaseListItem) } },
      }),
    ),
    route({
      ...v3,
      ...Objects,
      path: '/api/v{version}/objects/GetObjects',
      summary: 'Lists objects by fields',
    }),
    route({ ...v3, ...Objects, path: '/api/v{version}/objects/GetCases', summary: 'Lists cases by fields' }),
    route({
      ...{
        ...v3,
        path: '/api/v{version}/objects/GetTableObjects',
        summary: 'Lists objects of a table block',
      },
      ...{ body: GetTableObjectsRequest, replies: { 200: pageOf(TableRow) }, handle: getTableObjects },
    }),
    route({
      ...{
        ...relation,
        method: 'GET',
        summary: 'Lists related objects',
        replies: { 200: listOf(CaseListItem) },
      },
      handle: ({ store, path }) => related(store, path.objectId ?? ''),
    }),
    route({
      ...{ ...relation, method: 'POST', summary: 'Adds related objects', body: RelatedObjectsRequest },
      ...{ replies: { 200: listOf(CaseListItem) }, handle: relate },
    }),
    route({
      ...{ ...relation, method: 'DELETE', summary: 'Removes relations', query: RelatedObjectsRequest },
      ...{ replies: { 204: null }, handle: unrelate },
    }),
  ];
}
