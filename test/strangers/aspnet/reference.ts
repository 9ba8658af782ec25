import { type Block, FieldDto, type ObjectType, showField } from './cards.ts';
import type { Call, Reply, Route } from './contract.ts';
import { EntityReference, invalid, ok, route } from './contract.ts';
import { classOf } from './documents/folders.ts';
import type { Errors, Model, Of } from './schema.ts';
import { dateTime, enumOf, flag, listOf, model, opt, report, req, text, uuid } from './schema.ts';
import type { Named, Store } from './store.ts';
import { byId } from './store.ts';

const value = { Id: req(uuid), Name: req(text()) };
const ObjectClass = model('ObjectClass', value);
const RoleInCase = model('RoleInCase', value);
const LegalForm = model('LegalForm', { ...value, ShortName: opt(text()) });
const EventType = model('EventType', { ...value, AdditionalAttributes: req(listOf(FieldDto)) });
const TaskType = model('TaskType', { ...value, AdditionalAttributes: req(listOf(FieldDto)) });
const TaskStatus = model('TaskStatus', { ...value, IsFinal: req(flag, 'Ends a task') });
const TaskPriority = model('TaskPriority', value);
const DictionaryDto = model('Dictionary', { ...value, IsSystem: req(flag) });
const DictionaryValue = model('DictionaryValue', value);

const ClassFilter = model('ClassFilter', { ObjectClassId: opt(uuid) });

const TypeListItem = model('ObjectTypeListItem', {
  ...value,
  ObjectClass: opt(EntityReference),
  Status: req(enumOf('ObjectTypeStatus', ['Active', 'Deleted'])),
});

const TypeDto = model('ObjectType', {
  ...TypeListItem.shape,
  Blocks: req(
    listOf(
      model('CardBlock', {
        ...value,
        Tag: opt(text()),
        IsMultiple: req(flag),
        AccessLevel: req(enumOf('AccessLevel', ['View', 'Edit'])),
        Fields: req(listOf(FieldDto)),
      }),
    ),
    'Blocks of type Table are absent',
  ),
});

const NonWorkingDays = model('NonWorkingDays', {
  Dates: req(listOf(dateTime)),
  Intervals: req(
    listOf(
      model('NonWorkingInterval', { Name: opt(text()), StartDate: req(dateTime), EndDate: req(dateTime) }),
    ),
  ),
});

const HealthState = enumOf('HealthState', ['Unknown', 'OK', 'Error']);
const Health = model('Health', { Status: req(HealthState), DbStatus: req(HealthState) });

function show(record: Named): Record<string, unknown> {
  return { Id: record.id, Name: record.name };
}

function showType(store: Store, type: ObjectType): Record<string, unknown> {
  return { ...show(type), ObjectClass: classOf(store, type.objectClass), Status: type.status };
}

function showBlock(store: Store, block: Block, today: Date | null): Record<string, unknown> {
  return {
    ...show(block),
    ...{ Tag: block.tag, IsMultiple: block.kind === 'Multi', AccessLevel: block.access },
    Fields: block.fields.map((field) => showField(store, field, today)),
  };
}

function getType({ store, id, version }: Call<unknown, unknown>): Reply {
  const type = byId(store.settings.objectTypes, id, 'Object type');
  const today = version === 1 ? store.clock() : null;
  const blocks = type.blocks.filter(({ kind }) => kind !== 'Table');
  return ok({ ...showType(store, type), Blocks: blocks.map((block) => showBlock(store, block, today)) });
}

function listTypes({ store, query }: Call<Of<typeof ClassFilter>, unknown>): Reply {
  const { ObjectClassId } = query;
  const found = store.settings.objectTypes.filter(
    (one) => !ObjectClassId || one.objectClass === ObjectClassId,
  );
  return ok(found.map((type) => showType(store, type)));
}

function putDays({ store, body }: Call<unknown, Of<typeof NonWorkingDays>>): Reply {
  const errors: Errors = {};
  for (const [index, { StartDate, EndDate }] of body.Intervals.entries()) {
    if (EndDate < StartDate)
      report(errors, `Intervals[${index}].EndDate`, 'EndDate must not be earlier than StartDate.');
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  store.settings.nonWorkingDays = body;
  return ok(body);
}

/** Creates two routes, as for most lookups: one record by id, and all records. */
function pair<T extends Named>(
  path: string,
  dto: Model<unknown>,
  records: (store: Store) => readonly T[],
  view: (store: Store, record: T) => unknown = (_, record) => show(record),
): Route[] {
  const tag = path.charAt(0).toUpperCase() + path.slice(1);
  const base = { versions: [1, 2], tag, method: 'GET' } as const;
  const full = `/api/v{version}/${path}`;
  return [
    route({
      ...{ ...base, path: `${full}/{id}`, summary: `Gets one of ${path}`, replies: { 200: dto } },
      handle: ({ store, id }) => ok(view(store, byId(records(store), id, dto.name ?? path))),
    }),
    route({
      ...{ ...base, path: full, summary: `Gets all ${path}`, replies: { 200: listOf(dto) } },
      handle: ({ store }) => ok(records(store).map((record) => view(store, record))),
    }),
  ];
}

function attributes(kind: 'event' | 'task') {
  return (store: Store, record: Named) => ({
    ...show(record),
    AdditionalAttributes: store.settings.attributes[kind].map((field) => showField(store, field)),
  });
}

function allDictionaries(store: Store) {
  return Object.values(store.settings.dictionaries);
}

function dictionaryRoutes(): Route[] {
  const path = '/api/v{version}/dictionaries/{id}/values';
  const base = { versions: [1, 2], tag: 'Dictionaries', method: 'GET' } as const;
  return [
    ...pair('dictionaries', DictionaryDto, allDictionaries, (_, one) => ({
      ...show(one),
      IsSystem: one.isSystem,
    })),
    route({
      ...{ ...base, path: `${path}/{valueId}`, summary: 'Gets a value', replies: { 200: DictionaryValue } },
      handle({ store, id, path }) {
        const { values } = byId(allDictionaries(store), id, 'Dictionary');
        return ok(show(byId(values, path.valueId ?? '', 'Value')));
      },
    }),
    route({
      ...{ ...base, path, summary: 'Gets all values', replies: { 200: listOf(DictionaryValue) } },
      handle: ({ store, id }) => ok(byId(allDictionaries(store), id, 'Dictionary').values.map(show)),
    }),
  ];
}

function typeRoutes(path: string, tag: string): Route[] {
  const base = { versions: [1, 2], tag, method: 'GET' } as const;
  const full = `/api/v{version}/${path}`;
  return [
    route({
      ...{ ...base, path: `${full}/{id}`, summary: 'Gets a type with its card', replies: { 200: TypeDto } },
      handle: getType,
    }),
    route({
      ...{ ...base, path: full, summary: 'Gets all types', query: ClassFilter, handle: listTypes },
      replies: { 200: listOf(TypeListItem) },
    }),
  ];
}

function serviceRoutes(): Route[] {
  const path = '/api/v{version}/generalsettings/NonWorkingDays';
  const days = { path, versions: [3], tag: 'GeneralSettings', replies: { 200: NonWorkingDays } };
  const health = { path: '/api/v{version}/health', tag: 'Health', method: 'GET', isOpen: true } as const;
  return [
    route({
      ...{ ...days, method: 'GET', summary: 'Gets non-working days' },
      handle: ({ store }) => ok(store.settings.nonWorkingDays),
    }),
    route({
      ...days,
      method: 'PUT',
      summary: 'Replaces non-working days',
      body: NonWorkingDays,
      handle: putDays,
    }),
    route({
      ...{ ...health, versions: [2], summary: 'Checks the service', replies: { 200: Health } },
      handle: () => ok({ Status: 'OK', DbStatus: 'OK' }),
    }),
    route({
      ...{
        ...health,
        versions: [3],
        isHidden: true,
        summary: 'Checks request times',
        replies: { 200: null },
      },
      handle() {
        const check = { data: { longRequestCount: 0 }, duration: '00:00:00.0000412', status: 'Healthy' };
        return ok({
          status: 'Healthy',
          totalDuration: '00:00:00.0001187',
          entries: { requestProcessingTime: check },
        });
      },
    }),
  ];
}

/** Controllers of lookups, general settings and health checks. */
export function referenceRoutes(): Route[] {
  const values = (store: Store) => store.settings.dictionaries;
  const isFinal = (store: Store, one: Named) => ({
    ...show(one),
    IsFinal: store.settings.finalStatuses.includes(one.name),
  });
  const classes = pair('objectClasses', ObjectClass, (store) => store.settings.objectClasses);
  return [
    ...classes.slice(0, 1),
    route({
      ...{ path: '/api/v{version}/objectClasses', versions: [1, 2], tag: 'ObjectClasses', method: 'GET' },
      ...{ summary: 'Gets all objectClasses', query: ClassFilter, replies: { 200: listOf(ObjectClass) } },
      handle({ store, query }) {
        const found = store.settings.objectClasses.filter(
          ({ id }) => !query.ObjectClassId || id === query.ObjectClassId,
        );
        return ok(found.map(show));
      },
    }),
    ...typeRoutes('objectTypes', 'ObjectTypes'),
    ...typeRoutes('caseTypes', 'CaseTypes'),
    ...pair('rolesInCase', RoleInCase, (store) => store.settings.roles),
    ...pair(
      'legalForms',
      LegalForm,
      ({ settings }) => settings.legalForms,
      (_, one) => ({
        ...show(one),
        ShortName: one.shortName,
      }),
    ),
    ...pair('eventTypes', EventType, (store) => values(store).eventTypes.values, attributes('event')),
    ...pair('taskTypes', TaskType, (store) => values(store).taskTypes.values, attributes('task')),
    ...pair('taskStatuses', TaskStatus, (store) => values(store).taskStatuses.values, isFinal),
    ...pair('taskPriorities', TaskPriority, (store) => values(store).taskPriorities.values),
    ...dictionaryRoutes(),
    ...serviceRoutes(),
  ];
}
