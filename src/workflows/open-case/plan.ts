import { z } from 'zod';
import { InvalidArgumentsError } from '../../contract/errors.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { isDeleted } from '../../contract/records/finality.ts';
import type { NameResolver, ResolvedRecord } from '../../contract/records/name-resolver.ts';
import type { RecordKind } from '../../contract/records/record-ref.ts';
import { readId } from '../../domain/links.ts';
import { findParticipants } from '../../domain/people/participants.ts';
import { caseRecord, type ParticipantRecord, participantRecord, read } from '../../domain/records.ts';
import type { Clock, Day } from '../../domain/time/clock.ts';
import { blocksOfType } from '../../json/card-fields.ts';
import { rowsToLists } from '../../json/card-rows.ts';

const words = z.string().min(1).max(500);

export const intake = z.strictObject({
  name: words,
  type: words.describe('Case type'),
  party: words.optional().describe('Name or link'),
  inn: z
    .string()
    .max(12)
    .refine((value) => /^\d{10}(\d\d)?$/.test(value), '10 or 12 digits')
    .optional(),
  kind: z.enum(['Company', 'Individual']).optional(),
  role: words.optional().describe('Of the party'),
  number: z.string().min(1).max(100).optional(),
  description: z.string().min(1).max(20_000).optional(),
  responsible: words.optional(),
  fields: z
    .record(z.string().min(1).max(200), z.unknown())
    .refine((value) => Object.keys(value).length <= 200, 'at most 200 fields')
    .optional()
    .describe('By tag'),
  task: words.optional().describe('First task, a dictionary value'),
  due: z.iso.date().optional(),
});
export type Intake = z.output<typeof intake>;

/** Decisions and looked-up records, made before anything is written. */
export interface Plan {
  readonly asked: Intake;
  readonly typeId: string;
  readonly roleId: string | undefined;
  readonly responsible: ResolvedRecord | undefined;
  /** Dictionary value that provides the name of the task. */
  readonly taskName: ResolvedRecord | undefined;
  readonly due: string | undefined;
  /** Participants that may be the party. */
  readonly parties: readonly ParticipantRecord[];
}

const dueHour = 18;

/** Looks up everything before any change. @throws NameError for an unknown name, and errors of the service */
export async function planIntake(
  operations: OperationClient,
  names: NameResolver,
  asked: Intake,
  clock: Clock,
): Promise<Plan> {
  const { party, inn, role, responsible, task, due } = asked;
  if (party === undefined && inn === undefined)
    throw new InvalidArgumentsError('party, inn: pass at least one of them. Nothing was done.');
  if (due !== undefined && due < clock.today)
    throw new InvalidArgumentsError(`due (${due}) is before today (${clock.today}). Nothing was done.`);
  // Accept only exactly named records for a new case.
  const find = async (kind: RecordKind, text: string | undefined) =>
    text === undefined ? undefined : names.find(operations, kind, text, { guess: false });
  const [type, inRole, user, taskName, parties] = await Promise.all([
    readType(operations, names, asked.type),
    find('role in case', role),
    find('user', responsible),
    find('task name', task),
    readParties(operations, asked),
  ]);
  return {
    asked: asked.fields ? { ...asked, fields: rowsToLists('fields', asked.fields, type.blocks) } : asked,
    typeId: type.id,
    roleId: inRole?.id,
    responsible: user,
    taskName,
    due: due && momentOf(clock, due),
    parties,
  };
}

const momentOf = (clock: Clock, day: Day) =>
  new Date(Date.parse(clock.startOf(day)) + dueHour * 3_600_000).toISOString();

/** Finds the type of the case. Refuses a deleted type before the first step, because no case can be created with it. */
async function readType(operations: OperationClient, names: NameResolver, text: string) {
  const { id } = await names.find(operations, 'object type', text, { guess: false });
  const type = await operations.call('get_object_type', { id });
  if (isDeleted(read(caseRecord, type)))
    throw new InvalidArgumentsError(`type: ${JSON.stringify(text)} was deleted. Nothing was done.`);
  return { id, blocks: blocksOfType(type) };
}

/** Finds existing participants. Searches by INN if there is one, because the spelling of names varies. */
async function readParties(
  operations: OperationClient,
  { party, inn }: Intake,
): Promise<readonly ParticipantRecord[]> {
  const id = party === undefined ? undefined : readId(party, 'participant');
  if (id !== undefined) return [read(participantRecord, await operations.call('get_participant', { id }))];
  const { items, fit } = await findParticipants(operations, inn ?? party ?? '');
  return fit === 'similar' ? [] : items;
}
