import { FieldFilter } from '../cards.ts';
import { pageShape } from '../contract.ts';
import type { Of } from '../schema.ts';
import { byTag, dateTime, def, enumOf, flag, listOf, model, opt, req, text, uuid } from '../schema.ts';
import { CaseListItem, CaseStatus } from './case-models.ts';

const shared = {
  ObjectClassId: opt(uuid),
  ObjectTypeId: opt(uuid),
  Status: opt(CaseStatus, 'Both by default'),
  FolderId: opt(uuid),
  ProjectId: opt(uuid),
  CreationDateFrom: opt(dateTime),
  CreationDateTo: opt(dateTime),
  LastChangeDateFrom: opt(dateTime),
  LastChangeDateTo: opt(dateTime),
};

export const CaseListQuery = model('CaseListQuery', {
  ...shared,
  ResponsibleId: opt(uuid, 'User'),
  ...pageShape(100),
});

export const GetObjectsRequest = model('GetObjectsRequest', {
  ...shared,
  ResponsibleIds: opt(listOf(uuid), 'Users and groups of users'),
  Filters: opt(listOf(FieldFilter), 'All of these'),
  IsFormattedTextEnabled: def(flag, false, 'Formatted texts keep their markup'),
  ...pageShape(100),
});

export const ObjectWithFields = model('ObjectWithFields', {
  ...CaseListItem.shape,
  CustomFields: req(byTag, 'Values by tag; null where a field has no value'),
});

export const GetTableObjectsRequest = model('GetTableObjectsRequest', {
  TableBlockId: req(uuid),
  ObjectId: opt(uuid, 'The object that contains the table; the rows of all such objects by default'),
  SortField: opt(text(), 'Tag of a custom field or name of a system field'),
  SortDirection: def(enumOf('SortDirection', ['Ascending', 'Descending']), 'Ascending'),
  Filters: opt(listOf(FieldFilter)),
  SearchString: opt(text(), 'Full-text search over all values of a row'),
  IsFormattedTextEnabled: def(flag, false),
  ...pageShape(100),
});

export const TableRow = model('TableRow', {
  Id: req(uuid, 'The object of the row'),
  Values: req(byTag, 'Custom fields by tag and system fields such as Project_Name'),
});

export const RelatedObjectsRequest = model('RelatedObjectsRequest', { ObjectIds: req(listOf(uuid)) });

export type Shared = Omit<Of<typeof CaseListQuery>, 'ResponsibleId' | 'Page' | 'PageSize'>;
