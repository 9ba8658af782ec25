import { isCallError } from '../../contract/errors.ts';
import type { ChangeOutcome, PlannedChanges } from '../../contract/features/planned-changes.ts';
import { sideBySide } from '../../util/side-by-side.ts';
import {
  type Act,
  actMs,
  isPossible,
  isTooOld,
  outcomeOf,
  type PlanRow,
  type RowOutcome,
  rowKey,
  rowsSideBySide,
} from './plan.ts';

/** Outcome of a row, or the reason why it was not sent. */
export type RowReport =
  | RowOutcome
  | { readonly state: 'left out' | 'not possible' | 'not tried'; readonly reason?: string };

export interface ActReport {
  readonly rows: ReadonlyMap<number, RowReport>;
  /**
   * Time until the limit on changes permits the next change, in milliseconds. Undefined if this limit did not stop the
   * plan.
   */
  readonly limitedMs: number | undefined;
}

export interface CarryingOut {
  readonly changes: PlannedChanges;
  readonly act: Act;
  readonly signal: AbortSignal | undefined;
  readonly progress: (done: number, of: number) => void;
}

/**
 * Maximum time that a call waits for the limit on changes, in milliseconds. After that, another call can continue the
 * plan.
 */
const maxWaitMs = 45_000;
/**
 * Lifetime of the lock on a plan, in milliseconds. The lock is renewed while the plan is carried out, and expires if
 * the process ends.
 */
const holdMs = 60_000;
const renewMs = 15_000;

/**
 * Carries out the rows of a plan that were not tried yet. Marks each row as claimed in the store before it is sent, so
 * that no process sends it twice.
 * @returns undefined if another call is carrying out the plan
 */
export async function carryOutAct(carrying: CarryingOut): Promise<ActReport | undefined> {
  const { changes, act } = carrying;
  const holder = crypto.randomUUID();
  const hold = () => changes.kept.hold(act.id, holder, holdMs);
  if (!(await hold())) return undefined;
  // Ignore a failed renewal. While the store is unavailable, no other call can take the lock either.
  const renewal = setInterval(() => void hold().catch(() => undefined), renewMs);
  try {
    return await new CarriedAct(carrying).run();
  } finally {
    clearInterval(renewal);
    await changes.kept.release(act.id, holder).catch(() => undefined);
  }
}

class CarriedAct {
  readonly #rows = new Map<number, RowReport>();
  readonly #of: CarryingOut;
  /** Ids of the records that the plan may have changed. */
  readonly #touched = new Set<string>();
  #done = 0;
  #waitedMs = 0;
  #limitedMs: number | undefined;
  /** Why the remaining changes are not carried out. Undefined while the run continues. */
  #stop: string | undefined;

  constructor(of: CarryingOut) {
    this.#of = of;
  }

  async run(): Promise<ActReport> {
    const { act } = this.#of;
    const leftOut = new Set([...(act.agreement?.leftOut ?? []), ...(act.skipped ?? [])]);
    const open: PlanRow[] = [];
    await sideBySide(act.rows, rowsSideBySide, async (row) => {
      if (!isPossible(row))
        this.#rows.set(row.row, { state: 'not possible', reason: row.cannot?.reason ?? '' });
      else if (leftOut.has(row.row)) this.#rows.set(row.row, { state: 'left out' });
      else if (await this.#isFinished(row)) this.#touch(row);
      else open.push(row);
    });
    const total = open.length;
    for (const phase of [0, 1, 2]) {
      const chains = chainsOf(open.filter(({ drafted }) => drafted?.phase === phase));
      await sideBySide(chains, rowsSideBySide, async (chain) => {
        for (const row of chain) {
          await this.#carry(row);
          this.#done += 1;
          this.#of.progress(this.#done, total);
        }
      });
    }
    return { rows: new Map([...this.#rows].sort(([one], [two]) => one - two)), limitedMs: this.#limitedMs };
  }

  /** Checks whether the store contains a final outcome of the row. If so, reports this outcome. */
  async #isFinished(row: PlanRow): Promise<boolean> {
    const known = await outcomeOf(this.#of.changes, this.#of.act.id, row.row);
    if (known === undefined || isOpen(known)) return false;
    this.#rows.set(row.row, known);
    return true;
  }

  #touch({ drafted }: PlanRow): void {
    if (drafted?.record !== undefined) this.#touched.add(drafted.record);
  }

  async #carry(row: PlanRow): Promise<void> {
    if (this.#of.signal?.aborted) this.#stop ??= 'the call was cancelled';
    if (isTooOld(this.#of.act)) this.#stop ??= 'the plan is older than 30 minutes';
    if (this.#stop !== undefined) {
      this.#rows.set(row.row, { state: 'not tried', reason: this.#stop });
      return;
    }
    try {
      this.#rows.set(row.row, await this.#claimed(row));
    } catch (error) {
      // Stop, because without the store it is unknown which rows were sent.
      if (!isCallError(error)) throw error;
      this.#stop ??= error.message;
      this.#rows.set(row.row, { state: 'not tried', reason: error.message });
    }
    const { state } = this.#rows.get(row.row) ?? {};
    if (state !== 'refused' && state !== 'changed meanwhile' && state !== 'not tried') this.#touch(row);
  }

  async #claimed(row: PlanRow): Promise<RowReport> {
    const { changes, act } = this.#of;
    const { kept } = changes;
    const before = await outcomeOf(changes, act.id, row.row);
    if (before !== undefined && !isOpen(before)) return before;
    const attempt = (before?.attempt ?? 0) + 1;
    if (!(await kept.claim(`${rowKey(act.id, row.row)} ${attempt}`, actMs(changes)))) {
      // An earlier call started this row and ended before it knew the outcome. Look up the outcome instead of sending
      // the row again.
      return this.#keep(row, { ...(await this.#lookedUp(row, begun)), attempt });
    }
    const outcome = await this.#withinLimits(row);
    if (outcome === undefined) {
      await this.#keep(row, { ...limited, attempt });
      return { state: 'not tried', reason: limited.reason };
    }
    const known = outcome.state === 'unknown' ? await this.#lookedUp(row, outcome) : outcome;
    return this.#keep(row, { ...known, attempt });
  }

  async #lookedUp(row: PlanRow, outcome: ChangeOutcome): Promise<ChangeOutcome> {
    const { changes } = this.#of;
    const found = await changes.lookUp({ tool: row.change.tool, arguments: row.drafted?.args ?? {} });
    if (found.state === 'done') return found;
    const reasons = [outcome, found].flatMap((one) => ('reason' in one ? [one.reason] : []));
    return { state: 'unknown', code: 'OUTCOME_UNKNOWN', reason: reasons.join(' ') };
  }

  async #keep(row: PlanRow, outcome: RowOutcome): Promise<RowReport> {
    const { changes, act } = this.#of;
    try {
      await changes.kept.put(rowKey(act.id, row.row), outcome, actMs(changes));
    } catch (error) {
      if (!isCallError(error)) throw error;
      // The row stays claimed, so no call sends it again. Stop, because outcomes cannot be saved now.
      this.#stop ??= error.message;
    }
    return outcome;
  }

  /**
   * Carries out a row. Returns undefined if the limit on changes requires a longer wait, or if the plan was stopped.
   */
  async #withinLimits(row: PlanRow): Promise<ChangeOutcome | undefined> {
    const { changes, act, signal } = this.#of;
    const { drafted, change } = row;
    if (drafted === undefined) return undefined;
    const isAfterOwn = drafted.record !== undefined && this.#touched.has(drafted.record);
    const terms = {
      digest: isAfterOwn ? drafted.requestDigest : drafted.digest,
      ...{ isAfterOwn, agreedBy: act.agreement?.by, act: act.id, row: row.row },
    };
    for (;;) {
      if (this.#limitedMs !== undefined || this.#stop !== undefined) return undefined;
      const outcome = await changes.carryOut(change, terms);
      if (!('code' in outcome) || outcome.code !== 'RATE_LIMITED') return outcome;
      const waitMs = Math.max(minWaitMs, ('retryAfterMs' in outcome && outcome.retryAfterMs) || 0);
      this.#waitedMs += waitMs;
      if (this.#waitedMs > maxWaitMs || signal?.aborted) {
        this.#limitedMs = waitMs;
        this.#stop ??= 'the limit on changes was reached';
        return undefined;
      }
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}

const minWaitMs = 100;

const begun: ChangeOutcome = {
  state: 'unknown',
  code: 'OUTCOME_UNKNOWN',
  reason: 'An earlier call began this row and ended before it knew the outcome.',
};

/** Outcome of a row that was not sent, so another call may try it. */
const limited = {
  state: 'refused',
  code: 'RATE_LIMITED',
  reason: 'The limit on the number of changes was reached before this row.',
  canRetry: true,
} as const;

/** Checks whether a row was certainly not carried out and may be tried again. */
const isOpen = (outcome: RowOutcome): boolean => outcome.state === 'refused' && outcome.canRetry === true;

/** Puts the rows of each record into a chain, so that they are carried out in their order. */
function chainsOf(rows: readonly PlanRow[]): readonly (readonly PlanRow[])[] {
  const chains = new Map<unknown, PlanRow[]>();
  for (const row of [...rows].sort((one, two) => one.row - two.row)) {
    const key = row.drafted?.record ?? row;
    const chain = chains.get(key);
    if (chain === undefined) chains.set(key, [row]);
    else chain.push(row);
  }
  return [...chains.values()];
}
