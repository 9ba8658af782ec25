import type { Worker } from 'node:worker_threads';
import { brokenJson } from '../../../api/transport/answer/response-body.ts';
import { UnexpectedAnswerError } from '../../../contract/errors.ts';
import { nextTurn } from '../../../util/give-way.ts';
import type { Sanitizer } from '../sanitize.ts';
import { type Keep, type Showing, type ShownAnswer, showAnswer } from './show.ts';
import type { ThreadReply, ThreadRequest } from './worker-thread.ts';

/** Shows answers: small ones directly, large ones in a thread, so that other callers do not wait. */
export interface ResponseWorker {
  /** @throws UnexpectedAnswerError for invalid JSON, or JSON that is too large to be shown; the reason of the signal */
  show(showing: Showing, keep: Keep, signal: AbortSignal | undefined): Promise<ShownAnswer>;
  close(): Promise<void>;
}

/** Maximum size of directly shown answers, in characters. The worst ones take some ten milliseconds. */
const atOnce = 128 * 1024;
/** The thread ends after this idle time. */
const idleMs = 60_000;
const maxMegabytes = 1024;

interface Job {
  readonly showing: Showing;
  readonly keep: Keep;
  readonly resolve: (shown: ShownAnswer) => void;
  readonly reject: (reason: unknown) => void;
}

/** @param secrets as for `createSanitizer` */
export function createResponseWorker(sanitizer: Sanitizer, secrets: readonly string[]): ResponseWorker {
  /** The first job is running. */
  const jobs: Job[] = [];
  let thread: Promise<Worker> | undefined;
  let idle: NodeJS.Timeout | undefined;

  const rest = (): void => {
    void thread?.then((worker) => worker.unref());
    idle = setTimeout(() => void stop(), idleMs).unref();
  };

  const settle = (job: Job, how: () => void): void => {
    jobs.splice(jobs.indexOf(job), 1);
    how();
    if (jobs.length > 0) begin();
    else rest();
  };

  const stop = async (): Promise<void> => {
    const stopped = thread;
    thread = undefined;
    await (await stopped)?.terminate();
  };

  const hear = async (worker: Worker, said: ThreadReply): Promise<void> => {
    const [job] = jobs;
    if (job === undefined) return;
    if ('shown' in said) settle(job, () => job.resolve(said.shown));
    else if ('failed' in said) settle(job, () => job.reject(said.failed));
    else worker.postMessage({ uri: await job.keep(said.keep) } satisfies ThreadRequest);
  };

  const fail = (error: unknown): void => {
    thread = undefined;
    const [job] = jobs;
    if (job) settle(job, () => job.reject(error));
  };

  const start = async (): Promise<Worker> => {
    const { Worker: Thread } = await import('node:worker_threads');
    const worker = new Thread(new URL('./worker-thread.js', import.meta.url), {
      workerData: secrets,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
    });
    // Ignores replies for cancelled jobs.
    const ifCurrent = async (then: () => unknown) => {
      if ((await thread) === worker) await then();
    };
    worker.on('message', (said: ThreadReply) => void ifCurrent(() => hear(worker, said)));
    worker.on('error', (error) => void ifCurrent(() => fail(error)));
    return worker;
  };

  /** Starts the first job. */
  const begin = (): void => {
    clearTimeout(idle);
    const [job] = jobs;
    thread ??= start();
    void thread.then((worker) => {
      worker.ref();
      worker.postMessage({ showing: job?.showing });
    });
  };

  const showApart = async (showing: Showing, keep: Keep, signal: AbortSignal | undefined) => {
    signal?.throwIfAborted();
    let leave = () => {};
    const shown = new Promise<ShownAnswer>((resolve, reject) => {
      const job = { showing, keep, resolve, reject };
      jobs.push(job);
      if (jobs.length === 1) begin();
      leave = () => {
        const place = jobs.indexOf(job);
        if (place === -1) return;
        // The running job is no longer needed, so stop the thread.
        if (place === 0) void stop();
        settle(job, () => reject(signal?.reason));
      };
    });
    signal?.addEventListener('abort', leave);
    try {
      return await shown;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  };

  return {
    show: async (showing, keep, signal) => {
      const isLarge = showing.text.length > atOnce && isBuilt;
      // Parsing took time, and the transfer will take more, so let other work run.
      if (isLarge) await nextTurn();
      try {
        return await (isLarge ? showApart(showing, keep, signal) : showAnswer(showing, sanitizer, keep));
      } catch (error) {
        if (error instanceof SyntaxError) throw brokenJson();
        if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
          throw new UnexpectedAnswerError(tooMuch);
        throw error;
      }
    },
    close: stop,
  };
}

/** Without a build there is no file for the thread. */
const isBuilt = !import.meta.url.endsWith('.ts');

const tooMuch = 'The service’s answer is too large to show. Request less: a smaller PageSize, or "fields".';
