import type { Worker } from 'node:worker_threads';
import { brokenJson } from '../../../api/transport/answer/response-body.ts';
import { UnexpectedAnswerError } from '../../../contract/errors.ts';
import { nextTurn } from '../../../util/give-way.ts';
import type { Sanitizer } from '../sanitize.ts';
import { type Keep, type Showing, type ShownAnswer, showAnswer } from './show.ts';
import type { ThreadReply, ThreadRequest } from './worker-thread.ts';

/**
 * Prepares answers for the assistant. Small ones are prepared immediately, large ones in a worker thread, so that they
 * do not block other callers.
 */
export interface ResponseWorker {
  /**
   * @throws UnexpectedAnswerError if the JSON is invalid or too large to be shown; the abort reason if the signal is
   * aborted
   */
  show(showing: Showing, keep: Keep, signal: AbortSignal | undefined): Promise<ShownAnswer>;
  close(): Promise<void>;
}

/** Maximum size that is prepared without the thread, in characters: about ten milliseconds. */
const atOnce = 128 * 1024;
/** Idle time after which the thread ends, in milliseconds. */
const idleMs = 60_000;
const maxMegabytes = 1024;

interface Job {
  readonly showing: Showing;
  readonly keep: Keep;
  readonly resolve: (shown: ShownAnswer) => void;
  readonly reject: (reason: unknown) => void;
}

/** @param secrets secrets to remove, as for `createSanitizer` */
export function createResponseWorker(sanitizer: Sanitizer, secrets: readonly string[]): ResponseWorker {
  /** Waiting jobs. The first one is running. */
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
    // Ignore replies from a thread that was stopped because its job was cancelled.
    const ifCurrent = async (then: () => unknown) => {
      if ((await thread) === worker) await then();
    };
    worker.on('message', (said: ThreadReply) => void ifCurrent(() => hear(worker, said)));
    worker.on('error', (error) => void ifCurrent(() => fail(error)));
    return worker;
  };

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
        // The job is running, so stop the thread.
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
      // Let other work run first, because parsing took time and the transfer to the thread will take more.
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

/** Without a build, the file for the thread does not exist, so all answers are prepared without it. */
const isBuilt = !import.meta.url.endsWith('.ts');

const tooMuch = 'The service’s answer is too large to show. Request less: a smaller PageSize, or "fields".';
