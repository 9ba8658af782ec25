import { z } from 'zod';
import type { ComparedText, SqlResult } from '../../contract/features/sql-engine.ts';
import { type WorkflowAnswer, type WorkflowContext, workflow } from '../../contract/features/workflow.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { type Note, worded } from '../../contract/worded.ts';
import { part } from '../../domain/partial.ts';
import { readNames } from '../../domain/reference-names.ts';
import { localTime } from '../../domain/time/local-time.ts';
import { type Budget, cheaperScopes, TooDearError } from './budget.ts';
import { isOwnColumn, ownRecord } from './computed.ts';
import { type Loaded, type Loading, load } from './load.ts';
import { queryMessages } from './messages.ts';
import { type Meaning, type ReadLiterals, readLiterals } from './names-and-values/meanings.ts';
import { absentTexts, columnTextsIn, nearValues, type TextsOf } from './names-and-values/near-values.ts';
import { resolveStatement } from './resolve.ts';
import { readScope, refuseUselessPeriod, scopeArgument } from './scope.ts';
import { queryTables } from './tables/tables.ts';
import { shownColumns, tableText } from './text.ts';

/** Maximum number of rows in an answer. Further rows are only counted. */
const shownRows = 200;
/**
 * Maximum number of texts that equal no value of their column and for which an answer lists the column's values.
 * Further texts are only counted.
 */
const maxDoubts = 20;
/**
 * Maximum number of runs of a statement. If the last run finds another text that should be interpreted as a different
 * value, the answer reports this text as unknown.
 */
const maxRuns = 3;

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
    "SQLite SELECT. Tables: objects (cases too: id, name, number, type, client, responsible, stage, status, fields by tag), tasks (case_id, case_name, status, due, is_open, is_overdue, mine), task_history, task_responsibles (task_id, name). Also events (type, starts, ends), attendees (event_id, name), documents (type, folder), parties (case_id, participant, role), user_groups (user, name), days…: describe_records. * leaves out ids. LIKE ignores case and alphabet; dates and date('now') are local.",
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
  /** Sentences that say which texts were interpreted as other values. */
  readonly meanings: readonly string[];
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
  const loading = { statement, resolved, scope, clock, budget };
  const loaded = await runWithMeanings(operations, context, loading);
  const meanings = [...new Set([...scope.meanings, ...loaded.meanings.map(meaningLine)])];
  if ('tooDear' in loaded) {
    const error = loaded.tooDear;
    const naming = { shape: 'case', rows: error.rows, fields: ['Type', 'Responsible', 'Stage'] } as const;
    const { fill } = await readNames(operations, names, [naming], { isCheap: true });
    return withMeanings(meanings, tooDear(error, error.rows.map(fill), query.requests, plan));
  }
  if (plan) return withMeanings(meanings, planned(budget));
  const { result } = loaded;
  const shown = shownColumns(result, sql);
  const rows = shown.rows.slice(0, shownRows);
  const doubts = doubtsOf(loaded);
  const isOwn = [...resolved.reads.values()].flat().some(isOwnColumn);
  const me = isOwn ? await part('your user record', ownRecord(operations, names)) : undefined;
  const mine = me?.value?.Name;
  return {
    data: { columns: [...shown.columns], rows: rows.map((row) => [...row]), total: result.total },
    text: [
      tableText(shown.columns, rows),
      ...meanings,
      ...doubts,
      `Times: ${clock.timeZone}; now ${clock.moment(context.now.toISOString())}${mine === undefined ? '' : `; mine: ${mine}`}`,
    ].join('\n'),
    meanings,
    doubts,
    reads,
    mine,
    isEmpty: isNothing(result),
    notes: [
      ...loaded.notes,
      ...notes,
      ...resultNotes(result, rows.length, loaded.textsOf),
      ...leftOut(result, shown),
    ],
  };
}

interface Ran extends Loaded, ReadLiterals {
  readonly result: SqlResult;
  readonly textsOf: TextsOf;
}

/** The error of a run that was too expensive, and the interpretations of literals that earlier runs found. */
interface TooDear {
  readonly tooDear: TooDearError;
  readonly meanings: readonly Meaning[];
}

/**
 * Runs a statement. If literals stand for values that they do not equal, runs it again with these values. This is
 * needed because the conditions also determine which records are read. The additional records may contain values for
 * other literals.
 * @throws the errors of `load`, except TooDearError, and of the SQL engine
 */
async function runWithMeanings(
  operations: OperationClient,
  context: WorkflowContext,
  loading: Loading,
): Promise<Ran | TooDear> {
  const { names, query } = context;
  const { schema, reads } = loading.resolved;
  const meanings: Meaning[] = [];
  for (let count = 1; ; count += 1) {
    const literals = new Map(meanings.map(({ text, value }) => [text.at, value]));
    const statement = { ...loading.statement, literals };
    const loaded = await load(operations, context, { ...loading, statement }).catch((error: unknown) => {
      if (error instanceof TooDearError) return error;
      throw error;
    });
    if (loaded instanceof TooDearError) return { tooDear: loaded, meanings };
    const { tables } = loaded;
    const result = await query.engine.run({ ...statement, schema, tables }, operations.signal);
    const textsOf = columnTextsIn(tables);
    const unread = result.hints.texts.filter(({ at }) => !literals.has(at));
    const read = await readLiterals({ operations, names, reads, textsOf }, unread);
    const ran = { ...loaded, result, textsOf, meanings };
    if (read.meanings.length === 0) return { ...ran, unknown: read.unknown };
    if (count === maxRuns)
      return { ...ran, unknown: [...read.unknown, ...read.meanings.map(({ text }) => text)] };
    meanings.push(...read.meanings);
  }
}

const meaningLine = ({ text: { column, value: written }, value }: Meaning) =>
  `${column}: '${written}' was read as '${value}'.`;

/**
 * Adds sentences about interpreted literals to an answer without rows, because the interpretations also affect the
 * number of requests.
 */
const withMeanings = <Answer extends { readonly text: string }>(
  meanings: readonly string[],
  answer: Answer,
) => ({ ...answer, meanings, text: [answer.text, ...meanings].join('\n') });

/**
 * Returns warnings about texts that occur in no row. A text that should exclude rows is reported even if rows were
 * found, because a misspelt text excludes nothing. A text that equals no value of a dictionary column is also always
 * reported.
 */
function doubtsOf({ result, textsOf, unknown }: Ran): readonly string[] {
  const ofDictionary = new Set(unknown.map(({ at }) => at));
  const isEmpty = isNothing(result);
  const reported = result.hints.texts.filter(
    ({ at, excludes }) => excludes || isEmpty || ofDictionary.has(at),
  );
  const isOther = ({ at }: ComparedText) => Number(!ofDictionary.has(at));
  const absent = absentTexts(reported, textsOf).toSorted((one, other) => isOther(one) - isOther(other));
  const lines = absent.slice(0, maxDoubts).flatMap((text) => {
    const line = nearValues(text, textsOf, ofDictionary.has(text.at));
    if (line === undefined) return [];
    return text.excludes ? `This condition excludes no row. ${line}` : line;
  });
  const more = absent.length - maxDoubts;
  return [
    ...new Set(lines),
    ...(more > 0
      ? [`${more} more ${more === 1 ? 'text equals' : 'texts equal'} no value of their column.`]
      : []),
  ];
}

/**
 * Returns the answer with the cost of a query for which only lists were read. Its requests were already sent to
 * determine the cost.
 */
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

function resultNotes(result: SqlResult, shown: number, textsOf: TextsOf): Note[] {
  const { total, hints } = result;
  const exact = hints.texts.filter(({ isPattern, excludes }) => !isPattern && !excludes);
  const columns = hints.wholeDays.join(', ');
  return [
    ...(total > shown ? [worded(queryMessages.rowsShown, { some: shown, all: total })] : []),
    ...(isNothing(result) && absentTexts(exact, textsOf).length > 0 ? [queryMessages.noRows] : []),
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
