import { type SharedState, SharedStateError } from '../../shared-state/shared-state.ts';

/** Remaining units, and the time at which they were counted, on the monotonic clock. */
export interface Left {
  count: number;
  at: number;
  /** Units used by this process and not yet reported to the shared store. */
  untold: number;
}

/** A limit that all processes of a server count together. */
export interface Allowance {
  /** Key of the limit. All objects with this key share one `left`. */
  readonly key: string;
  readonly left: Left;
  readonly capacity: number;
  readonly perMinute: number;
}

/** Synchronizes the use of limits among the processes of a server. */
export interface Ledger {
  /** Schedules a sync with the shared store: reports this process's use and fetches the total. */
  note(allowance: Allowance): void;
  /** Syncs now. If the store is unavailable, each process counts on its own. */
  settle(allowance: Allowance): Promise<void>;
}

/** Maximum delay of a sync, in milliseconds. Until then, reads are admitted by this process's own count. */
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
      // Cap the unreported use at one full limit. Otherwise the caller would stay blocked for longer after the store is
      // available again.
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
