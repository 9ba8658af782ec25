import type { NotedKept } from '../../output/kept-notes.ts';

export interface ReadAfter {
  /** Undefined where it could not be read. */
  readonly record?: unknown;
  /** The same as the service wrote it. */
  readonly text?: string;
  /** The service does not know it. */
  readonly isGone?: boolean;
}

/** What a read after a change has shown. */
export interface Verified {
  readonly kept: NotedKept;
  /** Undefined if nothing was read. */
  readonly after?: ReadAfter | undefined;
}
