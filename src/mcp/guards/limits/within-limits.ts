import type { ServerContext } from '@modelcontextprotocol/server';
import type { Principal } from '../../../api/client/executor.ts';
import type { ToolDefinition } from '../../../contract/operations/operation.ts';
import type { OperationClient } from '../../../contract/operations/operation-client.ts';
import type { Trace } from '../../../contract/trace.ts';
import { verdictOn } from '../allowed.ts';
import type { Policy } from '../policy.ts';
import type { Counted, Quota } from './rate-limit.ts';

/** The caller whose limits apply. */
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

/** Function that releases the slot. It must be called when the call ends. Undefined if the server has no limits. */
interface Entered {
  readonly leave: (() => void) | undefined;
}

/** Pipeline step: counts the call and takes a slot for it. @throws BusyError with the time to wait */
export const withinLimits = (call: Limited): Entered | Promise<Entered> =>
  settled(call, countedAs(call), (counted) => ({
    leave: call.services.quota?.enter(call.principal, counted, call.trace),
  }));

/** Syncs with the shared store and then counts the call. A read is counted without waiting for the store. */
function settled<T>(
  { services, principal }: Counting,
  counted: Counted,
  count: (counted: Counted) => T,
): T | Promise<T> {
  const learning = services.quota?.settle(principal, counted);
  return learning === undefined ? count(counted) : learning.then(() => count(counted));
}

/**
 * Pipeline step: counts a call as risky if its arguments or record have shown that it is.
 * @throws BusyError
 */
export function withinLimitsAsCalled(
  call: Limited & { readonly definition: ToolDefinition },
): void | Promise<void> {
  const { services, principal, definition } = call;
  return settled(call, countedAs(call), (counted) => services.quota?.recount(principal, definition, counted));
}

const reading: Counted = { access: 'read' };

/** Pipeline step: counts a read call and takes a slot for it. @throws BusyError with the time to wait */
export const withinLimitsOfReading = ({ services, principal, trace }: Counting): Entered => ({
  leave: services.quota?.enter(principal, reading, trace),
});

/**
 * Pipeline step: counts a read call and takes a slot when the call first uses an operation. A call that uses only
 * cached data is not counted, because it costs the service nothing.
 */
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

/**
 * Returns the properties by which a call is counted. A call that contains the answer to a confirmation counts as a
 * read, because it was already counted when the confirmation was requested.
 */
function countedAs({ services: { policy }, called, context: { mcpReq } }: Limited): Counted {
  const isAnswer = mcpReq.inputResponses !== undefined && mcpReq.requestState() !== undefined;
  return isAnswer && verdictOn(policy, called).isAsked ? reading : called;
}
