import type { Worker } from 'node:worker_threads';
import { InvalidArgumentsError } from '../contract/errors.ts';
import type { SqlEngine } from '../contract/features/sql-engine.ts';
import type { SqlThreadReply, SqlThreadRequest } from './sql-thread.ts';

/** For all callers together: a machine has more to do. */
const maxThreads = 2;
/** A thread ends when it had nothing to do for so long. */
const idleMs = 60_000;
/** For the statement; filling the tables takes what it takes, within a bound of its own. */
const runMs = 5_000;
const loadMs = 30_000;
const maxMegabytes = 512;

/** What runs unbuilt has no file for the thread, and takes that of the last build. */
const threadFile = import.meta.url.endsWith('.ts') ? '../../dist/src/sql-thread.js' : './sql-thread.js';

interface Job {
  readonly request: SqlThreadRequest;
  readonly resolve: (said: SqlThreadReply) => void;
  readonly reject: (reason: unknown) => void;
}

interface Thread {
  readonly worker: Worker;
  job: Job | undefined;
  timer: NodeJS.Timeout | undefined;
}

/** Nothing is loaded before the first statement. */
export function createSqlEngine(): SqlEngine {
  const threads = new Set<Thread>();
  const waiting: Job[] = [];
  let starting = 0;

  const take = (thread: Thread): void => {
    clearTimeout(thread.timer);
    thread.job = waiting.shift();
    if (thread.job === undefined) {
      thread.worker.unref();
      thread.timer = setTimeout(() => end(thread), idleMs).unref();
      return;
    }
    thread.worker.ref();
    bound(thread, 'loading the tables', loadMs);
    thread.worker.postMessage(thread.job.request);
  };

  const bound = (thread: Thread, what: string, milliseconds: number): void => {
    clearTimeout(thread.timer);
    thread.timer = setTimeout(() => {
      thread.job?.reject(tooLong(what, milliseconds));
      end(thread);
      fill();
    }, milliseconds);
  };

  const end = (thread: Thread): void => {
    clearTimeout(thread.timer);
    threads.delete(thread);
    void thread.worker.terminate();
  };

  const hear = (thread: Thread, said: SqlThreadReply): void => {
    if (!threads.has(thread)) return;
    if ('loaded' in said) {
      bound(thread, 'the statement', runMs);
      return;
    }
    const { job } = thread;
    take(thread);
    if ('refused' in said) job?.reject(new InvalidArgumentsError(said.refused));
    else job?.resolve(said);
  };

  const fail = (thread: Thread, error: unknown): void => {
    if (!threads.has(thread)) return;
    const isMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
    thread.job?.reject(isMemory ? tooMuch() : error);
    end(thread);
    fill();
  };

  const start = async (): Promise<void> => {
    const { Worker: WorkerThread } = await import('node:worker_threads');
    const worker = new WorkerThread(new URL(threadFile, import.meta.url), {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
    });
    const thread: Thread = { worker, job: undefined, timer: undefined };
    threads.add(thread);
    worker.on('message', (said: SqlThreadReply) => hear(thread, said));
    worker.on('error', (error) => fail(thread, error));
    take(thread);
  };

  /** Has as many threads at work as there are jobs, up to the bound. */
  const fill = (): void => {
    const idle = [...threads].find(({ job }) => job === undefined);
    if (waiting.length === 0) return;
    if (idle) take(idle);
    if (idle || threads.size + starting >= maxThreads) return;
    starting += 1;
    void start()
      .catch((error: unknown) => waiting.shift()?.reject(error))
      .finally(() => {
        starting -= 1;
      });
  };

  const ask = async (request: SqlThreadRequest, signal: AbortSignal | undefined): Promise<SqlThreadReply> => {
    signal?.throwIfAborted();
    let leave = () => {};
    const said = new Promise<SqlThreadReply>((resolve, reject) => {
      const job = { request, resolve, reject };
      leave = () => {
        reject(signal?.reason);
        const place = waiting.indexOf(job);
        if (place !== -1) waiting.splice(place, 1);
        // Nobody waits for what it does.
        for (const thread of threads) if (thread.job === job) end(thread);
        fill();
      };
      waiting.push(job);
      fill();
    });
    signal?.addEventListener('abort', leave);
    try {
      return await said;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
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
    close: async () => {
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
}

const tooLong = (what: string, milliseconds: number) =>
  new InvalidArgumentsError(
    `sql: ${what} took more than ${milliseconds / 1000} s and was ended. Join by ids, bound recursion, or narrow the scope.`,
  );
const tooMuch = () => new InvalidArgumentsError('sql: takes more memory than a query may. Narrow the scope.');
