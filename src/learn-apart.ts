import type { GetText } from './api/reference/find-documents.ts';
import { learnFrom } from './deployment/learn-from.ts';
import type { ReferenceReading } from './deployment/learning.ts';
import type { LearnThreadReply, LearnThreadRequest } from './learn-thread.ts';

/** What runs unbuilt has no file for the thread. */
const isBuilt = !import.meta.url.endsWith('.ts');
const maxMegabytes = 1024;

/** Learns from a service's reference in a thread of its own, so that no call waits for it. @throws where the thread fails */
export async function learnApart(
  base: URL,
  getText: GetText,
  signal: AbortSignal,
): Promise<ReferenceReading> {
  if (!isBuilt) {
    const { shippedLexicon } = await import('./catalogue.ts');
    return learnFrom(base, getText, await shippedLexicon());
  }
  const { Worker } = await import('node:worker_threads');
  const thread = new Worker(new URL('./learn-thread.js', import.meta.url), {
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
