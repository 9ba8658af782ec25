import { DeadlineError } from '../../../contract/errors.ts';
import {
  AttemptError,
  type CallTime,
  type OutboundRequest,
  type RawAnswer,
  type Step,
  waitsUntil,
} from '../request.ts';
import { waitWithin } from '../wait-within.ts';
import { retryAfterOf } from './retry-policy.ts';

/**
 * Rate limit of the service for one token, learned from its refusals (429). It applies to all requests with this token.
 * They wait as long as the service asks, and then stay within the rate that it accepted before.
 */
interface Pace {
  /** Waits for a slot. @returns the entry for `leave`; undefined if no slot becomes free in time */
  enter(time: CallTime): Promise<Entry | undefined> | Entry;
  /** Records the end of a request. `refusedMs` is the wait that a 429 asks for. */
  leave(entry: Entry, refusedMs?: number): void;
  /** Returns the milliseconds until the service accepts requests again. */
  waitMs(): number;
  /** Whether the service has recently refused requests with this token. */
  readonly isKnown: () => boolean;
}

interface Entry {
  readonly at: number;
}

interface Waiter {
  readonly start: (entry: Entry) => void;
  isGone: boolean;
}

/**
 * Time without a refusal after which the learned limit expires, in milliseconds. It expires because the service's limit
 * may have changed, or other processes that shared it may have ended.
 */
const keptMs = 10 * 60_000;
/** Maximum wait of other requests after one refusal, in milliseconds. Then the next request is sent. */
const maxBlockMs = 60_000;
/** Maximum age of requests that count for learning the limit, in milliseconds. */
const rememberedMs = 60_000;
/** Maximum number of remembered requests. Beyond it, the older half is dropped. */
const maxRemembered = 1_000;

/** Returns the latest requests, starting with the one that gives the highest rate until `end`. */
function densest(taken: readonly Entry[], end: number): readonly Entry[] {
  const rates = taken.map(({ at }, index) => (taken.length - index) / Math.max(1, end - at));
  return taken.slice(rates.indexOf(Math.max(...rates)));
}

function createPace(): Pace {
  let sent: Entry[] = [];
  let waiting: Waiter[] = [];
  let timer: NodeJS.Timeout | undefined;
  let underWay = 0;
  let refusedAt = Number.NEGATIVE_INFINITY;
  let blockedUntil = 0;
  /** Requests before this time belong to a period for which a refusal has already set the limit. */
  let windowFrom = 0;
  let atOnce = Infinity;
  let perPeriod = Infinity;
  let periodMs = 0;
  let clean = 0;

  const isKnown = () => performance.now() - refusedAt < keptMs;

  /** Returns the time at which one more request may start. Infinity if another request must end first. */
  const nextStart = (now: number): number => {
    if (!isKnown()) return now;
    if (now < blockedUntil) return blockedUntil;
    if (underWay >= atOnce) return Infinity;
    const oldest = sent[sent.length - Math.floor(perPeriod)];
    return oldest === undefined ? now : Math.max(now, oldest.at + periodMs);
  };

  const begin = (): Entry => {
    const entry = { at: performance.now() };
    underWay += 1;
    sent.push(entry);
    if (sent.length > maxRemembered) sent = sent.slice(maxRemembered / 2);
    return entry;
  };

  const proceed = (): void => {
    clearTimeout(timer);
    timer = undefined;
    waiting = waiting.filter(({ isGone }) => !isGone);
    while (waiting.length > 0) {
      const now = performance.now();
      const start = nextStart(now);
      if (start > now) {
        if (start !== Infinity) timer = setTimeout(proceed, Math.ceil(start - now));
        return;
      }
      waiting.shift()?.start(begin());
    }
  };

  /**
   * Sets the limit to the number of requests before the first refusal, and the period to the time until the service
   * accepts more. Earlier requests that would lower the rate are ignored, because they belong to an earlier period.
   */
  const learn = (now: number, askedMs: number): void => {
    const from = Math.max(windowFrom, now - rememberedMs);
    const taken = densest(
      sent.filter(({ at }) => at >= from),
      now + askedMs,
    );
    const first = taken[0];
    const isFirst = perPeriod === Infinity;
    // If only a few requests were accepted, another process may have used up the limit. The period then stays
    // unchanged.
    if (first && (isFirst || taken.length >= perPeriod / 2)) periodMs = now - first.at + askedMs;
    perPeriod = periodMs === 0 ? Infinity : Math.max(1, taken.length, isFirst ? 1 : perPeriod / 2);
    atOnce = Math.max(1, Math.floor(Math.min(atOnce, underWay + 1) / 2));
  };

  const refused = (entry: Entry, askedMs: number): void => {
    const now = performance.now();
    const blockMs = Math.min(askedMs, maxBlockMs);
    sent = sent.filter((one) => one !== entry);
    if (!isKnown()) [atOnce, perPeriod, periodMs] = [Infinity, Infinity, 0];
    // If several requests that were in flight together are refused, each further refusal only lowers the limit by one.
    if (entry.at < windowFrom) perPeriod = Math.max(1, perPeriod - 1);
    else {
      learn(now, blockMs);
      windowFrom = now;
    }
    clean = 0;
    refusedAt = now;
    blockedUntil = Math.max(blockedUntil, now + blockMs);
  };

  /** Raises the limits a little while no request is refused, because the real limits may be higher. */
  const accepted = (): void => {
    if (!isKnown()) return;
    atOnce += 1 / atOnce;
    clean += 1;
    if (clean < 2 * perPeriod) return;
    clean = 0;
    perPeriod += Math.max(1, Math.floor(perPeriod / 10));
  };

  const wait = async (time: CallTime): Promise<Entry | undefined> => {
    let waiter: Waiter | undefined;
    const turn = new Promise<Entry>((resolve) => {
      waiter = { start: resolve, isGone: false };
      waiting.push(waiter);
    });
    proceed();
    try {
      return await waitWithin(turn, time);
    } catch (error) {
      if (waiter) waiter.isGone = true;
      void turn.then((entry) => leave(entry));
      proceed();
      if (error instanceof DeadlineError) return undefined;
      throw new AttemptError(false, error);
    }
  };

  const leave = (entry: Entry, refusedMs?: number): void => {
    underWay -= 1;
    if (refusedMs === undefined) accepted();
    else refused(entry, refusedMs);
    if (waiting.length > 0) proceed();
  };

  return {
    enter: (time) => {
      const now = performance.now();
      if (waiting.length === 0 && nextStart(now) <= now) return begin();
      const until = { ...time, deadline: waitsUntil(time) };
      return isKnown() && blockedUntil >= until.deadline ? Promise.resolve(undefined) : wait(until);
    },
    leave,
    waitMs: () => Math.max(0, blockedUntil - performance.now()),
    isKnown,
  };
}

/** Minimum wait after a refusal, in milliseconds. */
const shortWaitMs = 200;

/**
 * Delays all requests with a token if the service requires one of them to wait. A request that would exceed its time
 * limit is not sent. Instead, the caller gets the latest refusal, with the remaining wait.
 */
export function paced(): Step {
  const paces = new WeakMap<object, Pace & { refusal?: RawAnswer }>();
  const paceOf = (whose: object) => {
    const known = paces.get(whose) ?? createPace();
    paces.set(whose, known);
    return known;
  };
  return (next) => async (request) => {
    const { credentials } = request;
    if (credentials === undefined) return next(request);
    const pace: Pace & { refusal?: RawAnswer } = paceOf(credentials);
    const turn = pace.enter(request.time);
    const entry = turn instanceof Promise ? await turn : turn;
    if (entry === undefined) return refusalNow(pace, request);
    let refusedMs: number | undefined;
    try {
      const answer = await next(request);
      if (answer.status === 429 && teaches(request, pace)) {
        refusedMs = Math.max(shortWaitMs, retryAfterOf(answer.headers, Date.now()) ?? 0);
        pace.refusal = answer;
      }
      return answer;
    } finally {
      pace.leave(entry, refusedMs);
    }
  };
}

/**
 * Checks whether the rate limit caused a 429. A change may be refused for another reason, such as too many scripts at
 * once (API description, Errors).
 */
const teaches = ({ access }: OutboundRequest, pace: Pace) => access === 'read' || pace.isKnown();

function refusalNow(
  { refusal, waitMs }: Pace & { refusal?: RawAnswer },
  { time }: OutboundRequest,
): RawAnswer {
  const waitedMs = time.transfer?.answerMs ?? time.timeoutMs;
  if (refusal === undefined) throw new AttemptError(false, new DeadlineError(waitedMs));
  const seconds = String(Math.max(1, Math.ceil(waitMs() / 1000)));
  return { ...refusal, headers: { ...refusal.headers, 'retry-after': seconds } };
}
