import { z } from 'zod';
import { InvalidArgumentsError } from '../../contract/errors.ts';
import type { PlannedChanges } from '../../contract/features/planned-changes.ts';
import type { WorkflowContext } from '../../contract/features/workflow.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import type { Note } from '../../contract/worded.ts';
import { queryRecords } from '../query/index.ts';
import { type GivenRow, maxRows } from './plan.ts';

const text = (most: number) => z.string().min(1).max(most);

export const changeArgument = z.strictObject({
  tool: text(80).describe('As update_task'),
  arguments: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('"+7 days" moves a date; {add: [], remove: []} edits a list'),
  for: z.array(text(1000)).min(1).max(maxRows).optional().describe('Records, a row each'),
  sql: text(20_000).optional().describe('Or SELECT as in query_records: id, columns named like arguments'),
  as: text(80).optional().describe('Argument that takes the record'),
  reason: text(500).optional(),
  source: z
    .strictObject({
      document: text(1000).describe('Name or link'),
      page: z.number().int().min(1).optional(),
      passage: text(1000).optional(),
    })
    .optional()
    .describe('Also written into the record'),
});
export type GivenChange = z.output<typeof changeArgument>;

/**
 * Returns a row for each change. A change for several records becomes one row for each of them.
 * @throws InvalidArgumentsError if there are too many rows, or none
 */
export async function rowsGiven(
  operations: OperationClient,
  context: WorkflowContext,
  changes: PlannedChanges,
  given: readonly GivenChange[],
): Promise<{ readonly rows: readonly GivenRow[]; readonly notes: readonly Note[] }> {
  const rows: GivenRow[] = [];
  const notes: Note[] = [];
  for (const one of given) {
    const records = await recordsOf(operations, context, changes, one, notes);
    for (const values of records) {
      const change = { tool: one.tool, arguments: { ...one.arguments, ...values } };
      rows.push({ change, reason: one.reason, source: one.source });
    }
    if (rows.length > maxRows) throw tooMany();
  }
  if (rows.length === 0)
    throw new InvalidArgumentsError(
      'No record was found, so there is nothing to plan. Check sql with query_records.',
    );
  return { rows, notes };
}

const tooMany = () =>
  new InvalidArgumentsError(
    `A plan can have at most ${maxRows} rows, but these changes need more. Nothing was planned: plan fewer records at a time.`,
  );

type Values = Readonly<Record<string, unknown>>;

async function recordsOf(
  operations: OperationClient,
  context: WorkflowContext,
  changes: PlannedChanges,
  { tool, for: records, sql, as, arguments: own = {} }: GivenChange,
  notes: Note[],
): Promise<readonly Values[]> {
  if (records === undefined && sql === undefined) return [{}];
  if (records !== undefined && sql !== undefined)
    throw new InvalidArgumentsError('Pass `for` or `sql`, not both. Nothing was planned.');
  const name = as ?? (await changes.recordArgument(tool));
  if (name === undefined)
    throw new InvalidArgumentsError(
      `as: pass the name of the argument of ${tool} that takes the record. Nothing was planned.`,
    );
  if (own[name] !== undefined)
    throw new InvalidArgumentsError(
      `${name} is in \`arguments\` and is also set for each record. Nothing was planned.`,
    );
  if (records !== undefined) return records.map((record) => ({ [name]: record }));
  return rowsOfQuery(operations, context, sql ?? '', name, notes);
}

/**
 * Returns the records of a query. @throws InvalidArgumentsError if the query returns no ids, or more rows than a plan
 * may have
 */
async function rowsOfQuery(
  operations: OperationClient,
  context: WorkflowContext,
  sql: string,
  name: string,
  notes: Note[],
): Promise<readonly Values[]> {
  const answer = await queryRecords.run(operations, { sql }, context);
  notes.push(...(answer.notes ?? []));
  const {
    columns,
    rows,
    total = rows.length,
  } = answer.data as {
    columns: readonly string[];
    rows: readonly (readonly unknown[])[];
    total?: number;
  };
  if (answer.isIncomplete) throw new InvalidArgumentsError(`sql: too many requests. ${answer.text}`);
  if (total > rows.length || rows.length > maxRows) throw tooMany();
  const idAt = columns.findIndex((column) => column.toLowerCase() === 'id');
  if (idAt < 0)
    throw new InvalidArgumentsError('sql: select the id of each record as id. Nothing was planned.');
  const isEmpty = rows.some((row) => row[idAt] === null);
  if (isEmpty) throw new InvalidArgumentsError('sql: a row has no id. Nothing was planned.');
  return rows.map((row) =>
    Object.fromEntries(
      columns.flatMap((column, at) => {
        const value = row[at];
        if (at === idAt) return [[name, value]];
        return value === null ? [] : [[column, value]];
      }),
    ),
  );
}
