import type { Principal } from '../../api/client/executor.ts';
import type { Trace } from '../../contract/trace.ts';

/** On whose behalf something is done, within which request, and what ends it. */
export interface RequestContext {
  readonly principal: Principal;
  readonly trace: Trace;
  readonly signal: AbortSignal | undefined;
}
