import type { NotedKept } from '../../output/kept-notes.ts';

export interface ReadAfter {
  /** Undefined if it could not be read. */
  readonly record?: unknown;
  /** The same as the service wrote it. */
  readonly text?: string;
  /** The service does not know it. */
  readonly isGone?: boolean;
}

/** Result of a read after a change. */
export interface Verified {
  readonly kept: NotedKept;
  /** Undefined if nothing was read. */
  readonly after?: ReadAfter | undefined;
}
