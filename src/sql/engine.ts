import { InvalidArgumentsError } from '../contract/errors.ts';
import type { SqlEngine } from '../contract/features/sql-engine.ts';
import { createPool, type Helper, type PoolLoad } from '../util/pool.ts';
import type { SqlThreadReply, SqlThreadRequest } from './sql-thread.ts';

/** Maximum number of threads for all callers together, so that queries do not occupy all processor cores. */
const maxThreads = 2;
const idleMs = 60_000;
/** Time limit of the statement, in milliseconds. Loading the tables has a separate limit. */
const runMs = 5_000;
const loadMs = 30_000;
const maxMegabytes = 512;

/**
 * File of the thread. A thread cannot run TypeScript sources, so a program that runs from sources uses the file from
 * the last build.
 */
const threadFile = import.meta.url.endsWith('.ts') ? '../../dist/src/sql-thread.js' : './sql-thread.js';

/** Creates the engine. It is loaded when the first statement arrives. */
export function createSqlEngine(): SqlEngine & { load(): PoolLoad } {
  const pool = createPool<SqlThreadRequest, SqlThreadReply>({
    most: maxThreads,
    idleMs,
    start: startThread,
    bound: within('loading the tables', loadMs),
    further: (reply) => ('loaded' in reply ? within('the statement', runMs) : undefined),
  });
  const ask = async (request: SqlThreadRequest, signal: AbortSignal | undefined) => {
    const reply = await pool.ask(request, signal);
    if ('rejected' in reply) throw new InvalidArgumentsError(reply.rejected);
    return reply;
  };
  return {
    analyse: async (sql, schema, signal) => {
      const reply = await ask({ analyse: { sql, schema } }, signal);
      if ('analysis' in reply) return reply.analysis;
      throw new Error('the thread returned an unexpected reply');
    },
    run: async (run, signal) => {
      const reply = await ask({ run }, signal);
      if ('result' in reply) return reply.result;
      throw new Error('the thread returned an unexpected reply');
    },
    narrow: async (request, signal) => {
      const reply = await ask({ narrow: request }, signal);
      if ('narrowed' in reply) return reply.narrowed;
      throw new Error('the thread returned an unexpected reply');
    },
    load: pool.load,
    close: pool.close,
  };
}

async function startThread(
  onReply: (reply: SqlThreadReply) => void,
  onFailure: (error: unknown) => void,
): Promise<Helper<SqlThreadRequest>> {
  const { Worker } = await import('node:worker_threads');
  const worker = new Worker(new URL(threadFile, import.meta.url), {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
  });
  worker.on('message', onReply);
  worker.on('error', (error: NodeJS.ErrnoException) =>
    onFailure(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error),
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
    `sql: ${what} took more than ${milliseconds / 1000} s and was stopped. Join by ids, bound recursion, or narrow the scope.`,
  );
const tooMuch = () => new InvalidArgumentsError('sql: needs more memory than allowed. Narrow the scope.');
