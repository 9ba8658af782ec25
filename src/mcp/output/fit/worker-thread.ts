import { parentPort, workerData } from 'node:worker_threads';
import { createSanitizer } from '../sanitize.ts';
import { type Showing, type ShownAnswer, showAnswer } from './show.ts';

/** Message to the thread: an answer to show, or the address under which the complete answer was stored. */
export type ThreadRequest = { readonly showing: Showing } | { readonly uri: string | undefined };
/** Message from the thread: the shown answer, the complete answer to store, or an error. */
export type ThreadReply =
  | { readonly shown: ShownAnswer }
  | { readonly keep: string }
  | { readonly failed: unknown };

/** This script shows answers one after the other in the thread that `createResponseWorker` starts. */
const sanitizer = createSanitizer(workerData as string[]);
const say = (said: ThreadReply) => parentPort?.postMessage(said);
let kept: ((uri: string | undefined) => void) | undefined;

parentPort?.on('message', (told: ThreadRequest) => {
  if ('uri' in told) return kept?.(told.uri);
  const keep = (text: string) =>
    new Promise<string | undefined>((resolve) => {
      kept = resolve;
      say({ keep: text });
    });
  return void showAnswer(told.showing, sanitizer, keep).then(
    (shown) => say({ shown }),
    (failed: unknown) => say({ failed }),
  );
});
