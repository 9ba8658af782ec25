import { InvalidArgumentsError } from '../contract/errors.ts';
import type { SqlEngine } from '../contract/features/sql-engine.ts';
import { createPool, type Helper, type PoolLoad } from '../util/pool.ts';
import type { SqlThreadReply, SqlThreadRequest } from './sql-thread.ts';

/** For all callers together: a machine has more to do. */
const maxThreads = 2;
const idleMs = 60_000;
/** For the statement; filling the tables takes what it takes, within a bound of its own. */
const runMs = 5_000;
const loadMs = 30_000;
const maxMegabytes = 512;

/** What runs unbuilt has no file for the thread, and takes that of the last build. */
const threadFile = import.meta.url.endsWith('.ts') ? '../../dist/src/sql-thread.js' : './sql-thread.js';

/** Nothing is loaded before the first statement. */
export function createSqlEngine(): SqlEngine & { load(): PoolLoad } {
  const pool = createPool<SqlThreadRequest, SqlThreadReply>({
    most: maxThreads,
    idleMs,
    start: startThread,
    bound: within('loading the tables', loadMs),
    further: (said) => ('loaded' in said ? within('the statement', runMs) : undefined),
  });
  const ask = async (request: SqlThreadRequest, signal: AbortSignal | undefined) => {
    const said = await pool.ask(request, signal);
    if ('refused' in said) throw new InvalidArgumentsError(said.refused);
    return said;
  };
  return {
    analyse: async (sql, schema, signal) => {
      const said = await ask({ analyse: { sql, schema } }, signal);
      if ('analysis' in said) return said.analysis;
      throw new Error('the thread answered something else');
    },
    run: async (run, signal) => {
      const said = await ask({ run }, signal);
      if ('result' in said) return said.result;
      throw new Error('the thread answered something else');
    },
    load: pool.load,
    close: pool.close,
  };
}

async function startThread(
  hear: (said: SqlThreadReply) => void,
  fail: (error: unknown) => void,
): Promise<Helper<SqlThreadRequest>> {
  const { Worker } = await import('node:worker_threads');
  const worker = new Worker(new URL(threadFile, import.meta.url), {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
  });
  worker.on('message', hear);
  worker.on('error', (error: NodeJS.ErrnoException) =>
    fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error),
  );
  return {
    tell: (request) => worker.postMessage(request),
    hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
    end: () => worker.terminate(),
  };
}

const within = (what: string, milliseconds: number) => ({
  milliseconds,
  passed: () => tooLong(what, milliseconds),
});
const tooLong = (what: string, milliseconds: number) =>
  new InvalidArgumentsError(
    `sql: ${what} took more than ${milliseconds / 1000} s and was ended. Join by ids, bound recursion, or narrow the scope.`,
  );
const tooMuch = () => new InvalidArgumentsError('sql: takes more memory than a query may. Narrow the scope.');
