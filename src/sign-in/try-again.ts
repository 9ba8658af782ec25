import { setTimeout as sleep } from 'node:timers/promises';
import { SharedStateError } from '../shared-state/shared-state.ts';

const againMs = 5000;
/** Maximum number of tries. They take 15 minutes, which is the lifetime of an access token. */
const maxTries = 180;

/** Repeats a function until the store is available. Gives up after 15 minutes. @throws every other error */
export async function tryAgain(work: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < maxTries; tries += 1)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SharedStateError)) throw error;
      await sleep(againMs, undefined, { ref: false });
    }
}
