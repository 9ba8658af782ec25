import { LRUCache } from 'lru-cache';
import type { CallTime, InTurn } from '../api/transport/request.ts';
import { waitWithin } from '../api/transport/wait-within.ts';
import { letGo } from '../util/let-go.ts';
import { createLine, type Line } from '../util/waiting-line.ts';

/**
 * Number of requests of one tool call that are sent without throttling. While other callers are active, later requests
 * of the call are sent one by one.
 */
const light = 20;
/** Token bucket of one caller for all its calls: capacity, and refill in tokens per second. */
const freely = { atOnce: 20, perSecond: 5 };
/** Maximum number of buckets. A caller whose bucket was evicted starts with a full one. */
const maxPeople = 1_000;
/** Lifetime of an unused bucket. It refills completely in much less time, so nothing is lost. */
const forgetMs = 60_000;
/** Pause after each throttled request: three times its duration, at most 100 ms. */
const pause = { times: 3, mostMs: 100 };
/** Time without a request after which a caller counts as inactive. */
const quietMs = 1000;

/**
 * Creates the fair queue of requests to the service, so that a caller with many requests does not delay the others.
 * @param requests maximum concurrent requests, per caller and in total
 */
export function createTurns(requests: {
  readonly own: number;
  readonly all: number;
}): (account: () => string) => InTurn {
  const line = createLine({ ...requests, waiting: Infinity });
  const heavy = createLine({ own: 1, all: requests.all, waiting: Infinity });
  const isShared = createAudience();
  const isFree = createAllowances();
  return (account) => async (send, time, sent) => {
    const whose = account();
    const hasOthers = isShared(whose);
    const isLight = isFree(whose) && sent <= light;
    // Without other active callers, throttling would protect nobody.
    if (isLight || !hasOthers) return inTurn(line, whose, time, send);
    const leave = await place(heavy, whose, time);
    const began = performance.now();
    try {
      return await inTurn(line, whose, time, send);
    } finally {
      const took = performance.now() - began;
      setTimeout(leave, Math.min(pause.mostMs, pause.times * took)).unref();
    }
  };
}

/** Creates a function that records a request and returns whether another caller is active. */
function createAudience(): (whose: string) => boolean {
  let last = { whose: '', at: Number.NEGATIVE_INFINITY };
  let before = last;
  return (whose) => {
    const at = performance.now();
    if (last.whose !== whose) before = last;
    last = { whose, at };
    return at - before.at < quietMs;
  };
}

/** Creates a function that takes a token from a caller's bucket and returns whether one was available. */
function createAllowances(): (whose: string) => boolean {
  const allowances = letGo(
    new LRUCache<string, { left: number; at: number }>({
      max: maxPeople,
      ttl: forgetMs,
      updateAgeOnGet: true,
    }),
  );
  return (whose) => {
    const at = performance.now();
    const known = allowances.get(whose);
    const left = known ? known.left + ((at - known.at) / 1000) * freely.perSecond : freely.atOnce;
    const isFree = left >= 1;
    allowances.set(whose, { left: Math.min(freely.atOnce, left) - (isFree ? 1 : 0), at });
    return isFree;
  };
}

async function inTurn<T>(line: Line, whose: string, time: CallTime, run: () => Promise<T>): Promise<T> {
  const leave = await place(line, whose, time);
  try {
    return await run();
  } finally {
    leave();
  }
}

/** Waits for a slot. If the wait times out, the slot is released as soon as it is granted. @throws the timeout error */
async function place(line: Line, whose: string, time: CallTime): Promise<() => void> {
  const found = line.enter(whose) as Promise<() => void>;
  try {
    return await waitWithin(found, time);
  } catch (error) {
    void found.then((leave) => leave());
    throw error;
  }
}
