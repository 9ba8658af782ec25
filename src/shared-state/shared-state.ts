/**
 * State that all processes of one server share. A key has the form `kind:secret`. The store sees the kind, a hash of
 * the rest, and encrypted values.
 */
export interface SharedState {
  /** Whether other processes share this state. If not, it lives in the memory of this process. */
  readonly isShared: boolean;
  get(key: string): Promise<string | undefined>;
  /** Stores a value, which expires after `lifetimeMs`. */
  put(key: string, value: string, lifetimeMs: number): Promise<void>;
  /** Removes and returns an entry. Only one of several concurrent callers gets it. */
  take(key: string): Promise<string | undefined>;
  /**
   * Replaces a single value atomically (compare and set).
   * @param change returns the new value, or undefined to delete the entry. Called again if another process wrote first.
   */
  update(
    key: string,
    lifetimeMs: number,
    change: (found: string | undefined) => string | undefined,
  ): Promise<void>;
  /** Adds to a counter and returns the sum. The counter expires `windowMs` after its first addition. */
  count(key: string, windowMs: number, by?: number): Promise<number>;
  /**
   * Takes tokens from buckets. A bucket without enough tokens goes into debt.
   * @returns the tokens left in each bucket; negative for a debt
   */
  charge(charges: readonly Charge[]): Promise<readonly number[]>;
  /** Sends a message to all other running processes. Does not wait until they have received it. */
  tell(topic: Topic, message: string): Promise<void>;
  /** Calls `hear` for each message that another process has sent. */
  listen(topic: Topic, hear: (message: string) => void): void;
  /** Random id of this process. */
  readonly process: string;
  isRunning(process: string): Promise<boolean>;
  /** Returns a key of 32 bytes, derived from the secret of the server. */
  secretFor(purpose: string): Uint8Array;
  condition(): StateCondition;
  close(): Promise<void>;
}

/** `session`: a message for a session. `changed`: cached data is stale. `ended`: a connection has ended. */
export type Topic = 'session' | 'changed' | 'ended';

export interface Charge {
  readonly key: string;
  readonly amount: number;
  /** Tokens of a full bucket. */
  readonly capacity: number;
  readonly perMinute: number;
}

/** `own`: no store is configured. `other key`: another server uses the store. `full`: the store is out of memory. */
export type StateCondition = 'own' | 'reached' | 'unreachable' | 'other key' | 'full';

/** The store cannot be read or written now. */
export class SharedStateError extends Error {
  override readonly name = 'SharedStateError';
}

/** Handler for `catch`. Returns undefined if the store is unavailable. @throws any other error */
export function ifStoreFails(error: unknown): undefined {
  if (!(error instanceof SharedStateError)) throw error;
}
