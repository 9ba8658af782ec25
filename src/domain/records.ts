import { z } from 'zod';
import { UnexpectedAnswerError } from '../contract/errors.ts';
import { eachInTurns } from '../util/give-way.ts';

/**
 * What lookups read from the service's records. Deployments rename and leave out fields (the API description shows few),
 * so nothing is demanded: whatever is missing or of another shape counts as absent.
 */
const text = z.string().min(1).optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);
const list = <Item extends z.ZodType>(item: Item) => z.array(item).catch([]);
const record = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).optional().catch(undefined);

/** A reference to another record; some carry no name. */
const reference = record({ Id: text, Name: text, Type: text });
const base = { Id: z.string().min(1), Name: text, Url: text, CreationDate: text, LastChangeDate: text };

export const caseRecord = z.object({
  ...base,
  Number: text,
  Description: text,
  Type: reference,
  Status: text,
  /** The stage's name; a record of its own in some deployments. */
  Stage: z.union([text, reference]).catch(undefined),
  Responsible: reference,
  Client: reference,
  DocumentFolderId: text,
  Version: z.number().optional().catch(undefined),
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
  Responsibles: list(z.object({ Id: text, Name: text, Type: text })),
  ExecutionDate: text,
});
export type TaskRecord = z.output<typeof taskRecord>;

export const eventRecord = z.object({
  ...base,
  Case: reference,
  Type: reference,
  StartDate: text,
  EndDate: text,
  AllDay: flag,
  Location: text,
  Attendees: list(z.object({ Type: text, EntityId: text, Email: text, Name: text })),
});
export type EventRecord = z.output<typeof eventRecord>;

export const documentRecord = z.object({
  ...base,
  EntityKind: text,
  Type: reference,
  Date: text,
  Author: reference,
  Extension: text,
  /** In bytes. */
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
  Groups: list(z.object({ Id: text, Name: text })),
  Roles: list(z.object({ Id: text, Name: text })),
  WorkInfo: record({ Position: text, Department: text, Phone: text }),
});
export type UserRecord = z.output<typeof userRecord>;

export const participantRecord = z.object({
  ...base,
  Type: text,
  INN: text,
  IndividualInfo: record({ LastName: text, FirstName: text, MiddleName: text }),
  CompanyInfo: record({ Name: text, IdNumber: text, KPP: text }),
  ContactInfo: record({ Email: text, Phone: text, EmailMain: text, PhoneMain: text }),
  Cases: list(z.object({ Id: text, Name: text })),
});
export type ParticipantRecord = z.output<typeof participantRecord>;

/** A small named record: a status, a role, a type. */
export const namedRecord = z.object({ ...base, SysName: text });

/**
 * What an answer of the service says.
 * @throws UnexpectedAnswerError where it has another shape: then this part cannot be read, and others may
 */
export function read<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const result = schema.safeParse(answer);
  if (result.success) return result.data;
  throw new UnexpectedAnswerError('The service answered with something else than what was asked for.');
}

const envelope = z.object({ Items: z.array(z.unknown()), NextPageUrl: text });

/**
 * One page of a list; a list that comes bare counts as its only page. Items without an id are left out.
 * @param most items that are looked at
 */
export async function readPage<Item extends z.ZodType>(
  item: Item,
  answer: unknown,
  most = Number.POSITIVE_INFINITY,
): Promise<{ items: z.output<Item>[]; count: number; next: string | undefined; isCut: boolean }> {
  const page = Array.isArray(answer) ? { Items: answer, NextPageUrl: undefined } : read(envelope, answer);
  const items: z.output<Item>[] = [];
  await eachInTurns(page.Items.slice(0, most), (value) => {
    const read = item.safeParse(value);
    if (read.success) items.push(read.data);
  });
  const count = page.Items.length;
  return { items, count, next: page.NextPageUrl, isCut: count > most };
}

/** The stage's name, however the deployment gives it. */
export const stageOf = ({ Stage }: CaseRecord) => (typeof Stage === 'string' ? Stage : Stage?.Name);
