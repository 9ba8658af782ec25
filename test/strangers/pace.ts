import { setTimeout as sleep } from 'node:timers/promises';

/** Time after which a service that throttles has forgotten what was sent, in milliseconds. */
const pauseMs = 5000;
/** Number of requests after which such a service is left alone. */
const most = 12;

/** Returns what waits before a question. A service that was seen to throttle is asked no faster than a person asks. */
export function createPace(requests: readonly string[]): () => Promise<void> {
  let rested = 0;
  return async () => {
    const isThrottling = requests.some((request) => request.endsWith(' 429'));
    if (!isThrottling || requests.length - rested <= most) return;
    await sleep(pauseMs);
    rested = requests.length;
  };
}
