import { z } from 'zod';
import { InvalidArgumentsError } from '../../contract/errors.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import type { NameResolver } from '../../contract/records/name-resolver.ts';
import type { RecordKind } from '../../contract/records/record-ref.ts';
import { isRow } from '../../contract/records/row.ts';
import { isSystemTag, objectStatus } from '../../contract/records/vocabulary.ts';
import { isUuid } from '../../contract/uuid.ts';
import { addDays, type Clock, dueOf } from '../../domain/time/clock.ts';
import { foldLetters } from '../../names/spelling/normalise.ts';
import { readCardFields } from './card-columns.ts';
import { namedColumn } from './names-and-values/named-columns.ts';
import type { QueryTable } from './tables/table.ts';
import { queryTables } from './tables/tables.ts';
import type { RawRecord } from './values.ts';

const words = z.string().min(1).max(500).optional();
const day = z.iso.date().optional();

/** Argument that selects cases and a period. */
export const scopeArgument = z
  .strictObject({
    words: words.describe('Of name'),
    responsible: words.describe('User or me'),
    stage: words,
    status: z.enum(objectStatus).optional(),
    type: words,
    fields: z
      .record(z.string().max(200), z.string().max(1000))
      .refine((fields) => Object.keys(fields).length <= 20, 'at most 20 fields')
      .optional()
      .describe('By tag'),
    created_from: day.describe('Of cases'),
    created_to: day,
    from: day.describe('Tasks, events, documents'),
    to: day,
  })
  .optional();

/** Conditions of the scope in the format of the API. */
export interface Scope {
  /** Arguments for listing cases. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly words: string | undefined;
  /** Sentences that say which similar names were used instead of the given names. */
  readonly meanings: readonly string[];
  /** Checks a record against the conditions for which the service's lists have no filter. */
  readonly fits: (record: RawRecord) => boolean;
  /** Checks whether a field of a record is in the period, because the service's own filter may be less exact. */
  readonly isInPeriod: (record: RawRecord, field: string) => boolean;
  readonly isOfCases: boolean;
  /** First and last day. `from` and `to` are the corresponding date-times. */
  readonly days: { readonly from: string | undefined; readonly to: string | undefined };
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Converts the argument to conditions. @throws the errors of name lookups */
export async function readScope(
  operations: OperationClient,
  names: NameResolver,
  clock: Clock,
  asked: z.output<typeof scopeArgument> = {},
): Promise<Scope> {
  const { words, stage, status, fields = {}, created_from: since, created_to: until, from, to } = asked;
  refuseOperators(fields);
  const meanings: string[] = [];
  const idOf = async (argument: 'responsible' | 'type', kind: RecordKind) => {
    const { [argument]: text } = asked;
    if (text === undefined) return undefined;
    const { id, name, isExact } = await names.find(operations, kind, text, { guess: true });
    if (!isExact && name !== undefined) meanings.push(`scope.${argument}: '${text}' was read as '${name}'.`);
    return id;
  };
  const [responsible, type] = await Promise.all([idOf('responsible', 'user'), idOf('type', 'object type')]);
  const tags = await tagsOf(operations, Object.keys(fields), type);
  const Filters = Object.values(fields).map((value, at) => ({ FieldTag: tags[at], SearchValues: [value] }));
  const args = {
    ...(responsible === undefined ? {} : { ResponsibleIds: [responsible] }),
    ...(type === undefined ? {} : { ObjectTypeId: type }),
    ...(status === undefined ? {} : { Status: status }),
    ...(Filters.length === 0 ? {} : { Filters }),
    ...(since === undefined ? {} : { MinDate: clock.startOf(since) }),
    ...(until === undefined ? {} : { MaxDate: endOf(clock, until) }),
  };
  return {
    args,
    words,
    meanings,
    fits: (record) =>
      (stage === undefined || isAt(stage, record.Stage)) &&
      isWithin(clock, { from: since, to: until }, record, 'CreationDate'),
    isInPeriod: (record, field) => isWithin(clock, { from, to }, record, field),
    isOfCases: words !== undefined || stage !== undefined || Object.keys(args).length > 0,
    days: { from, to },
    // Use the earlier of local midnight and midnight UTC, because a date without a time is stored as midnight UTC.
    from: from && [clock.startOf(from), `${from}T00:00:00.000Z`].sort()[0],
    to: to && endOf(clock, to),
  };
}

/** Returns the last millisecond of a day. */
const endOf = (clock: Clock, last: string) =>
  new Date(Date.parse(clock.startOf(addDays(last, 1))) - 1).toISOString();

/** @throws InvalidArgumentsError for operators, because the scope only compares for equality */
function refuseOperators(fields: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(fields))
    if (/^\s*(?:[<>=%≤≥]|!=)/.test(value))
      throw new InvalidArgumentsError(
        `scope.fields: ${JSON.stringify(name.slice(0, 80))} should be a value that the field equals, not ${JSON.stringify(value.slice(0, 80))}. Put comparisons into WHERE of sql.`,
      );
}

/** @throws InvalidArgumentsError for a period without effect, because the result would seem limited to it */
export function refuseUselessPeriod(
  { from, to }: z.output<typeof scopeArgument> = {},
  read: readonly QueryTable[],
): void {
  const given = from === undefined ? 'to' : 'from';
  if ((from ?? to) === undefined || read.some(hasPeriod)) return;
  throw new InvalidArgumentsError(
    `scope.${given}: limits only tasks (due), events (start), documents (creation) and days, and this query reads none of them. For the creation of cases use scope.created_from and scope.created_to; for other dates WHERE.`,
  );
}

/** Checks whether the period limits a table, or the table whose records contain its rows. */
function hasPeriod({ rows }: QueryTable): boolean {
  if ('in' in rows) return queryTables.some((one) => one.name === rows.in && hasPeriod(one));
  if ('own' in rows) return rows.own === 'days' || rows.own === 'documents';
  return 'list' in rows && 'scope' in rows && rows.scope?.from !== undefined;
}

/**
 * Converts field names to tags. Accepts tags and titles.
 * @throws InvalidArgumentsError with the nearest name for an unknown one, because some services ignore an unknown tag
 */
async function tagsOf(
  operations: OperationClient,
  given: readonly string[],
  type: string | undefined,
): Promise<readonly string[]> {
  const unknown = given.filter((name) => !isUuid(name) && !isSystemTag(name));
  const cases = queryTables.find(({ name }) => name === 'cases') as QueryTable;
  if (unknown.length === 0) return given;
  const fields = await readCardFields(operations, cases);
  const own = fields.filter(({ types }) => type === undefined || types.has(type));
  return given.map((name) =>
    unknown.includes(name)
      ? (namedColumn('scope.fields', name, { ...cases, columns: [] }, own).from[1] as string)
      : name,
  );
}

/**
 * Checks whether the date in a field is in the period. A record without the field passes, because the service has
 * already filtered the records.
 */
function isWithin(
  clock: Clock,
  { from = '', to = '9999' }: { readonly from: string | undefined; readonly to: string | undefined },
  record: RawRecord,
  field: string,
): boolean {
  const value = record[field];
  if (typeof value !== 'string' || value === '') return true;
  const isDay = field === 'ExecutionDate' || record.AllDay === true;
  const on = isDay ? dueOf(clock, value).day : clock.day(value);
  return on >= from && on <= to;
}

/** Checks whether a value is the requested stage. Compares the full name, and the name in each language. */
function isAt(stage: string, value: unknown): boolean {
  const name = isRow(value) ? value.Name : value;
  if (typeof name !== 'string') return false;
  const wanted = foldLetters(stage.trim());
  return [name, ...name.split(' / ')].some((one) => foldLetters(one.trim()) === wanted);
}
