import type { Worker } from 'node:worker_threads';
import { type Lexicon, learnFrom } from './learn-from.ts';
import type { ReferenceReading } from './learning.ts';
import type { GetFile } from './read-files.ts';

export interface Learner {
  readonly lexicon: () => Promise<Lexicon>;
  /** Script of the thread that learns. If undefined, learning runs in the current thread. */
  readonly thread: URL | undefined;
}

/** Message from the thread: a request for a file, or the result. */
export type LearnThreadReply =
  | { readonly wants: string; readonly isSignedIn: boolean }
  | { readonly reading: ReferenceReading };
/** Message to the thread with the requested file. `file` is undefined if the file does not exist. */
export type LearnThreadRequest = { readonly file: Uint8Array | undefined };

const maxMegabytes = 1024;

/**
 * Learns field names from the API reference (OpenAPI) in a separate thread, so that calls are not blocked.
 * @throws Error if the thread fails
 */
export async function learnApart(
  base: URL,
  getFile: GetFile,
  { learner, signal }: { readonly learner: Learner; readonly signal: AbortSignal },
): Promise<ReferenceReading> {
  if (learner.thread === undefined) return learnFrom(base, getFile, await learner.lexicon());
  const { Worker: Thread } = await import('node:worker_threads');
  const thread = new Thread(learner.thread, {
    workerData: base.href,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
  });
  thread.unref();
  const stop = () => void thread.terminate();
  signal.addEventListener('abort', stop);
  try {
    return await new Promise<ReferenceReading>((resolve, reject) => {
      thread.on('error', reject);
      thread.on('exit', () => reject(new Error('the thread ended')));
      thread.on('message', (said: LearnThreadReply) => {
        if ('reading' in said) resolve(said.reading);
        else
          void getFile(said.wants, said.isSignedIn)
            .catch(() => undefined)
            .then((file) => give(thread, file && whole(file)));
      });
    });
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** Transfers a file instead of copying it, because copying a large file takes time. */
function give(thread: Worker, file: Uint8Array<ArrayBuffer> | undefined): void {
  thread.postMessage({ file } satisfies LearnThreadRequest, file === undefined ? [] : [file.buffer]);
}

/** Returns a buffer of exactly the file's size, because a transfer moves the whole buffer. */
const whole = (file: Uint8Array): Uint8Array<ArrayBuffer> =>
  file.buffer instanceof ArrayBuffer && file.byteLength === file.buffer.byteLength
    ? (file as Uint8Array<ArrayBuffer>)
    : Uint8Array.from(file);
