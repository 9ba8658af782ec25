import { z } from 'zod';
import { InvalidArgumentsError } from '../api/errors.ts';
import type { Desk } from '../contract/desk.ts';
import type { Clock, Day } from './dates.ts';
import { readId } from './links.ts';
import { listAll, listWhole } from './pages.ts';
import { findPeople } from './people.ts';
import { pick } from './pick.ts';
import { namedRecord, type ParticipantRecord, participantRecord } from './records.ts';

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

/** All that is decided and looked up before anything is written. */
export interface Plan {
  readonly asked: Intake;
  readonly typeId: string;
  readonly roleId: string | undefined;
  readonly responsibleId: string | undefined;
  /** The task's name as the dictionary has it. */
  readonly taskName: string | undefined;
  readonly due: string | undefined;
  /** Participants that may be the party. */
  readonly parties: readonly ParticipantRecord[];
}

/** The hour of a day until which a first task is due. */
const dueHour = 18;

/**
 * Looks everything up side by side.
 * @throws InvalidArgumentsError for what nothing is called, and what the service refuses to show: nothing was done then
 */
export async function planIntake(desk: Desk, asked: Intake, clock: Clock): Promise<Plan> {
  const { party, inn, role, responsible, task, due } = asked;
  if (party === undefined && inn === undefined)
    throw new InvalidArgumentsError('party, inn: give at least one of them. Nothing was done.');
  if (due !== undefined && due < clock.today)
    throw new InvalidArgumentsError(`due (${due}) lies before today (${clock.today}). Nothing was done.`);
  const [type, roleId, responsibleId, taskName, parties] = await Promise.all([
    readType(desk, asked.type),
    role === undefined ? undefined : readRole(desk, role),
    responsible === undefined ? undefined : readResponsible(desk, responsible),
    task === undefined ? undefined : readTaskName(desk, task),
    readParties(desk, asked),
  ]);
  return {
    asked,
    typeId: type,
    roleId,
    responsibleId,
    taskName,
    due: due && momentOf(clock, due),
    parties,
  };
}

const momentOf = (clock: Clock, day: Day) =>
  new Date(Date.parse(clock.startOf(day)) + dueHour * 3_600_000).toISOString();

const listedType = namedRecord.extend({ Status: z.string().optional().catch(undefined) });

async function readType(desk: Desk, text: string): Promise<string> {
  const types = await listWhole(desk, ['list_object_types', {}], listedType);
  const active = types.filter(({ Status }) => Status === undefined || !/delet/i.test(Status));
  return pick(active, text, ['type', 'list_object_types']).Id;
}

async function readRole(desk: Desk, text: string): Promise<string> {
  const roles = await listWhole(desk, ['list_roles_in_case', {}], namedRecord);
  return pick(roles, text, ['role', 'list_roles_in_case']).Id;
}

async function readResponsible(desk: Desk, text: string): Promise<string> {
  const [id, second] = await findPeople(desk, text);
  if (id !== undefined && second === undefined) return id;
  throw new InvalidArgumentsError(
    `responsible: several users are called ${JSON.stringify(text)}. Give the whole name or a link. Nothing was done.`,
  );
}

/** Only a value of the dictionary can be a task's name (`api.md`, Task). */
async function readTaskName(desk: Desk, text: string): Promise<string> {
  const dictionaries = await listWhole(desk, ['list_dictionaries', {}], namedRecord);
  const names = dictionaries.find(
    ({ SysName, Name }) => /^task_?names?$/i.test(SysName ?? '') || /task name/i.test(Name ?? ''),
  );
  // Without the dictionary the service alone can tell.
  if (names === undefined) return text;
  const values = await listWhole(desk, ['list_dictionary_values', { id: names.Id }], namedRecord);
  return pick(values, text, ['task', 'list_dictionary_values']).Name ?? text;
}

/** By INN where there is one: names are spelt in many ways. */
async function readParties(desk: Desk, { party, inn }: Intake): Promise<readonly ParticipantRecord[]> {
  const id = party === undefined ? undefined : readId(party, 'person');
  if (id !== undefined) return [participantRecord.parse(await desk.call('get_participant', { id }))];
  const asked = inn === undefined ? { Name: party } : { INN: inn };
  const { items } = await listAll(desk, ['list_participants', asked], participantRecord, { maxPages: 1 });
  return items;
}
