import { type SharedState, SharedStateError } from '../../shared-state/shared-state.ts';

/** How many there may be now, and the moment of that count, on the monotonic clock. */
export interface Left {
  count: number;
  at: number;
  /** Taken here, of which other processes do not know yet. */
  untold: number;
}

/** What is counted for all processes. */
export interface Allowance {
  /** Tells it apart; its left is the same object each time. */
  readonly key: string;
  readonly left: Left;
  readonly capacity: number;
  readonly perMinute: number;
}

/** Keeps count of what a person does at all processes of a server. */
export interface Ledger {
  /** Others learn soon what was taken here, and this process what was taken there. */
  note(allowance: Allowance): void;
  /** Learns now what was taken anywhere; while the store is away each process counts for itself. */
  settle(allowance: Allowance): Promise<void>;
}

/** Reads are let in by what is known here: so much later at most it is the whole truth. */
const soonMs = 100;

export function createLedger(state: Pick<SharedState, 'charge'>): Ledger {
  const due = new Map<string, Allowance>();
  let timer: NodeJS.Timeout | undefined;
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const told = [...due.values()].map((allowance) => ({ ...allowance, amount: allowance.left.untold }));
    due.clear();
    for (const { left } of told) left.untold = 0;
    try {
      const counts = await state.charge(told);
      const at = performance.now();
      for (const [index, { left }] of told.entries()) {
        left.count = (counts[index] ?? left.count + left.untold) - left.untold;
        left.at = at;
      }
    } catch (error) {
      if (!(error instanceof SharedStateError)) throw error;
      // Nobody is held to more than a whole allowance when the store is back.
      for (const { left, amount, capacity } of told) left.untold = Math.min(left.untold + amount, capacity);
    }
  };
  return {
    note: (allowance) => {
      due.set(allowance.key, allowance);
      timer ??= setTimeout(() => void flush(), soonMs).unref();
    },
    settle: (allowance) => {
      due.set(allowance.key, allowance);
      return flush();
    },
  };
}
