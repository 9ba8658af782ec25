import { parentPort, workerData } from 'node:worker_threads';
import { createSanitizer } from '../sanitize.ts';
import { type Showing, type ShownAnswer, showAnswer } from './show.ts';

/** What the thread is told: a text to show, or where what it wanted kept is. */
export type ThreadRequest = { readonly showing: Showing } | { readonly uri: string | undefined };
/** What the thread says: how far it came with the text that it was given. */
export type ThreadReply =
  | { readonly shown: ShownAnswer }
  | { readonly keep: string }
  | { readonly failed: unknown };

/** Shows one text after the other, as `createResponseWorker` gives them to it. */
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
