import { z } from 'zod';
import { isCallError } from '../../contract/errors.ts';
import type { SqlResult, SqlRows } from '../../contract/features/sql-engine.ts';
import { type WorkflowAnswer, type WorkflowContext, workflow } from '../../contract/features/workflow.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { asIs, type Note, worded } from '../../contract/worded.ts';
import { eachOnce, part, whyMissing } from '../../domain/partial.ts';
import { readNames } from '../../domain/reference-names.ts';
import { localTime } from '../../domain/time/local-time.ts';
import { type Budget, cheaperScopes, TooDearError } from './budget.ts';
import { isOwnColumn, ownRecord } from './computed.ts';
import { type Filling, fillTable } from './fill.ts';
import { queryMessages } from './messages.ts';
import { absentTexts, nearValues } from './near-values.ts';
import { type Narrowing, neededRecords } from './needed-records.ts';
import { createReader } from './reader.ts';
import { type Resolved, resolveStatement } from './resolve.ts';
import { readScope, refuseUselessPeriod, type Scope, scopeArgument } from './scope.ts';
import { createSource } from './source.ts';
import { queryTables } from './tables/tables.ts';
import { shownColumns, tableText } from './text.ts';

/** Number of requests from which a note states the cost: fixed, or a part of the limit. */
const toldRequests = 100;
const toldPart = 0.8;
/** Maximum number of rows in an answer. Further rows are only counted. */
const shownRows = 200;

const cell = z.union([z.string(), z.number(), z.null()]);
const queryOutput = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(cell)),
  total: z.number().optional(),
});

/** Workflow `query_records`: runs one SELECT over the records that the caller may see. */
export const queryRecords = workflow({
  name: 'query_records',
  title: 'Query records',
  titleRu: 'Запрос записей',
  search: { words: 'how many, sql, filter, without, case' },
  access: 'read',
  isBulk: true,
  description:
    "SQLite SELECT: counts, joins. Tables: objects (all types; cases are some: id, name, number, type, client, responsible, stage, status, card fields by tag), tasks (case_id, case_name, status, due, is_open, is_overdue, mine), task_responsibles (task_id, name, kind), events (type, starts, ends), attendees (event_id, name, kind), documents, parties (case_id, participant, role), users, days…: describe_records. * leaves out ids. LIKE ignores case and alphabet; dates and date('now') are local.",
  input: z.strictObject({
    sql: z.string().min(1).max(20_000),
    scope: scopeArgument.describe('Which cases and dates'),
    plan: z.boolean().optional().describe('Only show its cost'),
  }),
  output: queryOutput,
  run: (operations, args, context) => answerQuery(operations, args, context),
});

interface QueryGiven {
  readonly sql: string;
  readonly scope?: z.output<typeof scopeArgument>;
  readonly plan?: boolean | undefined;
}

interface QueryAnswer extends WorkflowAnswer<z.input<typeof queryOutput>> {
  /** Warnings about texts in the statement that occur in no row, with the values that do occur. */
  readonly doubts: readonly string[];
  /** Names of the tables that the statement reads. */
  readonly reads: readonly string[];
  /** Name of the signed-in user. Undefined if the statement uses no column `mine`. */
  readonly mine?: string | undefined;
}

/** Runs a query. @throws the errors of the workflow `query_records` */
export async function answerQuery(
  operations: OperationClient,
  { sql, scope: asked, plan = false }: QueryGiven,
  context: WorkflowContext,
): Promise<QueryAnswer> {
  const { names, query } = context;
  const { clock, notes } = await localTime(operations, context);
  const resolved = await resolveStatement(sql, queryTables, { engine: query.engine, operations });
  refuseUselessPeriod(asked, [...resolved.reads.keys()]);
  const scope = await readScope(operations, names, clock, asked);
  const budget: Budget = { limit: query.requests, isPlan: plan, sent: 0, planned: 0 };
  const now = `${clock.moment(context.now.toISOString()).slice(4).replace(' ', 'T')}:00Z`;
  const statement = { sql, now, timeZone: clock.timeZone };
  const reads = [...resolved.reads.keys()].map(({ name }) => name);
  const loaded = await load(operations, context, { statement, resolved, scope, clock, budget }).catch(
    (error: unknown) => {
      if (error instanceof TooDearError) return error;
      throw error;
    },
  );
  if (loaded instanceof TooDearError) {
    const naming = { shape: 'case', rows: loaded.rows, fields: ['Type', 'Responsible', 'Stage'] } as const;
    const { fill } = await readNames(operations, names, [naming], { isCheap: true });
    return tooDear(loaded, loaded.rows.map(fill), query.requests, plan);
  }
  if (plan) return planned(budget);
  const { schema } = resolved;
  const result = await query.engine.run({ ...statement, schema, tables: loaded.tables }, operations.signal);
  const shown = shownColumns(result, sql);
  const rows = shown.rows.slice(0, shownRows);
  const doubts = doubtsOf(result, loaded.tables);
  const isOwn = [...resolved.reads.values()].flat().some(isOwnColumn);
  const me = isOwn ? await part('your user record', ownRecord(operations, names)) : undefined;
  const mine = me?.value?.Name;
  return {
    data: { columns: [...shown.columns], rows: rows.map((row) => [...row]), total: result.total },
    text: [
      tableText(shown.columns, rows),
      ...doubts,
      `Times: ${clock.timeZone}; now ${clock.moment(context.now.toISOString())}${mine === undefined ? '' : `; mine: ${mine}`}`,
    ].join('\n'),
    doubts,
    reads,
    mine,
    isEmpty: isNothing(result),
    notes: [
      ...loaded.notes,
      ...notes,
      ...resultNotes(result, rows.length, loaded.tables),
      ...leftOut(result, shown),
    ],
  };
}

/**
 * Returns warnings about texts that occur in no row. A text that should exclude rows is reported even if rows were
 * found, because a misspelt text excludes nothing.
 */
function doubtsOf(result: SqlResult, tables: Readonly<Record<string, SqlRows>>): readonly string[] {
  const { texts } = result.hints;
  const excluded = nearValues(
    texts.filter(({ excludes }) => excludes),
    tables,
  );
  return [
    ...(isNothing(result)
      ? nearValues(
          texts.filter(({ excludes }) => !excludes),
          tables,
        )
      : []),
    ...excluded.map((line) => `This condition excludes no row. ${line}`),
  ];
}

interface Loading {
  readonly statement: Narrowing['run'];
  readonly resolved: Resolved;
  readonly scope: Scope;
  readonly clock: Parameters<typeof readScope>[2];
  readonly budget: Budget;
}

/**
 * Fills the tables of a statement, and adds notes about missing data.
 * @throws errors of `OperationClient.call` if nothing could be read; TooDearError if there are too many requests
 */
async function load(
  operations: OperationClient,
  { names, progress, finalStatuses, query, now }: WorkflowContext,
  { statement, resolved, scope, clock, budget }: Loading,
): Promise<{ readonly tables: Record<string, SqlRows>; readonly notes: readonly Note[] }> {
  const notes: Note[] = [];
  // Notes about records that could not be read. They come first, because sums and counts lack these records.
  const missing: Note[] = [];
  const note = (one: Note) => void notes.push(one);
  const onStep = () => progress(budget.sent, budget.planned > 0 ? budget.sent + budget.planned : undefined);
  const source = createSource({ operations, budget, onStep, note: (one) => void missing.push(one) });
  const reader = createReader({
    tables: queryTables,
    source,
    operations,
    names,
    clock,
    scope,
    finalStatuses,
    note,
    needed: (table, records) => neededRecords(narrowing, table, records),
  });
  const filling: Filling = { reader, source, operations, names, clock, now, note };
  const narrowing: Narrowing = { engine: query.engine, resolved, run: statement, filling };
  const failures: unknown[] = [];
  const filled = await Promise.all(
    [...resolved.reads].map(async ([table, columns]) => {
      try {
        const fields = resolved.fields.get(table.name);
        const rows = await fillTable(filling, table, columns, fields);
        return [table.name, rows] as const;
      } catch (error) {
        if (!isCallError(error)) throw error;
        failures.push(error);
        missing.push(
          worded(queryMessages.emptyTable, { why: whyMissing(asIs(table.name), error), table: table.name }),
        );
        return [table.name, { columns: [], rows: [] }] as const;
      }
    }),
  );
  if (failures.length > 0 && failures.length === resolved.reads.size) throw failures[0];
  if (budget.sent > Math.min(toldRequests, toldPart * budget.limit))
    note(worded(queryMessages.requests, { count: budget.sent }));
  return { tables: Object.fromEntries(filled), notes: eachOnce([...missing, ...notes]) };
}

/** Returns the cost of a query for which only lists were read. */
const planned = ({ sent }: Budget) => ({
  data: { columns: [], rows: [] },
  text: `The query takes ${sent} requests, which were just sent: running it now is cheap.`,
  doubts: [],
  reads: [],
  notes: [queryMessages.planOnly],
});

/**
 * Returns the answer for a query that is too expensive. Names in the suggested conditions are data, so they are in the
 * text and not in the notes.
 */
function tooDear(error: TooDearError, named: TooDearError['rows'], limit: number, isPlan: boolean) {
  const { table, needed, rows, isCut, reading } = error;
  const what = isCut
    ? `The table ${table} has more than ${rows.length} rows; the rest was not read.`
    : `${rows.length} ${table} match, and reading their ${reading} takes ${needed} requests.`;
  const isOver = isCut || needed > limit;
  return {
    data: { columns: [], rows: [] },
    doubts: [],
    reads: [],
    text: [what, ...(isOver ? ['To make it cheap:', ...cheaperScopes(named, isCut, limit)] : [])].join('\n'),
    notes: [isOver ? worded(queryMessages.tooDear, { limit }) : queryMessages.planOnly],
    ...(isOver && !isPlan ? { isIncomplete: true } : {}),
  };
}

function resultNotes(result: SqlResult, shown: number, tables: Readonly<Record<string, SqlRows>>): Note[] {
  const { total, hints } = result;
  const exact = hints.texts.filter(({ isPattern, excludes }) => !isPattern && !excludes);
  const columns = hints.wholeDays.join(', ');
  return [
    ...(total > shown ? [worded(queryMessages.rowsShown, { some: shown, all: total })] : []),
    ...(isNothing(result) && absentTexts(exact, tables).length > 0 ? [queryMessages.noRows] : []),
    ...(columns === '' ? [] : [worded(queryMessages.wholeDays, { columns })]),
    ...(hints.byCodes.length === 0
      ? []
      : [worded(queryMessages.byCodes, { terms: hints.byCodes.join(', ') })]),
  ];
}

/** Returns a note about id columns that `*` does not show. */
function leftOut({ columns }: SqlResult, shown: Pick<SqlResult, 'columns'>): Note[] {
  const ids = [...new Set(columns.filter((column) => !shown.columns.includes(column)))];
  if (ids.length === 0) return [];
  return [worded(queryMessages.idsLeftOut, { columns: ids.slice(0, 4).join(', ') })];
}

/** Checks whether the result is empty: no row, or a count or sum of nothing. */
const isNothing = ({ rows, total }: SqlResult) =>
  total === 0 || (total === 1 && rows[0]?.every((value) => value === null || value === 0) === true);
