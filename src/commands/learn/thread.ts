import { parentPort, workerData } from 'node:worker_threads';
import { learner } from '../../catalogue.ts';
import type { LearnThreadReply, LearnThreadRequest } from '../../deployment/reading/learn-apart.ts';
import { learnFrom } from '../../deployment/reading/learn-from.ts';

/**
 * Reads one OpenAPI description of a service, maps its names to the operations, and exits. This runs in a thread,
 * because the mapping takes time.
 */
const say = (said: LearnThreadReply) => parentPort?.postMessage(said);
let take: ((file: Uint8Array | undefined) => void) | undefined;

parentPort?.on('message', ({ file }: LearnThreadRequest) => take?.(file));
const getFile = (path: string, isSignedIn: boolean) =>
  new Promise<Uint8Array | undefined>((resolve) => {
    take = resolve;
    say({ wants: path, isSignedIn });
  });

say({ reading: await learnFrom(new URL(workerData as string), getFile, await learner.lexicon()) });
parentPort?.close();
