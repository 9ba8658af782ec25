import { type Failure, isThrottled } from './retry-policy.ts';

/** Budget of retries. If nearly every call fails, none is retried, so that a service can recover from overload. */
export interface RetryBudget {
  /** Deducts the cost of one retry. Returns undefined if the budget is too small. */
  pay(failure: Failure): number | undefined;
  /** Restores the cost of a retry that succeeded. A success at the first attempt restores 1. */
  giveBack(cost: number): void;
}

const capacity = 500;
const repetitionCost = 14;
/** Cost of a retry after throttling. It is low, because the service usually says when to retry. */
const throttledCost = 5;

export function createRetryBudget(): RetryBudget {
  let left = capacity;
  return {
    pay: (failure) => {
      const cost = isThrottled(failure) ? throttledCost : repetitionCost;
      if (cost > left) return undefined;
      left -= cost;
      return cost;
    },
    giveBack: (cost) => {
      left = Math.min(capacity, left + cost);
    },
  };
}
