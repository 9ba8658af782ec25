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

/** Limits for each caller, so that no caller can exhaust the service. */
export interface Quotas {
  /**
   * Maximum number of calls per minute: to tools that read data (`reads`), to tools that change data (`writes`), and to
   * tools that delete data, reach people or change permissions (`risky`).
   */
  readonly reads: number;
  readonly writes: number;
  readonly risky: number;
  /** Maximum concurrent calls: of one caller (`parallel`), and of all callers (`total`). */
  readonly parallel: number;
  readonly total: number;
}

/** Properties of a tool that determine which limit counts its calls. */
export type Counted = Pick<Operation, 'access' | 'risk' | 'handler' | 'loses'>;

/** Admits calls within the limits of their caller. All tokens of a caller share them. */
export interface Quota {
  /**
   * Before a change, fetches how much of its limit other processes have used. Returns undefined if this is not needed.
   */
  settle(principal: Principal, operation: Counted): Promise<void> | undefined;
  /**
   * Admits a call.
   * @returns a function that must be called when the call ends
   * @throws BusyError with the time to wait
   */
  enter(principal: Principal, operation: Counted, trace: Trace): () => void;
  /**
   * Counts a call against the limit for risky calls, if its arguments or record show that it is risky.
   * @throws BusyError with the time to wait
   */
  recount(principal: Principal, entered: Counted, rejected: Counted): void;
  /** Counts an HTTP request. Returns the reason and the wait if it is refused. */
  request(principal: Principal): { readonly message: string; readonly retryAfterMs: number } | undefined;
  /** Counts the bytes of a request body, either before it is read or as soon as its size is known. */
  weigh(principal: Principal, bytes: number): void;
}

/**
 * Returns a quota that releases a call's slot only after its answer was sent, because the answer takes memory until
 * then.
 * @param ended resolves when the answer has been sent
 * @param signal signal of the call. If it was aborted, no answer is sent, and the slot is released at once
 */
export const heldUntil = (ended: Promise<unknown>, signal: AbortSignal, quota: Quota): Quota => ({
  ...quota,
  enter: (principal, operation, trace) => {
    const leave = quota.enter(principal, operation, trace);
    return () => (signal.aborted ? leave() : void ended.then(leave));
  },
});

const minuteMs = 60_000;
/**
 * Maximum number of callers in memory. A key has at most about 400 characters (`keyOf` in `src/auth/identity.ts`), so
 * all callers need about 15 MB.
 */
const maxCallers = 10_000;
/** Time until a caller is evicted: longer than any call, and enough to refill every limit. */
const forgetMs = 30 * 60_000;
const soonMs = 1000;
/** Number of requests to the service after which a call counts as one more read. */
const requestsPerRead = 10;
/**
 * Limit on HTTP requests per minute: a multiple of the allowed read calls, but at least `leastRequests`. Lists,
 * searches, pings and invalid requests count too. A request body counts as one more request per 128 KB, because reading
 * it takes time.
 */
const perRead = 10;
const leastRequests = 600;
/** Share of a minute's requests that a caller may send at once. */
const atOnce = 1 / 5;
const bytesPerRequest = 128 * 1024;

type Kind = Rate | 'requests';

interface Usage {
  readonly key: string;
  parallel: number;
  readonly left: Record<Kind, Left>;
}

/** @param state set if other processes count too, so that the counts must be synchronized */
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
        `At most ${quotas[kind]} calls of this kind (${kind}) a minute are allowed.`,
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
          `At most ${quotas.parallel} calls at the same time are allowed.`,
          soonMs,
        );
      if (total >= quotas.total)
        throw new BusyError('total', 'The server has reached its limit on concurrent calls.', soonMs);
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
        message: `At most ${quotas.requests} requests a minute are allowed: try again in ${seconds} s.`,
        retryAfterMs,
      };
    },
    weigh: (principal, bytes) => {
      spend(usageOf(principal), 'requests', Math.floor(bytes / bytesPerRequest));
    },
  };
}

/**
 * Refills the units that have accrued since the last count. They accrue evenly over the minute.
 * @param atOnce share of a minute's units that may accumulate
 * @returns milliseconds until the next unit; 0 if a unit is available
 */
function waitFor(left: Left, perMinute: number, atOnce = 1): number {
  const now = performance.now();
  left.count = Math.min(perMinute * atOnce, left.count + ((now - left.at) * perMinute) / minuteMs);
  left.at = now;
  return left.count < 1 ? Math.ceil(((1 - left.count) * minuteMs) / perMinute) : 0;
}

/** Returns the strictest limit that applies to any class of an operation. */
function rateOf(operation: Counted): Rate {
  const counting = classesOf(operation).map((name) => classEffects[name].rate);
  return rates.findLast((rate) => counting.includes(rate)) ?? 'writes';
}
