import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { Engine } from 'sql.js';
import { isCallError } from '../contract/errors.ts';
import type { SqlAnalysis, SqlResult, SqlRun, SqlSchema } from '../contract/features/sql-engine.ts';
import { analyse, run } from './database.ts';

/** What the thread is told to do. */
export type SqlThreadRequest =
  | { readonly analyse: { readonly sql: string; readonly schema: SqlSchema } }
  | { readonly run: SqlRun };
/** What the thread says: that the tables are filled, and what it came to. */
export type SqlThreadReply =
  | { readonly loaded: true }
  | { readonly analysis: SqlAnalysis }
  | { readonly result: SqlResult }
  | { readonly refused: string };

/** The engine asks for the time here alone: its clock shows the time of the caller, and knows no other zone. */
let now = 0;
Date.now = () => now;
for (const part of ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds'] as const)
  Date.prototype[`get${part}`] = Date.prototype[`getUTC${part}`];
Date.prototype.getTimezoneOffset = () => 0;

/** The build puts it beside the thread. */
const wasm = readFileSync(new URL('./sql-wasm.wasm', import.meta.url));
// The package asks for its folder when it is loaded, though it is given all that it would read there.
Object.assign(globalThis, { __dirname: '' });
const opened = import('sql.js').then((engine) => engine.default({ wasmBinary: wasm }));
const say = (said: SqlThreadReply) => parentPort?.postMessage(said);

function answer(engine: Engine, told: SqlThreadRequest): SqlThreadReply {
  try {
    if ('analyse' in told) return { analysis: analyse(engine, told.analyse.sql, told.analyse.schema) };
    now = Date.parse(told.run.now);
    return { result: run(engine, told.run, () => say({ loaded: true })) };
  } catch (error) {
    if (isCallError(error)) return { refused: error.message };
    throw error;
  }
}

parentPort?.on('message', (told: SqlThreadRequest) => {
  void opened.then((engine) => say(answer(engine, told)));
});
