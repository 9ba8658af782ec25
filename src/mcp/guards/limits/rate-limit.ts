import { LRUCache } from 'lru-cache';
import { accountOf, type Principal } from '../../../api/client/executor.ts';
import { BusyError } from '../../../contract/errors.ts';
import { classEffects, type Rate, rates } from '../../../contract/operations/effects.ts';
import type { Operation } from '../../../contract/operations/operation.ts';
import type { Trace } from '../../../contract/trace.ts';
import type { SharedState } from '../../../shared-state/shared-state.ts';
import { letGo } from '../../../util/let-go.ts';
import { type Allowance, createLedger, type Left } from '../ledger.ts';
import { classesOf } from '../policy.ts';

/** What one caller may do, so that nobody takes the service away from the others. */
export interface Quotas {
  /** Calls in a minute: of tools that only read, that change data, and that delete, reach people or administer. */
  readonly reads: number;
  readonly writes: number;
  readonly risky: number;
  /** Calls at the same time, of one caller and of all. */
  readonly parallel: number;
  readonly total: number;
}

/** What decides which limit a call counts for. */
export type Counted = Pick<Operation, 'access' | 'risk' | 'handler' | 'loses'>;

/** Lets calls in as long as their caller keeps to the quotas, whichever token they come with. */
export interface Quota {
  /**
   * Learns what the caller did at other processes, before a call that does more than read.
   * @returns undefined where there is nothing to learn
   */
  settle(principal: Principal, operation: Counted): Promise<void> | undefined;
  /**
   * @returns to be called when the call has ended
   * @throws BusyError with the time to wait
   */
  enter(principal: Principal, operation: Counted, trace: Trace): () => void;
  /**
   * Counts a call that turned out to be risky, where it was let in as something else.
   * @throws BusyError with the time to wait
   */
  recount(principal: Principal, entered: Counted, rejected: Counted): void;
  /**
   * Counts a request over the network, whatever it asks for.
   * @returns why it is refused, and for how long; undefined where it is let in
   */
  request(principal: Principal): { readonly message: string; readonly retryAfterMs: number } | undefined;
  /** Counts the bytes of its body, before they are read or as soon as their number is known. */
  weigh(principal: Principal, bytes: number): void;
}

/**
 * A place is held for as long as its answer takes memory.
 * @param ended resolves when that has been sent
 * @param signal of the call: where it was cancelled, nothing is sent
 */
export const heldUntil = (ended: Promise<unknown>, signal: AbortSignal, quota: Quota): Quota => ({
  ...quota,
  enter: (principal, operation, trace) => {
    const leave = quota.enter(principal, operation, trace);
    return () => (signal.aborted ? leave() : void ended.then(leave));
  },
});

const minuteMs = 60_000;
/** Known by keys of some 400 characters at most, as `keyOf` makes them: some 15 MB with what is counted. */
const maxCallers = 10_000;
/** Longer than any call, and than any limit takes to be as it was. */
const forgetMs = 30 * 60_000;
const soonMs = 1000;
/** A call counts once more as a read for each ten requests that it sends to the service. */
const requestsPerRead = 10;
/**
 * Requests over the network in a minute, for each call that reads and in all: lists, searches of operations, pings and
 * what is wrong besides calls. One of more than 128 KB counts once more for each of these, as long as it takes to read.
 */
const perRead = 10;
const leastRequests = 600;
/** At once, of those of a minute. */
const atOnce = 1 / 5;
const bytesPerRequest = 128 * 1024;

type Kind = Rate | 'requests';

interface Usage {
  readonly key: string;
  parallel: number;
  readonly left: Record<Kind, Left>;
}

/** @param state where other processes count, too */
export function createQuota(given: Quotas, state?: SharedState): Quota {
  const quotas = { ...given, requests: Math.max(leastRequests, perRead * given.reads) };
  const usages = letGo(
    new LRUCache<string, Usage>({
      max: maxCallers,
      ttl: forgetMs,
      updateAgeOnGet: true,
    }),
  );
  let total = 0;
  const ledger = state?.isShared ? createLedger(state) : undefined;
  const allowanceOf = ({ key, left }: Usage, kind: Kind): Allowance => {
    const capacity = quotas[kind] * (kind === 'requests' ? atOnce : 1);
    return { key: `limit:${kind} ${key}`, left: left[kind], capacity, perMinute: quotas[kind] };
  };
  const spend = (usage: Usage, kind: Kind, amount: number): void => {
    const left = usage.left[kind];
    left.count -= amount;
    if (ledger === undefined) return;
    left.untold += amount;
    ledger.note(allowanceOf(usage, kind));
  };
  const usageOf = (principal: Principal): Usage => {
    const id = accountOf(principal);
    const known = usages.get(id);
    if (known) return known;
    const at = performance.now();
    const full = (rate: Rate) => ({ count: quotas[rate], at, untold: 0 });
    const left = {
      reads: full('reads'),
      writes: full('writes'),
      risky: full('risky'),
      requests: { count: quotas.requests * atOnce, at, untold: 0 },
    };
    const usage = { key: id, parallel: 0, left };
    usages.set(id, usage);
    return usage;
  };
  const count = (usage: Usage, kind: Rate): void => {
    const waitMs = waitFor(usage.left[kind], quotas[kind]);
    if (waitMs > 0)
      throw new BusyError(
        kind,
        `Only ${quotas[kind]} calls of this kind (${kind}) in a minute are possible.`,
        waitMs,
      );
    spend(usage, kind, 1);
  };
  return {
    settle: (principal, operation) => {
      const kind = rateOf(operation);
      return kind === 'reads' ? undefined : ledger?.settle(allowanceOf(usageOf(principal), kind));
    },
    enter: (principal, operation, trace) => {
      const usage = usageOf(principal);
      if (usage.parallel >= quotas.parallel)
        throw new BusyError(
          'parallel',
          `Only ${quotas.parallel} calls at the same time are possible.`,
          soonMs,
        );
      if (total >= quotas.total)
        throw new BusyError('total', 'The server has as many calls as it can carry out.', soonMs);
      count(usage, rateOf(operation));
      usage.parallel += 1;
      total += 1;
      const before = trace.sent;
      return () => {
        usage.parallel -= 1;
        total -= 1;
        spend(usage, 'reads', Math.floor((trace.sent - before) / requestsPerRead));
      };
    },
    recount: (principal, entered, rejected) => {
      if (rateOf(rejected) === 'risky' && rateOf(entered) !== 'risky') count(usageOf(principal), 'risky');
    },
    request: (principal) => {
      const usage = usageOf(principal);
      const retryAfterMs = waitFor(usage.left.requests, quotas.requests, atOnce);
      if (retryAfterMs === 0) return void spend(usage, 'requests', 1);
      const seconds = Math.ceil(retryAfterMs / 1000);
      return {
        message: `Only ${quotas.requests} requests in a minute are possible: try again in ${seconds} s.`,
        retryAfterMs,
      };
    },
    weigh: (principal, bytes) => {
      spend(usageOf(principal), 'requests', Math.floor(bytes / bytesPerRequest));
    },
  };
}

/**
 * They come back evenly over the minute.
 * @param atOnce part of a minute's that may be taken together
 * @returns milliseconds until there is one; 0 where there is
 */
function waitFor(left: Left, perMinute: number, atOnce = 1): number {
  const now = performance.now();
  left.count = Math.min(perMinute * atOnce, left.count + ((now - left.at) * perMinute) / minuteMs);
  left.at = now;
  return left.count < 1 ? Math.ceil(((1 - left.count) * minuteMs) / perMinute) : 0;
}

/** The strictest limit that counts for any of its classes. */
function rateOf(operation: Counted): Rate {
  const counting = classesOf(operation).map((name) => classEffects[name].rate);
  return rates.findLast((rate) => counting.includes(rate)) ?? 'writes';
}
