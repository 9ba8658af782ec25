import { parentPort, workerData } from 'node:worker_threads';
import { shippedLexicon } from './catalogue.ts';
import { learnFrom } from './deployment/learn-from.ts';
import type { ReferenceReading } from './deployment/learning.ts';

/** What the thread says: a file that it wants, or what it came to. */
export type LearnThreadReply = { readonly wants: string } | { readonly reading: ReferenceReading };
/** What the thread is told: the text of the file; undefined where there is none. */
export type LearnThreadRequest = { readonly text: string | undefined };

/** Reads one reference and ends: its documents may be large, and what is learnt from them takes its time. */
const say = (said: LearnThreadReply) => parentPort?.postMessage(said);
let take: ((text: string | undefined) => void) | undefined;

parentPort?.on('message', ({ text }: LearnThreadRequest) => take?.(text));
const getText = (path: string) =>
  new Promise<string | undefined>((resolve) => {
    take = resolve;
    say({ wants: path });
  });

say({ reading: await learnFrom(new URL(workerData as string), getText, await shippedLexicon()) });
parentPort?.close();
