import type { Principal } from '../../api/client/executor.ts';
import type { Trace } from '../../contract/trace.ts';

/** Sender of a request, the trace of the request, and the signal that aborts it. */
export interface RequestContext {
  readonly principal: Principal;
  readonly trace: Trace;
  readonly signal: AbortSignal | undefined;
}
