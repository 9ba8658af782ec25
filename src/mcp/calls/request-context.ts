import type { Principal } from '../../api/client/executor.ts';
import type { Trace } from '../../contract/trace.ts';

/** On whose behalf something is done, and within which request. */
export interface Caller {
  readonly principal: Principal;
  readonly trace: Trace;
}
