import type { NotedKept } from '../../output/kept-notes.ts';

export interface ReadAfter {
  /** The record. Undefined if it could not be read. */
  readonly record?: unknown;
  /** Text of the record as the service wrote it. */
  readonly text?: string;
  /** Whether the service answered that the record does not exist. */
  readonly isGone?: boolean;
}

/** Result of a read after a change. */
export interface Verified {
  readonly kept: NotedKept;
  /** Undefined if no read was needed. */
  readonly after?: ReadAfter | undefined;
}
