import type { ServerContext } from '@modelcontextprotocol/server';
import type { Principal } from '../../../api/client/executor.ts';
import type { ToolDefinition } from '../../../contract/operations/operation.ts';
import type { OperationClient } from '../../../contract/operations/operation-client.ts';
import type { Trace } from '../../../contract/trace.ts';
import { verdictOn } from '../allowed.ts';
import type { Policy } from '../policy.ts';
import type { Counted, Quota } from './rate-limit.ts';

/** Whose limits count. */
interface Counting {
  readonly services: { readonly quota?: Quota | undefined };
  readonly principal: Principal;
  readonly trace: Trace;
}

interface Limited extends Counting {
  readonly services: { readonly policy: Policy; readonly quota?: Quota | undefined };
  readonly called: ToolDefinition;
  readonly context: ServerContext;
}

/** To be called when the call has ended. */
interface Entered {
  readonly leave: (() => void) | undefined;
}

/** Step: counts the call, and holds a place for it. @throws BusyError with the time to wait */
export const withinLimits = (call: Limited): Entered | Promise<Entered> =>
  settled(call, countedAs(call), (counted) => ({
    leave: call.services.quota?.enter(call.principal, counted, call.trace),
  }));

/** What only reads waits for nobody. */
function settled<T>(
  { services, principal }: Counting,
  counted: Counted,
  count: (counted: Counted) => T,
): T | Promise<T> {
  const learning = services.quota?.settle(principal, counted);
  return learning === undefined ? count(counted) : learning.then(() => count(counted));
}

/** Step: counts a call that turned out to be risky, where it was let in as something else. @throws BusyError */
export function withinLimitsAsCalled(
  call: Limited & { readonly definition: ToolDefinition },
): void | Promise<void> {
  const { services, principal, definition } = call;
  return settled(call, countedAs(call), (counted) => services.quota?.recount(principal, definition, counted));
}

/** What reads, whatever its tool could lead to. */
const reading: Counted = { access: 'read' };

/** Step: counts as a call that reads, and holds a place for it. @throws BusyError with the time to wait */
export const withinLimitsOfReading = ({ services, principal, trace }: Counting): Entered => ({
  leave: services.quota?.enter(principal, reading, trace),
});

/** Step: the same, when the first operation is called: what is remembered costs the service nothing. */
export function withinLimitsWhenAsking(
  call: Counting & { readonly client: () => OperationClient },
): Entered & { readonly client: () => OperationClient } {
  let leave: (() => void) | undefined;
  const client = call.client();
  const enter = () => {
    leave ??= withinLimitsOfReading(call).leave;
  };
  const counted: OperationClient = {
    ...client,
    call: (...asked) => {
      enter();
      return client.call(...asked);
    },
    answer: (...asked) => {
      enter();
      return client.answer(...asked);
    },
  };
  return { client: () => counted, leave: () => leave?.() };
}

/** Class of a call in its caller’s quota: one that brings the answer to our question was charged when it was asked, so it counts as a read. */
function countedAs({ services: { policy }, called, context: { mcpReq } }: Limited): Counted {
  const isAnswer = mcpReq.inputResponses !== undefined && mcpReq.requestState() !== undefined;
  return isAnswer && verdictOn(policy, called).isAsked ? reading : called;
}
