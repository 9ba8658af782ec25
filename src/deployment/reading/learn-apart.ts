import type { GetText } from '../../api/reference/find-documents.ts';
import { type Lexicon, learnFrom } from './learn-from.ts';
import type { ReferenceReading } from './learning.ts';

/** What learning is done with, and where. */
export interface Learner {
  readonly lexicon: () => Promise<Lexicon>;
  /** The file of a thread that learns; undefined where there is none: then it is done here. */
  readonly thread: URL | undefined;
}

/** What the thread says: a file that it wants, or what it came to. */
export type LearnThreadReply = { readonly wants: string } | { readonly reading: ReferenceReading };
/** What the thread is told: the text of the file; undefined where there is none. */
export type LearnThreadRequest = { readonly text: string | undefined };

const maxMegabytes = 1024;

/** Learns from a service's reference in a thread of its own, so that no call waits for it. @throws where the thread fails */
export async function learnApart(
  base: URL,
  getText: GetText,
  { learner, signal }: { readonly learner: Learner; readonly signal: AbortSignal },
): Promise<ReferenceReading> {
  if (learner.thread === undefined) return learnFrom(base, getText, await learner.lexicon());
  const { Worker } = await import('node:worker_threads');
  const thread = new Worker(learner.thread, {
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
          void getText(said.wants)
            .catch(() => undefined)
            .then((text) => thread.postMessage({ text } satisfies LearnThreadRequest));
      });
    });
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}
