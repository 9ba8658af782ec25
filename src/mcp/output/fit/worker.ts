import { brokenJson } from '../../../api/transport/answer/response-body.ts';
import { UnexpectedAnswerError } from '../../../contract/errors.ts';
import { nextTurn } from '../../../util/give-way.ts';
import { createPool, type Helper } from '../../../util/pool.ts';
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
}

type Outcome = Exclude<ThreadReply, { readonly keep: string }>;

/** @param secrets secrets to remove, as for `createSanitizer` */
export function createResponseWorker(sanitizer: Sanitizer, secrets: readonly string[]): ResponseWorker {
  const pool = createPool<Job, Outcome>({
    most: 1,
    idleMs,
    start: (hear, fail) => startThread(secrets, hear, fail),
  });
  const showApart = async (showing: Showing, keep: Keep, signal: AbortSignal | undefined) => {
    const outcome = await pool.ask({ showing, keep }, signal);
    if ('failed' in outcome) throw outcome.failed;
    return outcome.shown;
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
    close: pool.close,
  };
}

async function startThread(
  secrets: readonly string[],
  hear: (outcome: Outcome) => void,
  fail: (error: unknown) => void,
): Promise<Helper<Job>> {
  const { Worker } = await import('node:worker_threads');
  const worker = new Worker(new URL('./worker-thread.js', import.meta.url), {
    workerData: secrets,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
  });
  const send = (request: ThreadRequest) => worker.postMessage(request);
  let store: Keep | undefined;
  worker.on('message', (said: ThreadReply) => {
    if ('keep' in said) void store?.(said.keep).then((uri) => send({ uri }));
    else hear(said);
  });
  worker.on('error', fail);
  return {
    tell: ({ showing, keep }) => {
      store = keep;
      send({ showing });
    },
    hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
    end: () => worker.terminate(),
  };
}

/**
 * Whether this is built code. Without a build, the file for the thread does not exist, so all answers are prepared
 * without a thread.
 */
const isBuilt = !import.meta.url.endsWith('.ts');

const tooMuch = 'The service’s answer is too large to show. Request less: a smaller PageSize, or "fields".';
