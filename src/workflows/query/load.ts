import { isCallError } from '../../contract/errors.ts';
import type { SqlRows } from '../../contract/features/sql-engine.ts';
import type { WorkflowContext } from '../../contract/features/workflow.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { asIs, type Note, worded } from '../../contract/worded.ts';
import { eachOnce, whyMissing } from '../../domain/partial.ts';
import type { Budget } from './budget.ts';
import { type Filling, fillTable } from './fill.ts';
import { queryMessages } from './messages.ts';
import { type Narrowing, neededRecords } from './needed-records.ts';
import { createReader } from './reader.ts';
import type { Resolved } from './resolve.ts';
import type { readScope, Scope } from './scope.ts';
import { createSource } from './source.ts';
import { queryTables } from './tables/tables.ts';

/**
 * A note about the cost is added above this number of requests, or above this fraction of the limit if that is lower.
 */
const toldRequests = 100;
const toldPart = 0.8;

/** A statement with its resolved names, its scope and its request limit. */
export interface Loading {
  readonly statement: Narrowing['run'];
  readonly resolved: Resolved;
  readonly scope: Scope;
  readonly clock: Parameters<typeof readScope>[2];
  readonly budget: Budget;
}

/** Filled tables, and notes about missing data. */
export interface Loaded {
  readonly tables: Readonly<Record<string, SqlRows>>;
  readonly notes: readonly Note[];
}

/**
 * Fills the tables of a statement, and adds notes about missing data.
 * @throws errors of `OperationClient.call` if nothing could be read; TooDearError if there are too many requests
 */
export async function load(
  operations: OperationClient,
  { names, progress, finalStatuses, query, now }: WorkflowContext,
  { statement, resolved, scope, clock, budget }: Loading,
): Promise<Loaded> {
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
