import type { Principal } from '../../api/client/executor.ts';
import type { Trace } from '../../contract/trace.ts';

/** Caller and request of an action, and the signal that aborts it. */
export interface RequestContext {
  readonly principal: Principal;
  readonly trace: Trace;
  readonly signal: AbortSignal | undefined;
}
