/**
 * What the processes of one server know together. Keys read `kind:secret`: of the kind everybody may learn, the rest
 * leaves the process as a hash alone, and values leave it sealed.
 */
export interface SharedState {
  /** Whether other processes share it; else it is the memory of this one. */
  readonly isShared: boolean;
  get(key: string): Promise<string | undefined>;
  /** @param lifetimeMs after which it is gone */
  put(key: string, value: string, lifetimeMs: number): Promise<void>;
  /** Removes what is there. @returns it to one of those who ask alone; undefined: nothing is there */
  take(key: string): Promise<string | undefined>;
  /**
   * Changes one value as a whole, whoever else changes it at the same time.
   * @param change from what is there to what shall be there, undefined: nothing; called again where somebody came between
   */
  update(
    key: string,
    lifetimeMs: number,
    change: (found: string | undefined) => string | undefined,
  ): Promise<void>;
  /** @returns how often that was counted, with this time, since the first of them; forgotten after `windowMs` from it */
  count(key: string, windowMs: number, by?: number): Promise<number>;
  /**
   * Takes from allowances that come back evenly, even where nothing is left.
   * @returns what is left of each
   */
  charge(charges: readonly Charge[]): Promise<readonly number[]>;
  /** Tells all other processes that run now; it is no matter for whoever tells whether anybody heard it. */
  tell(topic: Topic, message: string): Promise<void>;
  /** @param hear of what others tell */
  listen(topic: Topic, hear: (message: string) => void): void;
  /** Tells processes apart. */
  readonly process: string;
  isRunning(process: string): Promise<boolean>;
  /** A key of 32 bytes that its processes have in common, and that another server has not. */
  secretFor(purpose: string): Uint8Array;
  /** How things are, for those who watch. */
  condition(): StateCondition;
  close(): Promise<void>;
}

/** What processes tell each other: messages of a session, and what a change makes others forget. */
export type Topic = 'session' | 'changed' | 'ended';

export interface Charge {
  readonly key: string;
  readonly amount: number;
  /** There are as many at most. */
  readonly capacity: number;
  readonly perMinute: number;
}

/** `own`: nothing is shared. `other key`: another server uses the store. `full`: it takes nothing more. */
export type StateCondition = 'own' | 'reached' | 'unreachable' | 'other key' | 'full';

/** What is shared cannot be read or written just now. */
export class SharedStateError extends Error {
  override readonly name = 'SharedStateError';
}
