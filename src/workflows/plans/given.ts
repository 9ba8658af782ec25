import { z } from 'zod';
import { InvalidArgumentsError } from '../../contract/errors.ts';
import type { ChangeRefused, PlannedChanges } from '../../contract/features/planned-changes.ts';
import type { WorkflowContext } from '../../contract/features/workflow.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { alsoCalled, argumentsOfTool } from '../../contract/operations/other-words.ts';
import type { Row } from '../../contract/records/row.ts';
import type { Note } from '../../contract/worded.ts';
import { answerQuery } from '../query/index.ts';
import { planMessages } from './messages.ts';
import { type GivenRow, maxRows } from './plan.ts';

const text = (most: number) => z.string().min(1).max(most);

export const changeArgument = z.strictObject({
  tool: alsoCalled(text(80), 'operation', 'operation_name', 'tool_name').describe(
    'create_task, update_event, edit_object, archive_object, notify_user or another operation',
  ),
  arguments: argumentsOfTool(z.record(z.string(), z.unknown()))
    .optional()
    .describe('Of that tool; "+7 days" moves a date; {add: [], remove: []} edits a list'),
  for: z.array(text(1000)).min(1).max(maxRows).optional().describe('Records, a row each'),
  sql: text(20_000).optional().describe('Or a SELECT: id, columns named like arguments'),
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

interface GivenRows {
  readonly rows: readonly GivenRow[];
  readonly notes: readonly Note[];
  /** Sentences that say which texts in queries were interpreted as other values. */
  readonly meanings: readonly string[];
  /**
   * Warnings about values that a query excludes although no record has them, for example because of a typing error. The
   * warnings quote record data.
   */
  readonly doubts: readonly string[];
  /** Name of the signed-in user. Undefined if no query uses the column `mine`. */
  readonly mine: string | undefined;
}

/**
 * Returns a row for each change. A change for several records becomes one row for each of them. A change without any
 * record becomes a row that cannot be carried out.
 * @throws InvalidArgumentsError if there are too many rows
 */
export async function rowsGiven(
  operations: OperationClient,
  context: WorkflowContext,
  changes: PlannedChanges,
  given: readonly GivenChange[],
): Promise<GivenRows> {
  const rows: GivenRow[] = [];
  const notes: Note[] = [];
  const found: Found = { notes, meanings: new Set(), doubts: new Set(), mine: undefined };
  for (const one of given) {
    const common = { reason: one.reason, source: one.source };
    const records = await recordsOf(operations, context, changes, one, found);
    if ('code' in records) {
      rows.push({ change: { tool: one.tool, arguments: one.arguments ?? {} }, ...common, cannot: records });
      continue;
    }
    for (const values of records) {
      const change = { tool: one.tool, arguments: { ...one.arguments, ...values } };
      rows.push({ change, ...common });
    }
    if (rows.length > maxRows) throw tooMany();
  }
  return { rows, notes, meanings: [...found.meanings], doubts: [...found.doubts], mine: found.mine };
}

const tooMany = () =>
  new InvalidArgumentsError(
    `A plan can have at most ${maxRows} rows, but these changes need more. Nothing was planned: plan fewer records at a time.`,
  );

/** Notes and warnings about the queries that were run so far. */
interface Found {
  readonly notes: Note[];
  readonly meanings: Set<string>;
  readonly doubts: Set<string>;
  mine: string | undefined;
}
type Records = readonly Row[] | ChangeRefused;

async function recordsOf(
  operations: OperationClient,
  context: WorkflowContext,
  changes: PlannedChanges,
  { tool, for: records, sql, as, arguments: own = {} }: GivenChange,
  found: Found,
): Promise<Records> {
  if (records === undefined && sql === undefined) return [{}];
  if (records !== undefined && sql !== undefined)
    throw new InvalidArgumentsError('Pass `for` or `sql`, not both. Nothing was planned.');
  const name = as ?? (await changes.recordArgument(tool));
  if (name === undefined)
    throw new InvalidArgumentsError(
      `as: pass the name of the argument of ${tool} that takes the record. Nothing was planned.`,
    );
  if (typeof name !== 'string') return name;
  if (own[name] !== undefined)
    throw new InvalidArgumentsError(
      `${name} is in \`arguments\` and is also set for each record. Nothing was planned.`,
    );
  if (records !== undefined) return records.map((record) => ({ [name]: record }));
  return rowsOfQuery(operations, context, { tool, sql: sql ?? '', name, own }, found);
}

/**
 * Returns the records of a query. @throws InvalidArgumentsError if the query has no column with ids, gives an argument
 * two values, or returns more rows than a plan may have
 */
async function rowsOfQuery(
  operations: OperationClient,
  context: WorkflowContext,
  {
    tool,
    sql,
    name,
    own,
  }: { readonly tool: string; readonly sql: string; readonly name: string; readonly own: Row },
  found: Found,
): Promise<Records> {
  const { notes } = found;
  const answer = await answerQuery(operations, { sql }, context);
  found.mine ??= answer.mine;
  notes.push(...(answer.notes ?? []));
  const isOfCases = answer.reads.includes('cases') && !answer.reads.includes('objects');
  if (isOfCases && /_object(?:_v\d+)?$/.test(tool)) notes.push(planMessages.casesOnly);
  const { columns, rows, total = rows.length } = answer.data;
  if (answer.isIncomplete) throw new InvalidArgumentsError(`sql: too many requests. ${answer.text}`);
  if (total > rows.length || rows.length > maxRows) throw tooMany();
  const idAt = columns.findIndex((column) => column.toLowerCase() === 'id');
  if (idAt < 0)
    throw new InvalidArgumentsError('sql: select the id of each record as id. Nothing was planned.');
  const names = columns.map((column, at) => (at === idAt ? name : column));
  const twice = names.find((one, at) => names.indexOf(one) < at || own[one] !== undefined);
  if (twice !== undefined)
    throw new InvalidArgumentsError(
      `sql: the argument ${JSON.stringify(twice.slice(0, 80))} gets two values for each record, from columns or from \`arguments\`. Nothing was planned: keep one of them.`,
    );
  if (rows.length === 0)
    return {
      code: 'NO_RECORDS',
      reason: ['The query found no record.', ...answer.meanings, ...answer.doubts].join(' '),
    };
  for (const line of answer.meanings) found.meanings.add(line);
  for (const line of answer.doubts) found.doubts.add(line);
  const isEmpty = rows.some((row) => row[idAt] === null);
  if (isEmpty) throw new InvalidArgumentsError('sql: a row has no id. Nothing was planned.');
  return rows.map((row) =>
    Object.fromEntries(names.flatMap((one, at) => (row[at] === null ? [] : [[one, row[at]]]))),
  );
}
