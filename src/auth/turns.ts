import { LRUCache } from 'lru-cache';
import type { CallTime, InTurn } from '../api/transport/request.ts';
import { waitWithin } from '../api/transport/wait-within.ts';
import { letGo } from '../util/let-go.ts';
import { createLine, type Line } from '../util/waiting-line.ts';

/** Requests of a call, after which the next ones are sent one by one, where others send, too. */
const light = 20;
/** The same of a person with however many calls: so many at once, and in a second. */
const freely = { atOnce: 20, perSecond: 5 };
/** Whoever was forgotten has the whole again. */
const maxPeople = 1_000;
/** A whole allowance is there again long before. */
const forgetMs = 60_000;
/** Between these the service is left to others: so many times as long as the last one took. */
const pause = { times: 3, mostMs: 100 };
/** Nobody else needs it who sent nothing for so long, in milliseconds. */
const quietMs = 1000;

/**
 * Has requests to the service wait for their turn among those of all, so that whoever sends many holds up nobody else.
 * @param requests under way at the same time, of one person and of all
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
    // Where nobody else sends, nobody is held up.
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

/** @returns what notes who sends something now, and tells whether anybody else did lately */
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

/** @returns what counts a request of a person, and tells whether there were few lately */
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

/** Who waits in vain gives the place to the next. @throws as a request that waits too long */
async function place(line: Line, whose: string, time: CallTime): Promise<() => void> {
  const found = line.enter(whose) as Promise<() => void>;
  try {
    return await waitWithin(found, time);
  } catch (error) {
    void found.then((leave) => leave());
    throw error;
  }
}
