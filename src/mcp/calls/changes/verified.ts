import type { NotedKept } from '../../output/kept-notes.ts';

export interface ReadAfter {
  readonly record?: unknown;
  /** JSON of the record as the service returned it. */
  readonly text?: string;
  /** Whether the service responded that the record does not exist. */
  readonly isGone?: boolean;
}

export interface Verified {
  readonly kept: NotedKept;
  /** The record after the change. Undefined if it did not have to be read. */
  readonly after?: ReadAfter | undefined;
}
