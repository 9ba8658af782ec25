import { setTimeout as sleep } from 'node:timers/promises';

/** Time after which a service that throttles has reset its counters, in milliseconds. */
const pauseMs = 5000;
/** Number of requests to such a service between pauses. */
const requestsBetweenPauses = 12;

/**
 * Returns a function that waits before a question. Once a service has throttled, questions are sent no faster than a
 * person would.
 */
export function createPace(requests: readonly string[]): () => Promise<void> {
  let rested = 0;
  return async () => {
    const isThrottling = requests.some((request) => request.endsWith(' 429'));
    if (!isThrottling || requests.length - rested <= requestsBetweenPauses) return;
    await sleep(pauseMs);
    rested = requests.length;
  };
}
