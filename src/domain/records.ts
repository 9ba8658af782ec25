import { z } from 'zod';
import { UnexpectedAnswerError } from '../contract/errors.ts';
import { isUuid } from '../contract/uuid.ts';
import { eachInTurns } from '../util/give-way.ts';
import { placeIn } from '../util/pages.ts';

/**
 * Schemas for the service's records. All fields except the id are optional, because deployments rename and omit fields,
 * and the API description lists only a few. A field of another type counts as missing.
 */
const text = z.string().min(1).optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);
/** An unreadable item becomes an empty record, because without it the list would seem to have fewer items. */
const list = <Shape extends z.ZodRawShape>(item: z.ZodObject<Shape>) =>
  z.array(item.catch({} as z.output<z.ZodObject<Shape>>)).catch([]);
const record = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).optional().catch(undefined);

/** A reference to another record. According to the API description, a reference has no name. */
export const referenceRecord = z.object({ Id: text, Name: text, Type: text, SysName: text });
export type RecordReference = z.output<typeof referenceRecord>;
const reference = referenceRecord.optional().catch(undefined);
const base = { Id: z.string().min(1), Name: text, Url: text, CreationDate: text, LastChangeDate: text };

export const caseRecord = z.object({
  ...base,
  Number: text,
  Description: text,
  Type: reference,
  /** A string in the API description. Some deployments return a record instead. */
  Status: z.union([text, reference.transform((one) => one?.SysName ?? one?.Name)]).catch(undefined),
  IsArchive: flag,
  Stage: reference,
  Responsible: reference,
  Client: reference,
  DocumentFolderId: text,
  /** A number, or a string of digits if JavaScript cannot represent the number exactly. */
  Version: z.union([z.number(), text]).catch(undefined),
  Participants: list(z.object({ Participant: reference, Role: reference })),
  Fields: z.record(z.string(), z.unknown()).optional().catch(undefined),
});
export type CaseRecord = z.output<typeof caseRecord>;

export const taskRecord = z.object({
  ...base,
  Case: reference,
  Type: reference,
  Status: reference,
  Priority: reference,
  Responsibles: list(referenceRecord),
  ExecutionDate: text,
});
export type TaskRecord = z.output<typeof taskRecord>;

/** A string. If the service returns the place as an object (API description, Event), the strings in it are joined. */
const place = z
  .union([z.string().min(1), z.record(z.string(), z.unknown()).transform(textsOf)])
  .optional()
  .catch(undefined);

function textsOf(fields: Readonly<Record<string, unknown>>): string | undefined {
  const isText = (value: unknown): value is string =>
    typeof value === 'string' && value !== '' && !isUuid(value) && !/^https?:|^\d{4}-\d\d-\d\dT/.test(value);
  const texts = [...new Set([fields.Name, fields.Address, ...Object.values(fields)])].filter(isText);
  return texts.length > 0 ? texts.join(', ') : undefined;
}

export const eventRecord = z.object({
  ...base,
  Case: reference,
  Type: reference,
  StartDate: text,
  EndDate: text,
  AllDay: flag,
  Location: place,
  Attendees: list(z.object({ Type: text, EntityId: text, Email: text, Name: text })),
});
export type EventRecord = z.output<typeof eventRecord>;

export const documentRecord = z.object({
  ...base,
  FileName: text,
  EntityKind: text,
  Case: reference,
  Folder: reference,
  Type: reference,
  Date: text,
  Author: reference,
  Extension: text,
  /** Size in bytes. */
  Size: z.number().optional().catch(undefined),
});
export type DocumentRecord = z.output<typeof documentRecord>;

export const userRecord = z.object({
  ...base,
  Email: text,
  ExternalId: text,
  FirstName: text,
  LastName: text,
  IsClient: flag,
  IsLocked: flag,
  TimeZone: text,
  Groups: list(referenceRecord),
  Roles: list(referenceRecord),
  WorkInfo: record({ Position: text, Department: text, Phone: text }),
  WorkingStatus: reference,
});
export type UserRecord = z.output<typeof userRecord>;

export const participantRecord = z.object({
  ...base,
  Type: text,
  INN: text,
  KPP: text,
  LastName: text,
  FirstName: text,
  Email: text,
  Phone: text,
  EmailMain: text,
  PhoneMain: text,
  IndividualInfo: record({ LastName: text, FirstName: text, MiddleName: text }),
  CompanyInfo: record({ Name: text, IdNumber: text, KPP: text }),
  ContactInfo: record({ Email: text, Phone: text, EmailMain: text, PhoneMain: text }),
  Cases: list(referenceRecord),
});
export type ParticipantRecord = z.output<typeof participantRecord>;

/** A record with few fields, such as a status, a role or a type. */
export const namedRecord = z.object({ ...base, SysName: text });

/** Fields by which deployments mark a status as final. */
export const finalFlags = [
  'IsFinal',
  'IsFinished',
  'IsCompleted',
  'IsClosed',
  'IsClosing',
  'IsDone',
] as const;
export const statusRecord = namedRecord.extend({
  IsFinal: flag,
  IsFinished: flag,
  IsCompleted: flag,
  IsClosed: flag,
  IsClosing: flag,
  IsDone: flag,
});

/**
 * Names of all fields in the response from which a record was read, including fields of list items
 * (`Attendees.EntityId`).
 */
const shownFields = new WeakMap<object, ReadonlySet<string>>();

type FieldOf<Row> = Extract<keyof Row, string>;

/**
 * Checks whether the service returns a field at all. At least one row in the responses from which the records were read
 * must have it. Therefore a field counts as returned even if the service omits it from rows with an empty value.
 * Returns true if there are no records.
 * @param field name of a field, or of a field in list items: `Attendees.EntityId`
 */
export function isGiven<Row extends object>(
  records: readonly Row[],
  field: FieldOf<Row> | `${FieldOf<Row>}.${string}`,
): boolean {
  const answers = new Set(records.flatMap((one) => shownFields.get(one) ?? []));
  const [list] = field.split('.');
  const shown = [...answers].filter((fields) => list === field || fields.has(`${list}[]`));
  return shown.length === 0 ? true : shown.some((fields) => fields.has(field));
}

/** Adds the field names in a row. A field that is null or an empty list counts as returned. */
function noteFields(fields: Set<string>, row: unknown): void {
  if (!isObject(row)) return;
  for (const [name, value] of Object.entries(row)) {
    if (value === undefined || (fields.size >= maxFields && !fields.has(name))) continue;
    fields.add(name);
    for (const item of Array.isArray(value) ? value.slice(0, maxItemsNoted) : [])
      if (isObject(item)) {
        fields.add(`${name}[]`);
        for (const element of Object.keys(item))
          if (fields.size < maxFields) fields.add(`${name}.${element}`);
      }
  }
}

/** Copies a record and changes some of its fields. The copy keeps the field names that `isGiven` uses. */
export function changed<Row extends object>(row: Row, change: Partial<Row>): Row {
  const copy = { ...row, ...change };
  const fields = shownFields.get(row);
  if (fields) shownFields.set(copy, fields);
  return copy;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
/** Maximum number of field names per response. Further names are ignored. The API has far fewer. */
const maxFields = 500;
const maxItemsNoted = 50;

/**
 * Parses a response. If this fails, callers can still read the other parts of their answer.
 * @throws UnexpectedAnswerError if the format of the response is unexpected
 */
export function read<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const result = schema.safeParse(answer);
  if (!result.success) throw new UnexpectedAnswerError('The service returned data in an unexpected format.');
  const fields = new Set<string>();
  noteFields(fields, answer);
  if (isObject(result.data)) shownFields.set(result.data, fields);
  return result.data;
}

const envelope = z.object({ Items: z.array(z.unknown()), NextPageUrl: text });

/** Checks whether a row is marked as deleted. */
const isGone = (row: object): boolean =>
  Object.entries(row).some(
    ([name, value]) =>
      /^is(?:deleted|removed)$/i.test(name) && (value === true || value === 1 || value === 'true'),
  );

/**
 * Reads one page of a list. An array counts as the only page. Deleted rows, and values that are not objects, are
 * omitted.
 * @param most maximum number of items to read. If the page has more, `isCut` is set
 * @returns the items, and in `unread` the number of records without an id
 * @throws UnexpectedAnswerError if no record has an id
 */
export async function readPage<Item extends z.ZodType>(
  item: Item,
  answer: unknown,
  most = Number.POSITIVE_INFINITY,
): Promise<{
  items: z.output<Item>[];
  count: number;
  next: string | undefined;
  isCut: boolean;
  unread: number;
  place: ReturnType<typeof placeIn>;
}> {
  const page = Array.isArray(answer) ? { Items: answer, NextPageUrl: undefined } : read(envelope, answer);
  const items: z.output<Item>[] = [];
  const fields = new Set<string>();
  let unread = 0;
  await eachInTurns(page.Items.slice(0, most), (value) => {
    if (!isObject(value) || isGone(value)) return;
    const read = item.safeParse(value);
    if (!read.success) {
      unread += 1;
      return;
    }
    items.push(read.data);
    noteFields(fields, value);
    if (isObject(read.data)) shownFields.set(read.data, fields);
  });
  const count = page.Items.length;
  if (unread > 0 && items.length === 0)
    throw new UnexpectedAnswerError('The service returned no Id for the records of this list.');
  return { items, count, next: page.NextPageUrl, isCut: count > most, unread, place: placeIn(answer) };
}
