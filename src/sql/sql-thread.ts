import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { Engine } from 'sql.js';
import { isCallError } from '../contract/errors.ts';
import type {
  SqlAnalysis,
  SqlNarrowed,
  SqlNarrowing,
  SqlResult,
  SqlRun,
  SqlSchema,
} from '../contract/features/sql-engine.ts';
import { analyse, narrow, run } from './database.ts';

/** Requests to the thread. */
export type SqlThreadRequest =
  | { readonly analyse: { readonly sql: string; readonly schema: SqlSchema } }
  | { readonly run: SqlRun }
  | { readonly narrow: SqlNarrowing };
/** Replies of the thread: first that the tables are loaded, then the result. */
export type SqlThreadReply =
  | { readonly loaded: true }
  | { readonly analysis: SqlAnalysis }
  | { readonly result: SqlResult }
  | { readonly narrowed: SqlNarrowed | undefined }
  | { readonly rejected: string };

/**
 * Time of the query. SQLite reads the time only from `Date`. `Date` therefore returns the caller's local time in a time
 * zone with offset 0, so that SQLite converts nothing.
 */
let now = 0;
Date.now = () => now;
for (const part of ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds'] as const)
  Date.prototype[`get${part}`] = Date.prototype[`getUTC${part}`];
Date.prototype.getTimezoneOffset = () => 0;

/** The build puts the WebAssembly file next to the file of this thread. */
const wasm = readFileSync(new URL('./sql-wasm.wasm', import.meta.url));
// Define `__dirname`, because sql.js reads it when it is loaded, although it gets the file as an option.
Object.assign(globalThis, { __dirname: '' });
const opened = import('sql.js').then((engine) => engine.default({ wasmBinary: wasm }));
const send = (reply: SqlThreadReply) => parentPort?.postMessage(reply);

function answer(engine: Engine, request: SqlThreadRequest): SqlThreadReply {
  try {
    if ('analyse' in request)
      return { analysis: analyse(engine, request.analyse.sql, request.analyse.schema) };
    const onLoaded = () => send({ loaded: true });
    now = Date.parse('run' in request ? request.run.now : request.narrow.now);
    return 'run' in request
      ? { result: run(engine, request.run, onLoaded) }
      : { narrowed: narrow(engine, request.narrow, onLoaded) };
  } catch (error) {
    if (isCallError(error)) return { rejected: error.message };
    throw error;
  }
}

parentPort?.on('message', (request: SqlThreadRequest) => {
  void opened.then((engine) => send(answer(engine, request)));
});
