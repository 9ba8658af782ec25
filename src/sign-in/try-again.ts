import { setTimeout as sleep } from 'node:timers/promises';
import { SharedStateError } from '../shared-state/shared-state.ts';

const againMs = 5000;
/** As long as an access token holds: 15 minutes. */
const maxTries = 180;

/** Repeats work until the store can be used. Gives up after 15 minutes. @throws every other error */
export async function tryAgain(work: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < maxTries; tries += 1)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SharedStateError)) throw error;
      await sleep(againMs, undefined, { ref: false });
    }
}
