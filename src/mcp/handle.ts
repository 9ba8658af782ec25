import { ProtocolError } from '@modelcontextprotocol/server';
import { SwitchedOffError } from '../contract/errors.ts';
import { logCall } from './calls/log-call.ts';
import type { RequestContext } from './calls/request-context.ts';
import type { Refusal } from './guards/refusal.ts';
import type { CallServices } from './services.ts';
import type { Steps } from './steps.ts';

export interface Handled extends RequestContext {
  readonly services: Pick<CallServices, 'log'>;
  readonly label: string;
  /** Start time on the monotonic clock. */
  readonly began: number;
}

/** Results of a request that ends before its last step. */
export interface Endings<Initial, Result> {
  /** Default: a refusal is handled as a failure. */
  readonly refused?: (state: Initial, refusal: Refusal) => Promise<Result>;
  readonly failed: (state: Initial, error: unknown) => Result;
}

/**
 * Wraps the steps of a request. Creates the result of a refusal or failure, logs it, and releases the slot that the
 * limits took.
 * @throws ProtocolError unchanged, because it is a response that the protocol defines; any error of `failed`
 */
export const handle =
  <Initial extends Handled, State extends { readonly result: unknown }, Ended, Result>(
    steps: Steps<Initial, State, Ended>,
    { refused, failed }: Endings<Initial, Result>,
  ) =>
  async (request: Initial): Promise<State['result'] | Ended | Result> => {
    const state: Initial & { readonly leave?: () => void } = request;
    try {
      const outcome = await steps.run(state);
      if ('done' in outcome) return outcome.done.result;
      if ('ended' in outcome) return outcome.ended;
      if (refused) return await refused(state, outcome.refusal);
      throw new SwitchedOffError(outcome.refusal.reason);
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      // Do not log a cancelled request or a disconnected client, because it is not a failure.
      const isLeft = state.signal?.aborted === true && error === state.signal.reason;
      if (!isLeft) logCall(state, { error });
      return failed(state, error);
    } finally {
      state.leave?.();
    }
  };
