import { type Failure, isThrottled } from './retry-policy.ts';

/**
 * What repetitions may cost one service: when nearly every call fails, each call is sent once and no more, so that
 * repeating does not keep an overloaded service down.
 */
export interface RetryBudget {
  /** Pays for one repetition after this failure: what it cost, or undefined where too little is left. */
  pay(failure: Failure): number | undefined;
  /** Puts back what the repetition cost that succeeded; a success at the first attempt puts back 1. */
  giveBack(cost: number): void;
}

const capacity = 500;
const repetitionCost = 14;
/** Less, since the service says itself when it will do the work. */
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
