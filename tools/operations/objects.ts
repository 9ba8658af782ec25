import { z } from 'zod';
import { emptiable, int64, presumed } from '../../src/contract/operations/field-marks.ts';
import { type Area, operation } from '../../src/contract/operations/operation.ts';
import {
  checkForDuplicates,
  customFields,
  filters,
  flag,
  id,
  manyNamed,
  moment,
  more,
  named,
  objectId,
  paging,
  text,
} from './fields.ts';
import { listedRows, searchedRows } from './object-rows.ts';
import { duplicate, objectStates } from './object-states.ts';
import { ofFilters, ofMore, unchecked } from './row-checks.ts';

const placement = {
  Number: presumed(text(100, 'Number').optional()),
  Description: presumed(text(20_000, 'Description').optional()),
  ProjectId: presumed(named('project').optional()),
  FolderId: presumed(named('folder').optional()),
  ResponsibleId: presumed(named('user').optional()),
  ClientId: presumed(named('participant', 'Client').optional()),
  Stage: presumed(text(200, 'Stage').optional()),
  Fields: customFields,
};
const placed = emptiable(
  placement,
  ...(['Number', 'Description', 'ProjectId', 'FolderId', 'ResponsibleId', 'ClientId', 'Stage'] as const),
);
const name = text(500, 'Name');
/** Arguments that request the version check (API description, Rules for create and edit, 4). */
const version = {
  Version: int64().optional().describe('Version you read'),
  IsVersionEnabled: flag('true: refuse when Version is out of date').optional(),
};
const status = presumed(z.enum(['InWork', 'Archived']).optional().describe('Status'));
const target = { tool: 'get_object', args: { id: 'id' } };
/** Current values that casebridge adds to a PUT, because it is not described whether PUT clears omitted fields. */
const keeps = {
  ...{ Name: 'Name', Number: 'Number', Description: 'Description', Stage: 'Stage' },
  ...{ ProjectId: 'Project', FolderId: 'Folder', ResponsibleId: 'Responsible', ClientId: 'Client' },
};
const card = { argument: 'Fields', tool: 'get_object_type', type: 'Type' };
const listQuery = {
  ObjectClassId: named('object class').optional(),
  Filters: filters,
  IsFormattedTextEnabled: flag('Keep markup in texts').optional(),
  Name: presumed(text(250, 'Part of name or number').optional()),
  Status: status,
  FolderId: presumed(named('folder').optional()),
  ProjectId: presumed(named('project').optional()),
  ObjectTypeId: presumed(named('object type').optional()),
};
const changed = {
  LastChangeDateFrom: presumed(moment('Last change date from').optional()),
  LastChangeDateTo: presumed(moment('Last change date to').optional()),
};
const listed = {
  ...listQuery,
  ResponsibleId: presumed(named('user').optional()),
  CreationDateFrom: presumed(moment('Creation date from').optional()),
  CreationDateTo: presumed(moment('Creation date to').optional()),
  ...changed,
  ...paging,
};
const searched = {
  ...listQuery,
  ResponsibleIds: presumed(manyNamed('user', 'Responsible users (groups: ids only)').optional()),
  MinDate: presumed(moment('Created from').optional()),
  MaxDate: presumed(moment('Created to').optional()),
  ...changed,
  ...paging,
};

/** Filters that certainly exist, under presumed names (API description, List filters available). */
const filtered = [
  ...['Status', 'FolderId', 'ProjectId', 'ObjectTypeId'],
  ...['LastChangeDateFrom', 'LastChangeDateTo'],
];

const rules =
  'Values in blocks that the user may only view are ignored despite 201. Once a block has a value, all its required fields must be filled.';

export const objects = {
  id: 'objects',
  title: 'Objects and cases',
  search: 'case object contract card',
  operations: [
    operation({
      name: 'create_object',
      title: 'Create object or case',
      titleRu: 'Создать объект или дело',
      search: { subject: 'object case', words: 'card' },
      route: 'POST /api/v2/objects',
      certain: ['ObjectTypeId', 'ProjectId', 'FolderId', 'Fields'],
      access: 'create',
      body: {
        ObjectTypeId: presumed(named('object type')),
        Name: presumed(name),
        ...placement,
        CheckForDuplicates: checkForDuplicates,
        ...more,
      },
      stores: { without: ['CheckForDuplicates'], names: { ObjectTypeId: 'Type' }, shownBy: 'get_object' },
      verifiedBy: 'search_objects',
      description: `Creates an object (case, contract, claim…) with its card; get_object_type lists required fields. ${rules}`,
      errors: { 400: 'A value is wrong or a required field is missing: read the type.', 409: duplicate },
    }),
    operation({
      name: 'update_object',
      title: 'Replace object card',
      titleRu: 'Заменить карточку объекта',
      search: { subject: 'object case', words: 'replace' },
      route: 'PUT /api/v2/objects/{id}',
      certain: ['ProjectId', 'FolderId', 'Fields'],
      access: 'update',
      params: { id: objectId },
      body: {
        Name: presumed(name.optional()),
        ...placed,
        ...version,
        CheckForDuplicates: checkForDuplicates,
        ...more,
      },
      target,
      keeps,
      loses: { whole: ['Fields'], card },
      stores: { without: ['CheckForDuplicates', 'Version', 'IsVersionEnabled'] },
      verifiedBy: 'get_object',
      description: `Writes the whole card of an object or case: null empties a field, and custom fields left out are emptied, unless keyed by External ID. To change some fields use edit_object. The rules of create_object apply.`,
      errors: {
        400: 'A value is wrong or a required field is missing: read the type.',
        409: `The version is out of date (read again, compare, ask the user), or: ${duplicate}`,
      },
    }),
    operation({
      name: 'edit_object',
      title: 'Edit object or case',
      titleRu: 'Изменить объект или дело',
      search: {
        subject: 'object case',
        words: 'rename stage amount responsible field value row judge block reassign, move, lawyer, number',
      },
      route: 'PATCH /api/v2/objects/{id}',
      certain: ['ProjectId', 'FolderId', 'Fields'],
      access: 'update',
      params: { id: objectId },
      body: {
        Name: presumed(name.optional()),
        ...placed,
        RemoveRows: presumed(
          z
            .array(
              z.strictObject({
                Tag: text(200, 'Tag or id of the multi-row field or multi-block'),
                Ordinal: z.int().min(1).max(10_000).describe('Row or block, from 1'),
              }),
            )
            .max(100)
            .optional()
            .describe('Rows or blocks to delete'),
        ),
        ...version,
        CheckForDuplicates: checkForDuplicates,
        ...more,
      },
      target,
      loses: { rows: 'RemoveRows', card },
      stores: { without: ['CheckForDuplicates', 'Version', 'IsVersionEnabled', 'RemoveRows'] },
      verifiedBy: 'get_object',
      description: `Changes only the sent fields of an object or case; null empties a field; can delete rows of multi-fields and whole multi-blocks. The rules of create_object apply.`,
      errors: {
        400: 'A value is wrong or a required field is missing: read the type.',
        409: `The version is out of date (read again, compare, ask the user), or: ${duplicate}`,
      },
    }),
    operation({
      name: 'get_object',
      title: 'Get object or case',
      titleRu: 'Объект или дело',
      search: {
        subject: 'object case',
        words:
          'which court, case, card responsible plaintiff stage amount whole, participates, represents, участвует, представляет, involved, stage, who is, participant',
      },
      route: 'GET /api/v2/objects/{id}',
      access: 'read',
      params: { id: objectId },
      description:
        'An object or case with all filled fields except table blocks (list_table_objects), participants and roles, Version and DocumentFolderId. Names empty fields and blocks that may be hidden.',
      errors: { 404: 'No such object, or no permission to see it: find it with search_cases.' },
    }),
    operation({
      name: 'list_objects',
      title: 'List objects',
      titleRu: 'Список объектов',
      search: { words: 'contract' },
      route: 'GET /api/v2/objects',
      access: 'read',
      certain: [...filtered, 'ResponsibleId', 'CreationDateFrom', 'CreationDateTo'],
      query: listed,
      rows: listedRows,
      description:
        'Objects of all types with folders and projects, alphabetically, then by creation date. For several filters or groups use search_objects.',
    }),
    operation({
      name: 'list_cases',
      title: 'List cases',
      titleRu: 'Список дел',
      search: { words: 'responsible number, still open, creation date, archived' },
      route: 'GET /api/v2/cases',
      access: 'read',
      instead: { list_objects: 'GET /api/v2/objects' },
      certain: [...filtered, 'ResponsibleId', 'CreationDateFrom', 'CreationDateTo'],
      query: listed,
      rows: listedRows,
      description: 'Like list_objects, cases only. For several filters or groups use search_cases.',
    }),
    ...objectStates,
    operation({
      name: 'search_objects',
      title: 'Search objects',
      titleRu: 'Поиск объектов',
      search: { words: 'filter, by field, responsible amount contract several, still open, creation date' },
      route: 'POST /api/v3/objects/GetObjects',
      access: 'read',
      certain: [...filtered, 'ResponsibleIds', 'MinDate', 'MaxDate'],
      body: searched,
      rows: searchedRows,
      description:
        'Finds objects of any type by name, status, dates, responsible users or groups, and any fields.',
      errors: { 400: 'A filter is wrong: use IsEmpty alone, without SearchValues, BeginValue or EndValue.' },
    }),
    operation({
      name: 'search_cases',
      title: 'Search cases',
      titleRu: 'Поиск дел',
      search: {
        words:
          'filter, by field, responsible amount number several, still open, creation date, duplicate, client, archived',
      },
      route: 'POST /api/v3/objects/GetCases',
      access: 'read',
      instead: { search_objects: 'POST /api/v3/objects/GetObjects' },
      certain: [...filtered, 'ResponsibleIds', 'MinDate', 'MaxDate'],
      body: searched,
      rows: searchedRows,
      columns: true,
      description:
        'Finds cases by name or number, status, dates, responsible users or groups, and any fields: the first step for most questions about a case.',
      errors: { 400: 'A filter is wrong: use IsEmpty alone, without SearchValues, BeginValue or EndValue.' },
    }),
    operation({
      name: 'list_table_objects',
      title: 'List objects of a table block',
      titleRu: 'Объекты табличного блока',
      search: { words: 'table, rows, payments, expenses, платежи, расходы' },
      route: 'POST /api/v3/objects/GetTableObjects',
      access: 'read',
      certain: ['TableBlockId', 'ObjectId', 'SortField', 'Search'],
      body: {
        TableBlockId: presumed(
          id('Table block; no tool shows it: see the card’s page, or ask the person who set up its type'),
        ),
        ObjectId: presumed(objectId.optional()),
        SortField: presumed(text(200, 'Field to sort by').optional()),
        Filters: filters,
        Search: presumed(text(500, 'Full-text search').optional()),
        ...paging,
      },
      rows: {
        ...ofFilters,
        ...ofMore,
        TableBlockId: { is: 'required' },
        ObjectId: unchecked({
          en: 'rows of a table do not name the object that contains it',
          ru: 'в строках таблицы не указан объект, к которому она относится',
        }),
        Search: {
          is: 'mentions',
          why: {
            en: 'the words may be in fields that the table does not show',
            ru: 'слова могут быть в полях, которых таблица не показывает',
          },
        },
      },
      description:
        'The objects shown in one table block of a card, with their fields by tag and system fields such as Project_Name.',
      errors: {
        400: 'The table block id is wrong: ask the user or the operator for it.',
      },
    }),
  ],
} satisfies Area;
