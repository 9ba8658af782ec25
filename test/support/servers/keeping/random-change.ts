import fc from 'fast-check';
import { groupId, type Record_, recordIds, uuid } from './records.ts';

/** Generates random changes of records, and computes the resulting records. */

const text = fc.string({ minLength: 3, maxLength: 12, unit: fc.constantFrom(...'abcdefgh') });
const someId = fc.integer({ min: 40, max: 60 }).map(uuid);
const moment = fc
  .integer({ min: 0, max: 300 })
  .map((days) => new Date(Date.UTC(2027, 0, 1 + days, 9)).toISOString());
const emptied = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 4, arbitrary: value }, fc.constant(null));
type Fields = Record<string, fc.Arbitrary<unknown>>;
/** Generates a nonempty subset of these fields. */
const someOf = (fields: Fields): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(fields, { requiredKeys: [] }).filter((given) => Object.keys(given).length > 0);
const few = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { minLength: 1, maxLength: 3 });
const pick = (all: Fields, ...names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, all[name] as fc.Arbitrary<unknown>]));

const task: Fields = {
  ...{ Name: text, Description: emptied(text), StatusId: someId, TypeId: emptied(someId) },
  ...{ PriorityId: emptied(someId), ParentId: emptied(someId), ExecutionDate: emptied(moment) },
  CaseId: emptied(someId),
  Attributes: someOf({ Hours: fc.integer({ min: 1, max: 40 }), Court: text }),
  Responsibles: few(
    fc.oneof(
      fc.record({ Id: someId, Type: fc.constant('User') }),
      fc.constant({ Id: groupId, Type: 'Group' }),
    ),
  ),
  more: someOf({
    ...{ StartsAt: moment, Budget: fc.integer({ min: 1, max: 900 }), Confidential: fc.boolean() },
    Watchers: few(someId),
  }),
};
const event: Fields = {
  ...{ Name: text, Description: emptied(text), Location: emptied(text), TypeId: emptied(someId) },
  ...{ AllDay: fc.boolean(), StartDate: moment, EndDate: moment, CaseId: emptied(someId) },
  Attributes: someOf({ Room: text, Remote: fc.boolean() }),
  Attendees: few(
    fc.oneof(
      fc.record({ Type: fc.constantFrom('User', 'Participant'), EntityId: someId }),
      fc.record({ Type: fc.constant('Email'), Email: text.map((name) => `${name}@example.org`) }),
    ),
  ),
  more: someOf({ Color: text, Visibility: fc.constantFrom('Public', 'Private') }),
};
const documented: Fields = {
  ...{ Type: fc.constantFrom('Individual', 'Company'), Name: text, Attributes: someOf({ Vip: text }) },
  ContactInfo: someOf({ Email: text.map((name) => `${name}@example.org`), Phone: text, Site: text }),
};
const participant: Fields = {
  ...{ ...documented, INN: emptied(text) },
  IndividualInfo: someOf({ LastName: text, FirstName: emptied(text), MiddleName: emptied(text) }),
  more: someOf({ Remark: text }),
};
const object: Fields = {
  ...{ Name: text, Number: emptied(text), Stage: emptied(text), Description: emptied(text) },
  ...{ ClientId: emptied(someId), ProjectId: emptied(someId), FolderId: emptied(someId) },
  ...{ ResponsibleId: emptied(someId), more: someOf({ Court: text }) },
};
const document: Fields = {
  ...{ TypeId: emptied(someId), FolderId: someId, Attributes: someOf({ Pages: text }) },
  ...{ Date: moment, more: someOf({ Note: text }) },
};

interface Tool {
  readonly kind: keyof typeof recordIds;
  readonly args: Fields;
}
const tools: Readonly<Record<string, Tool>> = {
  update_task: { kind: 'tasks', args: task },
  update_task_v2: {
    kind: 'tasks',
    args: pick(task, 'Name', 'CaseId', 'ExecutionDate', 'Responsibles', 'more'),
  },
  update_event: { kind: 'events', args: event },
  update_event_v2: {
    kind: 'events',
    args: pick(
      ...([event, 'Name', 'Description', 'StartDate', 'EndDate', 'AllDay'] as const),
      ...['TypeId', 'CaseId', 'Attendees', 'more'],
    ),
  },
  update_participant: { kind: 'participants', args: participant },
  update_participant_v3: { kind: 'participants', args: { ...documented, ...pick(participant, 'more') } },
  edit_participant: { kind: 'participants', args: participant },
  update_object: {
    kind: 'objects',
    args: { ...object, Fields: fc.record({ Judge: text, ClaimAmount: fc.integer({ min: 1, max: 900 }) }) },
  },
  edit_object: {
    kind: 'objects',
    args: { ...object, Fields: someOf({ Judge: text, ClaimAmount: fc.integer({ min: 1, max: 900 }) }) },
  },
  update_document: { kind: 'documents', args: document },
};

export interface RandomChange {
  readonly tool: string;
  readonly kind: keyof typeof recordIds;
  /** Arguments that change the record. */
  readonly args: Readonly<Record<string, unknown>>;
}

export const randomChange: fc.Arbitrary<RandomChange> = fc
  .constantFrom(...Object.entries(tools))
  .chain(([tool, { kind, args }]) =>
    fc.record({ tool: fc.constant(tool), kind: fc.constant(kind), args: someOf(args) }),
  );

/** Returns the arguments of the call. The API description requires the date of a document in every call. */
export function callOf({ kind, args }: RandomChange, record: Record_): Record<string, unknown> {
  if (kind !== 'documents') return { id: recordIds[kind], ...args };
  return { Id: recordIds[kind], Date: new Date(record.Date as number).toISOString(), ...args };
}

/** Returns the changed record in the service's internal form. */
export function changed({ args: { more = {}, ...args } }: RandomChange, record: Record_): Record_ {
  const given = Object.entries({ ...args, ...(more as object) }).map(([argument, value]) => {
    const name = argument.replace(/Id$/, '');
    return [name, written(name, value, record[name])];
  });
  return { ...record, ...Object.fromEntries(given) };
}

const moments = new Set(['ExecutionDate', 'StartsAt', 'StartDate', 'EndDate', 'Date']);

function written(name: string, value: any, was: any): unknown {
  if (value === null) return undefined;
  if (moments.has(name)) return Date.parse(value);
  if (name === 'Responsibles') return value.map((one: any) => ({ id: one.Id, kind: one.Type }));
  if (name === 'Attendees')
    return value.map(({ Type: type, EntityId: entity, Email: email }: any) =>
      entity === undefined ? { type, email } : { type, entity },
    );
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  const inside = Object.entries({ ...was, ...value }).filter(([, one]) => one !== null);
  return Object.fromEntries(inside);
}
